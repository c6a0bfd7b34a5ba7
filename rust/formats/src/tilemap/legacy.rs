//! The `tile_data` of the older `TileMap` node, formats 0 to 2.

use super::{Error, Loaded, Problem, Record, TileMapData};
use crate::Problems;

/// The bits of an old cell's id that are the tile's id; flip h, flip v and transpose lie above.
const ID_BITS: u32 = 29;

/// What Godot takes for no tile in the atlas coordinates of an old cell.
const NO_ATLAS_COORDS: (u16, u16) = (u16::MAX, u16::MAX);

impl TileMapData {
    /// Reads what a `TileMap` node keeps under `layer_N/tile_data`, by the value of its `format` property:
    ///
    /// - 0 (Godot's `FORMAT_1`): two integers a cell, position and tile id with its transform;
    /// - 1 (`FORMAT_2`, Godot 3): a third integer, the coordinates in the atlas;
    /// - 2 (`FORMAT_3`, Godot 4): three integers, the twelve bytes of today's records.
    ///
    /// Ids of the first two become source ids and their transforms the alternatives 0 to 7, as Godot 4.0 read them in
    /// a node without a `TileSet`. (A `TileSet` of Godot 3 brought a mapping of its own; Godot 4.6 refuses both formats.)
    ///
    /// # Errors
    /// Another format, and integers that do not divide into whole records.
    pub fn read_legacy(tile_data: &[i32], format: i64) -> Result<Loaded, Error> {
        let length = |record| Error::legacy_length(format, record, tile_data.len());
        match format {
            0 => match tile_data.as_chunks() {
                (cells, []) => Ok(old_cells(cells.iter().map(|[position, id]| [*position, *id, 0]))),
                _ => Err(length(2)),
            },
            1 => match tile_data.as_chunks() {
                (cells, []) => Ok(old_cells(cells.iter().copied())),
                _ => Err(length(3)),
            },
            2 => match tile_data.as_chunks() {
                (cells, []) => Ok(Self::from(cells.iter().map(record).collect::<Vec<_>>()).into()),
                _ => Err(length(3)),
            },
            found => Err(Error::legacy_format(found)),
        }
    }

    /// The records as a `TileMap` of format 2 keeps them.
    pub fn to_legacy(&self) -> Vec<i32> {
        self.records().iter().flat_map(words).collect()
    }
}

const fn record([position, source, tile]: &[i32; 3]) -> Record {
    let (x, y) = halves(*position);
    let (source_id, atlas_x) = halves(*source);
    let (atlas_y, alternative_tile) = halves(*tile);
    Record { x: x as i16, y: y as i16, source_id, atlas_x, atlas_y, alternative_tile }
}

const fn words(record: &Record) -> [i32; 3] {
    [
        join(record.x as u16, record.y as u16),
        join(record.source_id, record.atlas_x),
        join(record.atlas_y, record.alternative_tile),
    ]
}

fn old_cells(cells: impl Iterator<Item = [i32; 3]>) -> Loaded {
    let mut problems = Problems::default();
    let mut records = Vec::with_capacity(cells.size_hint().0);
    for (index, [position, id, atlas]) in cells.enumerate() {
        let (x, y) = halves(position);
        let (x, y) = (x as i16, y as i16);
        let (atlas_x, atlas_y) = halves(atlas);
        if (atlas_x, atlas_y) == NO_ATLAS_COORDS {
            records.push(Record::tombstone(x, y));
            continue;
        }
        let found = id as u32 & ((1 << ID_BITS) - 1);
        let kept = found as u16;
        if u32::from(kept) != found {
            problems.push(Problem::LegacyId { index, x, y, found, kept });
        }
        let alternative_tile = (id as u32 >> ID_BITS) as u16;
        records.push(Record { x, y, source_id: kept, atlas_x, atlas_y, alternative_tile });
    }
    let mut loaded = Loaded::from(TileMapData::from(records));
    problems.extend(loaded.problems.iter().copied());
    loaded.problems = problems;
    loaded
}

/// The low and the high half of an integer.
const fn halves(word: i32) -> (u16, u16) {
    (word as u16, (word >> 16) as u16)
}

const fn join(low: u16, high: u16) -> i32 {
    (low as u32 | (high as u32) << 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn format_2_holds_the_records_of_today() {
        // (1, 2), source 7, atlas (1, 1); (-1, -1), source 7, atlas (0, 0), flipped.
        let loaded = TileMapData::read_legacy(&[131_073, 65_543, 1, -1, 7, 268_435_456], 2).unwrap();
        let expected = [
            Record { x: 1, y: 2, source_id: 7, atlas_x: 1, atlas_y: 1, alternative_tile: 0 },
            Record { x: -1, y: -1, source_id: 7, atlas_x: 0, atlas_y: 0, alternative_tile: 0x1000 },
        ];
        assert_eq!(loaded.data.records(), expected);
        assert_eq!(loaded.data.to_legacy(), [131_073, 65_543, 1, -1, 7, 268_435_456]);
    }

    #[test]
    fn old_transforms_become_alternatives() {
        for (transform, alternative_tile) in [(1_i64 << 29, 1), (1 << 30, 2), (1 << 31, 4), (7 << 29, 7)] {
            let id = (transform | 5) as u32 as i32;
            let expected = Record { x: -2, y: 3, source_id: 5, atlas_x: 0, atlas_y: 0, alternative_tile };
            let position = join(-2_i16 as u16, 3);
            let first = TileMapData::read_legacy(&[position, id], 0).unwrap();
            assert_eq!((first.data.records(), first.problems.as_slice()), (&[expected][..], &[][..]));
            let second = TileMapData::read_legacy(&[position, id, join(8, 9)], 1).unwrap();
            assert_eq!(second.data.records(), [Record { atlas_x: 8, atlas_y: 9, ..expected }]);
        }
    }

    #[test]
    fn an_id_that_does_not_fit_is_cut_as_in_godot_and_reported() {
        let loaded = TileMapData::read_legacy(&[0, 1, 1, 70_000], 0).unwrap();
        assert_eq!(loaded.data.records()[1].source_id, 4464);
        let problem = Problem::LegacyId { index: 1, x: 1, y: 0, found: 70_000, kept: 4464 };
        assert_eq!(loaded.problems.as_slice(), [problem]);
    }

    #[test]
    fn atlas_coordinates_of_no_tile_erase() {
        let loaded = TileMapData::read_legacy(&[join(1, 1), 5, -1], 1).unwrap();
        assert_eq!(loaded.data.records(), [Record::tombstone(1, 1)]);
    }

    #[test]
    fn unknown_formats_and_broken_records_are_refused() {
        for found in [-1, 3, i64::MAX] {
            assert_eq!(TileMapData::read_legacy(&[], found), Err(Error::legacy_format(found)));
        }
        for (format, record, count) in [(0, 2, 3), (1, 3, 2), (1, 3, 4), (2, 3, 5)] {
            let refused = Error::legacy_length(format, record, count);
            assert_eq!(TileMapData::read_legacy(&vec![0; count], format), Err(refused));
        }
    }

    proptest! {
        #[test]
        fn any_integers_of_format_2_come_back(cells in prop::collection::vec(any::<[i32; 3]>(), 0..50)) {
            let loaded = TileMapData::read_legacy(cells.as_flattened(), 2).unwrap();
            prop_assert_eq!(loaded.data.to_legacy(), cells.as_flattened());
        }

        #[test]
        fn any_integers_of_older_formats_read(cells in prop::collection::vec(any::<[i32; 6]>(), 0..50)) {
            prop_assert_eq!(TileMapData::read_legacy(cells.as_flattened(), 0).unwrap().data.records().len(), cells.len() * 3);
            prop_assert_eq!(TileMapData::read_legacy(cells.as_flattened(), 1).unwrap().data.records().len(), cells.len() * 2);
        }
    }
}
