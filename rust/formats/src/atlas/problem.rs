//! What is suspicious in a terrain that did load, or was left out of it.

use thiserror::Error;

/// Something suspicious, and the part of the file that it is in.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{place}: {kind}")]
pub struct Problem {
    /// The table, chunk or tile.
    pub place: String,
    /// What it is.
    pub kind: ProblemKind,
}

/// What is suspicious.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ProblemKind {
    /// Numbers of vertices that are NaN or infinite. Positions never are: such a chunk is refused.
    #[error("{count} {field} are not finite numbers")]
    NotFinite {
        /// Which numbers.
        field: &'static str,
        /// How many vertices have one.
        count: usize,
    },
    /// A chunk's box whose minimum is above its maximum, or no number.
    #[error("the bounds are not a box: a minimum is above its maximum or no number")]
    ChunkBounds,
    /// A stub's box that is none of finite numbers.
    #[error("stub {index}: the bounds are not a box of finite numbers")]
    StubBounds {
        /// The stub's place in its table.
        index: usize,
    },
    /// Nodes of the collision data whose heights are in the wrong order.
    #[error("{count} collision nodes have their minimum above their maximum")]
    CollisionNodes {
        /// How many.
        count: usize,
    },
    /// A tile of several images.
    #[error("the first of {count} layers is used, the others are left out")]
    Layers {
        /// How many there are.
        count: u8,
    },
    /// A tile of another size than the file states.
    #[error("the file says tiles are {stated} pixels wide, this one has {width}x{height}")]
    TileSize {
        /// What the file states.
        stated: u32,
        /// The tile's own width.
        width: u32,
        /// The tile's own height.
        height: u32,
    },
    /// A table of objects, whose chunks no reader knows.
    #[error("the {count} chunks of its objects are left alone")]
    Objects {
        /// How many.
        count: usize,
    },
    /// Heights are turned over or flattened.
    #[error("verticalScale is {0}, which is not positive")]
    VerticalScale(f32),
    /// A stub of a `.chu` whose heights are in the wrong order.
    #[error("stub {label}: the least height {min} is above {max}")]
    StubHeights {
        /// The stub's label.
        label: usize,
        /// The least height that it states.
        min: i16,
        /// The greatest.
        max: i16,
    },
    /// A stub of a `.chu` whose level and place are those of another label.
    #[error("stub {label}: level {level}, x {x}, y {y} belong to another label")]
    StubLabel {
        /// The stub's label.
        label: usize,
        /// The level that it states.
        level: u8,
        /// The column.
        x: i16,
        /// The row.
        y: i16,
    },
    /// A chunk of a `.chu` whose vertices have other heights than its stub states.
    #[error("the stub says heights {} to {}, the vertices have {} to {}", .stated[0], .stated[1], .found[0], .found[1])]
    Heights {
        /// The least and the greatest height that the stub states.
        stated: [i16; 2],
        /// Those of the vertices.
        found: [i16; 2],
    },
    /// A chunk of a `.chu` that counts other triangles than its indices make.
    #[error("triCount is {stated}, the indices make {found} triangles")]
    TriangleCount {
        /// What the chunk states.
        stated: u32,
        /// What its indices make.
        found: usize,
    },
}

impl ProblemKind {
    /// The problem in `place`.
    pub(crate) fn within(self, place: impl Into<String>) -> Problem {
        Problem { place: place.into(), kind: self }
    }
}
