//! Terrains: chunks of triangles, weights, holes. Section 9 of `docs/formats/gtm-nodes.md`.

use super::terrain_cells::TerrainCells;
use crate::gtm::build::Settings;
use crate::gtm::layout::placed::Placed;
use crate::gtm::surfaces::arrays::Arrays;
use crate::gtm::surfaces::charts::Charts;
use glam::{DVec2, DVec3};
use mapwright_formats::gtm::Lightmap;
use mapwright_formats::gtm::nodes::TerrainGrid;
use rayon::prelude::*;

/// The weights of a vertex that has none.
const FIRST_LAYER: [f32; 4] = [1.0, 0.0, 0.0, 0.0];

/// A terrain, ready to become a body with chunks.
#[derive(Debug, Clone, PartialEq)]
pub struct Terrain {
    /// The id that the built node gets.
    pub id: i64,
    /// Its name, often empty.
    pub label: String,
    /// The place of its first vertex in metres, before its height.
    pub position: DVec3,
    /// Metres between two vertices.
    pub cell_size: f64,
    /// Vertices along x and z.
    pub resolution: [usize; 2],
    /// A height a vertex in metres, row by row along x.
    pub heights: Vec<f32>,
    /// A byte a cell, not 0 for a hole; there are none where it is too short.
    pub holes: Vec<u8>,
    /// The place of each vertex' strongest layer; empty where there is one layer only.
    pub strongest_layers: Vec<u8>,
    /// Its layers, four at most.
    pub layers: Vec<TerrainLayer>,
    /// The chunks that have cells.
    pub chunks: Vec<TerrainChunk>,
    /// Whether the chunks have light map coordinates.
    pub is_baked: bool,
}

/// One of a terrain's layers.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainLayer {
    /// The material's name.
    pub material: String,
    /// Metres that one repeat covers.
    pub tile: f64,
    /// How much the repeats are turned and shifted, 0 to 1.
    pub detile: f64,
    /// How sharp the repeats are set off against each other, 0 to 1.
    pub detile_sharpen: f64,
}

/// A part of a terrain.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainChunk {
    /// Which chunk along x and z.
    pub place: [usize; 2],
    /// Its place in metres, relative to the terrain.
    pub offset: DVec3,
    /// Its vertices and triangles, relative to `offset`. Colors are the weights of the layers.
    pub arrays: Arrays,
}

/// Builds a terrain.
///
/// # Errors
/// Why it cannot be built, as one sentence.
pub fn build(
    placed: &Placed<'_>,
    lightmap: Option<&Lightmap>,
    settings: &Settings,
) -> Result<Terrain, String> {
    let grid = TerrainGrid::read(placed.node);
    let id = placed.built_id();
    let resolution =
        checked_resolution(&grid).map_err(|reason| format!("terrain {id} is left out: {reason}"))?;
    let scale = settings.scale();
    let half =
        DVec3::new((resolution[0] - 1) as f64, 0.0, (resolution[1] - 1) as f64) * (grid.cell_size * 0.5);
    let origin = placed.placement.transform.transform_point3(DVec3::from_array(grid.origin) + half) - half;
    let charts = lightmap.filter(|_| settings.is_baked && placed.placement.occurrence == 0).map(Charts::new);
    let charts = charts.filter(|charts| charts.get(Some(placed.node.id()), 0).is_some());
    let surface = Sampled { grid: &grid, resolution, origin, scale, node: placed.node.id(), charts };
    let [columns, rows] = resolution.map(|vertices| (vertices - 1).div_ceil(grid.chunk_cells));
    let chunks = (0..columns * rows)
        .into_par_iter()
        .filter_map(|chunk| surface.chunk([chunk % columns, chunk / columns]))
        .collect();
    let layer = |layer: &mapwright_formats::gtm::nodes::TerrainLayer<'_>| TerrainLayer {
        material: layer.material.to_owned(),
        tile: layer.tile * scale,
        detile: layer.detile,
        detile_sharpen: layer.detile_sharpen,
    };
    Ok(Terrain {
        id,
        label: grid.label.to_owned(),
        position: origin * scale,
        cell_size: grid.cell_size * scale,
        resolution,
        heights: grid.heights.iter().map(|height| (f64::from(*height) * scale) as f32).collect(),
        holes: if grid.holes.iter().any(|hole| *hole != 0) { grid.holes.clone() } else { Vec::new() },
        strongest_layers: strongest_layers(&grid),
        layers: grid.layers.iter().map(layer).collect(),
        chunks,
        is_baked: surface.charts.is_some(),
    })
}

fn checked_resolution(grid: &TerrainGrid<'_>) -> Result<[usize; 2], String> {
    let [nx, nz] = grid.resolution;
    if nx < 2 || nz < 2 {
        return Err(format!("its resolution is {nx} x {nz}, at least 2 x 2 expected"));
    }
    let expected = u128::from(nx.unsigned_abs()) * u128::from(nz.unsigned_abs());
    if expected != grid.heights.len() as u128 {
        return Err(format!("it has {} heights, {expected} expected", grid.heights.len()));
    }
    if !grid.heights.iter().all(|height| height.is_finite()) {
        return Err("a height is no finite number".to_owned());
    }
    if grid.cell_size <= 0.0 {
        return Err(format!("its cell size is {}, more than 0 expected", grid.cell_size));
    }
    Ok([nx as usize, nz as usize])
}

fn strongest_layers(grid: &TerrainGrid<'_>) -> Vec<u8> {
    let last = grid.layers.len().saturating_sub(1).min(FIRST_LAYER.len() - 1) as u8;
    if last == 0 {
        return Vec::new();
    }
    let strongest = |weights: &[u8; 4]| {
        // The first of equals.
        (0..=last).rev().max_by_key(|layer| weights[usize::from(*layer)]).unwrap_or_default()
    };
    grid.splat.as_chunks().0.iter().take(grid.heights.len()).map(strongest).collect()
}

/// A terrain whose chunks are cut out.
struct Sampled<'a> {
    grid: &'a TerrainGrid<'a>,
    resolution: [usize; 2],
    /// In map units.
    origin: DVec3,
    scale: f64,
    node: i64,
    charts: Option<Charts>,
}

impl Sampled<'_> {
    fn chunk(&self, place: [usize; 2]) -> Option<TerrainChunk> {
        let cells = self.grid.chunk_cells;
        let start = place.map(|place| place * cells);
        let end = [0, 1].map(|axis| (start[axis] + cells).min(self.resolution[axis] - 1));
        let triangles = TerrainCells { resolution: self.resolution, holes: &self.grid.holes };
        let indices = triangles.triangles(start, end);
        if indices.is_empty() {
            return None;
        }
        let step = self.grid.cell_size * self.scale;
        let mut arrays = Arrays { indices, ..Arrays::default() };
        for j in start[1]..=end[1] {
            for i in start[0]..=end[0] {
                self.push_vertex([i, j], start, &mut arrays);
            }
        }
        let offset = DVec3::new(start[0] as f64, 0.0, start[1] as f64) * step;
        Some(TerrainChunk { place, offset, arrays })
    }

    fn push_vertex(&self, [i, j]: [usize; 2], start: [usize; 2], arrays: &mut Arrays) {
        let step = self.grid.cell_size;
        let height = self.height(i, j);
        let local = DVec3::new((i - start[0]) as f64 * step, height, (j - start[1]) as f64 * step);
        arrays.positions.push((local * self.scale).as_vec3().to_array());
        arrays.normals.push(self.normal(i, j).as_vec3().to_array());
        let last = self.resolution.map(|vertices| (vertices - 1) as f64);
        arrays.uvs.push(DVec2::new(i as f64 / last[0], j as f64 / last[1]).as_vec2().to_array());
        arrays.colors.push(self.weights(i, j));
        if let Some(chart) = self.charts.as_ref().and_then(|charts| charts.get(Some(self.node), 0)) {
            let position = self.origin + DVec3::new(i as f64 * step, height, j as f64 * step);
            arrays.uv2s.push(chart.at(position).as_vec2().to_array());
        }
    }

    fn height(&self, i: usize, j: usize) -> f64 {
        f64::from(self.grid.heights[j * self.resolution[0] + i])
    }

    fn normal(&self, i: usize, j: usize) -> DVec3 {
        let [nx, nz] = self.resolution;
        let slope_x = self.height((i + 1).min(nx - 1), j) - self.height(i.saturating_sub(1), j);
        let slope_z = self.height(i, (j + 1).min(nz - 1)) - self.height(i, j.saturating_sub(1));
        DVec3::new(-slope_x, 2.0 * self.grid.cell_size, -slope_z).normalize_or(DVec3::Y)
    }

    fn weights(&self, i: usize, j: usize) -> [f32; 4] {
        let start = (j * self.resolution[0] + i) * 4;
        match self.grid.splat.get(start..start + 4) {
            Some(&[a, b, c, d]) => [a, b, c, d].map(|weight| f32::from(weight) / 255.0),
            _ => FIRST_LAYER,
        }
    }
}
