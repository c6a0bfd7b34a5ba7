//! A buffered cursor over a part of a source: memory follows what is read, never what a count claims.

use super::{Error, MAX_MAP_SIZE, MIN_MAP_SIZE, Tag};
use crate::Fault;
use crate::bytes::Truncated;
use crate::source::ReadAt;

const BUFFER: u64 = 64 * 1024;

/// Reads one field after the other; every failure names the field.
pub(super) struct Stream<'s> {
    source: &'s mut dyn ReadAt,
    section: Option<Tag>,
    /// Where the buffer begins in the file.
    origin: u64,
    buffer: Vec<u8>,
    position: usize,
    end: u64,
    /// How many bytes of records may still be kept.
    allowance: u64,
    limit: u64,
}

macro_rules! number {
    ($($name:ident $type:ty),*) => {$(
        pub(super) fn $name(&mut self, field: &'static str) -> Result<$type, Error> {
            self.array(field).map(<$type>::from_le_bytes)
        }
    )*};
}

impl<'s> Stream<'s> {
    /// The bytes from `start` to `end`, which must lie inside the source; `limit` bytes of records may be kept.
    pub(super) fn new(
        source: &'s mut dyn ReadAt,
        section: Option<Tag>,
        (start, end): (u64, u64),
        limit: u64,
    ) -> Self {
        Self { source, section, origin: start, buffer: Vec::new(), position: 0, end, allowance: limit, limit }
    }

    /// Where the next read begins.
    pub(super) const fn offset(&self) -> u64 {
        self.origin + self.position as u64
    }

    /// How many bytes are left.
    pub(super) const fn left(&self) -> u64 {
        self.end - self.offset()
    }

    /// A value of this stream that the format rules out.
    pub(super) fn corrupt(
        &self,
        field: &'static str,
        offset: u64,
        expected: impl ToString,
        found: impl ToString,
    ) -> Error {
        Error::corrupt(field, offset, expected, found).in_section(self.section)
    }

    number!(u8 u8, u16 u16, i32 i32, f32 f32);

    /// Two `f32`, x first.
    pub(super) fn point(&mut self, field: &'static str) -> Result<[f32; 2], Error> {
        Ok([self.f32(field)?, self.f32(field)?])
    }

    /// A map size inside the format's bounds; nothing is allocated by any other.
    pub(super) fn map_size(&mut self) -> Result<u32, Error> {
        let offset = self.offset();
        let found = self.i32("MapSize")?;
        match u32::try_from(found) {
            Ok(size) if (MIN_MAP_SIZE..=MAX_MAP_SIZE).contains(&size) => Ok(size),
            _ => Err(Error::map_size(offset, found).in_section(self.section)),
        }
    }

    /// A count of things of which each takes `each` bytes at least. Believed only when they can be there.
    pub(super) fn count(&mut self, field: &'static str, each: u64) -> Result<usize, Error> {
        let offset = self.offset();
        let found = self.i32(field)?;
        let Some(count) = u64::try_from(found).ok().filter(|count| count * each <= self.left()) else {
            let expected = format!("a count of 0 to {}", self.left() / each);
            return Err(self.corrupt(field, offset, expected, found));
        };
        self.spend(field, offset, count * each)?;
        Ok(count as usize)
    }

    /// Takes `count` bytes that will be kept.
    pub(super) fn take(&mut self, field: &'static str, count: usize) -> Result<Vec<u8>, Error> {
        let offset = self.offset();
        self.check(field, count as u64)?;
        self.spend(field, offset, count as u64)?;
        let bytes = self.source.read_vec(offset, count as u64)?;
        self.origin = offset + count as u64;
        self.buffer.clear();
        self.position = 0;
        Ok(bytes)
    }

    /// Asserts that everything was read.
    pub(super) fn finish(&self, tag: Tag, start: u64) -> Result<(), Error> {
        if self.left() == 0 {
            return Ok(());
        }
        let expected = self.offset() - start;
        Err(Error::section_length(tag, start, expected, self.end - start))
    }

    fn spend(&mut self, field: &'static str, offset: u64, bytes: u64) -> Result<(), Error> {
        let spent = self.limit - self.allowance + bytes;
        if spent > self.limit {
            return Err(
                Error::OutOfMemory(Fault::limit(field, offset, self.limit, spent)).in_section(self.section)
            );
        }
        self.allowance -= bytes;
        Ok(())
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], Error> {
        self.check(field, N as u64)?;
        if self.buffer.len() - self.position < N {
            self.refill()?;
        }
        let mut array = [0; N];
        array.copy_from_slice(&self.buffer[self.position..self.position + N]);
        self.position += N;
        Ok(array)
    }

    fn check(&self, field: &'static str, wanted: u64) -> Result<(), Error> {
        if wanted <= self.left() {
            return Ok(());
        }
        let cause = Truncated { offset: self.offset(), wanted, left: self.left() };
        Err(Error::truncated(field, &cause).in_section(self.section))
    }

    fn refill(&mut self) -> Result<(), Error> {
        self.origin = self.offset();
        self.position = 0;
        self.buffer.resize((self.end - self.origin).min(BUFFER) as usize, 0);
        Ok(self.source.read_at(self.origin, &mut self.buffer)?)
    }
}
