//! GodotTrench maps in Godot.

mod from_godot;
mod gtm_file;
pub(crate) mod lightmap;
mod to_godot;
