//! Nodes and resources of a map's scene.

pub(super) mod bodies;
pub(super) mod builder;
mod convert;
mod entities;
pub(super) mod lights;
mod materials;
mod meshes;
mod models;
pub(super) mod properties;

pub(super) mod mesh_node;
pub(super) mod root_scale;
mod scatters;
mod terrains;
mod tree;
mod world;
