//! The names of built nodes: by what does not change when other nodes come and go, or by the running
//! numbers of `FuncGodot`.
//! Sections 4, 5 and 9 of `docs/formats/gtm-nodes.md`.

use super::placed::{Placed, PlacedEntity, PlacedGroup, Placement};
use glam::IVec3;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// What the nodes that every map may have are called.
pub const RESERVED: [&str; 4] = ["environment", "sun", "streamer", "baked_lighting"];

/// What names are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// A name of the map's own where it is unique, else the class and the id.
    #[default]
    Id,
    /// The class and the place in the list of entities, as `FuncGodot` has it.
    Index,
}

/// The name of an entity's node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntityName {
    /// The name.
    pub name: String,
    /// Whether it is a unique one of the scene.
    pub is_unique: bool,
    /// What the names of the node's children begin with, in [`Naming::Index`].
    stem: String,
}

/// The ids of the prefab instances around a node and its own: what it is called by, whatever else the map has.
pub fn id_path(placement: &Placement, id: i64) -> String {
    let mut path = String::new();
    for instance in &placement.instances {
        let _ = write!(path, "{instance}_");
    }
    let _ = write!(path, "{id}");
    path
}

/// `name` without the characters that Godot does not allow in the name of a node.
fn valid(name: &str) -> String {
    name.replace(['.', ':', '@', '/', '"', '%'], "_")
}

impl Naming {
    /// The names of all entities, the world's first. `stated` gives what an entity's name property says; `others` are the
    /// names of the nodes that stand beside them.
    pub fn entities<'e, 'l: 'e, 'c: 'e>(
        self,
        entities: impl ExactSizeIterator<Item = &'e PlacedEntity<'l, 'c>> + Clone,
        stated: impl Fn(&PlacedEntity<'l, 'c>) -> Option<String>,
        others: impl IntoIterator<Item = String>,
    ) -> Vec<EntityName> {
        match self {
            Self::Id => by_id(entities, stated, others),
            Self::Index => {
                let named = entities.enumerate();
                named.map(|(index, entity)| by_index(index, entity, stated(entity).as_deref())).collect()
            }
        }
    }

    /// The name of a layer's or group's node.
    pub fn group(self, group: &PlacedGroup) -> String {
        let kind = if group.is_layer { "layer" } else { "group" };
        let id = match self {
            Self::Id => group.id_path.clone(),
            Self::Index => group.id.to_string(),
        };
        labelled(kind, &id, &group.name).replace(' ', "_")
    }

    /// The name of a terrain's node.
    pub fn terrain(self, placed: &Placed<'_>, label: &str) -> String {
        labelled("terrain", &self.id(placed), label)
    }

    /// The name of a scatter set's node. The running numbers have a name behind the id, be it empty.
    pub fn scatter(self, placed: &Placed<'_>, name: &str) -> String {
        match self {
            Self::Id => labelled("scatter", &self.id(placed), name),
            Self::Index => format!("scatter_{}_{name}", self.id(placed)),
        }
    }

    fn id(self, placed: &Placed<'_>) -> String {
        match self {
            Self::Id => id_path(&placed.placement, placed.node.id()),
            Self::Index => placed.built_id().to_string(),
        }
    }

    /// The name of an entity's mesh, or of the part of it in a cell.
    pub fn mesh(self, entity: &EntityName, cell: Option<IVec3>) -> String {
        let name = match self {
            Self::Id => "mesh".to_owned(),
            Self::Index => format!("{}_mesh_instance", entity.stem),
        };
        cell.map_or(name.clone(), |cell| format!("{name}_{}_{}_{}", cell.x, cell.y, cell.z))
    }

    /// The name of the shape of one brush, which is the entity's number `index`.
    pub fn brush_shape(self, entity: &EntityName, index: usize, id_path: &str) -> String {
        match self {
            Self::Id => format!("brush_{id_path}_shape"),
            Self::Index => format!("{}_brush_{index}_collision_shape", entity.stem),
        }
    }

    /// The name of the shape of all triangles.
    pub fn shape(self, entity: &EntityName) -> String {
        match self {
            Self::Id => "shape".to_owned(),
            Self::Index => format!("{}_collision_shape", entity.stem),
        }
    }

    /// The name of a body with many hulls, of which one belongs to the brush with this id.
    pub fn hull_body(self, entity: &EntityName, index: usize, id_path: &str) -> String {
        match self {
            Self::Id => format!("brush_{id_path}_shapes"),
            Self::Index => format!("{}_collision_{index}", entity.stem),
        }
    }

    /// The name of an entity's occluder.
    pub fn occluder(self, entity: &EntityName) -> String {
        match self {
            Self::Id => "occluder".to_owned(),
            Self::Index => format!("{}_occluder_instance", entity.stem),
        }
    }

    /// The name of the relay of an entity's output.
    pub fn relay(self, index: usize, output: &str, target: &str, input: &str) -> String {
        match self {
            Self::Id => {
                let parts = ["gt_output", output, target, input].into_iter().filter(|part| !part.is_empty());
                valid(&parts.collect::<Vec<_>>().join("_"))
            }
            Self::Index => format!("gt_output_{index}_{output}"),
        }
    }
}

/// Names that are taken, so that each is given once.
#[derive(Debug, Default)]
pub struct Taken(HashSet<String>);

impl Taken {
    /// `name`, with a number behind it where it is taken. The number does not depend on what comes later.
    pub fn take(&mut self, name: String) -> String {
        if self.0.insert(name.clone()) {
            return name;
        }
        let mut number = 2_usize;
        while !self.0.insert(format!("{name}_{number}")) {
            number += 1;
        }
        format!("{name}_{number}")
    }
}

fn by_id<'e, 'l: 'e, 'c: 'e>(
    entities: impl ExactSizeIterator<Item = &'e PlacedEntity<'l, 'c>> + Clone,
    stated: impl Fn(&PlacedEntity<'l, 'c>) -> Option<String>,
    others: impl IntoIterator<Item = String>,
) -> Vec<EntityName> {
    let mut taken = Taken(others.into_iter().map(|name| valid(&name)).collect());
    taken.0.extend(RESERVED.map(str::to_owned));
    let class_names: Vec<String> = entities.clone().map(|entity| taken.take(class_name(entity))).collect();
    let own: Vec<Option<(String, bool)>> = entities.map(|entity| own_name(entity, stated(entity))).collect();
    let mut count: HashMap<&str, usize> = HashMap::new();
    for (name, _) in own.iter().flatten() {
        *count.entry(name).or_default() += 1;
    }
    let is_free = |name: &str| count.get(name) == Some(&1) && !taken.0.contains(name);
    let named = class_names.into_iter().zip(&own).map(|(class_name, own)| match own {
        Some((name, is_unique)) if is_free(name) => {
            EntityName { name: name.clone(), is_unique: *is_unique, stem: String::new() }
        }
        _ => EntityName { name: class_name, ..EntityName::default() },
    });
    named.collect()
}

fn is_world(entity: &PlacedEntity<'_, '_>) -> bool {
    entity.id == 0 && entity.entity.classname == "worldspawn"
}

/// The name by class and id.
fn class_name(entity: &PlacedEntity<'_, '_>) -> String {
    if is_world(entity) {
        return "worldspawn".to_owned();
    }
    let class = if entity.entity.classname.is_empty() { "entity" } else { entity.entity.classname };
    valid(&format!("{class}_{}", id_path(&entity.placement, entity.node_id)))
}

/// What the map calls an entity, and whether that is to be a unique name of the scene.
fn own_name(entity: &PlacedEntity<'_, '_>, stated: Option<String>) -> Option<(String, bool)> {
    if is_world(entity) {
        return None;
    }
    let targetname = || entity.entity.properties.get("targetname").map(ToOwned::to_owned);
    let name = stated.filter(|name| !name.is_empty()).or_else(targetname).filter(|name| !name.is_empty())?;
    let own = name.strip_prefix('%').unwrap_or(&name);
    (!own.trim().is_empty()).then(|| (valid(own.trim()), is_unique(&name)))
}

/// The name that `FuncGodot` gives: the name property when that says one, else the place in the list and the class.
fn by_index(index: usize, entity: &PlacedEntity<'_, '_>, stated: Option<&str>) -> EntityName {
    let classname = entity.entity.classname;
    let name = match stated.filter(|name| !name.is_empty()) {
        Some(name) => name.strip_prefix('%').map_or_else(|| format!("entity_{name}"), ToOwned::to_owned),
        None => format!("entity_{index}_{classname}"),
    };
    let trimmed = name.strip_suffix(classname).unwrap_or(&name);
    let stem = trimmed.strip_suffix('_').unwrap_or(trimmed).to_owned();
    EntityName { is_unique: stated.is_some_and(is_unique), stem, name }
}

/// Whether a name property makes the node's name a unique one of the scene.
fn is_unique(stated: &str) -> bool {
    stated.len() > 1 && stated.starts_with('%')
}

/// A kind, an id and, when there is one, a label.
fn labelled(kind: &str, id: &str, label: &str) -> String {
    if label.is_empty() { format!("{kind}_{id}") } else { format!("{kind}_{id}_{label}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let mut taken = Taken::default();
        let names = ["a", "b", "a", "a", "a_2"].map(|name| taken.take(name.to_owned()));
        assert_eq!(names, ["a", "b", "a_2", "a_3", "a_2_2"]);
    }

    #[test]
    fn relays_are_named_by_what_they_connect() {
        assert_eq!(Naming::Id.relay(3, "pressed", "door", "open"), "gt_output_pressed_door_open");
        assert_eq!(Naming::Id.relay(3, "pressed", "/root/x", ""), "gt_output_pressed__root_x");
        assert_eq!(Naming::Index.relay(3, "pressed", "door", "open"), "gt_output_3_pressed");
    }
}
