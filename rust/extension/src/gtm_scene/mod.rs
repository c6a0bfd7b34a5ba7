//! A GodotTrench map as a scene: nodes, meshes, shapes and lights from what `mapwright-scene` worked out.

mod arguments;
mod baked_lighting;
mod bodies;
mod builder;
mod classes;
mod convert;
mod definitions;
mod entities;
mod hull_body;
mod importer;
mod inputs;
mod lights;
mod materials;
mod meshes;
mod methods;
mod missing;
mod models;
mod options;
mod output_relay;
mod parameters;
mod plugin;
mod prefab_users;
mod properties;
mod resources;
mod scatter_body;
mod scatter_multimesh;
mod scatters;
mod targets;
mod terrains;
mod tree;
mod typed_text;
mod world;

pub(crate) use builder::{Request, build, is_current};
pub(crate) use options::Options;
