//! The triangles of a terrain that bodies collide with: those that are drawn. Section 9 of the node text.

use super::terrain::halves;
use rayon::prelude::*;

/// What the triangles of a terrain are made of, in metres.
#[derive(Debug, Clone, Copy)]
pub struct TerrainFaces<'t> {
    /// Vertices along x and z.
    pub resolution: [usize; 2],
    /// Metres between two vertices.
    pub cell_size: f64,
    /// Cells along the sides of a chunk, 1 or more.
    pub chunk_cells: usize,
    /// A height a vertex, row by row along x.
    pub heights: &'t [f32],
    /// A byte a cell, row by row along x: not 0 where the cell is missing. May be short or empty.
    pub holes: &'t [u8],
}

/// The triangles of a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct ChunkFaces {
    /// The chunk's place relative to the terrain.
    pub offset: [f32; 3],
    /// Three corners a triangle, relative to `offset`.
    pub corners: Vec<[f32; 3]>,
}

impl TerrainFaces<'_> {
    /// The chunks that have cells; none when there is not a height for each vertex.
    pub fn chunks(&self) -> Vec<ChunkFaces> {
        let [nx, nz] = self.resolution;
        if nx < 2 || nz < 2 || nx.checked_mul(nz) != Some(self.heights.len()) {
            return Vec::new();
        }
        let cells = self.chunk_cells.max(1);
        let [columns, rows] = self.resolution.map(|vertices| (vertices - 1).div_ceil(cells));
        let chunks = (0..columns * rows).into_par_iter();
        chunks.filter_map(|chunk| self.chunk([chunk % columns * cells, chunk / columns * cells])).collect()
    }

    fn chunk(&self, start: [usize; 2]) -> Option<ChunkFaces> {
        let end = [0, 1]
            .map(|axis| start[axis].saturating_add(self.chunk_cells.max(1)).min(self.resolution[axis] - 1));
        let mut corners = Vec::with_capacity((end[0] - start[0]) * (end[1] - start[1]) * 6);
        for z in start[1]..end[1] {
            for x in (start[0]..end[0]).filter(|x| !self.is_hole(*x, z)) {
                corners
                    .extend(halves([x, z]).map(|[right, below]| self.corner([x + right, z + below], start)));
            }
        }
        let offset = start.map(|start| (start as f64 * self.cell_size) as f32);
        (!corners.is_empty()).then_some(ChunkFaces { offset: [offset[0], 0.0, offset[1]], corners })
    }

    fn is_hole(&self, x: usize, z: usize) -> bool {
        self.holes.get(z * (self.resolution[0] - 1) + x).is_some_and(|hole| *hole != 0)
    }

    fn corner(&self, [i, j]: [usize; 2], start: [usize; 2]) -> [f32; 3] {
        let along = |place: usize, start: usize| ((place - start) as f64 * self.cell_size) as f32;
        [along(i, start[0]), self.heights[j * self.resolution[0] + i], along(j, start[1])]
    }
}
