//! Brushes and meshes in the map's space: corners, triangles, displacement, normals, what they collide with.

pub mod collision;
mod corners;
mod displacement;
pub(super) mod face_mesh;
pub(super) mod mesh_normals;
pub mod occluder;
pub(super) mod placed_solid;
pub(super) mod polygon;
pub mod texture_class;
pub(super) mod triangulation;
