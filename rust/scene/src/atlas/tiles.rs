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
    let side = 1u32 << tile_level;
    let scale = side as f32;
    let [u, v] = middle(&chunk.vertices.tex_coords);
    let part = |coordinate: f32| ((coordinate * scale) as u32).min(side - 1);
    let (x, y) = (part(v), part(u));
    TilePlacement { tile: Node { level: tile_level, x, y }, scale, offset: [-(y as f32), -(x as f32)] }
}

/// The middle of a chunk's texture coordinates.
pub fn middle(coordinates: &[[f32; 2]]) -> [f32; 2] {
    [0, 1].map(|axis| {
        let along = || coordinates.iter().map(|coordinate| coordinate[axis]);
        let (min, max) = (along().reduce(f32::min), along().reduce(f32::max));
        f32::midpoint(min.unwrap_or(0.0), max.unwrap_or(0.0))
    })
}
