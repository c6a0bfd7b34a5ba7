//! The terrain as a node: what `mapwright_scene::atlas::lod` chooses, brought in and drawn.

mod baking;
mod collision;
mod drawing;
mod messages;
mod node;
mod queries;
mod settings;
mod statistics;
mod streaming;
