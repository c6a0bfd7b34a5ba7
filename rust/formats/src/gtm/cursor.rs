//! A cursor over values that [`super::scan`] found sound. It builds nothing and copies nothing.

use super::wire::{SHARED, WIDE, padded, tag};

/// One value; of a dictionary or an array only the count, its parts come next from the same cursor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Item<'a> {
    /// Nothing.
    Null,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// UTF-8 text.
    String(&'a str),
    /// This many keys, each followed by its value.
    Dictionary(usize),
    /// This many values.
    Array(usize),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Little-endian 32 bit integers.
    Int32s(&'a [u8]),
    /// Little-endian 64 bit integers.
    Int64s(&'a [u8]),
    /// Little-endian 32 bit floats.
    Float32s(&'a [u8]),
    /// Little-endian 64 bit floats.
    Float64s(&'a [u8]),
}

impl Item<'_> {
    /// The value as an integer, which a whole float is as well; 0 for anything else, as a node's id counts.
    pub fn as_id(&self) -> i64 {
        match self {
            Item::Int(id) => *id,
            Item::Float(id) => whole(*id).unwrap_or(0),
            _ => 0,
        }
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
            Self::Int32s(_) => "an int32 array",
            Self::Int64s(_) => "an int64 array",
            Self::Float32s(_) => "a float32 array",
            Self::Float64s(_) => "a float64 array",
        }
    }
}

/// Reads sound values one after the other. Past the end, and on bytes that are no value, it gives
/// [`Item::Null`]: that cannot happen to scanned bytes, and must not panic if it does.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor before the first of the values in `bytes`.
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// The next value.
    #[inline]
    pub fn item(&mut self) -> Item<'a> {
        self.try_item().unwrap_or(Item::Null)
    }

    #[inline]
    fn try_item(&mut self) -> Option<Item<'a>> {
        let header = self.u32()?;
        Some(match header & 0xFF {
            tag::BOOL => Item::Bool(self.u32()? != 0),
            tag::INT if header & WIDE != 0 => Item::Int(i64::from_le_bytes(self.array()?)),
            tag::INT => Item::Int(i64::from(i32::from_le_bytes(self.array()?))),
            tag::FLOAT if header & WIDE != 0 => Item::Float(f64::from_le_bytes(self.array()?)),
            tag::FLOAT => Item::Float(f64::from(f32::from_le_bytes(self.array()?))),
            tag::STRING => Item::String(std::str::from_utf8(self.padded_bytes()?).ok()?),
            tag::DICTIONARY => Item::Dictionary((self.u32()? & !SHARED) as usize),
            tag::ARRAY => Item::Array((self.u32()? & !SHARED) as usize),
            tag::BYTES => Item::Bytes(self.padded_bytes()?),
            tag::INT32S => Item::Int32s(self.numbers(4)?),
            tag::INT64S => Item::Int64s(self.numbers(8)?),
            tag::FLOAT32S => Item::Float32s(self.numbers(4)?),
            tag::FLOAT64S => Item::Float64s(self.numbers(8)?),
            _ => Item::Null,
        })
    }

    /// The next value, which is a dictionary's key.
    #[inline]
    pub fn key(&mut self) -> &'a str {
        if let Item::String(key) = self.item() { key } else { "" }
    }

    /// The next value, with all that is in it stepped over.
    pub(super) fn single(&mut self) -> Item<'a> {
        let mut behind = self.clone();
        let item = behind.item();
        match item {
            Item::Array(_) | Item::Dictionary(_) => self.skip(),
            _ => *self = behind,
        }
        item
    }

    /// The next value as a number, `default` for anything else, which is stepped over whole.
    pub(super) fn number_or(&mut self, default: f64) -> f64 {
        match self.single() {
            Item::Int(value) => value as f64,
            Item::Float(value) => value,
            _ => default,
        }
    }

    /// Hands `take` all bytes in the dictionary before the cursor, but for those of keys that `wants` none of.
    pub(super) fn each_bytes(&self, wants: impl Fn(&str) -> bool, mut take: impl FnMut(&'a [u8])) {
        let mut cursor = self.clone();
        let Item::Dictionary(count) = cursor.item() else { return };
        for _ in 0..count {
            let key = cursor.key();
            let mut inside = cursor.clone();
            cursor.skip();
            while wants(key) && inside.position < cursor.position {
                if let Item::Bytes(bytes) = inside.item() {
                    take(bytes);
                }
            }
        }
    }

    /// Steps over the next value and all that is in it.
    pub fn skip(&mut self) {
        let mut values = 1_usize;
        while values > 0 && self.position < self.bytes.len() {
            values -= 1;
            values = values.saturating_add(self.step());
        }
    }

    /// Steps over one header and body; gives the count of values that belong to it and follow.
    fn step(&mut self) -> usize {
        // Strings are stepped over without being checked again.
        let start = self.position;
        let inside = if self.u32().unwrap_or(0) & 0xFF == tag::STRING {
            self.padded_bytes().map(|_| 0)
        } else {
            self.position = start;
            self.try_item().map(|item| match item {
                Item::Dictionary(count) => count.saturating_mul(2),
                Item::Array(count) => count,
                _ => 0,
            })
        };
        inside.unwrap_or_else(|| {
            self.position = self.bytes.len();
            0
        })
    }

    #[inline]
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.position.checked_add(count)?;
        let taken = self.bytes.get(self.position..end)?;
        self.position = end;
        Some(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let array = self.bytes.get(self.position..)?.first_chunk()?;
        self.position += N;
        Some(*array)
    }

    #[inline]
    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    #[inline]
    fn padded_bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.u32()? as usize;
        self.take(padded(length))?.get(..length)
    }

    fn numbers(&mut self, size: usize) -> Option<&'a [u8]> {
        let count = self.u32()? as usize;
        self.take(count.checked_mul(size)?)
    }
}

/// The value of `key` in the dictionary that `record` holds: a cursor before it.
pub(super) fn find<'a>(record: &'a [u8], key: &str) -> Option<Cursor<'a>> {
    let mut cursor = Cursor::new(record);
    let Item::Dictionary(count) = cursor.item() else { return None };
    for _ in 0..count {
        if cursor.key() == key {
            return Some(cursor);
        }
        cursor.skip();
    }
    None
}

macro_rules! numbers {
    ($($name:ident $type:ty),*) => {$(
        #[doc = concat!("Little-endian `", stringify!($type), "`s, as [`Item`] gives them.")]
        pub fn $name(bytes: &[u8]) -> impl ExactSizeIterator<Item = $type> + Clone + '_ {
            bytes.as_chunks().0.iter().map(|chunk| <$type>::from_le_bytes(*chunk))
        }
    )*};
}

numbers!(int32s i32, int64s i64, float32s f32, float64s f64);

/// The integer that a float is, if it is one.
pub(super) fn whole(value: f64) -> Option<i64> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    ((-END..END).contains(&value) && value.fract() == 0.0).then_some(value as i64)
}
