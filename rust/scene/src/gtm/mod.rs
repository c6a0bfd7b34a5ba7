//! GodotTrench maps: the node tree to geometry, places and plain values, as the node text says.
//!
//! [`library::Library`] gathers a map's prefabs, [`layout::lay_out`] walks the tree, [`build::draft`] places the solids and
//! [`build::Draft::build`] makes what is drawn and collided with. Terrains, scatter sets and the environment have their own modules, because each can stand alone.

pub mod angles;
mod bounds_tree;
mod brush_corners;
pub mod build;
pub mod cells;
mod charts;
pub mod class_rules;
pub mod collision;
mod cover;
mod covered;
mod displacement;
mod emit;
mod entity_place;
pub mod environment;
mod face_mesh;
mod fixup;
mod inner_faces;
mod inside;
pub mod layout;
pub mod library;
pub mod light;
mod mesh_normals;
pub mod names;
pub mod occluder;
mod phong;
mod placed_solid;
mod polygon;
mod problems;
mod projection;
pub mod scatter;
pub mod streaming;
pub mod surface;
mod surfaces;
pub mod terrain;
pub mod text;
pub mod texture_class;
mod triangulate;
