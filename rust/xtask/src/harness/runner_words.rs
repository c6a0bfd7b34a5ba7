//! What `runner.gd` prints for this program.

/// How the lines begin that `runner.gd` prints for this program.
pub(crate) const RUNNER_WORDS: [&str; 6] = [RUN, PASS, FAIL, SKIP, "EXPECT ", CLOSING];

pub(crate) const RUN: &str = "RUN ";
pub(crate) const PASS: &str = "PASS ";
pub(crate) const FAIL: &str = "FAIL ";
pub(crate) const SKIP: &str = "SKIP ";
pub(crate) const CLOSING: &str = "SUITE COMPLETE: ";
