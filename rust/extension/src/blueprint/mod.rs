//! ISLA island blueprints in Godot.

mod convert;
mod island;
mod loader;
mod resource;
mod shapes;

pub(crate) use loader::IslandFormat;
