//! What went wrong in a build that went on, in a list that stays short.

/// More problems than this are only counted.
const LISTED: usize = 100;

/// Sentences, each once.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    listed: Vec<String>,
    more: usize,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: String) {
        self.push_with(|| problem);
    }

    /// Adds a problem whose sentence is made only if there is room for it.
    pub(crate) fn push_with(&mut self, problem: impl FnOnce() -> String) {
        if self.listed.len() >= LISTED {
            self.more += 1;
            return;
        }
        let problem = problem();
        if !self.listed.contains(&problem) {
            self.listed.push(problem);
        }
    }

    /// Puts a problem before all others, however many there are.
    pub(crate) fn push_first(&mut self, problem: String) {
        self.listed.insert(0, problem);
    }

    pub(crate) fn listed(&self) -> &[String] {
        &self.listed
    }

    pub(crate) fn into_list(mut self) -> Vec<String> {
        if self.more > 0 {
            self.listed.push(format!("and {} more", self.more));
        }
        self.listed
    }
}
