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
