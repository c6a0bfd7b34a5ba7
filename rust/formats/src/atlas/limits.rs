//! What a terrain's files may cost.

use super::error::Error;
use crate::Fault;

/// What a terrain's files may cost. Nothing is held but the tables and the piece that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a table, chunk or tile. No file known comes near the default, 256 MiB.
    pub piece_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { piece_bytes: 256 << 20 }
    }
}

impl Limits {
    /// Refuses what is too large to be read in one piece.
    pub(crate) fn check_piece(self, field: &'static str, offset: u64, length: u64) -> Result<(), Error> {
        if length <= self.piece_bytes {
            return Ok(());
        }
        Err(Error::OutOfMemory(Fault::limit(field, offset, self.piece_bytes, length)))
    }
}
