//! What bodies collide with.

pub(super) mod moving_bodies;
pub(super) mod static_bodies;
