//! How much a file may unpack to. Section "Limits" of the format.

/// What the raw sizes of a file's chunks may sum to.
pub const RAW_BUDGET: u64 = 1 << 30;
/// What the memory of a file's values may sum to, the chunk that is being read on top.
pub const MEMORY_BUDGET: u64 = 1200 << 20;

/// What is left of a file's budgets. Chunks take from it in file order.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    raw: u64,
    memory: u64,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self { raw: RAW_BUDGET, memory: MEMORY_BUDGET }
    }

    /// Before unpacking: takes a chunk's raw size when it fits.
    pub(super) const fn take_raw(&mut self, raw_size: u64) -> bool {
        match self.raw.checked_sub(raw_size) {
            Some(left) => {
                self.raw = left;
                true
            }
            None => false,
        }
    }

    /// After unpacking: takes the memory of a chunk's values when it fits together with the chunk.
    pub(super) const fn take_memory(&mut self, raw_size: u64, memory: u64) -> bool {
        if raw_size.saturating_add(memory) > self.memory {
            return false;
        }
        self.memory -= memory;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_and_values_share_the_memory_but_only_values_come_off_it() {
        let mut budget = Budget::new();
        assert!(budget.take_memory(1 << 30, (1200 << 20) - (1 << 30)));
        assert!(!budget.take_memory(1 << 30, 1), "the values of the first chunk came off");
        assert!(budget.take_memory(1, (1 << 30) - 1), "the raw size of the first chunk did not");
    }

    #[test]
    fn a_chunk_that_does_not_fit_takes_nothing() {
        let mut budget = Budget::new();
        assert!(!budget.take_raw(RAW_BUDGET + 1));
        assert!(budget.take_raw(RAW_BUDGET));
        assert!(!budget.take_raw(1));
        assert!(!budget.take_memory(0, MEMORY_BUDGET + 1));
        assert!(budget.take_memory(0, MEMORY_BUDGET));
    }
}
