//! Names of nodes: those that stay when other nodes come and go, and the running numbers
//! of `FuncGodot` (sections 4, 5 and 9).

use crate::support::*;
use mapwright_scene::gtm::layout::names::{EntityName, Naming};
use proptest::prelude::*;
use serde_json::{Value, json};

fn entity(id: i64, classname: &str, properties: &Value) -> Value {
    json!({"id": id, "type": "entity", "classname": classname, "properties": properties})
}

fn light(id: i64) -> Value {
    entity(id, "light", &json!({}))
}

fn named(id: i64, targetname: &str) -> Value {
    entity(id, "light", &json!({"targetname": targetname}))
}

/// The names of all entities; the name property is `name`.
fn all(naming: Naming, scene: &Built) -> Vec<EntityName> {
    let stated = |entity: &mapwright_scene::gtm::layout::placed::PlacedEntity<'_, '_>| {
        entity.entity.properties.get("name").map(ToOwned::to_owned)
    };
    let terrains = scene.terrains.iter().map(|terrain| naming.terrain(terrain, ""));
    naming.entities(scene.entities.iter().map(|entity| &entity.placed), stated, terrains)
}

fn names_of(naming: Naming, nodes: &Value) -> Vec<String> {
    all(naming, &build(nodes)).into_iter().map(|entity| entity.name).collect()
}

#[test]
fn entities_are_named_by_class_and_id() {
    let nodes = json!([light(27), entity(12, "func_door", &json!({})), entity(5, "", &json!({}))]);
    assert_eq!(names_of(Naming::Id, &nodes), ["worldspawn", "light_27", "func_door_12", "entity_5"]);
}

#[test]
fn a_name_that_only_one_entity_has_is_its_name() {
    let nodes = json!([
        named(2, "gate"),
        named(3, "lamp"),
        named(4, "lamp"),
        entity(5, "light", &json!({"targetname": "bell", "name": "Bell tower"})),
        entity(6, "light", &json!({"name": "%Exit"})),
        entity(7, "light", &json!({"name": "%", "targetname": ""})),
    ]);
    let expected = ["worldspawn", "gate", "light_3", "light_4", "Bell tower", "Exit", "light_7"];
    assert_eq!(names_of(Naming::Id, &nodes), expected);
    let unique: Vec<bool> = all(Naming::Id, &build(&nodes)).iter().map(|entity| entity.is_unique).collect();
    assert_eq!(unique, [false, false, false, false, false, true, false]);
}

/// Godot does not allow `. : @ / " %` in the name of a node.
#[test]
fn names_that_are_one_name_for_godot_are_not_unique() {
    let nodes = json!([named(2, "a.b"), named(3, "a:b"), named(4, "c/d")]);
    assert_eq!(names_of(Naming::Id, &nodes), ["worldspawn", "light_2", "light_3", "c_d"]);
}

#[test]
fn a_name_that_another_node_has_by_its_id_is_not_unique() {
    let nodes = json!([
        named(2, "light_3"),
        light(3),
        named(4, "sun"),
        named(5, "worldspawn"),
        named(6, "terrain_7"),
        {"id": 7, "type": "terrain"},
    ]);
    let expected = ["worldspawn", "light_2", "light_3", "light_4", "light_5", "light_6"];
    assert_eq!(names_of(Naming::Id, &nodes), expected);
}

#[test]
fn in_prefabs_the_instances_lead() {
    let inner = json!([light(3), {"id": 9, "type": "instance", "path": "part.gtm"}]);
    let mut world = World::default();
    world.prefabs.insert("res://maps/room.gtm".to_owned(), map(&inner));
    world.prefabs.insert("res://maps/part.gtm".to_owned(), map(&json!([light(3), named(4, "once")])));
    let room = |id: i64| json!({"id": id, "type": "instance", "path": "room.gtm", "fixup": format!("r{id}")});
    let scene = world.build(&map(&json!([room(2), room(8), light(3)])));
    let names: Vec<String> = all(Naming::Id, &scene).into_iter().map(|entity| entity.name).collect();
    let expected = [
        "worldspawn",
        "light_2_3",
        "light_2_9_3",
        "r2-once",
        "light_8_3",
        "light_8_9_3",
        "r8-once",
        "light_3",
    ];
    assert_eq!(names, expected);
}

/// Section 5: `entity_<index>_<classname>`, or the name property.
#[test]
fn running_numbers_are_an_option() {
    let nodes = json!([
        light(9),
        entity(8, "light", &json!({"name": "lamp", "targetname": "x"})),
        entity(7, "light", &json!({"name": "%Lamp"})),
        entity(6, "light", &json!({"name": ""})),
    ]);
    let scene = build(&nodes);
    let names = all(Naming::Index, &scene);
    let expected = ["entity_0_worldspawn", "entity_1_light", "entity_lamp", "Lamp", "entity_4_light"];
    assert_eq!(names.iter().map(|entity| entity.name.as_str()).collect::<Vec<_>>(), expected);
    assert_eq!(names.iter().filter(|entity| entity.is_unique).count(), 1);
    assert_eq!(Naming::Index.mesh(&names[0], None), "entity_0_mesh_instance");
    assert_eq!(Naming::Index.brush_shape(&names[0], 4, "17"), "entity_0_brush_4_collision_shape");
    assert_eq!(Naming::Index.shape(&names[2]), "entity_lamp_collision_shape");
    assert_eq!(Naming::Index.occluder(&names[0]), "entity_0_occluder_instance");
}

#[test]
fn parts_of_an_entity_are_not_named_by_their_number() {
    let scene = build(&json!([light(9)]));
    let name = &all(Naming::Id, &scene)[1];
    assert_eq!(Naming::Id.mesh(name, None), "mesh");
    assert_eq!(Naming::Id.mesh(name, Some(glam::IVec3::new(-1, 0, 2))), "mesh_-1_0_2");
    assert_eq!(Naming::Id.brush_shape(name, 4, "17"), "brush_17_shape");
    assert_eq!(Naming::Id.shape(name), "shape");
}

/// Sections 4 and 9: a terrain has its label, a scatter set its name, be it empty.
#[test]
fn terrains_and_scatter_sets_have_their_ids() {
    let scene = build(&json!([{"id": 8, "type": "terrain"}, {"id": 9, "type": "scatter"}]));
    let (terrain, scatter) = (&scene.terrains[0], &scene.scatters[0]);
    assert_eq!(Naming::Id.terrain(terrain, ""), "terrain_8");
    assert_eq!(Naming::Index.terrain(terrain, "north hill"), "terrain_8_north hill");
    assert_eq!(Naming::Id.scatter(scatter, ""), "scatter_9");
    assert_eq!(Naming::Id.scatter(scatter, "trees"), "scatter_9_trees");
    assert_eq!(Naming::Index.scatter(scatter, ""), "scatter_9_");
}

proptest! {
    /// Entities without names of their own keep theirs whatever is added, removed or put in another order.
    #[test]
    fn names_do_not_depend_on_other_entities(ids in prop::collection::hash_set(2_i64..60, 1..20), kept in 0_usize..20) {
        let ids: Vec<i64> = ids.into_iter().collect();
        let kept = ids[kept % ids.len()];
        let names = names_of(Naming::Id, &json!(ids.iter().map(|id| light(*id)).collect::<Vec<_>>()));
        let expected = format!("light_{kept}");
        prop_assert_eq!(names.iter().filter(|name| **name == expected).count(), 1);
        let unique: std::collections::HashSet<_> = names.iter().collect();
        prop_assert_eq!(unique.len(), names.len());
        prop_assert_eq!(names_of(Naming::Id, &json!([light(kept)])), ["worldspawn".to_owned(), expected]);
    }
}
