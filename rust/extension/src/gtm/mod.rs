//! GodotTrench maps in Godot.

mod from_godot;
mod gtm_file;
mod lightmap;
mod to_godot;
