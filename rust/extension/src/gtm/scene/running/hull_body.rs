//! `GtmHullBody`: a body with many hulls.

use crate::gtm::scene::build::bodies::clear_shapes;
use godot::classes::{ConvexPolygonShape3D, StaticBody3D};
use godot::prelude::*;

/// A static body that has many convex hulls without a node for each, as [method GtmFile.build_scene] makes it of worlds of
/// more than 512 brushes.
///
/// The hulls are the shapes of the body's one shape owner, in the order in which they are stored.
#[derive(GodotClass)]
#[class(tool, init, base = StaticBody3D)]
pub(crate) struct GtmHullBody {
    /// The corners of all hulls, one hull behind the other.
    #[var(set = set_corners, usage_flags = [STORAGE])]
    corners: PackedVector3Array,
    /// How many corners each hull has.
    #[var(set = set_corner_counts, usage_flags = [STORAGE])]
    corner_counts: PackedInt32Array,
    /// The ids of the brushes in their map, one a hull.
    #[var(usage_flags = [STORAGE])]
    pub(crate) node_ids: PackedInt64Array,
    /// The names of the materials of the brushes' faces.
    #[var(usage_flags = [STORAGE])]
    pub(crate) materials: PackedStringArray,
    /// The directions of the faces of all hulls, one hull behind the other.
    #[var(usage_flags = [STORAGE])]
    pub(crate) face_normals: PackedVector3Array,
    /// Which of the materials each face has.
    #[var(usage_flags = [STORAGE])]
    pub(crate) face_materials: PackedInt32Array,
    /// Where the faces of each hull end.
    #[var(usage_flags = [STORAGE])]
    pub(crate) face_ends: PackedInt32Array,
    base: Base<StaticBody3D>,
}

#[godot_api]
impl GtmHullBody {
    #[func]
    pub(crate) fn set_corners(&mut self, corners: PackedVector3Array) {
        self.corners = corners;
        self.restore();
    }

    #[func]
    pub(crate) fn set_corner_counts(&mut self, corner_counts: PackedInt32Array) {
        self.corner_counts = corner_counts;
        self.restore();
    }

    /// The id of the brush that a shape was made of, -1 where the body has no shape of this index.
    #[func]
    pub(crate) fn get_hit_node_id(&self, shape_index: i64) -> i64 {
        usize::try_from(shape_index).ok().and_then(|shape| self.node_ids.get(shape)).unwrap_or(-1)
    }

    /// The name of the material of a shape's face that a direction relative to the body fits best.
    pub(crate) fn material_at(&self, shape_index: i64, normal: Vector3) -> GString {
        let end = |shape: i64| usize::try_from(shape).ok().and_then(|shape| self.face_ends.get(shape));
        let start = end(shape_index.saturating_sub(1)).unwrap_or_default() as usize;
        let faces = start..end(shape_index).unwrap_or_default() as usize;
        let Some(normals) = self.face_normals.as_slice().get(faces) else { return GString::new() };
        let material = closest(normals, normal).and_then(|face| self.face_materials.get(start + face));
        material.and_then(|material| self.materials.get(material as usize)).unwrap_or_default()
    }

    /// Gives the body its hulls, once both parts are there.
    fn restore(&mut self) {
        if self.corners.is_empty() || self.corner_counts.is_empty() {
            return;
        }
        let corners = self.corners.clone();
        let counts = self.corner_counts.clone();
        let owner = self.to_gd();
        let mut body = self.base_mut();
        clear_shapes(&mut body);
        let id = body.create_shape_owner(&owner);
        let mut rest = corners.as_slice();
        for count in counts.as_slice() {
            let count = usize::try_from(*count).unwrap_or_default();
            let Some((hull, behind)) = rest.split_at_checked(count) else { return };
            let mut shape = ConvexPolygonShape3D::new_gd();
            shape.set_points(&PackedVector3Array::from(hull));
            body.shape_owner_add_shape(id, &shape);
            rest = behind;
        }
    }
}

/// The direction that is closest to another.
pub(crate) fn closest(directions: &[Vector3], to: Vector3) -> Option<usize> {
    let along = |direction: &Vector3| direction.dot(to);
    let found = directions.iter().map(along).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    found.map(|(place, _)| place)
}
