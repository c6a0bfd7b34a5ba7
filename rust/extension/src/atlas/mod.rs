//! Torque terrains in Godot.

mod chunks;
mod companion;
mod convert;
mod loader;
mod opened;
mod resource;
mod terrain;
mod tiles;

pub(crate) use loader::TerrainFormat;
pub(crate) use opened::Opened;
