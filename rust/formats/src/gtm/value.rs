//! A value that stands on its own, for what is built or changed rather than read: JSON, maps from the caller,
//! records that another program wrote in its own way.

use super::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};

/// A value of a map, in the types of the container.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// UTF-8 text.
    String(String),
    /// Keys and their values, in order; no key twice.
    Dictionary(Dictionary),
    /// Values.
    Array(Vec<Value>),
    /// Bytes; base64 text in JSON.
    Bytes(Vec<u8>),
    /// Integers, kept packed.
    Ints(Vec<i64>),
    /// Floats, kept packed.
    Floats(Vec<f64>),
}

/// Keys and values in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dictionary(Vec<(String, Value)>);

impl Dictionary {
    /// An empty dictionary.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a value, or replaces the one that `key` has, at its place.
    pub fn insert(&mut self, key: String, value: Value) {
        match self.0.iter_mut().find(|(other, _)| *other == key) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((key, value)),
        }
    }

    /// Adds a value under a key that is known to be new.
    pub(super) fn push(&mut self, key: String, value: Value) {
        self.0.push((key, value));
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// The value of `key`, to be changed.
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// Takes `key` and its value out.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let place = self.0.iter().position(|(other, _)| other == key)?;
        Some(self.0.remove(place).1)
    }

    /// The keys and values in order.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, Value)> {
        self.0.iter()
    }

    /// How many keys there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no key.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, Value)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(pairs: I) -> Self {
        let mut entries = Entries::default();
        for (key, value) in pairs {
            entries.insert(key, value);
        }
        entries.finish()
    }
}

impl<'a> IntoIterator for &'a Dictionary {
    type Item = &'a (String, Value);
    type IntoIter = std::slice::Iter<'a, (String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Value {
    /// Builds the cursor's next value. Numbers that are not finite become null, repeated keys keep the last value.
    pub fn read(cursor: &mut Cursor<'_>) -> Self {
        match cursor.item() {
            Item::Null => Self::Null,
            Item::Bool(value) => Self::Bool(value),
            Item::Int(value) => Self::Int(value),
            Item::Float(value) => Self::from_float(value),
            Item::String(text) => Self::String(text.to_owned()),
            Item::Dictionary(count) => Self::Dictionary(read_entries(cursor, count)),
            Item::Array(count) => Self::Array((0..count).map(|_| Self::read(cursor)).collect()),
            Item::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Item::Int32s(bytes) => Self::Ints(int32s(bytes).map(i64::from).collect()),
            Item::Int64s(bytes) => Self::Ints(int64s(bytes).collect()),
            Item::Float32s(bytes) => Self::from_floats(float32s(bytes).map(f64::from).collect()),
            Item::Float64s(bytes) => Self::from_floats(float64s(bytes).collect()),
        }
    }

    /// A float, or null when it is not finite: the format has no other form for those.
    pub const fn from_float(value: f64) -> Self {
        if value.is_finite() { Self::Float(value) } else { Self::Null }
    }

    /// Packed floats, or an array with nulls when some are not finite.
    pub fn from_floats(values: Vec<f64>) -> Self {
        if values.iter().all(|value| value.is_finite()) {
            return Self::Floats(values);
        }
        Self::Array(values.into_iter().map(Self::from_float).collect())
    }

    /// What the value is, for messages.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a bool",
            Self::Int(_) => "an integer",
            Self::Float(_) => "a float",
            Self::String(_) => "a string",
            Self::Dictionary(_) => "a dictionary",
            Self::Array(_) => "an array",
            Self::Bytes(_) => "bytes",
            Self::Ints(_) => "an integer array",
            Self::Floats(_) => "a float array",
        }
    }
}

fn read_entries(cursor: &mut Cursor<'_>, count: usize) -> Dictionary {
    (0..count).map(|_| (cursor.key().to_owned(), Value::read(cursor))).collect()
}

/// A dictionary in the making, quick also with many keys.
#[derive(Default)]
pub(super) struct Entries {
    dictionary: Dictionary,
    places: std::collections::HashMap<String, usize>,
}

impl Entries {
    /// Above this many keys a map finds the repeated ones.
    const FEW: usize = 16;

    /// Empty, with room for one key: what has more grows.
    pub(super) fn of_one() -> Self {
        Self { dictionary: Dictionary(Vec::with_capacity(1)), ..Self::default() }
    }

    pub(super) fn insert(&mut self, key: String, value: Value) {
        let count = self.dictionary.len();
        if count < Self::FEW {
            return self.dictionary.insert(key, value);
        }
        if self.places.is_empty() {
            let keys = self.dictionary.iter().enumerate();
            self.places = keys.map(|(place, (key, _))| (key.clone(), place)).collect();
        }
        if let Some(place) = self.places.get(&key) {
            self.dictionary.0[*place].1 = value;
        } else {
            self.places.insert(key.clone(), count);
            self.dictionary.push(key, value);
        }
    }

    pub(super) fn finish(self) -> Dictionary {
        self.dictionary
    }
}
