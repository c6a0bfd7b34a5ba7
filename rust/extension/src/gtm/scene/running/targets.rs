//! Whom the target of a connection names. Section 5 of `docs/formats/gtm-nodes.md`.

use crate::gtm::scene::build::builder::CONTENT_ID;
use crate::gtm::scene::build::properties::{NAMED, TARGETNAME};
use godot::prelude::*;

/// The group whose first node is the player.
const PLAYER: &str = "player";

/// The nodes that `target` names, seen from `entity`.
pub(crate) fn find(target: &str, entity: &Gd<Node>, activator: Option<&Gd<Node>>) -> Vec<Gd<Node>> {
    if !entity.is_instance_valid() || !entity.is_inside_tree() {
        return Vec::new();
    }
    let in_group = |group: &str| entity.get_tree().get_nodes_in_group(group);
    match target {
        "" => Vec::new(),
        "!self" => vec![entity.clone()],
        "!activator" | "!caller" => {
            activator.filter(|node| node.is_instance_valid()).into_iter().cloned().collect()
        }
        "!player" => in_group(PLAYER).iter_shared().take(1).collect(),
        _ if target.starts_with('@') => in_group(&target[1..]).iter_shared().collect(),
        _ if target.starts_with('/') => entity.get_node_or_null(target).into_iter().collect(),
        _ => {
            let map = map_of(entity);
            let named = in_group(NAMED);
            named.iter_shared().filter(|node| is_named(node, target) && map.is_ancestor_of(node)).collect()
        }
    }
}

/// The root of the map that a node is in.
fn map_of(entity: &Gd<Node>) -> Gd<Node> {
    let mut map = entity.clone();
    while !map.has_meta(CONTENT_ID) {
        let Some(parent) = map.get_parent() else { break };
        map = parent;
    }
    map
}

/// Whether a node has this name; a star at its end stands for anything.
fn is_named(node: &Gd<Node>, target: &str) -> bool {
    let name = node.get_meta(TARGETNAME).to_string();
    match target.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == target,
    }
}
