//! Reads one value after the other straight from a source.

use super::error::Error;
use super::limits::Limits;
use crate::bytes::Reader;
use crate::fault::Field;
use crate::source::{ReadAt, check};

/// Reads one value after the other from a source, and never more than it was asked for.
pub(crate) struct Cursor<'s> {
    source: &'s mut dyn ReadAt,
    position: u64,
    limits: Limits,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(source: &'s mut dyn ReadAt, position: u64, limits: Limits) -> Self {
        Self { source, position, limits }
    }

    /// Where the next read begins.
    pub(crate) const fn offset(&self) -> u64 {
        self.position
    }

    /// Takes the next `count` bytes; nothing is allocated before they are known to be there, nor for more than
    /// one piece may have.
    pub(crate) fn take(&mut self, count: u64, field: &'static str) -> Result<Vec<u8>, Error> {
        check(self.source.size(), self.position, count).field(field)?;
        self.limits.check_piece(field, self.position, count)?;
        let bytes = self.source.read_vec(self.position, count)?;
        self.position += count;
        Ok(bytes)
    }

    /// Goes on behind the next `count` bytes.
    pub(crate) fn skip(&mut self, count: u64, field: &'static str) -> Result<(), Error> {
        check(self.source.size(), self.position, count).field(field)?;
        self.position += count;
        Ok(())
    }

    pub(crate) fn u8(&mut self, field: &'static str) -> Result<u8, Error> {
        let offset = self.position;
        let bytes = self.take(1, field)?;
        Ok(Reader::at(&bytes, offset).u8().field(field)?)
    }

    pub(crate) fn u32(&mut self, field: &'static str) -> Result<u32, Error> {
        let offset = self.position;
        let bytes = self.take(4, field)?;
        Ok(Reader::at(&bytes, offset).u32().field(field)?)
    }
}
