//! Tables of contents and their stubs (section 1).

use super::bounds::Bounds;

/// The newest version of a table this reader knows.
pub const NEWEST_VERSION: u32 = 150;
/// The version that this crate writes.
pub const WRITTEN_VERSION: u32 = 140;

/// What a table of contents lists (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TocKind {
    /// The chunks of one quadtree of geometry.
    Geometry {
        /// How many triangles the writer aimed at in a chunk.
        goal_batch_size: u32,
    },
    /// The tiles of one quadtree of textures.
    Texture,
    /// Named lists of settings; no tree.
    Config,
    /// Objects of a later branch of the engine. Its table is read, its chunks are left alone.
    Object {
        /// As in [`TocKind::Geometry`].
        goal_batch_size: u32,
    },
}

impl TocKind {
    /// The tag as the engine spells it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Geometry { .. } => "Geom",
            Self::Texture => "Tex",
            Self::Config => "Config",
            Self::Object { .. } => "Object",
        }
    }

    /// The batch size of the kinds that have one.
    pub const fn goal_batch_size(self) -> Option<u32> {
        match self {
            Self::Geometry { goal_batch_size } | Self::Object { goal_batch_size } => Some(goal_batch_size),
            Self::Texture | Self::Config => None,
        }
    }

    /// Whether the stubs are the nodes of a tree.
    pub const fn is_tree(self) -> bool {
        !matches!(self, Self::Config)
    }
}

/// A table of contents: one kind of chunk, with a stub for each.
#[derive(Debug, Clone, PartialEq)]
pub struct Toc {
    /// What is listed.
    pub kind: TocKind,
    /// Levels of the tree; 0 for settings.
    pub tree_depth: u32,
    /// The version of this table's stubs and chunks. Every table has its own.
    pub version: u32,
    /// One a chunk, in the order of [`Node::index`](super::Node::index) where there is a tree.
    pub stubs: Vec<Stub>,
}

/// Where a chunk lies, and what is known of it without reading it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stub {
    /// The first byte of the chunk's frame, counted from the start of the file.
    pub offset: u32,
    /// The whole frame's length in bytes.
    pub length: u32,
    /// Counts how often the chunk was written.
    pub generation: u32,
    /// What else this kind of stub holds.
    pub detail: StubDetail,
}

impl Stub {
    /// Whether there is no chunk: normal in files that are not finished and for spare settings.
    pub const fn is_absent(&self) -> bool {
        self.offset == 0 && self.length == 0
    }

    /// The chunk's box, where this kind and version of stub has it.
    pub const fn bounds(&self) -> Option<Bounds> {
        match self.detail {
            StubDetail::Bounds(bounds) => Some(bounds),
            _ => None,
        }
    }

    /// A setting's name, empty for the other kinds.
    pub fn name(&self) -> &[u8] {
        match &self.detail {
            StubDetail::Name(name) => name,
            _ => &[],
        }
    }
}

/// What only some kinds of stub hold (sections 1a to 1c).
#[derive(Debug, Clone, PartialEq)]
pub enum StubDetail {
    /// Nothing: textures.
    None,
    /// Geometry from version 101 on: the chunk's box.
    Bounds(Bounds),
    /// Geometry below version 101: two floats that the engine called a position and threw away.
    Position([f32; 2]),
    /// A setting's name, without its padding.
    Name(Box<[u8]>),
}
