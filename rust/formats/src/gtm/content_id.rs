//! The content id: 64 bit FNV-1a over the raw HEAD and NODE payloads in file order, cut to 52 bits. Section "END" of
//! the format.

const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01B3;
const LOW_52_BITS: u64 = (1 << 52) - 1;

/// A content id in the making.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContentId(u64);

impl ContentId {
    pub(super) const fn new() -> Self {
        Self(OFFSET_BASIS)
    }

    /// Adds the next payload.
    pub(super) fn add(&mut self, payload: &[u8]) {
        self.0 = payload.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME));
    }

    pub(super) const fn finish(self) -> u64 {
        self.0 & LOW_52_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the published FNV-1a test vectors: "", "a", "foobar".
    #[test]
    fn the_published_vectors_are_cut_to_52_bits() {
        for (text, full) in
            [("", 0xCBF2_9CE4_8422_2325_u64), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
        {
            let mut id = ContentId::new();
            id.add(text.as_bytes());
            assert_eq!(id.finish(), full & 0x000F_FFFF_FFFF_FFFF, "{text}");
        }
    }
}
