//! The tree of a map and its prefabs: which entities there are, which solids each takes, where all is placed.

pub mod angles;
pub mod class_rules;
pub(super) mod entity_place;
mod fixup;
pub mod names;
pub mod placed;
pub mod prefabs;
pub mod tree;
