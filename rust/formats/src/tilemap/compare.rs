//! Differences between layers, and their merge cell by cell.

use super::{Record, TileMapData};

/// The painted cells that differ between two layers, by row, then column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    /// Cells painted only afterwards.
    pub added: Vec<Record>,
    /// Cells painted only before.
    pub removed: Vec<Record>,
    /// Cells painted differently: before and after.
    pub changed: Vec<(Record, Record)>,
}

/// Two edits of one layer, put together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merge {
    /// The painted cells of ours, in their order, with what theirs changed; what theirs added comes last.
    pub merged: TileMapData,
    /// Cells that both changed, differently, by row, then column. In `merged` they are as in ours.
    pub conflicts: Vec<Conflict>,
}

/// A cell that two edits left in two ways; `None` is a cell without a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// Column on the map.
    pub x: i16,
    /// Row on the map.
    pub y: i16,
    /// The cell that both began with.
    pub base: Option<Record>,
    /// The cell in the one edit.
    pub ours: Option<Record>,
    /// The cell in the other.
    pub theirs: Option<Record>,
}

/// Painted cells by row, then column.
struct Cells(Vec<Record>);

impl Cells {
    fn of(data: &TileMapData) -> Self {
        let mut cells = data.painted();
        cells.sort_unstable_by_key(Record::position);
        Self(cells)
    }

    fn get(&self, at: &Record) -> Option<Record> {
        let found = self.0.binary_search_by_key(&at.position(), Record::position);
        found.ok().and_then(|index| self.0.get(index).copied())
    }

    fn missing_from<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Record> {
        self.0.iter().filter(|cell| other.get(cell).is_none())
    }
}

impl TileMapData {
    /// What has to be painted and erased to get from these cells to those of `after`.
    pub fn diff(&self, after: &Self) -> Diff {
        let (before, after) = (Cells::of(self), Cells::of(after));
        let pairs = before.0.iter().filter_map(|cell| Some((*cell, after.get(cell)?)));
        Diff {
            added: after.missing_from(&before).copied().collect(),
            removed: before.missing_from(&after).copied().collect(),
            changed: pairs.filter(|(before, after)| before != after).collect(),
        }
    }

    /// Puts the changes that `theirs` made to `base` into these cells, which were made from `base` as well.
    #[must_use]
    pub fn merge(&self, base: &Self, theirs: &Self) -> Merge {
        let (base, ours, theirs_at) = (Cells::of(base), Cells::of(self), Cells::of(theirs));
        let mut conflicts = Vec::new();
        let mut decide = |at: &Record| {
            let (base, ours, theirs) = (base.get(at), ours.get(at), theirs_at.get(at));
            if base == ours {
                return theirs;
            }
            if ours != theirs && base != theirs {
                conflicts.push(Conflict { x: at.x, y: at.y, base, ours, theirs });
            }
            ours
        };
        let mut merged: Vec<Record> = self.painted().iter().filter_map(&mut decide).collect();
        let only_theirs = theirs.painted().into_iter().filter(|cell| ours.get(cell).is_none());
        merged.extend(only_theirs.filter_map(|cell| decide(&cell)));
        conflicts.sort_unstable_by_key(|conflict| (conflict.y, conflict.x));
        Merge { merged: Self::from(merged), conflicts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cell(x: i16, source_id: u16) -> Record {
        Record { x, source_id, ..Record::default() }
    }

    fn data(records: &[Record]) -> TileMapData {
        TileMapData::from(records.to_vec())
    }

    #[test]
    fn a_diff_looks_at_cells_and_not_at_records() {
        let before = data(&[cell(3, 9), cell(0, 1), cell(1, 1), cell(2, 1), Record::tombstone(3, 0)]);
        let after = data(&[Record::tombstone(0, 0), cell(4, 1), cell(2, 1), cell(1, 5), cell(1, 2)]);
        let diff = before.diff(&after);
        assert_eq!(diff.added, [cell(4, 1)]);
        assert_eq!(diff.removed, [cell(0, 1)]);
        assert_eq!(diff.changed, [(cell(1, 1), cell(1, 2))]);
    }

    #[test]
    fn both_edits_of_different_cells_are_kept() {
        let base = data(&[cell(0, 1), cell(1, 1), cell(2, 1)]);
        let ours = data(&[cell(2, 1), cell(0, 5), cell(1, 1)]);
        let theirs = data(&[cell(0, 1), cell(2, 1), cell(7, 7)]);
        let merge = ours.merge(&base, &theirs);
        assert_eq!(merge.merged.records(), [cell(2, 1), cell(0, 5), cell(7, 7)]);
        assert_eq!(merge.conflicts, []);
    }

    #[test]
    fn every_way_of_disagreeing_is_a_conflict_in_which_ours_stays() {
        let base = data(&[cell(3, 1), cell(1, 1), cell(0, 1)]);
        let ours = data(&[cell(0, 2), cell(3, 2), cell(2, 2)]);
        let theirs = data(&[cell(0, 3), cell(1, 3), cell(2, 3)]);
        let merge = ours.merge(&base, &theirs);
        assert_eq!(merge.merged, ours);
        let told = merge.conflicts.iter().map(|c| (c.x, c.base, c.ours, c.theirs));
        let expected = [
            (0, Some(cell(0, 1)), Some(cell(0, 2)), Some(cell(0, 3))),
            (1, Some(cell(1, 1)), None, Some(cell(1, 3))),
            (2, None, Some(cell(2, 2)), Some(cell(2, 3))),
            (3, Some(cell(3, 1)), Some(cell(3, 2)), None),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_same_edit_twice_is_no_conflict() {
        let base = data(&[cell(0, 1), cell(1, 1)]);
        let both = data(&[cell(0, 2), cell(3, 3)]);
        assert_eq!(both.merge(&base, &both), Merge { merged: both.clone(), conflicts: vec![] });
    }

    prop_compose! {
        fn any_layer()(cells in prop::collection::vec((0i16..6, 0u16..4), 0..8)) -> TileMapData {
            let record = |(x, source_id)| if source_id == 0 { Record::tombstone(x, 0) } else { cell(x, source_id) };
            TileMapData::from(cells.into_iter().map(record).collect::<Vec<_>>())
        }
    }

    proptest! {
        #[test]
        fn a_diff_applied_gives_the_other_layer(before in any_layer(), after in any_layer()) {
            let diff = before.diff(&after);
            let mut records = before.records().to_vec();
            records.extend(diff.removed.iter().map(|cell| Record::tombstone(cell.x, cell.y)));
            records.extend(diff.changed.iter().map(|(_, after)| *after));
            records.extend(&diff.added);
            prop_assert_eq!(TileMapData::from(records).diff(&after), Diff::default());
        }

        #[test]
        fn a_merge_takes_each_cell_from_the_side_that_changed_it(
            base in any_layer(), ours in any_layer(), theirs in any_layer(),
        ) {
            let merge = ours.merge(&base, &theirs);
            let [base, ours, theirs, merged] = [&base, &ours, &theirs, &merge.merged].map(Cells::of);
            for x in 0..6 {
                let at = cell(x, 0);
                let [base, ours, theirs, merged] = [&base, &ours, &theirs, &merged].map(|cells| cells.get(&at));
                let conflict = ours != theirs && ours != base && theirs != base;
                prop_assert_eq!(merge.conflicts.iter().any(|c| c.x == x), conflict);
                prop_assert_eq!(merged, if ours == base { theirs } else { ours });
            }
        }
    }
}
