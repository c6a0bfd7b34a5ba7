//! Torque terrains in Godot.

mod chunks;
mod companion;
mod convert;
mod loader;
mod opened;
mod resource;
mod tiles;

pub(crate) use loader::TerrainFormat;
