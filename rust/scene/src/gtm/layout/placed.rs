//! Nodes of a map and its prefabs with the places that they have in it. Sections 3, 4, 5 and 11 of `docs/formats/gtm-nodes.md`.

use super::class_rules::{ClassForm, ClassRules};
use glam::DAffine3;
use mapwright_formats::gtm::NodeRef;
use mapwright_formats::gtm::nodes::Entity;
use std::sync::Arc;

/// Ids of a prefab's nodes are this far from those of the prefab before.
const IDS_PER_PREFAB: i64 = 1_000_000;

/// Where a node of a map or prefab is placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// From the node's own space to the map's, in map units.
    pub transform: DAffine3,
    /// Which prefab it came from, counted in the order of the tree; 0 for the map itself.
    pub occurrence: i64,
    /// The ids of the prefab instances around it, from the outermost to the innermost.
    pub instances: Vec<i64>,
    /// What goes in front of its names.
    pub prefix: String,
    /// The path of the file that it came from.
    pub path: String,
}

/// A node with its placement.
#[derive(Debug, Clone)]
pub struct Placed<'l> {
    /// The node.
    pub node: NodeRef<'l>,
    /// Its placement.
    pub placement: Arc<Placement>,
    /// The group that it hangs under, in [`Layout::groups`].
    pub group: Option<usize>,
}

impl Placed<'_> {
    /// The id that the built node gets.
    pub fn built_id(&self) -> i64 {
        built_id(self.node.id(), &self.placement)
    }
}

/// A layer or group that becomes a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedGroup {
    /// Whether it is a layer.
    pub is_layer: bool,
    /// The id that the built node gets.
    pub id: i64,
    /// What it is called by, whatever else the map has.
    pub id_path: String,
    /// Its name.
    pub name: String,
    /// The group that it hangs under.
    pub parent: Option<usize>,
}

/// An entity and its solids.
#[derive(Debug, Clone)]
pub struct PlacedEntity<'l, 'c> {
    /// The id that the built node gets; 0 for the world.
    pub id: i64,
    /// The id that the node has in its own file.
    pub node_id: i64,
    /// What the node holds, names fixed up.
    pub entity: Entity<'l>,
    /// The rules of its class.
    pub rules: &'c ClassRules,
    /// Its placement.
    pub placement: Arc<Placement>,
    /// The group that it hangs under.
    pub group: Option<usize>,
    /// Whether the node has any children.
    pub has_children: bool,
    /// Whether there are groups among them.
    pub has_groups: bool,
    /// Its brushes and meshes.
    pub solids: Vec<Placed<'l>>,
}

impl PlacedEntity<'_, '_> {
    /// Whether it is built as one at a point rather than one with solids.
    pub fn is_point(&self) -> bool {
        match self.rules.form {
            ClassForm::Point => true,
            ClassForm::Solid => false,
            ClassForm::Unknown => self.solids.is_empty(),
        }
    }
}

pub(super) fn built_id(id: i64, placement: &Placement) -> i64 {
    id.saturating_add(placement.occurrence.saturating_mul(IDS_PER_PREFAB))
}
