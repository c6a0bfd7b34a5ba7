//! Records as packed arrays, a column a field.

use super::cells::integer;
use super::invalid;
use crate::errors::Failure;
use crate::raw;
use crate::workers;
use godot::builtin::{AnyArray, AnyDictionary};
use godot::prelude::*;
use mapwright_formats::tilemap::{COLUMNS, TileMapData};

/// Every record of `data`, a row each.
pub(super) fn write(data: &TileMapData) -> VarDictionary {
    let mut columns = COLUMNS.map(|_| {
        let mut column = PackedInt32Array::new();
        column.resize(data.records().len());
        column
    });
    let slices = columns.each_mut().map(|column| {
        let slice = column.as_mut_slice();
        raw::expect_to_fill(slice);
        slice
    });
    workers::run(|| data.fill_columns(slices));
    let mut dictionary = VarDictionary::new();
    for (name, column) in COLUMNS.into_iter().zip(&columns) {
        dictionary.set(name, column);
    }
    dictionary
}

/// The records of the columns that a caller made, and what is odd about these.
pub(super) fn read(columns: &AnyDictionary) -> Result<(TileMapData, Vec<String>), Failure> {
    let mut arrays = COLUMNS.map(|_| PackedInt32Array::new());
    for (name, array) in COLUMNS.into_iter().zip(&mut arrays) {
        let Some(column) = columns.get(name) else { continue };
        *array = packed(&column).ok_or_else(|| {
            let found = column.get_type();
            invalid(format!("column {name}: an array of 32-bit integers expected, {found:?} found"))
        })?;
    }
    let data = TileMapData::from_columns(arrays.each_ref().map(PackedInt32Array::as_slice))?;
    let keys = columns.keys_array();
    let unknown = keys.iter_shared().filter(|key| !is_column(key));
    Ok((data, unknown.map(|key| format!("there is no column {key}; it was ignored")).collect()))
}

fn packed(column: &Variant) -> Option<PackedInt32Array> {
    match column.get_type() {
        VariantType::PACKED_INT32_ARRAY => column.try_to().ok(),
        VariantType::ARRAY => {
            let values = column.try_to::<AnyArray>().ok()?;
            values.iter_shared().map(|value| integer(&value)?.try_into().ok()).collect()
        }
        _ => None,
    }
}

fn is_column(key: &Variant) -> bool {
    let key = key.stringify().to_string();
    COLUMNS.contains(&key.as_str())
}
