//! The vertices of a chunk in Godot's axes.

use super::axes::position;
use super::normals;
use mapwright_formats::atlas::{Bounds, Footprint, GeometryChunk, Node, Terrain};

/// How a chunk becomes a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeshOptions {
    /// What is subtracted from every position, with Y up: zero for terrain space, [`origin`] for the chunk's own.
    pub origin: [f32; 3],
    /// Whether normals are computed where the file stores none; else they point up there.
    pub compute_normals: bool,
    /// Whether the triangles that hide cracks between levels are left out.
    pub without_skirts: bool,
}

/// A chunk with Y up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChunkMesh {
    /// Positions.
    pub vertices: Vec<[f32; 3]>,
    /// Unit normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates over the whole terrain.
    pub uvs: Vec<[f32; 2]>,
    /// What a position moves by on the way to the coarser level.
    pub morph_offsets: Vec<[f32; 3]>,
    /// What a texture coordinate moves by.
    pub uv_morph_offsets: Vec<[f32; 2]>,
    /// Three a triangle; skirts come last.
    pub indices: Vec<u16>,
    /// How many of the last indices are skirts.
    pub skirt_index_count: u32,
    /// The least corner of the chunk's box.
    pub bounds_position: [f32; 3],
    /// The size of the chunk's box.
    pub bounds_size: [f32; 3],
}

impl ChunkMesh {
    /// `chunk` with Y up; its arrays are turned in place.
    pub fn new(mut chunk: GeometryChunk, options: MeshOptions) -> Self {
        let computed = options.compute_normals && !chunk.vertices.has_normals;
        let normals = computed.then(|| normals::of_surface(&chunk));
        if options.without_skirts {
            chunk.indices.truncate(chunk.surface_indices().len());
            chunk.skirt_index_count = 0;
        }
        let (bounds_position, bounds_size) = turned_box(chunk.bounds, options.origin);
        let [x, y, z] = options.origin;
        let moved = |point: [f32; 3]| {
            let [a, b, c] = position(point);
            [a - x, b - y, c - z]
        };
        let vertices = chunk.vertices;
        Self {
            vertices: turned(vertices.points, moved),
            normals: turned(normals.unwrap_or(vertices.normals), position),
            uvs: vertices.tex_coords,
            morph_offsets: turned(vertices.point_morph_offsets, position),
            uv_morph_offsets: vertices.tex_morph_offsets,
            indices: chunk.indices,
            skirt_index_count: chunk.skirt_index_count,
            bounds_position,
            bounds_size,
        }
    }

    /// The box around the mesh and around what it morphs into: its least corner and its size.
    pub fn reach(&self) -> [[f32; 3]; 2] {
        if self.vertices.is_empty() {
            return [[0.0; 3]; 2];
        }
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for (vertex, offset) in self.vertices.iter().zip(&self.morph_offsets) {
            for axis in 0..3 {
                let moved = vertex[axis] + offset[axis];
                min[axis] = min[axis].min(vertex[axis]).min(moved);
                max[axis] = max[axis].max(vertex[axis]).max(moved);
            }
        }
        [min, [0, 1, 2].map(|axis| max[axis] - min[axis])]
    }
}

/// Where the local space of `node`'s chunk begins, with Y up: its south-west corner at height 0. `bounds` is the
/// chunk's box, for files whose tables do not tell.
pub fn origin(terrain: &Terrain, node: Node, bounds: Option<Bounds>) -> Option<[f32; 3]> {
    let [x, y] = match terrain.footprint(node) {
        Footprint::Square { min, .. } => min,
        Footprint::Unknown => bounds.map(|bounds| [bounds.min[0], bounds.min[1]])?,
    };
    Some(position([x, y, 0.0]))
}

fn turned(mut values: Vec<[f32; 3]>, turn: impl Fn([f32; 3]) -> [f32; 3]) -> Vec<[f32; 3]> {
    for value in &mut values {
        *value = turn(*value);
    }
    values
}

/// A box with Y up and less `origin`, by its least corner and its size.
pub fn turned_box(Bounds { min, max }: Bounds, origin: [f32; 3]) -> ([f32; 3], [f32; 3]) {
    let corner = [min[0] - origin[0], min[2] - origin[1], -max[1] - origin[2]];
    (corner, [max[0] - min[0], max[2] - min[2], max[1] - min[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reach_is_around_the_mesh_and_what_it_morphs_into() {
        let mesh = ChunkMesh {
            vertices: vec![[1.0, 2.0, 3.0], [5.0, 2.0, 3.0]],
            morph_offsets: vec![[0.0, -4.0, 0.0], [0.0, 0.0, 2.0]],
            ..ChunkMesh::default()
        };
        assert_eq!(mesh.reach(), [[1.0, -2.0, 3.0], [4.0, 4.0, 2.0]]);
        assert_eq!(ChunkMesh::default().reach(), [[0.0; 3]; 2]);
    }
}
