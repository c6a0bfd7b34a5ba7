//! What the node's properties decide, as plain values.

use mapwright_formats::atlas::TexCoords;

/// How many texture trees lie on a chunk: the ground's, the opacity map's, the light map's.
pub(super) const LAYERS: usize = 3;

/// What the node's properties say, as far as the choice of chunks and tiles goes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    pub(super) screen_error: f32,
    pub(super) texel: f32,
    pub(super) memory: u64,
    pub(super) upload: u64,
    pub(super) trees: [Option<u32>; LAYERS],
    pub(super) swap_red_blue: bool,
}

/// How chunks and tiles are read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReadOptions {
    pub(super) tex_coords: TexCoords,
    pub(super) swap_red_blue: bool,
    /// By level: how deep skirts are where a chunk has none.
    pub(super) skirts: Vec<f32>,
}
