//! GodotTrench maps in Godot.

mod from_godot;
mod gtm_file;
mod gtm_file_hits;
mod gtm_file_nodes;
pub(crate) mod lightmap;
mod open;
mod scene;
mod to_godot;
mod unknown_chunks;

pub(crate) use open::open;
