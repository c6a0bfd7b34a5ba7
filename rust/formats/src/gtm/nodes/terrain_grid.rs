//! Terrains: size, layers, heights, splat, holes. Section 9 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, integer_or, items, numbers_or, text};
use crate::gtm::cursor::Cursor;
use crate::gtm::node_ref::NodeRef;

/// Splat weights hold this many layers.
const MAX_LAYERS: usize = 4;

/// A terrain. Section 9 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainGrid<'a> {
    /// Where its first vertex is, in map units, before its height.
    pub origin: [f64; 3],
    /// Vertices along x and z, as stated.
    pub resolution: [i64; 2],
    /// Map units between two vertices.
    pub cell_size: f64,
    /// A height a vertex in map units, row by row along x.
    pub heights: Vec<f32>,
    /// The first four layers.
    pub layers: Vec<TerrainLayer<'a>>,
    /// Four weights a vertex; empty, or too short, where all is the first layer.
    pub splat: Vec<u8>,
    /// A byte a cell, not 0 for a hole; empty, or too short, where there are none.
    pub holes: Vec<u8>,
    /// Cells along the edge of a chunk, at least 1.
    pub chunk_cells: usize,
    /// A name, often empty.
    pub label: &'a str,
}

/// One of a terrain's layers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TerrainLayer<'a> {
    /// The material's name.
    pub material: &'a str,
    /// Map units that one repeat covers.
    pub tile: f64,
    /// How much the repeats are turned and shifted, 0 to 1.
    pub detile: f64,
    /// How sharp the repeats are set off against each other, 0 to 1.
    pub detile_sharpen: f64,
}

impl<'a> TerrainGrid<'a> {
    /// Reads a terrain node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut terrain = Self {
            origin: [0.0; 3],
            resolution: [0; 2],
            cell_size: 32.0,
            heights: node.terrain_heights(),
            layers: Vec::new(),
            splat: node.terrain_bytes("splat"),
            holes: node.terrain_bytes("holes"),
            chunk_cells: 32,
            label: "",
        };
        entries(&mut node.cursor(), |key, value| match key {
            "origin" => terrain.origin = numbers_or(value, [0.0; 3]),
            "resolution" => terrain.resolution = numbers_or(value, [0.0; 2]).map(|number| number as i64),
            "cell_size" => terrain.cell_size = value.number_or(32.0),
            "layers" => {
                terrain.layers = items(value, TerrainLayer::read);
                terrain.layers.truncate(MAX_LAYERS);
            }
            "chunk_cells" => terrain.chunk_cells = integer_or(value, 32).max(1) as usize,
            "label" => terrain.label = text(value),
            _ => value.skip(),
        });
        terrain
    }
}

impl<'a> TerrainLayer<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Self {
        let mut layer = Self { material: "", tile: 256.0, detile: 0.0, detile_sharpen: 0.5 };
        entries(cursor, |key, value| match key {
            "material" => layer.material = text(value),
            "tile" => layer.tile = value.number_or(256.0),
            "detile" => layer.detile = value.number_or(0.0).clamp(0.0, 1.0),
            "detile_sharpen" => layer.detile_sharpen = value.number_or(0.5).clamp(0.0, 1.0),
            _ => value.skip(),
        });
        layer
    }
}
