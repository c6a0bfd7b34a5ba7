//! What belongs to Godot's servers, given back when its owner goes.

use godot::classes::{PhysicsServer3D, RenderingServer};
use godot::prelude::*;

/// Something of the rendering server's.
pub(crate) struct Drawable(Rid);

impl Drawable {
    pub(crate) const fn new(rid: Rid) -> Self {
        Self(rid)
    }

    pub(crate) const fn rid(&self) -> Rid {
        self.0
    }
}

impl Drop for Drawable {
    fn drop(&mut self) {
        RenderingServer::singleton().free_rid(self.0);
    }
}

/// A body of the physics server's.
pub(crate) struct Body(Rid);

impl Body {
    pub(crate) const fn new(rid: Rid) -> Self {
        Self(rid)
    }

    pub(crate) const fn rid(&self) -> Rid {
        self.0
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        PhysicsServer3D::singleton().free_rid(self.0);
    }
}
