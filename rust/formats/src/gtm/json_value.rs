//! Any value of a map in its JSON form.

use super::json_reading::Reading;
use super::scan::VALUE_MEMORY;
use super::value::{Entries, Value};
use super::wire::MAX_NESTING;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What a value takes while its node is read: its place, and as much again while its array grows. Never more than the
/// container counts, so that what is saved is read.
pub(super) const OPEN_VALUE: u64 = 2 * size_of::<Value>() as u64;
/// Arrays of fewer values are short.
const FEW: usize = 8;
/// What a text takes on top of its bytes and its place.
const OPEN_TEXT: u64 = 16;

const _: () = assert!(OPEN_VALUE + OPEN_TEXT <= VALUE_MEMORY);

/// What a text or a key takes while its node is read.
pub(super) const fn open_text(text: &str) -> u64 {
    OPEN_VALUE + OPEN_TEXT + text.len() as u64
}

/// Any value.
pub(super) struct ValueSeed<'r> {
    reading: &'r mut Reading,
    /// How many containers the value stands in.
    nesting: usize,
}

impl<'r> ValueSeed<'r> {
    pub(super) const fn new(reading: &'r mut Reading, nesting: usize) -> Self {
        Self { reading, nesting }
    }

    fn charge<E: de::Error>(&mut self) -> Result<(), E> {
        self.reading.charge(OPEN_VALUE)
    }

    fn inside(&mut self) -> ValueSeed<'_> {
        ValueSeed { reading: self.reading, nesting: self.nesting + 1 }
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.nesting > MAX_NESTING {
            return Err(de::Error::custom("values nested deeper than 128"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(mut self) -> Result<Value, E> {
        self.charge().map(|()| Value::Null)
    }

    fn visit_bool<E: de::Error>(mut self, value: bool) -> Result<Value, E> {
        self.charge().map(|()| Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(mut self, value: i64) -> Result<Value, E> {
        self.charge().map(|()| Value::Int(value))
    }

    fn visit_u64<E: de::Error>(mut self, value: u64) -> Result<Value, E> {
        self.charge().map(|()| i64::try_from(value).map_or(Value::Float(value as f64), Value::Int))
    }

    fn visit_f64<E: de::Error>(mut self, value: f64) -> Result<Value, E> {
        self.charge().map(|()| Value::from_float(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Value, E> {
        self.reading.charge(open_text(&text))?;
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Value, A::Error> {
        self.charge()?;
        // Many arrays are short: they take no more room than they need.
        let mut first = [const { None }; FEW];
        let mut count = 0;
        while let Some(slot) = first.get_mut(count) {
            *slot = seq.next_element_seed(self.inside())?;
            if slot.is_none() {
                break;
            }
            count += 1;
        }
        let mut values = Vec::with_capacity(count);
        values.extend(first.into_iter().flatten());
        if count < FEW {
            return Ok(Value::Array(values));
        }
        while let Some(value) = seq.next_element_seed(self.inside())? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Value, A::Error> {
        self.charge()?;
        let mut entries = Entries::of_one();
        while let Some(key) = map.next_key::<String>()? {
            self.reading.charge(open_text(&key))?;
            let value = map.next_value_seed(self.inside())?;
            entries.insert(key, value);
        }
        Ok(Value::Dictionary(entries.finish()))
    }
}
