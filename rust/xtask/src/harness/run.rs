//! One run of one suite, and the verdict on it.

use crate::failure::Outcome;
use crate::harness::log;
use crate::harness::runner_words::{CLOSING, FAIL, PASS, RUN, SKIP};
use crate::process::{self, Ending};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

const RUNNER: &str = "res://harness/runner.gd";

/// What came of a suite.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: Vec<String>,
    /// What is wrong, one sentence each; empty when all is well.
    pub(crate) faults: Vec<String>,
    pub(crate) log: String,
    pub(crate) time: Duration,
}

/// Runs the script `suite` in `godot`, which is a Godot on the suite's project.
pub(crate) fn run(mut godot: Command, suite: &str, limit: Duration) -> Outcome<Verdict> {
    let watched = process::watch(godot.args(["--script", RUNNER, "--", suite]), limit)?;
    Ok(judge(watched.log, watched.ending, watched.time))
}

fn judge(log: String, ending: Ending, time: Duration) -> Verdict {
    let failures = rest_of_lines(&log, FAIL);
    let failed_tests: BTreeSet<&str> =
        failures.iter().map(|line| line.split_once(':').map_or(*line, |(test, _)| test)).collect();
    let mut faults: Vec<String> = failures.iter().map(ToString::to_string).collect();
    faults.extend(ending_fault(&log, ending, failures.is_empty(), time));
    faults.extend(log::faults(&log));
    Verdict {
        passed: rest_of_lines(&log, PASS).len(),
        // What goes wrong outside of every test fails the suite as a whole.
        failed: failed_tests.len().max(usize::from(!faults.is_empty())),
        skipped: rest_of_lines(&log, SKIP).into_iter().map(str::to_owned).collect(),
        faults,
        time,
        log,
    }
}

/// What is wrong with how the run ended.
fn ending_fault(log: &str, ending: Ending, all_passed: bool, time: Duration) -> Option<String> {
    let place = running_test(log);
    match ending {
        Ending::Hung => Some(format!("hung {place}, killed after {} s", time.as_secs())),
        Ending::Crashed(signal) => Some(format!("crashed {place}, signal {signal}")),
        Ending::Exited(code) if rest_of_lines(log, CLOSING).is_empty() => {
            Some(format!("ended without the closing line {place}, exit code {code}"))
        }
        Ending::Exited(code) if (code == 0) == all_passed => None,
        Ending::Exited(code) => Some(format!("exit code {code} does not fit the verdicts")),
    }
}

/// Says which test was running when the log ended.
fn running_test(log: &str) -> String {
    let last = log.lines().rfind(|line| [RUN, PASS, FAIL, SKIP].iter().any(|word| line.starts_with(word)));
    match last.map(|line| line.split_once(' ').unwrap_or((line, ""))) {
        None => "before the first test".to_owned(),
        Some(("RUN", test)) => format!("in {test}"),
        Some((_, test)) => format!("after {}", test.split_once(':').map_or(test, |(test, _)| test)),
    }
}

fn rest_of_lines<'a>(log: &'a str, word: &str) -> Vec<&'a str> {
    log.lines().filter_map(|line| line.strip_prefix(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "RUN test_a\nPASS test_a\nSUITE COMPLETE: 1 passed, 0 failed, 0 skipped\n";

    fn verdict(log: &str, ending: Ending) -> Verdict {
        judge(log.to_owned(), ending, Duration::from_secs(7))
    }

    #[test]
    fn a_good_run_passes() {
        let verdict = verdict(GOOD, Ending::Exited(0));
        assert_eq!((verdict.passed, verdict.failed, verdict.faults), (1, 0, vec![]));
    }

    #[test]
    fn a_test_with_two_failures_failed_once() {
        let log = "FAIL test_a: x\nFAIL test_a: y\nSUITE COMPLETE: \n";
        assert_eq!(verdict(log, Ending::Exited(1)).failed, 1);
    }

    #[test]
    fn the_exit_code_has_to_fit() {
        assert_eq!(verdict(GOOD, Ending::Exited(1)).faults, ["exit code 1 does not fit the verdicts"]);
        assert_eq!(verdict("FAIL test_a: x\nSUITE COMPLETE: \n", Ending::Exited(0)).faults.len(), 2);
    }

    #[test]
    fn a_test_that_did_not_end_is_named() {
        assert_eq!(verdict("RUN test_a\n", Ending::Hung).faults, ["hung in test_a, killed after 7 s"]);
        assert_eq!(verdict("", Ending::Crashed(11)).faults, ["crashed before the first test, signal 11"]);
        assert_eq!(
            verdict("RUN test_a\nFAIL test_a: x\n", Ending::Exited(0)).faults[1],
            "ended without the closing line after test_a, exit code 0"
        );
    }
}
