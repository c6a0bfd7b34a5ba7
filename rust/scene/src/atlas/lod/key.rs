//! The key of a chunk or a tile in memory.

use mapwright_formats::atlas::Node;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroU64;

/// Something that is brought in: a chunk, or the texture for a square of a texture tree.
///
/// One number, since thousands are looked up in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(NonZeroU64);

/// The bits of a node's x or y, and of its level.
const PLACE_BITS: u32 = 16;
const LEVEL_BITS: u32 = 5;
const PLACE: u64 = (1 << PLACE_BITS) - 1;
const LEVEL: u64 = (1 << LEVEL_BITS) - 1;
/// Set in every key, so that none is 0 and an optional one takes no more room.
const TAG: u64 = 1 << 63;

impl Key {
    /// The chunk of geometry at `node`.
    pub const fn chunk(node: Node) -> Self {
        Self::new(0, node, 0)
    }

    /// The square of `node` in texture tree `tree`, drawn with the tiles `finer` levels below it: one when that is 0,
    /// else `2^finer` a side.
    pub const fn texture(tree: u32, node: Node, finer: u32) -> Self {
        Self::new(tree as u64 + 1, node, finer as u64)
    }

    const fn new(table: u64, node: Node, finer: u64) -> Self {
        let level = (table << LEVEL_BITS | finer) << LEVEL_BITS | node.level as u64;
        let key = TAG | (level << PLACE_BITS | node.x as u64) << PLACE_BITS | node.y as u64;
        match NonZeroU64::new(key) {
            Some(key) => Self(key),
            None => Self(NonZeroU64::MAX),
        }
    }

    /// The texture tree, none for a chunk.
    pub const fn tree(self) -> Option<u32> {
        (((self.0.get() & !TAG) >> (2 * (PLACE_BITS + LEVEL_BITS))) as u32).checked_sub(1)
    }

    /// The chunk's node, or the square's.
    pub const fn node(self) -> Node {
        Node {
            level: (self.0.get() >> (2 * PLACE_BITS) & LEVEL) as u32,
            x: (self.0.get() >> PLACE_BITS & PLACE) as u32,
            y: (self.0.get() & PLACE) as u32,
        }
    }

    /// How many levels below its node a texture's tiles are.
    pub const fn finer(self) -> u32 {
        (self.0.get() >> (2 * PLACE_BITS + LEVEL_BITS) & LEVEL) as u32
    }
}

/// Hashes [`Key`]s by one multiplication: they come from the file's own tables, nobody chooses them to collide.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyHash(u64);

impl BuildHasher for KeyHash {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        Self(0)
    }
}

impl Hasher for KeyHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        // The golden ratio's fraction; the rotation brings its well-mixed high bits to where tables look.
        self.0 = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_what_it_was_made_of() {
        let node = Node { level: 14, x: 16_383, y: 5 };
        let (chunk, texture) = (Key::chunk(node), Key::texture(7, node, 3));
        assert_eq!((chunk.tree(), chunk.node(), chunk.finer()), (None, node, 0));
        assert_eq!((texture.tree(), texture.node(), texture.finer()), (Some(7), node, 3));
    }
}
