//! Where bytes come from when a file is too large to be held whole: read at any place, as little as needed.

use crate::bytes::Truncated;
use thiserror::Error;

/// Numbers pass through a piece of this many bytes on their way into a slice, unless a source can do better.
const PIECE: usize = 64 * 1024;

/// Bytes did not come.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The source ends before them.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// The system refused.
    #[error("reading {wanted} bytes at byte {offset} failed: {reason}")]
    Failed {
        /// Where the read began.
        offset: u64,
        /// How many bytes it needed.
        wanted: u64,
        /// What the system said.
        reason: String,
    },
}

/// A file, or bytes in memory, that can be read at any place.
///
/// `&mut self`, because most files have a cursor that moves.
pub trait ReadAt {
    /// How many bytes there are.
    fn size(&self) -> u64;

    /// Fills `buffer` with the bytes that begin at `offset`.
    ///
    /// # Errors
    /// [`ReadError`] when there are fewer or the system refuses; `buffer` then holds anything.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError>;

    /// Fills `numbers` with the little-endian `f32` that begin at `offset`.
    ///
    /// # Errors
    /// As [`read_at`](Self::read_at).
    fn read_f32_at(&mut self, offset: u64, numbers: &mut [f32]) -> Result<(), ReadError> {
        read_numbers(self, offset, numbers, f32::from_le_bytes)
    }

    /// Fills `numbers` with the little-endian `u16` that begin at `offset`.
    ///
    /// # Errors
    /// As [`read_at`](Self::read_at).
    fn read_u16_at(&mut self, offset: u64, numbers: &mut [u16]) -> Result<(), ReadError> {
        read_numbers(self, offset, numbers, u16::from_le_bytes)
    }

    /// The `count` bytes that begin at `offset`. Nothing is allocated before they are known to be there.
    ///
    /// # Errors
    /// As [`read_at`](Self::read_at).
    fn read_vec(&mut self, offset: u64, count: u64) -> Result<Vec<u8>, ReadError> {
        check(self.size(), offset, count)?;
        let mut bytes = vec![0; usize::try_from(count).map_err(|_| too_large(offset, count))?];
        self.read_at(offset, &mut bytes)?;
        Ok(bytes)
    }
}

impl ReadAt for &[u8] {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        check(self.size(), offset, buffer.len() as u64)?;
        let start = offset as usize;
        buffer.copy_from_slice(&self[start..start + buffer.len()]);
        Ok(())
    }
}

/// Tells whether `count` bytes begin at `offset` of a source of `size` bytes.
///
/// # Errors
/// [`Truncated`] when they do not.
pub const fn check(size: u64, offset: u64, count: u64) -> Result<(), Truncated> {
    let left = size.saturating_sub(offset);
    if count <= left { Ok(()) } else { Err(Truncated { offset, wanted: count, left }) }
}

fn read_numbers<S: ReadAt + ?Sized, T, const N: usize>(
    source: &mut S,
    mut offset: u64,
    numbers: &mut [T],
    decode: impl Fn([u8; N]) -> T,
) -> Result<(), ReadError> {
    check(source.size(), offset, (numbers.len() * N) as u64)?;
    let mut piece = vec![0; PIECE.min(numbers.len() * N)];
    for target in numbers.chunks_mut(PIECE / N) {
        let bytes = &mut piece[..target.len() * N];
        source.read_at(offset, bytes)?;
        for (number, raw) in target.iter_mut().zip(bytes.as_chunks().0) {
            *number = decode(*raw);
        }
        offset += bytes.len() as u64;
    }
    Ok(())
}

fn too_large(offset: u64, wanted: u64) -> ReadError {
    ReadError::Failed { offset, wanted, reason: "more than this machine can address".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian_wherever_they_begin() {
        let mut source: &[u8] = &[9, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 1, 2];
        let mut floats = [0.0; 2];
        source.read_f32_at(1, &mut floats).unwrap();
        assert_eq!(floats, [1.0, -2.0]);
        let mut shorts = [0; 1];
        source.read_u16_at(9, &mut shorts).unwrap();
        assert_eq!(shorts, [0x0201]);
    }

    #[test]
    fn numbers_longer_than_a_piece_come_whole() {
        let wanted: Vec<u16> = (0..50_000).map(|number: u32| (number * 7) as u16).collect();
        let bytes: Vec<u8> = wanted.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut numbers = vec![0; wanted.len()];
        bytes.as_slice().read_u16_at(0, &mut numbers).unwrap();
        assert_eq!(numbers, wanted);
    }

    #[test]
    fn a_read_past_the_end_is_refused_before_anything_is_allocated() {
        let mut source: &[u8] = &[1, 2, 3];
        let refused = Truncated { offset: 2, wanted: u64::MAX, left: 1 };
        assert_eq!(source.read_vec(2, u64::MAX), Err(refused.into()));
        assert_eq!(source.read_vec(3, 0), Ok(vec![]));
        let beyond = Truncated { offset: u64::MAX, wanted: 1, left: 0 };
        assert_eq!(source.read_at(u64::MAX, &mut [0]), Err(beyond.into()));
    }
}
