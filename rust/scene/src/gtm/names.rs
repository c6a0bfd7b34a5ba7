//! The names of built nodes. Sections 4, 5 and 9 of the node text.

use super::layout::PlacedGroup;

/// The name of an entity's node: its name property when that says one, else its place in the list and its class.
pub fn entity(index: usize, classname: &str, stated: Option<&str>) -> String {
    match stated.filter(|name| !name.is_empty()) {
        Some(name) => name.strip_prefix('%').map_or_else(|| format!("entity_{name}"), ToOwned::to_owned),
        None => format!("entity_{index}_{classname}"),
    }
}

/// Whether a name property makes the node's name a unique one of the scene.
pub fn is_unique(stated: &str) -> bool {
    stated.len() > 1 && stated.starts_with('%')
}

/// What the names of an entity's children begin with: its own name without its class.
pub fn stem<'n>(name: &'n str, classname: &str) -> &'n str {
    let trimmed = name.strip_suffix(classname).unwrap_or(name);
    trimmed.strip_suffix('_').unwrap_or(trimmed)
}

/// The name of a layer's or group's node.
pub fn group(group: &PlacedGroup) -> String {
    labelled(if group.is_layer { "layer" } else { "group" }, group.id, &group.name).replace(' ', "_")
}

/// A kind, an id and, when there is one, a label.
pub fn labelled(kind: &str, id: i64, label: &str) -> String {
    if label.is_empty() { format!("{kind}_{id}") } else { format!("{kind}_{id}_{label}") }
}
