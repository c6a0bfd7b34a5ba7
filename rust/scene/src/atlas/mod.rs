//! Torque terrains as geometry with Y up.
//!
//! Torque has Z up: its (x, y, z) is (x, z, -y) here. That is a turn, not a mirror, so triangles keep their
//! winding: clockwise from above, and the front of a triangle is where its corners run clockwise.

mod axes;
mod faces;
mod heights;
mod locate;
pub mod lod;
mod mesh;
mod normals;
mod skirts;
mod tile_set;
mod tiles;

pub use axes::{position, to_torque};
pub use faces::collision_faces;
pub use heights::Heights;
pub use locate::Locator;
pub use mesh::{ChunkMesh, MeshOptions, origin, turned_box};
pub use skirts::add_skirts;
pub use tile_set::{Packing, tile_set};
pub use tiles::{TilePlacement, middle, place_tile};
