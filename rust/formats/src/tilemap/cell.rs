//! Cells as a caller gives them, checked on their way into records.

use super::record::{ALTERNATIVE_ID, ERASED_SOURCE};
use super::{Error, Record};

/// A cell as somebody wants it written, with numbers that may not fit the record yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// Column on the map.
    pub x: i64,
    /// Row on the map.
    pub y: i64,
    /// Id of the `TileSet`'s source.
    pub source_id: i64,
    /// Column in the atlas.
    pub atlas_x: i64,
    /// Row in the atlas.
    pub atlas_y: i64,
    /// The alternative's id, without the transform.
    pub alternative: i64,
    /// Bits of the transform: [`TRANSFORM_FLIP_H`](super::TRANSFORM_FLIP_H) and its kin.
    pub transform: u16,
    /// Whether to write a tombstone; everything but the coordinates is then ignored.
    pub erase: bool,
}

impl Cell {
    /// The record of this cell. `index` says in a failure which of the caller's cells it was.
    ///
    /// # Errors
    /// A value that its field would wrap, and the source id of an erased cell on one that is not erased.
    pub fn to_record(&self, index: usize) -> Result<Record, Error> {
        let x = self.fit(index, "coords.x", self.x, i16::MIN, i16::MAX)?;
        let y = self.fit(index, "coords.y", self.y, i16::MIN, i16::MAX)?;
        if self.erase {
            return Ok(Record::tombstone(x, y));
        }
        if self.source_id == -1 || self.source_id == i64::from(ERASED_SOURCE) {
            return Err(Error::erased_source(self.source_id).within(self.place(index)));
        }
        let alternative = self.fit(index, "alternative", self.alternative, 0, ALTERNATIVE_ID)?;
        Ok(Record {
            x,
            y,
            source_id: self.fit(index, "source_id", self.source_id, 0, ERASED_SOURCE - 1)?,
            atlas_x: self.fit(index, "atlas.x", self.atlas_x, 0, u16::MAX)?,
            atlas_y: self.fit(index, "atlas.y", self.atlas_y, 0, u16::MAX)?,
            alternative_tile: alternative | self.transform,
        })
    }

    fn place(&self, index: usize) -> String {
        format!("cell {index} at ({}, {})", self.x, self.y)
    }

    fn fit<T: TryFrom<i64> + Into<i64> + Copy>(
        &self,
        index: usize,
        field: &'static str,
        found: i64,
        least: T,
        most: T,
    ) -> Result<T, Error> {
        let (least, most) = (least.into(), most.into());
        let fitting = T::try_from(found).ok().filter(|_| (least..=most).contains(&found));
        fitting.ok_or_else(|| Error::cell_field(field, (least, most), found).within(self.place(index)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TRANSFORM_FLIP_H, TRANSFORM_TRANSPOSE};
    use super::*;
    use crate::ErrorKind;

    fn refused(cell: Cell) -> (String, i64) {
        let error = cell.to_record(3).expect_err("a value that wraps");
        let fault = error.fault();
        assert!(fault.place.starts_with("cell 3 at "), "{}", fault.place);
        (fault.field.to_string(), fault.found.parse().unwrap())
    }

    #[test]
    fn values_that_would_wrap_are_refused_by_name() {
        let cell = Cell::default();
        assert_eq!(refused(Cell { x: 32_768, ..cell }), ("coords.x".into(), 32_768));
        assert_eq!(refused(Cell { x: i64::MIN, ..cell }), ("coords.x".into(), i64::MIN));
        assert_eq!(refused(Cell { y: -32_769, ..cell }), ("coords.y".into(), -32_769));
        assert_eq!(refused(Cell { source_id: 65_536, ..cell }), ("source_id".into(), 65_536));
        assert_eq!(refused(Cell { source_id: -2, ..cell }), ("source_id".into(), -2));
        assert_eq!(refused(Cell { atlas_x: 65_536, ..cell }), ("atlas.x".into(), 65_536));
        assert_eq!(refused(Cell { atlas_y: -1, ..cell }), ("atlas.y".into(), -1));
        assert_eq!(refused(Cell { alternative: 4096, ..cell }), ("alternative".into(), 4096));
        assert_eq!(refused(Cell { alternative: -1, ..cell }), ("alternative".into(), -1));
    }

    #[test]
    fn the_message_names_the_cell() {
        let cell = Cell { x: 40_000, y: -7, ..Cell::default() };
        let message = cell.to_record(2).unwrap_err().to_string();
        assert_eq!(message, "cell 2 at (40000, -7): coords.x: -32768 to 32767 expected, 40000 found");
    }

    #[test]
    fn both_extremes_of_every_field_fit() {
        let cell = Cell {
            x: -32_768,
            y: 32_767,
            source_id: 65_534,
            atlas_x: 65_535,
            atlas_y: 65_535,
            alternative: 4095,
            transform: TRANSFORM_FLIP_H | TRANSFORM_TRANSPOSE,
            erase: false,
        };
        let record = Record {
            x: -32_768,
            y: 32_767,
            source_id: 65_534,
            atlas_x: 65_535,
            atlas_y: 65_535,
            alternative_tile: 0x5FFF,
        };
        assert_eq!(cell.to_record(0), Ok(record));
    }

    #[test]
    fn only_erase_writes_a_tombstone() {
        let erased = Cell { x: 4, y: 5, source_id: 70_000, erase: true, ..Cell::default() };
        assert_eq!(erased.to_record(0), Ok(Record::tombstone(4, 5)));
        for source_id in [-1, 65_535] {
            let cell = Cell { source_id, ..Cell::default() };
            let error = cell.to_record(0).unwrap_err();
            assert_eq!((error.kind(), &*error.fault().field), (ErrorKind::InvalidData, "source_id"));
        }
    }
}
