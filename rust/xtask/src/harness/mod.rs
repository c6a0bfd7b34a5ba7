//! Runs suites in Godot and judges them by their log, not by their exit code alone.

pub(crate) mod log;
pub(crate) mod proof;
pub(crate) mod run;
pub(crate) mod runner_words;
pub(crate) mod suites;
pub(crate) mod tally;
