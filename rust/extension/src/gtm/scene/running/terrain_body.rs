//! `GtmTerrainBody`: a body that collides with the triangles of a terrain.

use super::shapes::clear_shapes;
use crate::packed::vectors3;
use crate::workers;
use godot::classes::{ConcavePolygonShape3D, IStaticBody3D, StaticBody3D};
use godot::prelude::*;
use mapwright_scene::gtm::world::terrain_faces::TerrainFaces;

/// A static body that collides with the very triangles that a terrain of a map is drawn with, as
/// [method GtmFile.build_scene] makes it.
///
/// It keeps the heights, not the triangles. Each chunk is a [ConcavePolygonShape3D] of the body without a node, made when the
/// body is. A [HeightMapShape3D] halves all its cells in one direction; a terrain of a map halves them in turns.
#[derive(GodotClass)]
#[class(tool, init, base = StaticBody3D)]
pub(crate) struct GtmTerrainBody {
    /// A height a vertex in meters, row by row along x.
    #[var(set = set_heights, usage_flags = [STORAGE])]
    heights: PackedFloat32Array,
    /// A byte a cell, row by row along x: not 0 where the cell is missing. May be empty.
    #[var(set = set_holes, usage_flags = [STORAGE])]
    holes: PackedByteArray,
    /// Vertices along x and z.
    #[var(set = set_resolution, usage_flags = [STORAGE])]
    resolution: Vector2i,
    /// Meters between two vertices.
    #[var(set = set_cell_size, usage_flags = [STORAGE])]
    cell_size: f64,
    /// Cells along the sides of a chunk.
    #[var(set = set_chunk_cells, usage_flags = [STORAGE])]
    #[init(val = 32)]
    chunk_cells: i64,
    base: Base<StaticBody3D>,
}

#[godot_api]
impl IStaticBody3D for GtmTerrainBody {
    /// The shapes are made once, when all properties are there.
    fn enter_tree(&mut self) {
        self.restore();
    }
}

#[godot_api]
impl GtmTerrainBody {
    #[func]
    pub(crate) fn set_heights(&mut self, heights: PackedFloat32Array) {
        self.heights = heights;
        self.forget();
    }

    #[func]
    pub(crate) fn set_holes(&mut self, holes: PackedByteArray) {
        self.holes = holes;
        self.forget();
    }

    #[func]
    pub(crate) fn set_resolution(&mut self, resolution: Vector2i) {
        self.resolution = resolution;
        self.forget();
    }

    #[func]
    pub(crate) fn set_cell_size(&mut self, cell_size: f64) {
        self.cell_size = cell_size;
        self.forget();
    }

    #[func]
    pub(crate) fn set_chunk_cells(&mut self, chunk_cells: i64) {
        self.chunk_cells = chunk_cells;
        self.forget();
    }

    /// Takes the shapes away that no longer fit, and makes others where the body is in use.
    fn forget(&mut self) {
        let mut body = self.base_mut();
        if body.get_shape_owners().is_empty() {
            return;
        }
        clear_shapes(&mut body);
        let is_used = body.is_inside_tree();
        drop(body);
        if is_used {
            self.restore();
        }
    }

    fn restore(&mut self) {
        let (heights, holes) = (self.heights.clone(), self.holes.clone());
        let size = |number: i64| usize::try_from(number).unwrap_or_default();
        let faces = TerrainFaces {
            resolution: [size(self.resolution.x.into()), size(self.resolution.y.into())],
            cell_size: self.cell_size,
            chunk_cells: size(self.chunk_cells),
            heights: heights.as_slice(),
            holes: holes.as_slice(),
        };
        let owner = self.to_gd();
        let mut body = self.base_mut();
        if !body.get_shape_owners().is_empty() {
            return;
        }
        for chunk in workers::run(|| faces.chunks()) {
            let mut shape = ConcavePolygonShape3D::new_gd();
            shape.set_faces(&vectors3(&chunk.corners));
            let id = body.create_shape_owner(&owner);
            let [x, y, z] = chunk.offset;
            body.shape_owner_set_transform(id, Transform3D::new(Basis::IDENTITY, Vector3::new(x, y, z)));
            body.shape_owner_add_shape(id, &shape);
        }
    }
}
