//! The sum of everything that ran.

use crate::harness::run::Verdict;
use std::fmt::{self, Display, Formatter};
use std::iter::Sum;
use std::ops::AddAssign;

/// How many tests passed, failed and were skipped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Tally {
    /// One check that passed or failed.
    pub(crate) const fn one(passed: bool) -> Self {
        Self { passed: passed as usize, failed: !passed as usize, skipped: 0 }
    }

    /// The sums of `cargo test`'s own closing lines.
    pub(crate) fn of_cargo_test(output: &str) -> Self {
        output
            .lines()
            .filter_map(|line| line.trim().strip_prefix("test result: "))
            .map(Self::of_summary)
            .sum()
    }

    /// The same, where the tests that need files of other programs returned without having tested anything.
    pub(crate) fn of_cargo_test_without_interop(output: &str) -> Self {
        let mut tally = Self::of_cargo_test(output);
        let returned = output.lines().filter(|line| is_passed_interop_test(line)).count();
        tally.passed -= returned.min(tally.passed);
        tally.skipped += returned;
        tally
    }

    fn of_summary(summary: &str) -> Self {
        let count = |word: &str| {
            let before = summary.split(word).next().unwrap_or_default();
            before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or(0)
        };
        Self { passed: count(" passed"), failed: count(" failed"), skipped: count(" ignored") }
    }
}

fn is_passed_interop_test(line: &str) -> bool {
    let passed = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... ok"));
    passed.and_then(|path| path.rsplit("::").next()).is_some_and(|name| name.starts_with("interop_"))
}

impl From<&Verdict> for Tally {
    fn from(verdict: &Verdict) -> Self {
        Self { passed: verdict.passed, failed: verdict.failed, skipped: verdict.skipped.len() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_lines_are_summed() {
        let output = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(Tally::of_cargo_test(output), Tally { passed: 15, failed: 2, skipped: 1 });
    }

    #[test]
    fn interop_tests_without_their_files_are_skipped() {
        let output = "test interop_reads ... ok\ntest a::interop_writes ... ok\ntest no_interop_here ... ok\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let tally = Tally::of_cargo_test_without_interop(output);
        assert_eq!(tally, Tally { passed: 1, failed: 0, skipped: 2 });
    }

    #[test]
    fn the_summary_names_skipped_tests_only_where_there_are_some() {
        assert_eq!(Tally { passed: 4, failed: 0, skipped: 0 }.to_string(), "4 passed, 0 failed");
        assert_eq!(Tally { passed: 4, failed: 1, skipped: 2 }.to_string(), "4 passed, 1 failed, 2 skipped");
    }
}
