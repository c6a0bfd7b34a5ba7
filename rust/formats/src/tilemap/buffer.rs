//! Buffers of `tile_map_data`: a header and records.

use super::record::RESERVED_BIT;
use super::{Error, Problem, Record};
use crate::Problems;
use crate::bytes::Reader;

const HEADER_SIZE: usize = 2;
const FORMAT: u16 = 0;

/// The records of a layer, in the order of its buffer: tombstones and overwritten records included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TileMapData {
    records: Vec<Record>,
    /// Without records: whether the buffer was a header alone. Godot itself writes no byte then.
    lone_header: bool,
}

/// Data that was read, and what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loaded {
    /// The data.
    pub data: TileMapData,
    /// What was lost or is suspicious.
    pub problems: Problems<Problem>,
}

impl TileMapData {
    /// Reads a buffer as Godot does: a partial last record is dropped and reported.
    ///
    /// # Errors
    /// A buffer of one byte, and a header that is not 0.
    pub fn read(bytes: &[u8]) -> Result<Loaded, Error> {
        if bytes.is_empty() {
            return Ok(Loaded::default());
        }
        let mut reader = Reader::new(bytes);
        let format = reader.u16().map_err(|_| Error::short_header(bytes.len()))?;
        if format != FORMAT {
            return Err(Error::unsupported_format(format));
        }
        let (records, partial) = reader.rest().as_chunks();
        let data = Self { records: records.iter().map(Record::from_bytes).collect(), lone_header: true };
        let mut problems = data.suspicions();
        if !partial.is_empty() {
            let offset = bytes.len() - partial.len();
            problems.push_first(Problem::PartialRecord { offset, found: partial.len() });
        }
        Ok(Loaded { data, problems })
    }

    /// The buffer: a header and every record in order, nothing for no records.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.records.is_empty() && !self.lone_header {
            return Vec::new();
        }
        let mut bytes = Vec::with_capacity(HEADER_SIZE + self.records.len() * Record::SIZE);
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend(self.records.iter().flat_map(|record| record.to_bytes()));
        bytes
    }

    /// Every record in the order of the buffer.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn records_mut(&mut self) -> &mut [Record] {
        &mut self.records
    }

    /// What Godot would show differently from what the data says.
    fn suspicions(&self) -> Problems<Problem> {
        let reserved = self.count(|record| record.alternative_tile & RESERVED_BIT != 0);
        let negative =
            self.count(|record| (record.source_id | record.atlas_x | record.atlas_y) & RESERVED_BIT != 0);
        let reserved = reserved.map(|(offset, count)| Problem::ReservedBit { offset: offset + 10, count });
        let negative = negative.map(|(offset, count)| Problem::NegativeInGodot { offset, count });
        reserved.into_iter().chain(negative).collect()
    }

    /// Where the first painted record of the kind begins in the buffer, and how many there are.
    fn count(&self, kind: impl Fn(&Record) -> bool) -> Option<(usize, usize)> {
        let found = |record: &Record| !record.is_tombstone() && kind(record);
        let count = self.records.iter().filter(|record| found(record)).count();
        let first = if count == 0 { None } else { self.records.iter().position(found) };
        first.map(|first| (HEADER_SIZE + first * Record::SIZE, count))
    }
}

impl From<Vec<Record>> for TileMapData {
    fn from(records: Vec<Record>) -> Self {
        Self { records, lone_header: false }
    }
}

impl From<TileMapData> for Loaded {
    /// Data that was made rather than read; it is looked at all the same.
    fn from(data: TileMapData) -> Self {
        let problems = data.suspicions();
        Self { data, problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The worked example of the format text: the bytes that Godot wrote for three `set_cell` calls.
    const WORKED: [u8; 38] = [
        0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 16, 255, 255, 255, 255, 7,
        0, 0, 0, 0, 0, 0, 0,
    ];

    fn painted(x: i16, y: i16, source_id: u16, atlas: (u16, u16), alternative_tile: u16) -> Record {
        Record { x, y, source_id, atlas_x: atlas.0, atlas_y: atlas.1, alternative_tile }
    }

    #[test]
    fn the_worked_example_reads_as_its_three_cells() {
        let loaded = TileMapData::read(&WORKED).unwrap();
        let expected =
            [painted(1, 2, 7, (1, 1), 0), painted(2, 2, 7, (0, 0), 0x1000), painted(-1, -1, 7, (0, 0), 0)];
        assert_eq!(loaded.data.records(), expected);
        assert!(loaded.data.records()[1].flip_h());
        assert!(loaded.problems.is_empty());
        assert_eq!(loaded.data.to_bytes(), WORKED);
    }

    #[test]
    fn an_erased_cell_is_a_tombstone() {
        let bytes = [0, 0, 1, 0, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255];
        let loaded = TileMapData::read(&bytes).unwrap();
        assert_eq!(loaded.data.records(), [Record::tombstone(1, 1)]);
        assert!(loaded.problems.is_empty());
    }

    #[test]
    fn headers_that_godot_refuses_are_refused() {
        assert_eq!(TileMapData::read(&[0]), Err(Error::short_header(1)));
        for found in [1, 2, 255, 256, 65_535] {
            let bytes: Vec<u8> = u16::to_le_bytes(found).into_iter().chain([0; 12]).collect();
            assert_eq!(TileMapData::read(&bytes), Err(Error::unsupported_format(found)));
        }
    }

    #[test]
    fn every_partial_last_record_is_dropped_and_reported() {
        for found in 1..12 {
            let bytes = &WORKED[..26 + found];
            let loaded = TileMapData::read(bytes).unwrap();
            assert_eq!(loaded.problems.as_slice(), [Problem::PartialRecord { offset: 26, found }]);
            assert_eq!(loaded.data.to_bytes(), WORKED[..26]);
        }
    }

    #[test]
    fn an_empty_buffer_and_a_lone_header_come_back_as_they_were() {
        for bytes in [&[][..], &[0, 0]] {
            let loaded = TileMapData::read(bytes).unwrap();
            assert_eq!(loaded.data.records(), []);
            assert_eq!(loaded.data.to_bytes(), bytes);
        }
    }

    #[test]
    fn what_godot_shows_as_negative_is_reported_and_kept() {
        let records = vec![
            Record::tombstone(0, 0),
            painted(1, 0, 7, (0, 0), 0x8005),
            painted(2, 0, 40_000, (0, 0), 0),
            painted(3, 0, 7, (0, 0xFFFF), 0xF005),
        ];
        let bytes = TileMapData::from(records.clone()).to_bytes();
        let loaded = TileMapData::read(&bytes).unwrap();
        assert_eq!(loaded.data.records(), records);
        assert_eq!(
            loaded.problems.as_slice(),
            [
                Problem::ReservedBit { offset: 24, count: 2 },
                Problem::NegativeInGodot { offset: 26, count: 2 },
            ]
        );
        assert_eq!(loaded.data.records()[1].alternative_id(), 5);
    }

    proptest! {
        #[test]
        fn any_bytes_read_or_fail_and_whole_buffers_come_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(loaded) = TileMapData::read(&bytes) {
                let partial = bytes.len().saturating_sub(2) % 12;
                prop_assert_eq!(loaded.data.to_bytes(), &bytes[..bytes.len() - partial]);
            }
        }

        #[test]
        fn any_records_come_back(body in prop::collection::vec(any::<[u8; 12]>(), 0..60)) {
            let bytes: Vec<u8> = [0, 0].into_iter().chain(body.into_iter().flatten()).collect();
            prop_assert_eq!(TileMapData::read(&bytes).unwrap().data.to_bytes(), bytes);
        }
    }
}
