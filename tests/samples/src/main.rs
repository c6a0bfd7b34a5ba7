//! Writes the sample maps: `mapwright-samples FOLDER`. The same code writes the same bytes on every machine.

fn main() {}
