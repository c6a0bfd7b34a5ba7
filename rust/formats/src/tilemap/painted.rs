//! What a layer shows: the last record of each cell. Compacting, sorting, moving.

use super::{Error, Record, TileMapData};

/// The smallest rectangle around the painted cells, in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UsedRect {
    /// The leftmost column.
    pub x: i32,
    /// The topmost row.
    pub y: i32,
    /// Columns; 0 without painted cells.
    pub width: i32,
    /// Rows; 0 without painted cells.
    pub height: i32,
}

impl TileMapData {
    /// The cells that Godot paints from these records: for each coordinate the last record, unless that is a
    /// tombstone. They are in the order in which Godot lists them, by the first record of each coordinate.
    pub fn painted(&self) -> Vec<Record> {
        let records = self.records();
        // Sorting keeps its pace on every input, which a table with a fast hash would not.
        let mut order: Vec<u64> =
            (0u64..).zip(records).map(|(index, record)| sort_key(record, index)).collect();
        order.sort_unstable();
        let mut last_at_first = vec![None; records.len()];
        for same in order.chunk_by(|a, b| a >> 32 == b >> 32) {
            let (Some(first), Some(last)) = (same.first(), same.last()) else { continue };
            last_at_first[index_of(*first)] = Some(index_of(*last));
        }
        let painted = last_at_first.into_iter().flatten().map(|last| records[last]);
        painted.filter(|record| !record.is_tombstone()).collect()
    }

    /// Leaves only the painted cells, in the order of [`painted`](Self::painted).
    pub fn compact(&mut self) {
        *self = Self::from(self.painted());
    }

    /// Sorts the records by row, then column. Records of the same coordinate keep their order.
    pub fn sort(&mut self) {
        self.records_mut().sort_by_key(Record::position);
    }

    /// Moves every record, tombstones included.
    ///
    /// # Errors
    /// A record that would leave the coordinates; nothing has moved then.
    pub fn translate(&mut self, dx: i32, dy: i32) -> Result<(), Error> {
        let moved = |value: i16, by: i32| i16::try_from(i64::from(value) + i64::from(by)).ok();
        let out = |record: &Record| moved(record.x, dx).is_none() || moved(record.y, dy).is_none();
        if let Some(index) = self.records().iter().position(out) {
            let Record { x, y, .. } = self.records()[index];
            return Err(Error::moved_out(index, (x, y), (dx, dy)));
        }
        for record in self.records_mut() {
            // Cannot wrap: every sum was just seen to fit, and wrapping addition keeps the low bits of it.
            record.x = record.x.wrapping_add(dx as i16);
            record.y = record.y.wrapping_add(dy as i16);
        }
        Ok(())
    }

    /// The smallest rectangle around the painted cells.
    pub fn used_rect(&self) -> UsedRect {
        let painted = self.painted();
        let columns = painted.iter().map(|record| i32::from(record.x));
        let rows = painted.iter().map(|record| i32::from(record.y));
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
            return UsedRect::default();
        };
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return UsedRect::default() };
        UsedRect { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
    }
}

/// Row, column and place in the buffer as one number. A buffer in memory has fewer than 2³² records.
const fn sort_key(record: &Record, index: u64) -> u64 {
    (record.y as u16 as u64) << 48 | (record.x as u16 as u64) << 32 | index
}

const fn index_of(key: u64) -> usize {
    key as u32 as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn painted(x: i16, y: i16, source_id: u16) -> Record {
        Record { x, y, source_id, ..Record::default() }
    }

    fn data(records: &[Record]) -> TileMapData {
        TileMapData::from(records.to_vec())
    }

    #[test]
    fn the_last_record_of_a_coordinate_counts_in_the_place_of_the_first() {
        let records = [painted(4, 4, 1), painted(5, 5, 2), painted(4, 4, 3)];
        assert_eq!(data(&records).painted(), [painted(4, 4, 3), painted(5, 5, 2)]);
    }

    #[test]
    fn a_tombstone_erases_and_can_be_painted_over() {
        let erased = [painted(1, 1, 1), Record::tombstone(1, 1)];
        assert_eq!(data(&erased).painted(), []);
        let again = [Record::tombstone(1, 1), painted(1, 1, 2)];
        assert_eq!(data(&again).painted(), [painted(1, 1, 2)]);
    }

    #[test]
    fn compacting_nothing_but_tombstones_leaves_an_empty_buffer() {
        let mut cleared = data(&[Record::tombstone(0, 0), Record::tombstone(1, 0)]);
        cleared.compact();
        assert!(cleared.to_bytes().is_empty());
    }

    #[test]
    fn sorting_goes_by_row_then_column_and_keeps_the_last_record_last() {
        let mut unsorted = data(&[painted(1, 1, 1), painted(0, 1, 2), painted(5, -3, 3), painted(1, 1, 4)]);
        unsorted.sort();
        let sorted = [painted(5, -3, 3), painted(0, 1, 2), painted(1, 1, 1), painted(1, 1, 4)];
        assert_eq!(unsorted.records(), sorted);
    }

    #[test]
    fn a_move_that_would_wrap_moves_nothing() {
        let before = data(&[painted(0, 0, 1), painted(32_000, -5, 1), Record::tombstone(-32_768, 0)]);
        for (dx, dy, index) in
            [(768, 0, 1), (-1, 0, 2), (0, i32::MAX, 0), (i32::MIN, i32::MIN, 0), (0, -32_764, 1)]
        {
            let mut moved = before.clone();
            let error = moved.translate(dx, dy).expect_err("a record that leaves its coordinates");
            assert!(error.fault().place.starts_with(&format!("record {index} at ")), "{error}");
            assert_eq!(moved, before);
        }
    }

    #[test]
    fn a_move_across_the_whole_range_is_one_move() {
        let mut far = data(&[painted(-32_768, 32_767, 1)]);
        far.translate(65_535, -65_535).unwrap();
        assert_eq!(far.records(), [painted(32_767, -32_768, 1)]);
    }

    #[test]
    fn the_used_rect_holds_painted_cells_only() {
        let records =
            [painted(-32_768, 2, 1), painted(32_767, 3, 1), painted(9, 900, 1), Record::tombstone(9, 900)];
        assert_eq!(data(&records).used_rect(), UsedRect { x: -32_768, y: 2, width: 65_536, height: 2 });
        assert_eq!(data(&[Record::tombstone(3, 3)]).used_rect(), UsedRect::default());
    }

    prop_compose! {
        fn any_record()(x in -3i16..3, y in -3i16..3, source_id in 0u16..4) -> Record {
            if source_id == 0 { Record::tombstone(x, y) } else { painted(x, y, source_id) }
        }
    }

    proptest! {
        #[test]
        fn painting_is_applying_records_in_order(records in prop::collection::vec(any_record(), 0..80)) {
            let mut map = HashMap::new();
            for record in &records {
                map.insert(record.position(), *record);
            }
            map.retain(|_, record| !record.is_tombstone());
            let mut edited = data(&records);
            let painted = edited.painted();
            prop_assert_eq!(painted.len(), map.len());
            prop_assert!(painted.iter().all(|record| map.get(&record.position()) == Some(record)));
            edited.compact();
            prop_assert_eq!(edited.records(), &painted[..]);
            edited.sort();
            prop_assert!(edited.records().is_sorted_by_key(Record::position));
            prop_assert!(edited.painted().iter().all(|record| map.get(&record.position()) == Some(record)));
        }

        #[test]
        fn sorting_changes_no_cell(records in prop::collection::vec(any_record(), 0..80)) {
            let mut sorted = data(&records);
            let mut before = sorted.painted();
            sorted.sort();
            before.sort_by_key(Record::position);
            prop_assert_eq!(sorted.painted(), before);
        }
    }
}
