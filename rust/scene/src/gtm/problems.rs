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
        if self.listed.contains(&problem) {
            return;
        }
        if self.listed.len() < LISTED {
            self.listed.push(problem);
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn into_list(mut self) -> Vec<String> {
        if self.more > 0 {
            self.listed.push(format!("and {} more", self.more));
        }
        self.listed
    }
}
