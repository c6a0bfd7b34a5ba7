//! Mapwright's own commands: `cargo xtask build|demo|test|bench|package`.

fn main() {}
