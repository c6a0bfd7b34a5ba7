//! Layers and groups. Section 4 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, flag_or, text};
use crate::gtm::node_ref::NodeRef;

/// A layer or a group. Section 4 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Group<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is left out of what is built.
    pub omit_from_export: bool,
}

impl<'a> Group<'a> {
    /// Reads a layer or group node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut group = Self::default();
        entries(&mut node.cursor(), |key, value| match key {
            "name" => group.name = text(value),
            "omit_from_export" => group.omit_from_export = flag_or(value, false),
            _ => value.skip(),
        });
        group
    }
}
