//! What was said of each map, so that an import that finds the same again is quiet.

use crate::tell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

static TOLD: Mutex<BTreeMap<String, Vec<String>>> = Mutex::new(BTreeMap::new());

/// Says what is wrong with a map, but for what was said when it was imported last.
pub(crate) fn tell(map: &str, problems: Vec<String>) {
    let count = problems.len();
    let new = not_told(map, problems);
    for problem in &new {
        tell::warning(&format!("{map}: {problem}"));
    }
    if count > 1 && !new.is_empty() {
        tell::warning(&format!("{map}: {count} problems in all"));
    }
}

/// Forgets what was said of a map: it is worth saying again.
pub(crate) fn forget(map: &str) {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).remove(map);
}

fn not_told(map: &str, problems: Vec<String>) -> Vec<String> {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let before = told.insert(map.to_owned(), problems.clone()).unwrap_or_default();
    problems.into_iter().filter(|problem| !before.contains(problem)).collect()
}

#[cfg(test)]
mod tests {
    use super::{forget, not_told};

    #[test]
    fn a_problem_is_told_until_it_stays_as_it_is() {
        let problems = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(not_told("a", problems(&["x", "y"])), ["x", "y"]);
        assert_eq!(not_told("a", problems(&["x", "z"])), ["z"]);
        assert_eq!(not_told("b", problems(&["x"])), ["x"]);
        assert_eq!(not_told("a", problems(&[])), problems(&[]));
        assert_eq!(not_told("a", problems(&["x"])), ["x"]);
        forget("a");
        assert_eq!(not_told("a", problems(&["x"])), ["x"]);
    }
}
