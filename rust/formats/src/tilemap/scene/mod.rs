//! The tile map layers of a whole scene in Godot's text format, found and replaced without touching anything else.

mod find;
mod replace;
mod scan;

pub use find::{LayerKind, SceneLayer, list_scene_layers};
pub use replace::replace_scene_layer;
