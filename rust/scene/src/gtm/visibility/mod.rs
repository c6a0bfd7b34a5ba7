//! Faces that nobody can see: covered by other solids, or back to back inside an entity.

mod bounds_tree;
mod clipping;
pub(super) mod hidden_faces;
pub(super) mod inner_faces;
mod inside;
