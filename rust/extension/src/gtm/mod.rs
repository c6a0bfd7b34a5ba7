//! GodotTrench maps in Godot.

mod from_godot;
mod gtm_file;
pub(crate) mod lightmap;
mod open;
mod to_godot;

pub(crate) use open::open;
