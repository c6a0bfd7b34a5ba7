//! A GodotTrench map as a scene: nodes, meshes, shapes and lights from what `mapwright-scene` worked out.

mod build;
mod definitions;
mod editor;
mod hits;
mod resources;
mod running;
mod typed_text;

pub(crate) use build::builder::{Request, build, is_current};
pub(crate) use definitions::options::Options;
pub(crate) use hits::hit;
