//! A `.chu` as Atlas geometry, bit for bit as Torque's own import computes it.

use super::chunk::ChuChunk;
use super::table::{Chu, ChuStub};
use crate::atlas::bounds::Bounds;
use crate::atlas::error::Error;
use crate::atlas::geometry::GeometryChunk;
use crate::atlas::quadtree::Node;
use crate::atlas::vertices::Vertices;
use crate::source::ReadAt;

/// Quantized units from the middle of a chunk to its border.
const HALF_CHUNK: f32 = 16384.0;

/// Which of the two known ways texture coordinates are made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TexCoords {
    /// `(y / H, x / W)`: what Torque imports, and what its terrains are drawn with.
    #[default]
    Engine,
    /// `(y / H, 1 - x / W)`: what the format text says.
    Reflected,
}

impl Chu {
    /// `chunk` as Atlas geometry; the box is around the chunk's own vertices.
    pub(crate) fn map(&self, node: Node, chunk: &ChuChunk, tex_coords: TexCoords) -> Option<GeometryChunk> {
        let place = Placement::new(self, self.stub(node)?);
        let points: Vec<_> = chunk.vertices.iter().map(|vertex| place.point(*vertex)).collect();
        let size = self.terrain_size();
        let tex_coord = |[x, y, _]: &[f32; 3]| match tex_coords {
            TexCoords::Engine => [y / size, x / size],
            TexCoords::Reflected => [y / size, 1.0 - x / size],
        };
        let vertices = Vertices {
            tex_coords: points.iter().map(tex_coord).collect(),
            tex_morph_offsets: vec![[0.0; 2]; points.len()],
            point_morph_offsets: chunk
                .vertices
                .iter()
                .map(|vertex| [0.0, 0.0, place.height(vertex[3])])
                .collect(),
            normals: vec![[0.0, 0.0, 1.0]; points.len()],
            has_normals: false,
            points,
        };
        Some(GeometryChunk {
            previous_chunk: 0,
            bounds: Bounds::of_points(&vertices.points),
            indices: chunk.indices.clone(),
            skirt_index_count: 0,
            vertices,
            collision: None,
        })
    }

    /// The box around the vertices of `node` and of all nodes below it; read once, then remembered.
    ///
    /// # Errors
    /// [`Error`] when one of the chunks is damaged.
    pub fn bounds(&self, source: &mut dyn ReadAt, node: Node) -> Result<Bounds, Error> {
        let slot = self.bounds.get(node.transposed_index() as usize);
        if let Some(known) = slot.and_then(|slot| slot.get()) {
            return Ok(*known);
        }
        let own = self.chunk(source, node)?;
        let mut bounds = self.own_bounds(node, &own);
        if node.level + 1 < self.header().tree_depth {
            for child in node.children() {
                let below = self.bounds(source, child)?;
                bounds = Some(bounds.map_or(below, |bounds| bounds.union(below)));
            }
        }
        let bounds = bounds.unwrap_or_else(|| Bounds::of_points(&[]));
        Ok(slot.map_or(bounds, |slot| *slot.get_or_init(|| bounds)))
    }

    fn own_bounds(&self, node: Node, chunk: &ChuChunk) -> Option<Bounds> {
        let place = Placement::new(self, self.stub(node)?);
        let points: Vec<_> = chunk.vertices.iter().map(|vertex| place.point(*vertex)).collect();
        (!points.is_empty()).then(|| Bounds::of_points(&points))
    }
}

/// Where a chunk's quantized vertices lie in the world. The stub's own level, x and y decide.
struct Placement {
    size: f64,
    origin: [f64; 2],
    vertical_scale: f32,
}

impl Placement {
    fn new(chu: &Chu, stub: &ChuStub) -> Self {
        let header = chu.header();
        let leaves = 1u32 << (header.tree_depth - 1 - u32::from(stub.level));
        let size = header.leaf_dimensions * leaves as f32;
        let origin = [stub.x, stub.y].map(|place| f64::from(size * f32::from(place)));
        Self { size: size.into(), origin, vertical_scale: header.vertical_scale }
    }

    fn point(&self, [x, y, z, _]: [i16; 4]) -> [f32; 3] {
        [self.along(x, 0), self.along(y, 1), self.height(z)]
    }

    /// Divided as a float, placed as a double, kept as a float: so does the engine.
    fn along(&self, quantized: i16, axis: usize) -> f32 {
        let from_middle = f64::from(f32::from(quantized) / HALF_CHUNK);
        ((from_middle * 0.5 + 0.5) * self.size + self.origin[axis]) as f32
    }

    fn height(&self, quantized: i16) -> f32 {
        f32::from(quantized) * self.vertical_scale
    }
}
