//! The tile that lies on a node, and where on the tile.

use mapwright_formats::atlas::{GeometryChunk, Node};

/// The tile that covers a chunk, and how the chunk's texture coordinates turn into the tile's:
/// `uv * scale + offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TilePlacement {
    /// The tile's node in its tree.
    pub tile: Node,
    /// Tiles along a side of its level.
    pub scale: f32,
    /// What is added after scaling.
    pub offset: [f32; 2],
}

/// Places the tile of `tile_level` on `chunk`; that level must not be finer than the chunk's own.
///
/// Rows of the picture run along the tile's x and along v, columns along its y and along u. The tile is found by
/// the middle of the chunk's texture coordinates: which way those run is the file's own business.
pub fn place_tile(chunk: &GeometryChunk, tile_level: u32) -> TilePlacement {
    let tile = tile_at(middle(&chunk.vertices.tex_coords), tile_level);
    let scale = (1u32 << tile_level) as f32;
    TilePlacement { tile, scale, offset: [-(tile.y as f32), -(tile.x as f32)] }
}

/// The tile of a level at a place in texture coordinates.
pub(super) fn tile_at([u, v]: [f32; 2], level: u32) -> Node {
    let side = 1u32 << level;
    let along = |coordinate: f32| ((coordinate * side as f32) as u32).min(side - 1);
    Node { level, x: along(v), y: along(u) }
}

/// The middle of a chunk's texture coordinates.
pub fn middle(coordinates: &[[f32; 2]]) -> [f32; 2] {
    [0, 1].map(|axis| {
        let along = || coordinates.iter().map(|coordinate| coordinate[axis]);
        let (min, max) = (along().reduce(f32::min), along().reduce(f32::max));
        f32::midpoint(min.unwrap_or(0.0), max.unwrap_or(0.0))
    })
}
