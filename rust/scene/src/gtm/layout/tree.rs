//! The tree of a map and its prefabs, walked once: which entities there are, which solids each takes, where all is
//! placed. Sections 3, 4, 5 and 11 of `docs/formats/gtm-nodes.md`.

use super::angles;
use super::class_rules::Classes;
use super::fixup::fix_up;
use super::names::id_path;
use super::placed::{Placed, PlacedEntity, PlacedGroup, Placement, built_id};
use super::prefabs::{Library, MAX_PREFAB_DEPTH, resolve};

use glam::{DAffine3, DVec3};
use mapwright_formats::Problems;
use mapwright_formats::gtm::nodes::{Entity, Group, MapHead, PrefabInstance};
use mapwright_formats::gtm::{NodeKind, NodeRef};
use std::sync::Arc;

/// More nodes than this are not placed: eight levels of prefabs can multiply without end.
pub const MAX_PLACED: usize = 2_000_000;

/// A walked map.
#[derive(Debug)]
pub struct Layout<'l, 'c> {
    /// The map's head.
    pub head: MapHead<'l>,
    /// The world, then the entities in the order of the tree.
    pub entities: Vec<PlacedEntity<'l, 'c>>,
    /// The layers and groups that become nodes, parents first.
    pub groups: Vec<PlacedGroup>,
    /// The terrains.
    pub terrains: Vec<Placed<'l>>,
    /// The scatter sets.
    pub scatters: Vec<Placed<'l>>,
    /// What could not be placed.
    pub(crate) problems: Problems<String>,
}

impl Layout<'_, '_> {
    /// What could not be placed, one sentence each.
    pub fn problems(&self) -> &[String] {
        self.problems.as_slice()
    }
}

/// Walks a map. With `with_groups` its layers and groups become nodes.
pub fn lay_out<'l, 'c>(
    library: &'l Library<'_>,
    classes: &'c dyn Classes,
    with_groups: bool,
) -> Layout<'l, 'c> {
    lay_out_up_to(MAX_PLACED, library, classes, with_groups)
}

/// Walks a map and places `limit` nodes at most; more are a problem.
pub fn lay_out_up_to<'l, 'c>(
    limit: usize,
    library: &'l Library<'_>,
    classes: &'c dyn Classes,
    with_groups: bool,
) -> Layout<'l, 'c> {
    let head = MapHead::read(library.root());
    let placement = Arc::new(Placement {
        transform: DAffine3::IDENTITY,
        occurrence: 0,
        instances: Vec::new(),
        prefix: String::new(),
        path: library.root_path().to_owned(),
    });
    let world = PlacedEntity {
        id: 0,
        node_id: 0,
        entity: Entity { classname: "worldspawn", properties: head.properties.clone(), ..Entity::default() },
        rules: classes.rules("worldspawn"),
        placement: Arc::clone(&placement),
        group: None,
        has_children: true,
        has_groups: false,
        solids: Vec::new(),
    };
    let layout = Layout {
        head,
        entities: vec![world],
        groups: Vec::new(),
        terrains: Vec::new(),
        scatters: Vec::new(),
        problems: Problems::default(),
    };
    let mut walk = Walk {
        library,
        classes,
        with_groups,
        layout,
        chain: Vec::new(),
        occurrences: 0,
        left: limit,
        was_cut: false,
    };
    for layer in library.root().layers() {
        walk.layer(layer, &placement, None);
    }
    if walk.was_cut {
        walk.layout.problems.push_first(format!("more than {limit} nodes, the rest is left out"));
    }
    walk.layout
}

struct Walk<'l, 'c> {
    library: &'l Library<'l>,
    classes: &'c dyn Classes,
    with_groups: bool,
    layout: Layout<'l, 'c>,
    /// The paths of the prefabs around the node.
    chain: Vec<String>,
    occurrences: i64,
    /// How many nodes may still be placed.
    left: usize,
    /// Whether one was not.
    was_cut: bool,
}

impl<'l> Walk<'l, '_> {
    /// Walks a layer of the map, which may become a node, or of a prefab, which does not.
    fn layer(&mut self, node: NodeRef<'l>, placement: &Arc<Placement>, group: Option<usize>) {
        if node.kind() != NodeKind::Layer {
            return;
        }
        let layer = Group::read(node);
        if layer.omit_from_export {
            return;
        }
        let group = if placement.occurrence == 0 {
            self.group_node(node, layer.name, placement, group)
        } else {
            group
        };
        for child in node.children() {
            self.node(child, placement, group, false);
        }
    }

    /// Whether one more node may be placed.
    const fn take_place(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.was_cut = true,
        }
        !self.was_cut
    }

    fn node(
        &mut self,
        node: NodeRef<'l>,
        placement: &Arc<Placement>,
        group: Option<usize>,
        omits_entities: bool,
    ) {
        if !self.take_place() {
            return;
        }
        let placed = || Placed { node, placement: Arc::clone(placement), group };
        match node.kind() {
            NodeKind::Brush | NodeKind::Mesh => self.layout.entities[0].solids.push(placed()),
            NodeKind::Terrain => self.layout.terrains.push(placed()),
            NodeKind::Scatter => self.layout.scatters.push(placed()),
            NodeKind::Entity if !omits_entities => self.entity(node, placement, group),
            NodeKind::Group => self.group(node, placement, group),
            NodeKind::Instance => self.instance(node, placement, group),
            // The format has layers at the top only; one that was put elsewhere is a layer all the same.
            NodeKind::Layer => self.layer(node, placement, group),
            NodeKind::Entity | NodeKind::Unknown => {}
        }
    }

    fn group(&mut self, node: NodeRef<'l>, placement: &Arc<Placement>, parent: Option<usize>) {
        let read = Group::read(node);
        let group =
            if read.omit_from_export { parent } else { self.group_node(node, read.name, placement, parent) };
        for child in node.children() {
            self.node(child, placement, group, read.omit_from_export);
        }
    }

    fn group_node(
        &mut self,
        node: NodeRef<'l>,
        name: &str,
        placement: &Placement,
        parent: Option<usize>,
    ) -> Option<usize> {
        if !self.with_groups {
            return None;
        }
        self.layout.groups.push(PlacedGroup {
            is_layer: node.kind() == NodeKind::Layer,
            id: built_id(node.id(), placement),
            id_path: id_path(placement, node.id()),
            name: name.to_owned(),
            parent,
        });
        Some(self.layout.groups.len() - 1)
    }

    fn entity(&mut self, node: NodeRef<'l>, placement: &Arc<Placement>, group: Option<usize>) {
        let mut entity = Entity::read(node);
        let rules = self.classes.rules(entity.classname);
        fix_up(&mut entity, rules, &placement.prefix);
        let solids: Vec<Placed<'l>> = node
            .children()
            .filter(|child| matches!(child.kind(), NodeKind::Brush | NodeKind::Mesh))
            .take_while(|_| self.take_place())
            .map(|child| Placed { node: child, placement: Arc::clone(placement), group })
            .collect();
        self.layout.entities.push(PlacedEntity {
            id: built_id(node.id(), placement),
            node_id: node.id(),
            entity,
            rules,
            placement: Arc::clone(placement),
            group,
            has_children: node.children().len() > 0,
            has_groups: node.children().any(|child| child.kind() == NodeKind::Group),
            solids,
        });
    }

    fn instance(&mut self, node: NodeRef<'l>, outer: &Arc<Placement>, group: Option<usize>) {
        let instance = PrefabInstance::read(node);
        let path = resolve(&outer.path, instance.path);
        let library = self.library;
        if self.chain.len() >= MAX_PREFAB_DEPTH {
            let chain = &self.chain;
            self.layout.problems.push_with(|| left_out(node, outer, &path, &too_deep(library, chain, &path)));
            return;
        }
        let prefab = match library.prefab(&path) {
            Ok(prefab) => prefab,
            Err(reason) => {
                self.layout.problems.push_with(|| left_out(node, outer, &path, reason));
                return;
            }
        };
        self.occurrences += 1;
        let separator = if instance.fixup.is_empty() { "" } else { "-" };
        let placement = Arc::new(Placement {
            transform: outer.transform
                * DAffine3::from_mat3_translation(
                    angles::basis(DVec3::from_array(instance.angles)),
                    DVec3::from_array(instance.origin),
                ),
            occurrence: self.occurrences,
            instances: outer.instances.iter().copied().chain([node.id()]).collect(),
            prefix: format!("{}{}{separator}", outer.prefix, instance.fixup),
            path: path.clone(),
        });
        self.chain.push(path);
        for layer in prefab.layers() {
            self.layer(layer, &placement, group);
        }
        self.chain.pop();
    }
}

fn left_out(node: NodeRef<'_>, outer: &Placement, path: &str, reason: &str) -> String {
    format!("prefab {path} of node {} is left out: {reason}", built_id(node.id(), outer))
}

/// Says that prefabs are nested too deep, and names the circle when that is why. `chain` are those around it.
fn too_deep(library: &Library<'_>, chain: &[String], path: &str) -> String {
    let reason = format!("prefabs are nested deeper than {MAX_PREFAB_DEPTH} levels");
    let start = if library.root_path() == path && !path.is_empty() {
        Some(0)
    } else {
        chain.iter().rposition(|other| other == path)
    };
    match start {
        Some(start) => format!("{reason}, it contains itself: {} -> {path}", chain[start..].join(" -> ")),
        None => reason,
    }
}
