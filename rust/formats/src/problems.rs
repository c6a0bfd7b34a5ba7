//! What went wrong in a file that did load, in a list that stays short.

use std::fmt;

/// Problems in the order they were met, each once. A file of garbage must not fill the memory with sentences, so that more
/// than [`Problems::LISTED`] are only counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems<P> {
    listed: Vec<P>,
    unlisted: usize,
}

impl<P> Default for Problems<P> {
    fn default() -> Self {
        Self { listed: Vec::new(), unlisted: 0 }
    }
}

impl<P: PartialEq> Problems<P> {
    /// How many are listed before the rest is only counted.
    pub const LISTED: usize = 100;

    /// Adds a problem, unless it is listed already.
    pub fn push(&mut self, problem: P) {
        self.push_with(|| problem);
    }

    /// Adds a problem that is made only if there is room for it.
    pub fn push_with(&mut self, problem: impl FnOnce() -> P) {
        if self.listed.len() >= Self::LISTED {
            self.unlisted += 1;
            return;
        }
        let problem = problem();
        if !self.listed.contains(&problem) {
            self.listed.push(problem);
        }
    }

    /// Puts a problem before all others, however many there are.
    pub fn push_first(&mut self, problem: P) {
        self.listed.insert(0, problem);
    }

    /// The problems that are listed.
    pub fn iter(&self) -> std::slice::Iter<'_, P> {
        self.listed.iter()
    }

    /// The problems that are listed, in one piece.
    pub fn as_slice(&self) -> &[P] {
        &self.listed
    }

    /// How many problems are listed or counted.
    pub const fn len(&self) -> usize {
        self.listed.len() + self.unlisted
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

impl<P: PartialEq + fmt::Display> Problems<P> {
    /// A sentence for each that is listed, and one that counts the others.
    pub fn sentences(&self) -> Vec<String> {
        let more = (self.unlisted > 0).then(|| format!("{} more problems are not listed", self.unlisted));
        self.listed.iter().map(ToString::to_string).chain(more).collect()
    }
}

impl<P> Problems<P> {
    /// The problems that are listed, and what `more` makes of the number of the others.
    pub fn into_vec(mut self, more: impl FnOnce(usize) -> P) -> Vec<P> {
        if self.unlisted > 0 {
            self.listed.push(more(self.unlisted));
        }
        self.listed
    }
}

impl<P: PartialEq> Extend<P> for Problems<P> {
    fn extend<T: IntoIterator<Item = P>>(&mut self, problems: T) {
        for problem in problems {
            self.push(problem);
        }
    }
}

impl<P: PartialEq> FromIterator<P> for Problems<P> {
    fn from_iter<T: IntoIterator<Item = P>>(problems: T) -> Self {
        let mut list = Self::default();
        list.extend(problems);
        list
    }
}

impl<'a, P: PartialEq> IntoIterator for &'a Problems<P> {
    type Item = &'a P;
    type IntoIter = std::slice::Iter<'a, P>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_listed_once() {
        let problems: Problems<&str> = ["a", "b", "a"].into_iter().collect();
        assert_eq!(problems.sentences(), ["a", "b"]);
    }

    #[test]
    fn what_does_not_fit_the_list_is_counted() {
        let problems: Problems<usize> = (0..103).collect();
        assert_eq!((problems.iter().len(), problems.len()), (100, 103));
        assert_eq!(problems.sentences()[100], "3 more problems are not listed");
    }

    #[test]
    fn the_first_place_is_free_however_many_there_are() {
        let mut problems: Problems<usize> = (0..103).collect();
        problems.push_first(1000);
        assert_eq!(problems.sentences()[0], "1000");
    }
}
