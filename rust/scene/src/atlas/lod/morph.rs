//! How a chunk passes from the coarser level's shape to its own.

/// A chunk has its own shape when its parent's error is this part of what the next split comes at.
const DONE_EARLY: f32 = 0.95;
/// It need not take longer than until the error has doubled.
const LONGEST: f32 = 2.0;
/// Seconds that a whole morph takes at least, however late a chunk comes.
const SECONDS: f32 = 0.25;

/// How far a chunk is on its way to the coarser level's shape, 1 being there.
///
/// `excess` is its parent's error on the screen as a multiple of what is allowed: above 1 the parent is split.
/// `ratio` is by how much the parent's error is larger than the chunk's own; by then the chunk is split itself and
/// must have its own shape, since that is what its children start from.
pub(super) fn target(excess: f32, ratio: f32) -> f32 {
    let end = (ratio * DONE_EARLY).clamp(1.0 + f32::EPSILON, LONGEST);
    ((end - excess) / (end - 1.0)).clamp(0.0, 1.0)
}

/// One step of `seconds` from `now` towards `target`: nothing jumps, even when it comes late.
pub(super) fn step(now: f32, target: f32, seconds: f32) -> f32 {
    let most = (seconds / SECONDS).max(0.0);
    now + (target - now).clamp(-most, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_begins_as_its_parent_and_is_itself_before_it_is_split() {
        for ratio in [1.5, 1.8, 2.0, 4.0] {
            assert_eq!(target(1.0, ratio), 1.0);
            assert_eq!(target(0.5, ratio), 1.0);
            assert_eq!(target(ratio, ratio), 0.0);
            assert!((0.0..1.0).contains(&target(1.2, ratio)));
        }
    }

    #[test]
    fn a_step_is_as_long_as_its_time() {
        assert_eq!(step(1.0, 0.0, 0.125), 0.5);
        assert_eq!(step(0.5, 0.6, 1.0), 0.6);
        assert_eq!(step(0.5, 0.6, 0.0), 0.5);
    }
}
