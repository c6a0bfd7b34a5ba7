//! Records as columns of integers, for layers of millions of cells.

use super::record::{ALTERNATIVE_ID, ERASED_SOURCE};
use super::{Error, Record, TileMapData};
use rayon::prelude::*;

/// The columns' names, in the order of [`Columns`] and [`ColumnsMut`].
pub const COLUMNS: [&str; 7] = ["x", "y", "source_id", "atlas_x", "atlas_y", "alternative", "transform"];

/// The records' fields as arrays, in the order of [`COLUMNS`]: a row a record, tombstones with the source id 65535.
/// `alternative` is the id, `transform` the high four bits where they lie, so that the two together are the field.
/// An empty column stands for zeros.
pub type Columns<'a> = [&'a [i32]; COLUMNS.len()];

/// Columns to be filled, each as long as there are records.
pub type ColumnsMut<'a> = [&'a mut [i32]; COLUMNS.len()];

/// Rows that one thread fills at a time: enough to be worth handing over, few enough to stay in its cache.
const ROWS_AT_ONCE: usize = 16_384;

const TRANSFORM: i32 = !ALTERNATIVE_ID as i32;

/// The values of each column that fit its field.
const RANGES: [(i32, i32); COLUMNS.len() - 1] = [
    (i16::MIN as i32, i16::MAX as i32),
    (i16::MIN as i32, i16::MAX as i32),
    (0, ERASED_SOURCE as i32),
    (0, u16::MAX as i32),
    (0, u16::MAX as i32),
    (0, ALTERNATIVE_ID as i32),
];

impl TileMapData {
    /// Writes every record into `columns`, as many rows as the shortest of them has.
    pub fn fill_columns(&self, columns: ColumnsMut<'_>) {
        let [x, y, source_id, atlas_x, atlas_y, alternative, transform] =
            columns.map(|column| column.par_chunks_mut(ROWS_AT_ONCE));
        let records = self.records().par_chunks(ROWS_AT_ONCE);
        (records, x, y, source_id, atlas_x, atlas_y, alternative, transform).into_par_iter().for_each(
            |(records, x, y, source_id, atlas_x, atlas_y, alternative, transform)| {
                fill(x, records, |record| record.x.into());
                fill(y, records, |record| record.y.into());
                fill(source_id, records, |record| record.source_id.into());
                fill(atlas_x, records, |record| record.atlas_x.into());
                fill(atlas_y, records, |record| record.atlas_y.into());
                fill(alternative, records, |record| record.alternative_id().into());
                fill(transform, records, |record| record.transform().into());
            },
        );
    }

    /// The records that `columns` describe.
    ///
    /// # Errors
    /// Columns of different lengths, and a value that its field would wrap.
    pub fn from_columns(columns: Columns<'_>) -> Result<Self, Error> {
        let rows = columns.iter().map(|column| column.len()).max().unwrap_or(0);
        for (name, column) in COLUMNS.into_iter().zip(columns) {
            if !column.is_empty() && column.len() != rows {
                return Err(Error::column_length(name, rows, column.len()));
            }
        }
        for ((name, column), (least, most)) in COLUMNS.into_iter().zip(columns).zip(RANGES) {
            let outside = column.iter().position(|value| *value < least || *value > most);
            if let Some(row) = outside {
                return Err(Error::column_value(name, row, (least, most), column[row]));
            }
        }
        let [x, y, source_id, atlas_x, atlas_y, alternative, transform] = columns;
        if let Some(row) = transform.iter().position(|value| value & !TRANSFORM != 0) {
            return Err(Error::column_transform(row, transform[row]));
        }
        let value = |column: &[i32], row: usize| column.get(row).copied().unwrap_or(0);
        let record = |row| Record {
            x: value(x, row) as i16,
            y: value(y, row) as i16,
            source_id: value(source_id, row) as u16,
            atlas_x: value(atlas_x, row) as u16,
            atlas_y: value(atlas_y, row) as u16,
            alternative_tile: (value(alternative, row) | value(transform, row)) as u16,
        };
        Ok(Self::from((0..rows).map(record).collect::<Vec<_>>()))
    }
}

fn fill(column: &mut [i32], records: &[Record], value: impl Fn(&Record) -> i32) {
    for (slot, record) in column.iter_mut().zip(records) {
        *slot = value(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(data: &TileMapData) -> [Vec<i32>; 7] {
        let mut columns = std::array::from_fn(|_| vec![0; data.records().len()]);
        data.fill_columns(columns.each_mut().map(Vec::as_mut_slice));
        columns
    }

    fn from(columns: &[Vec<i32>; 7]) -> Result<TileMapData, Error> {
        TileMapData::from_columns(columns.each_ref().map(Vec::as_slice))
    }

    #[test]
    fn each_field_has_its_column() {
        let record =
            Record { x: -1, y: 2, source_id: 40_000, atlas_x: 4, atlas_y: 65_535, alternative_tile: 0xB005 };
        let columns = filled(&TileMapData::from(vec![record, Record::tombstone(7, 8)]));
        let expected =
            [[-1, 7], [2, 8], [40_000, 65_535], [4, 65_535], [65_535, 65_535], [5, 4095], [0xB000, 0xF000]];
        assert_eq!(columns, expected.map(Vec::from));
    }

    #[test]
    fn a_value_outside_its_field_is_refused_by_name_and_row() {
        let outside = [32_768, -32_769, 65_536, -1, 65_536, 4096];
        for ((column, name), found) in COLUMNS.into_iter().enumerate().zip(outside) {
            let mut columns: [Vec<i32>; 7] = std::array::from_fn(|_| vec![0; 3]);
            columns[column][2] = found;
            let error = from(&columns).expect_err(name);
            let fault = error.fault();
            assert_eq!(fault.place, format!("column {name}, row 2"));
            assert_eq!(fault.found, found.to_string());
        }
        let mut columns: [Vec<i32>; 7] = std::array::from_fn(|_| vec![0; 3]);
        for found in [1, 0x0800, 0x1_0000, -1] {
            columns[6][1] = found;
            assert_eq!(from(&columns), Err(Error::column_transform(1, found)));
        }
    }

    #[test]
    fn missing_columns_are_zeros_and_unequal_ones_refused() {
        let mut columns: [Vec<i32>; 7] = std::array::from_fn(|_| Vec::new());
        columns[0] = vec![1, 2];
        columns[2] = vec![7, 65_535];
        let painted = Record { x: 1, source_id: 7, ..Record::default() };
        let erased = Record { x: 2, source_id: 65_535, ..Record::default() };
        assert_eq!(from(&columns).unwrap().records(), [painted, erased]);
        columns[3] = vec![0];
        let refused = Error::column_length("atlas_x", 2, 1);
        assert_eq!(from(&columns), Err(refused));
    }

    proptest! {
        #[test]
        fn columns_give_the_same_records(rows in prop::collection::vec(any::<[u16; 6]>(), 0..100)) {
            let records = rows.into_iter().map(|[x, y, source_id, atlas_x, atlas_y, alternative_tile]| Record {
                x: x as i16, y: y as i16, source_id, atlas_x, atlas_y, alternative_tile,
            });
            let data = TileMapData::from(records.collect::<Vec<_>>());
            prop_assert_eq!(from(&filled(&data)).unwrap(), data);
        }
    }
}
