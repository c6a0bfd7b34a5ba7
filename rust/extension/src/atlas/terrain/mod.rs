//! The terrain as a node: what `mapwright_scene::atlas::lod` chooses, brought in and drawn.

mod bake;
mod baking;
mod bodies;
mod collision;
mod content;
mod drawing;
mod layers;
mod loading;
mod messages;
mod navigation;
mod node;
mod outline;
mod owned;
mod progress;
mod queries;
mod session;
mod settings;
mod statistics;
mod streaming;
mod survey;
mod viewer;
