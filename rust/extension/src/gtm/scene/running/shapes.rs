//! Shapes of bodies that have no nodes for them.

use godot::classes::StaticBody3D;
use godot::prelude::*;

/// Takes away what shapes a body has without nodes.
pub(crate) fn clear_shapes(body: &mut Gd<StaticBody3D>) {
    for shape_owner in body.get_shape_owners().as_slice() {
        body.remove_shape_owner(*shape_owner as u32);
    }
}
