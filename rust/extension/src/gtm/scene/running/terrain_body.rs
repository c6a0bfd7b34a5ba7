//! `GtmTerrainBody`: a body with the triangles of a terrain.

use super::body_ids::own_id;
use crate::gtm::scene::build::bodies::clear_shapes;
use crate::packed::vectors3;
use godot::classes::{ConcavePolygonShape3D, StaticBody3D};
use godot::prelude::*;
use mapwright_scene::gtm::world::terrain_cells::TerrainCells;

/// The cells along the edge of what becomes one shape. What a body costs grows faster than its shapes, and Jolt Physics
/// rounds corners to a part of the shape's size.
const SHAPE_CELLS: usize = 32;

/// A static body that collides with the very triangles of a terrain, as [method GtmFile.build_scene] makes it of terrains.
///
/// It keeps the terrain's heights only, and makes its shapes of them: scenes stay small. A terrain of 1025 x 1025 vertices takes
/// about a second to stand, and 350 MB with Godot Physics or 115 MB with Jolt Physics.
#[derive(GodotClass)]
#[class(tool, init, base = StaticBody3D)]
pub(crate) struct GtmTerrainBody {
    /// How many vertices there are along x and z.
    #[var(set = set_resolution, usage_flags = [STORAGE])]
    resolution: Vector2i,
    /// The meters between two vertices.
    #[var(set = set_cell_size, usage_flags = [STORAGE])]
    cell_size: f64,
    /// A byte a cell, row by row along x: not 0 where nothing collides. Empty for a terrain without holes.
    #[var(set = set_holes, usage_flags = [STORAGE])]
    holes: PackedByteArray,
    /// The names of the materials of the terrain's layers.
    #[var(usage_flags = [STORAGE])]
    pub(crate) materials: PackedStringArray,
    /// Which of the materials is the strongest at each vertex. Empty where all have the first.
    #[var(usage_flags = [STORAGE])]
    pub(crate) vertex_materials: PackedByteArray,
    /// The height of each vertex in meters, row by row along x.
    #[var(set = set_heights, usage_flags = [STORAGE])]
    heights: PackedFloat32Array,
    base: Base<StaticBody3D>,
}

#[godot_api]
impl GtmTerrainBody {
    #[func]
    pub(crate) fn set_resolution(&mut self, resolution: Vector2i) {
        self.resolution = resolution;
        self.restore();
    }

    #[func]
    pub(crate) fn set_cell_size(&mut self, cell_size: f64) {
        self.cell_size = cell_size;
        self.restore();
    }

    #[func]
    pub(crate) fn set_holes(&mut self, holes: PackedByteArray) {
        self.holes = holes;
        self.restore();
    }

    #[func]
    pub(crate) fn set_heights(&mut self, heights: PackedFloat32Array) {
        self.heights = heights;
        self.restore();
    }

    /// The id of the terrain in its map, -1 where the body has no shape of this index.
    #[func]
    fn get_hit_node_id(&self, shape_index: i64) -> i64 {
        own_id(&self.to_gd().upcast(), shape_index)
    }

    /// The material's name at a place relative to the body.
    pub(crate) fn material_at(&self, place: Vector3) -> GString {
        let along = |place: f32, vertices: i32| {
            let last = f64::from(vertices.max(1) - 1);
            (f64::from(place) / self.cell_size).round().clamp(0.0, last) as usize
        };
        let row = along(place.z, self.resolution.y).saturating_mul(self.resolution.x.max(0) as usize);
        let vertex = row.saturating_add(along(place.x, self.resolution.x));
        let material = self.vertex_materials.get(vertex).unwrap_or_default();
        self.materials.get(material.into()).unwrap_or_default()
    }

    /// Gives the body its shapes, once all that they are made of is there.
    fn restore(&mut self) {
        let resolution =
            [self.resolution.x, self.resolution.y].map(|side| usize::try_from(side).unwrap_or(0));
        let expected = resolution[0].checked_mul(resolution[1]).filter(|vertices| *vertices > 0);
        let is_complete = expected == Some(self.heights.len()) && self.cell_size > 0.0;
        let (heights, holes, cell_size) = (self.heights.clone(), self.holes.clone(), self.cell_size);
        let cells = TerrainCells { resolution, holes: holes.as_slice() };
        let last = resolution.map(|vertices| vertices.saturating_sub(1));
        let starts = |axis: usize| (0..last[axis]).step_by(SHAPE_CELLS);
        let owner = self.to_gd();
        let mut body = self.base_mut();
        clear_shapes(&mut body);
        if !is_complete {
            return;
        }
        for start in starts(1).flat_map(|z| starts(0).map(move |x| [x, z])) {
            let end = [0, 1].map(|axis| (start[axis] + SHAPE_CELLS).min(last[axis]));
            let corners = cells.corners(heights.as_slice(), cell_size, start, end);
            if corners.is_empty() {
                continue;
            }
            let mut shape = ConcavePolygonShape3D::new_gd();
            shape.set_faces(&vectors3(&corners));
            let [x, z] = start.map(|vertices| (vertices as f64 * cell_size) as f32);
            let id = body.create_shape_owner(&owner);
            body.shape_owner_set_transform(id, Transform3D::new(Basis::IDENTITY, Vector3::new(x, 0.0, z)));
            body.shape_owner_add_shape(id, &shape);
        }
    }
}
