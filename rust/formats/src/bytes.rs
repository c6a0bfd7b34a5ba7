//! A checked little-endian cursor over bytes; every number in every format here is little endian.

use thiserror::Error;

/// A read went past the end of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{wanted} bytes expected at byte {offset}, {left} left")]
pub struct Truncated {
    /// Where the read began, counted from the start of the cursor's file.
    pub offset: u64,
    /// How many bytes the read needed.
    pub wanted: u64,
    /// How many bytes were left.
    pub left: u64,
}

/// A cursor that never reads past its bytes and knows where in the file it stands.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    origin: u64,
}

macro_rules! number {
    ($($name:ident $type:ty),*) => {$(
        #[doc = concat!("Reads a little-endian `", stringify!($type), "`.")]
        ///
        /// # Errors
        /// [`Truncated`] when too few bytes are left; the cursor then stays where it was.
        pub fn $name(&mut self) -> Result<$type, Truncated> {
            self.array().map(<$type>::from_le_bytes)
        }
    )*};
}

impl<'a> Reader<'a> {
    /// A cursor at the start of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// A cursor at the start of `bytes`, which begin at byte `origin` of the file.
    pub const fn at(bytes: &'a [u8], origin: u64) -> Self {
        Self { bytes, position: 0, origin }
    }

    /// Where the next read begins, counted from the start of the file.
    pub const fn offset(&self) -> u64 {
        self.origin + self.position as u64
    }

    /// How many bytes are left.
    pub const fn left(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// The bytes that are left, without moving.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    /// Takes the next `count` bytes.
    ///
    /// # Errors
    /// [`Truncated`] when fewer are left; the cursor then stays where it was.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Truncated> {
        let Some(taken) = self.rest().get(..count) else { return Err(self.truncated(count)) };
        self.position += count;
        Ok(taken)
    }

    /// Takes the next `N` bytes as an array.
    ///
    /// # Errors
    /// [`Truncated`] when fewer are left; the cursor then stays where it was.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let Some(taken) = self.rest().first_chunk() else { return Err(self.truncated(N)) };
        self.position += N;
        Ok(*taken)
    }

    /// Takes the next `count` 16-bit numbers.
    ///
    /// # Errors
    /// [`Truncated`] when fewer are left; the cursor then stays where it was.
    pub fn u16s(&mut self, count: u32) -> Result<Vec<u16>, Truncated> {
        let length = usize::try_from(u64::from(count) * 2).unwrap_or(usize::MAX);
        let bytes = self.take(length)?;
        Ok(bytes.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect())
    }

    #[cold]
    const fn truncated(&self, wanted: usize) -> Truncated {
        Truncated { offset: self.offset(), wanted: wanted as u64, left: self.left() as u64 }
    }

    number!(u8 u8, u16 u16, u32 u32, u64 u64, i16 i16, i32 i32, i64 i64, f32 f32, f64 f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_past_the_end_says_where_and_leaves_the_cursor() {
        let mut reader = Reader::at(&[1, 2, 3], 40);
        assert_eq!(reader.u8(), Ok(1));
        assert_eq!(reader.u32(), Err(Truncated { offset: 41, wanted: 4, left: 2 }));
        assert_eq!(reader.u16(), Ok(0x0302));
        assert_eq!(reader.take(usize::MAX), Err(Truncated { offset: 43, wanted: u64::MAX, left: 0 }));
    }
}
