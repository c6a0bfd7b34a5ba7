//! Checks a value's bytes and counts the memory of what they hold, without building anything. Sections "Value
//! encoding" and "Limits" of the format.

use super::cursor::{float32s, float64s};
use super::wire::{MAX_NESTING, PACK_FROM, SHARED, WIDE, fits_f32, tag};
use crate::bytes::{Reader, Truncated};
use std::collections::HashSet;
use thiserror::Error;

/// What every value, key and item of a packed array counts.
pub(super) const VALUE_MEMORY: u64 = 80;
/// What each byte of a string counts on top.
pub(super) const STRING_BYTE_MEMORY: u64 = 6;
/// Above this many keys a set finds the repeated ones.
const KEYS_COMPARED_ONE_BY_ONE: usize = 16;

/// Why bytes are not a value of the format; offsets count from the start of the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum ValueError {
    #[error("{0}")]
    Truncated(#[from] Truncated),
    #[error("value header {header:#010x} at byte {offset} of the payload is none of the format's")]
    Header { header: u32, offset: u64 },
    #[error("a dictionary key at byte {offset} of the payload is no string")]
    Key { offset: u64 },
    #[error("the string at byte {offset} of the payload is not UTF-8")]
    Utf8 { offset: u64 },
    #[error("the value at byte {offset} of the payload is nested in more than {MAX_NESTING} others")]
    Nesting { offset: u64 },
}

/// What a scan found out about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scan {
    /// The memory of its values, as the format counts it.
    pub(super) memory: u64,
    /// Whether the bytes are those that the editor writes for this value.
    pub(super) is_canonical: bool,
    /// How many of its numbers are not finite.
    pub(super) not_finite: usize,
}

impl Scan {
    const NOTHING: Self = Self { memory: 0, is_canonical: true, not_finite: 0 };
}

/// Scans values one after the other.
pub(super) struct Scanner<'a> {
    pub(super) reader: Reader<'a>,
    found: Scan,
    nesting: usize,
}

/// The numbers of a plain array, which decide whether it should have been packed.
#[derive(Clone, Copy)]
struct Numbers {
    int32s: usize,
    floats: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner before the values in `bytes`, which stand inside `nesting` containers.
    pub(super) const fn new(bytes: &'a [u8], nesting: usize) -> Self {
        Self { reader: Reader::new(bytes), found: Scan::NOTHING, nesting }
    }

    /// Scans the next value.
    pub(super) fn value(&mut self) -> Result<Scan, ValueError> {
        self.found = Scan::NOTHING;
        self.scan(&mut Numbers { int32s: 0, floats: 0 })?;
        Ok(self.found)
    }

    /// Scans the next value; when it is a dictionary, `visit` sees each of its keys with the bytes that begin with the
    /// value of that key.
    pub(super) fn entries(&mut self, mut visit: impl FnMut(&'a str, &'a [u8])) -> Result<Scan, ValueError> {
        if self.reader.clone().u32()? != tag::DICTIONARY {
            return self.value();
        }
        self.found = Scan { memory: VALUE_MEMORY, ..Scan::NOTHING };
        if self.nesting > MAX_NESTING {
            return Err(ValueError::Nesting { offset: self.reader.offset() });
        }
        self.reader.u32()?;
        self.dictionary(&mut visit)?;
        Ok(self.found)
    }

    /// Enters a dictionary or an array: its tag and count. Anything else is scanned whole and gives `None`.
    pub(super) fn enter(&mut self) -> Result<Option<(u32, usize)>, ValueError> {
        let mut ahead = self.reader.clone();
        let kind = ahead.u32()?;
        if kind != tag::DICTIONARY && kind != tag::ARRAY {
            return self.value().map(|_| None);
        }
        let count = ahead.u32()? & !SHARED;
        self.reader = ahead;
        self.nesting += 1;
        Ok(Some((kind, count as usize)))
    }

    /// Leaves what [`Self::enter`] entered.
    pub(super) fn leave(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// A dictionary's key.
    pub(super) fn key(&mut self) -> Result<&'a str, ValueError> {
        let offset = self.reader.offset();
        if self.reader.u32()? != tag::STRING {
            return Err(ValueError::Key { offset });
        }
        self.string(offset)
    }

    fn scan(&mut self, numbers: &mut Numbers) -> Result<(), ValueError> {
        let offset = self.reader.offset();
        if self.nesting > MAX_NESTING {
            return Err(ValueError::Nesting { offset });
        }
        let header = self.reader.u32()?;
        self.found.memory = self.found.memory.saturating_add(VALUE_MEMORY);
        match (header & 0xFF, header & !0xFF) {
            (tag::NULL, 0) => {}
            (tag::BOOL, 0) => self.found.is_canonical &= self.reader.u32()? <= 1,
            (tag::INT, 0) => {
                self.reader.u32()?;
                numbers.int32s += 1;
            }
            (tag::INT, WIDE) => self.found.is_canonical &= i32::try_from(self.reader.i64()?).is_err(),
            (tag::FLOAT, bits @ (0 | WIDE)) => self.float(bits == WIDE, numbers)?,
            (tag::STRING, 0) => {
                self.string(offset)?;
            }
            (tag::DICTIONARY, 0) => self.dictionary(&mut |_, _| {})?,
            (tag::ARRAY, 0) => self.array()?,
            (tag::BYTES, 0) => self.bytes()?,
            (tag::INT32S, 0) => {
                let count = self.packed(4)?.len() / 4;
                self.found.is_canonical &= count >= PACK_FROM;
            }
            (tag::INT64S, 0) => {
                self.packed(8)?;
                self.found.is_canonical = false;
            }
            (tag::FLOAT32S, 0) => {
                let packed = self.packed(4)?;
                self.packed_floats(packed.len() / 4, float32s(packed).map(f64::from), false);
            }
            (tag::FLOAT64S, 0) => {
                let packed = self.packed(8)?;
                self.packed_floats(packed.len() / 8, float64s(packed), true);
            }
            _ => return Err(ValueError::Header { header, offset }),
        }
        Ok(())
    }

    fn float(&mut self, wide: bool, numbers: &mut Numbers) -> Result<(), ValueError> {
        let value = if wide { self.reader.f64()? } else { f64::from(self.reader.f32()?) };
        self.found.is_canonical &= wide;
        numbers.floats += 1;
        self.count_not_finite(usize::from(!value.is_finite()));
        Ok(())
    }

    fn packed_floats(&mut self, count: usize, values: impl Iterator<Item = f64>, wide: bool) {
        let (mut not_finite, mut narrow) = (0, true);
        for value in values {
            not_finite += usize::from(!value.is_finite());
            narrow &= fits_f32(value);
        }
        self.found.is_canonical &= count >= PACK_FROM && wide != narrow;
        self.count_not_finite(not_finite);
    }

    const fn count_not_finite(&mut self, count: usize) {
        self.found.not_finite += count;
        self.found.is_canonical &= count == 0;
    }

    fn string(&mut self, offset: u64) -> Result<&'a str, ValueError> {
        let bytes = self.padded()?;
        let memory = (bytes.len() as u64).saturating_mul(STRING_BYTE_MEMORY);
        self.found.memory = self.found.memory.saturating_add(memory);
        std::str::from_utf8(bytes).map_err(|_| ValueError::Utf8 { offset })
    }

    fn bytes(&mut self) -> Result<(), ValueError> {
        let count = self.padded()?.len() as u64;
        let memory = count.div_ceil(3).saturating_mul(4).saturating_add(count);
        self.found.memory = self.found.memory.saturating_add(memory);
        Ok(())
    }

    fn padded(&mut self) -> Result<&'a [u8], ValueError> {
        let length = self.reader.u32()? as usize;
        let bytes = self.reader.take(length)?;
        let padding = self.reader.take(length.wrapping_neg() % 4)?;
        self.found.is_canonical &= padding.iter().all(|byte| *byte == 0);
        Ok(bytes)
    }

    fn packed(&mut self, size: usize) -> Result<&'a [u8], ValueError> {
        let count = self.reader.u32()? as usize;
        let bytes = self.reader.take(count.saturating_mul(size))?;
        let memory = (count as u64).saturating_mul(VALUE_MEMORY);
        self.found.memory = self.found.memory.saturating_add(memory);
        Ok(bytes)
    }

    fn count(&mut self) -> Result<usize, ValueError> {
        let count = self.reader.u32()?;
        self.found.is_canonical &= count & SHARED == 0;
        Ok((count & !SHARED) as usize)
    }

    fn array(&mut self) -> Result<(), ValueError> {
        let count = self.count()?;
        let mut numbers = Numbers { int32s: 0, floats: 0 };
        self.nesting += 1;
        for _ in 0..count {
            self.scan(&mut numbers)?;
        }
        self.nesting -= 1;
        let packs = count >= PACK_FROM && (numbers.int32s == count || numbers.floats == count);
        self.found.is_canonical &= !packs;
        Ok(())
    }

    fn dictionary(&mut self, visit: &mut impl FnMut(&'a str, &'a [u8])) -> Result<(), ValueError> {
        let count = self.count()?;
        let mut keys = Keys::default();
        self.nesting += 1;
        for _ in 0..count {
            self.found.memory = self.found.memory.saturating_add(VALUE_MEMORY);
            let key = self.key()?;
            self.found.is_canonical &= keys.insert(key);
            visit(key, self.reader.rest());
            self.scan(&mut Numbers { int32s: 0, floats: 0 })?;
        }
        self.nesting -= 1;
        Ok(())
    }
}

/// The keys of one dictionary so far; finds the repeated ones.
#[derive(Default)]
pub(super) struct Keys<'a> {
    few: [&'a str; KEYS_COMPARED_ONE_BY_ONE],
    count: usize,
    many: HashSet<&'a str>,
}

impl<'a> Keys<'a> {
    /// Adds `key`; `false` when it was there before.
    pub(super) fn insert(&mut self, key: &'a str) -> bool {
        let few = &self.few[..self.count.min(KEYS_COMPARED_ONE_BY_ONE)];
        if few.contains(&key) {
            return false;
        }
        if let Some(slot) = self.few.get_mut(self.count) {
            *slot = key;
            self.count += 1;
            return true;
        }
        self.many.insert(key)
    }
}
