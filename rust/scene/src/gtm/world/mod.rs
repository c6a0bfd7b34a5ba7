//! What stands beside the solids: environment and sun, lights, terrains, scatter sets, streaming.

pub mod environment;
pub mod light;
pub mod rgb;
pub mod scatter;
pub mod streaming;
pub mod terrain;
pub mod terrain_cells;
