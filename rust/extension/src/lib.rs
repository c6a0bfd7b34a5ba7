//! Mapwright's Godot classes. Thin by intent: they convert and report, and parse nothing themselves.

// Help texts are BBCode, which has its own way to mark code.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes, clippy::tabs_in_doc_comments)]
// Godot hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]
// The accessors that gdext makes for a property are `pub`.
#![allow(unreachable_pub)]

mod atlas;
mod blueprint;
mod entry;
mod errors;
mod files;
mod gtm;
mod loader;
mod packed;
mod raw;
mod tell;
mod tilemap;
mod workers;
