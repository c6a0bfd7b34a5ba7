//! What the library says in Godot's Output.
//!
//! `push_error` and `push_warning` put the place in the engine's own source in front, which tells a reader nothing. A record
//! with a sentence of its own is shown without: `WARNING: ` and the sentence in a log, the sentence alone in the dock.

use godot::global::{PrintLevel, PrintRecord, PrintSource, print_custom};

/// Says that something failed.
pub(crate) fn error(sentence: &str) {
    say(PrintLevel::Error, sentence);
}

/// Says that something is suspicious.
pub(crate) fn warning(sentence: &str) {
    say(PrintLevel::Warn, sentence);
}

fn say(level: PrintLevel, sentence: &str) {
    print_custom(PrintRecord {
        level,
        message: "Mapwright",
        rationale: Some(sentence),
        source: Some(PrintSource { function: "import", file: "mapwright", line: 0 }),
        editor_notify: false,
    });
}
