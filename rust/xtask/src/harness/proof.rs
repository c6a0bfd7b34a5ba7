//! Proof that the harness catches what it is there for: suites that misbehave, and what must be said of them.

use crate::failure::Outcome;
use crate::godot::Godot;
use crate::harness::run::{self, Verdict};
use crate::harness::tally::Tally;
use crate::workspace;
use std::time::Duration;

/// A suite in `harness/proof` and a part of the fault that it must be found guilty of; `None` for the one
/// that is innocent.
const PROOFS: [(&str, Option<&str>); 10] = [
    ("passes", None),
    ("fails", Some("test_is_wrong: int 1 is not int 2: expected int 2, found int 1")),
    ("hangs", Some("hung in test_never_ends, killed")),
    ("crashes", Some("crashed in test_takes_the_engine_down, signal")),
    ("logs_an_error", Some("test_logs: unannounced in the log: nobody announced this")),
    ("logs_a_script_error", Some("SCRIPT ERROR: ")),
    ("announces_in_vain", Some("test_announces: announced but never logged: an error that stays away")),
    ("leaks", Some("ObjectDB instances leaked")),
    ("quits_early", Some("ended without the closing line in test_quits, exit code 0")),
    ("has_no_test", Some("the suite has no test")),
];

/// Long enough to start Godot on a busy machine.
const LIMIT: Duration = Duration::from_mins(2);

/// Short enough to wait for, and still long enough to reach the test that hangs.
const LIMIT_OF_HANGS: Duration = Duration::from_secs(20);

/// Runs every suite that misbehaves and checks that it is caught.
pub(crate) fn run(godot: &Godot) -> Outcome<Tally> {
    let mut tally = Tally::default();
    for (name, fault) in PROOFS {
        let suite = format!("res://harness/proof/{name}.gd");
        let limit = if name == "hangs" { LIMIT_OF_HANGS } else { LIMIT };
        let verdict = run::run(godot.headless(&workspace::test_project()), &suite, limit)?;
        let right = is_right(&verdict, fault);
        println!("  {} {name}", if right { "ok" } else { "WRONG" });
        if !right {
            println!("    expected {fault:?}, found {:#?}\n{}", verdict.faults, verdict.log);
        }
        tally += Tally::one(right);
    }
    Ok(tally)
}

fn is_right(verdict: &Verdict, fault: Option<&str>) -> bool {
    match fault {
        None => verdict.faults.is_empty() && verdict.failed == 0 && verdict.passed == 1,
        Some(fault) => verdict.failed == 1 && verdict.faults.iter().any(|found| found.contains(fault)),
    }
}
