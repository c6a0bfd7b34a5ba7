//! Prefab instances. Section 11 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, numbers_or, text};
use crate::gtm::node_ref::NodeRef;

/// An instance of another map. Section 11 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PrefabInstance<'a> {
    /// The other map's path, absolute or relative to the map that the node is in.
    pub path: &'a str,
    /// Where it is placed, in map units.
    pub origin: [f64; 3],
    /// Pitch, yaw, roll in degrees.
    pub angles: [f64; 3],
    /// What goes in front of its names.
    pub fixup: &'a str,
}

impl<'a> PrefabInstance<'a> {
    /// Reads an instance node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut instance = Self::default();
        entries(&mut node.cursor(), |key, value| match key {
            "path" => instance.path = text(value),
            "origin" => instance.origin = numbers_or(value, [0.0; 3]),
            "angles" => instance.angles = numbers_or(value, [0.0; 3]),
            "fixup" => instance.fixup = text(value),
            _ => value.skip(),
        });
        instance
    }
}
