//! Records as the dictionaries that GDScript sees, and back.

use super::invalid;
use crate::errors::Failure;
use crate::raw;
use godot::builtin::{AnyArray, AnyDictionary};
use godot::prelude::*;
use mapwright_formats::tilemap::{
    Cell, Record, TRANSFORM_FLIP_H, TRANSFORM_FLIP_V, TRANSFORM_TRANSPOSE, TileMapData,
};

/// The keys of a cell, made once for many cells.
pub(super) struct Keys {
    coords: Variant,
    source_id: Variant,
    atlas: Variant,
    alternative: Variant,
    /// With the bit that each stands for.
    transform: [(Variant, u16); 3],
    erase: Variant,
}

impl Keys {
    pub(super) fn new() -> Self {
        let transform =
            [("flip_h", TRANSFORM_FLIP_H), ("flip_v", TRANSFORM_FLIP_V), ("transpose", TRANSFORM_TRANSPOSE)];
        Self {
            coords: "coords".to_variant(),
            source_id: "source_id".to_variant(),
            atlas: "atlas".to_variant(),
            alternative: "alternative".to_variant(),
            transform: transform.map(|(key, bit)| (key.to_variant(), bit)),
            erase: "erase".to_variant(),
        }
    }

    /// The dictionaries of `records`. A tombstone has `erase` as well.
    pub(super) fn cells(&self, records: &[Record]) -> Array<VarDictionary> {
        let mut cells = Array::new();
        for record in records {
            cells.push(&self.cell(record));
        }
        cells
    }

    /// The dictionary of one record.
    pub(super) fn cell(&self, record: &Record) -> VarDictionary {
        let coords = Vector2i::new(record.x.into(), record.y.into());
        let atlas = Vector2i::new(record.atlas_x.into(), record.atlas_y.into());
        let mut cell = VarDictionary::new();
        raw::add(&mut cell, &self.coords, coords.to_variant());
        raw::add(&mut cell, &self.source_id, record.source_id.to_variant());
        raw::add(&mut cell, &self.atlas, atlas.to_variant());
        raw::add(&mut cell, &self.alternative, record.alternative_id().to_variant());
        for (key, bit) in &self.transform {
            raw::add(&mut cell, key, (record.alternative_tile & bit != 0).to_variant());
        }
        if record.is_tombstone() {
            raw::add(&mut cell, &self.erase, true.to_variant());
        }
        cell
    }

    /// The records of a caller's cells, and what is odd about these.
    pub(super) fn records(&self, cells: &AnyArray) -> Result<(TileMapData, Vec<String>), Failure> {
        let mut problems = Vec::new();
        let mut records = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter_shared().enumerate() {
            let Ok(keys) = cell.try_to::<AnyDictionary>() else {
                return Err(invalid(format!("cell {index}: a Dictionary expected, {} found", shown(&cell))));
            };
            let fields = Fields { keys: &keys, index };
            records.push(self.fields(&fields)?.to_record(index)?);
            problems.extend(self.unknown_key(&fields));
        }
        Ok((TileMapData::from(records), problems))
    }

    fn fields(&self, fields: &Fields<'_>) -> Result<Cell, Failure> {
        let (x, y) = fields.vector(&self.coords)?;
        if fields.flag(&self.erase)? {
            return Ok(Cell { x, y, erase: true, ..Cell::default() });
        }
        let (atlas_x, atlas_y) = fields.vector(&self.atlas)?;
        let mut transform = 0;
        for (key, bit) in &self.transform {
            transform |= if fields.flag(key)? { *bit } else { 0 };
        }
        Ok(Cell {
            x,
            y,
            source_id: fields.integer(&self.source_id)?,
            atlas_x,
            atlas_y,
            alternative: fields.integer(&self.alternative)?,
            transform,
            erase: false,
        })
    }

    /// A key that no cell has: most likely a known one, misspelled.
    fn unknown_key(&self, fields: &Fields<'_>) -> Option<String> {
        let known = [&self.coords, &self.source_id, &self.atlas, &self.alternative, &self.erase];
        let known = || known.into_iter().chain(self.transform.iter().map(|(key, _)| key));
        if fields.keys.len() == known().filter(|key| fields.keys.contains_key(*key)).count() {
            return None;
        }
        let is_known = |key: &Variant| known().any(|known| known.stringify() == key.stringify());
        let unknown = fields.keys.keys_array().iter_shared().find(|key| !is_known(key))?;
        Some(format!("cell {}: a cell has no key {}; it was ignored", fields.index, shown(&unknown)))
    }
}

/// The dictionary of one of the caller's cells. Missing keys are 0 and false.
struct Fields<'a> {
    keys: &'a AnyDictionary,
    index: usize,
}

impl Fields<'_> {
    fn integer(&self, key: &Variant) -> Result<i64, Failure> {
        let Some(value) = self.keys.get(key) else { return Ok(0) };
        integer(&value).ok_or_else(|| self.wrong(key, "an integer", &value))
    }

    fn vector(&self, key: &Variant) -> Result<(i64, i64), Failure> {
        let Some(value) = self.keys.get(key) else { return Ok((0, 0)) };
        if let Ok(vector) = value.try_to::<Vector2i>() {
            return Ok((vector.x.into(), vector.y.into()));
        }
        let whole = value.try_to::<Vector2>().ok();
        let whole =
            whole.and_then(|vector| Some((whole_number(vector.x.into())?, whole_number(vector.y.into())?)));
        whole.ok_or_else(|| self.wrong(key, "a Vector2i", &value))
    }

    fn flag(&self, key: &Variant) -> Result<bool, Failure> {
        let Some(value) = self.keys.get(key) else { return Ok(false) };
        let flag = value.try_to::<bool>().ok().or_else(|| integer(&value).map(|number| number != 0));
        flag.ok_or_else(|| self.wrong(key, "true or false", &value))
    }

    fn wrong(&self, key: &Variant, expected: &str, found: &Variant) -> Failure {
        let index = self.index;
        invalid(format!("cell {index}: {key}: {expected} expected, {} found", shown(found)))
    }
}

/// An integer, also one that a JSON reader made a float of.
pub(super) fn integer(value: &Variant) -> Option<i64> {
    let whole = || value.try_to::<f64>().ok().and_then(whole_number);
    value.try_to::<i64>().ok().or_else(whole)
}

/// The integer that a float is, if it is one that floats hold exactly.
fn whole_number(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() < (1_u64 << f64::MANTISSA_DIGITS) as f64;
    exact.then_some(number as i64)
}

/// A value in a sentence, with its type.
fn shown(value: &Variant) -> String {
    format!("{:?} {value}", value.get_type())
}
