//! Mapwright's Godot classes. Thin by intent: they convert and report, and parse nothing themselves.

mod entry;
mod errors;
mod files;
mod gtm;
mod loader;
mod raw;
mod workers;
