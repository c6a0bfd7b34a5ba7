//! Values to bytes, in the form that the editor writes. Section "Value encoding" of the format.

use super::value::{Dictionary, Value};
use super::wire::{PACK_FROM, WIDE, fits_f32, tag};

/// Writes values one behind the other.
#[derive(Debug, Default)]
pub(super) struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.u32(tag::NULL),
            Value::Bool(value) => {
                self.u32(tag::BOOL);
                self.u32(u32::from(*value));
            }
            Value::Int(value) => self.int(*value),
            Value::Float(value) => self.float(*value),
            Value::String(text) => self.string(text),
            Value::Dictionary(entries) => self.dictionary(entries),
            Value::Array(values) => self.array(values),
            Value::Bytes(bytes) => self.byte_array(bytes),
            Value::Ints(values) => self.ints(values.len(), values.iter().copied()),
            Value::Floats(values) => self.floats(values.len(), values.iter().copied()),
        }
    }

    pub(super) fn int(&mut self, value: i64) {
        if let Ok(narrow) = i32::try_from(value) {
            self.u32(tag::INT);
            self.bytes.extend(narrow.to_le_bytes());
        } else {
            self.u32(tag::INT | WIDE);
            self.bytes.extend(value.to_le_bytes());
        }
    }

    pub(super) fn float(&mut self, value: f64) {
        self.u32(tag::FLOAT | WIDE);
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn string(&mut self, text: &str) {
        self.u32(tag::STRING);
        self.padded(text.as_bytes());
    }

    pub(super) fn byte_array(&mut self, bytes: &[u8]) {
        self.u32(tag::BYTES);
        self.padded(bytes);
    }

    /// Begins a dictionary; `count` keys and values follow.
    pub(super) fn begin_dictionary(&mut self, count: usize) {
        self.begin(tag::DICTIONARY, count);
    }

    /// Begins an array; `count` values follow.
    pub(super) fn begin_array(&mut self, count: usize) {
        self.begin(tag::ARRAY, count);
    }

    /// Adds values that are encoded already.
    pub(super) fn raw(&mut self, encoded: &[u8]) {
        self.bytes.extend_from_slice(encoded);
    }

    fn dictionary(&mut self, entries: &Dictionary) {
        self.begin_dictionary(entries.len());
        for (key, value) in entries {
            self.string(key);
            self.value(value);
        }
    }

    fn array(&mut self, values: &[Value]) {
        if values.len() >= PACK_FROM {
            let ints = || {
                values
                    .iter()
                    .map_while(|value| if let Value::Int(value) = value { Some(*value) } else { None })
            };
            if ints().count() == values.len() {
                return self.ints(values.len(), ints());
            }
            let floats = || {
                values
                    .iter()
                    .map_while(|value| if let Value::Float(value) = value { Some(*value) } else { None })
            };
            if floats().count() == values.len() {
                return self.floats(values.len(), floats());
            }
        }
        self.begin_array(values.len());
        for value in values {
            self.value(value);
        }
    }

    /// Integers: packed when there are many and all fit 32 bits.
    pub(super) fn ints(&mut self, count: usize, values: impl Iterator<Item = i64> + Clone) {
        if count >= PACK_FROM && values.clone().all(|value| i32::try_from(value).is_ok()) {
            return self.int32_array(count, values.map(|value| value as i32));
        }
        self.begin_array(count);
        for value in values {
            self.int(value);
        }
    }

    /// Floats: packed when there are many, in 32 bits when those hold every one exactly.
    pub(super) fn floats(&mut self, count: usize, values: impl Iterator<Item = f64> + Clone) {
        if count < PACK_FROM {
            self.begin_array(count);
            return values.for_each(|value| self.float(value));
        }
        if values.clone().all(fits_f32) {
            return self.float32_array(count, values.map(|value| value as f32));
        }
        self.begin(tag::FLOAT64S, count);
        self.bytes.extend(values.flat_map(f64::to_le_bytes));
    }

    pub(super) fn int32_array(&mut self, count: usize, values: impl Iterator<Item = i32>) {
        self.begin(tag::INT32S, count);
        self.bytes.extend(values.flat_map(i32::to_le_bytes));
    }

    pub(super) fn int64_array(&mut self, count: usize, values: impl Iterator<Item = i64>) {
        self.begin(tag::INT64S, count);
        self.bytes.extend(values.flat_map(i64::to_le_bytes));
    }

    pub(super) fn float32_array(&mut self, count: usize, values: impl Iterator<Item = f32>) {
        self.begin(tag::FLOAT32S, count);
        self.bytes.extend(values.flat_map(f32::to_le_bytes));
    }

    fn begin(&mut self, kind: u32, count: usize) {
        self.u32(kind);
        self.u32(count as u32);
    }

    fn padded(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }
}
