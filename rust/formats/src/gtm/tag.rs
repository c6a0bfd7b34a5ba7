//! Tags of chunks. Section "Chunks" of the format.

use std::fmt;

/// The four characters of a chunk's tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// The top level object without its layers.
    pub const HEAD: Self = Self(*b"HEAD");
    /// A batch of whole nodes.
    pub const NODE: Self = Self(*b"NODE");
    /// The baked lighting.
    pub const LMAP: Self = Self(*b"LMAP");
    /// The counts that tell whether something is missing.
    pub const END: Self = Self(*b"END ");

    /// Whether this reader knows what the chunk holds.
    pub fn is_known(self) -> bool {
        [Self::HEAD, Self::NODE, Self::LMAP, Self::END].contains(&self)
    }

    /// Whether all four characters are printable ASCII, as a tag's are.
    pub fn is_printable(self) -> bool {
        self.0.iter().all(|byte| (0x20..0x7F).contains(byte))
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.0).trim_end())
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tag({self})")
    }
}
