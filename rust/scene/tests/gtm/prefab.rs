//! Prefabs: places, ids, names, levels, circles; layers and groups. Sections 3, 4 and 11.

use crate::support::*;
use glam::DVec3;
use mapwright_scene::gtm::layout::angles;
use mapwright_scene::gtm::layout::class_rules::{ClassForm, ClassRules};
use mapwright_scene::gtm::layout::names::Naming;
use serde_json::{Value, json};

fn instance(id: i64, path: &str, origin: [f64; 3], angles: [f64; 3], fixup: &str) -> Value {
    json!({"id": id, "type": "instance", "path": path, "origin": origin, "angles": angles, "fixup": fixup})
}

fn with(prefabs: &[(&str, Value)]) -> World {
    let mut world = World::default();
    for (path, nodes) in prefabs {
        world.prefabs.insert((*path).to_owned(), map(nodes));
    }
    world
}

fn lamp() -> Value {
    json!([{"id": 3, "type": "entity", "classname": "light", "origin": [32, 64, 0], "angles": [0, 0, 0],
        "properties": {"targetname": "lamp"}}])
}

/// A quarter turn about y brings +x to -z.
#[test]
fn a_prefab_turns_and_moves_all_that_is_in_it() {
    let mut nodes = lamp().as_array().expect("nodes").clone();
    nodes.push(plain_box(4, [0.0; 3], [64.0, 32.0, 32.0], "stone"));
    let world = with(&[("res://maps/part.gtm", json!(nodes))]);
    let scene = world.build(&map(&json!([instance(2, "part.gtm", [320.0, 0.0, 0.0], [0.0, 90.0, 0.0], "")])));
    let light = &scene.entities[1];
    assert!(light.position.abs_diff_eq(DVec3::new(10.0, 2.0, -1.0), 1e-9), "{}", light.position);
    assert!(light.basis.abs_diff_eq(angles::basis(DVec3::new(0.0, 90.0, 0.0)), 1e-9));
    assert_eq!(light.placed.id, 1_000_003);
    // The corner (64 32 32) comes to (32 32 -64) and then 320 further.
    at(arrays(&scene, 0, "stone"), [11.0, 1.0, -2.0], [0.0, 1.0, 0.0]);
}

/// The projection is carried along: every corner keeps the coordinate that it has in the prefab itself.
#[test]
fn textures_stay_on_the_faces_of_a_prefab() {
    let uv = json!({"u_axis": [0.6, 0, 0.8], "v_axis": [0, 1, 0.5], "offset": [7, 3], "scale": [0.5, 4]});
    let nodes =
        json!([box_brush(4, [0.0; 3], [64.0, 32.0, 16.0], &|_| json!({"material": "stone", "uv": uv}))]);
    let own = build(&nodes);
    let world = with(&[("res://maps/part.gtm", nodes)]);
    let scene =
        world.build(&map(&json!([instance(2, "part.gtm", [96.0, 8.0, -40.0], [15.0, 70.0, -30.0], "")])));
    let (expected, found) = (&arrays(&own, 0, "stone").uvs, &arrays(&scene, 0, "stone").uvs);
    assert_eq!(expected.len(), found.len());
    let sorted = |uvs: &[[f32; 2]]| {
        let mut rounded: Vec<[i64; 2]> =
            uvs.iter().map(|uv| uv.map(|part| (part * 1e4).round() as i64)).collect();
        rounded.sort_unstable();
        rounded
    };
    assert_eq!(sorted(expected), sorted(found));
}

#[test]
fn a_rotation_property_ignores_the_prefab_s_rotation() {
    let nodes = json!([{"id": 3, "type": "entity", "classname": "x", "properties": {"angle": "45"}}]);
    let world = with(&[("res://maps/part.gtm", nodes)]);
    let scene = world.build(&map(&json!([instance(2, "part.gtm", [0.0; 3], [0.0, 90.0, 0.0], "")])));
    assert!(scene.entities[1].basis.abs_diff_eq(angles::basis(DVec3::new(0.0, 225.0, 0.0)), 1e-9));
}

/// Numbers are given depth first, each time a file opens; a nested prefab has only its own.
#[test]
fn ids_are_set_apart_by_one_running_number() {
    let outer = json!([
        instance(5, "missing.gtm", [0.0; 3], [0.0; 3], ""),
        instance(6, "lamp.gtm", [0.0; 3], [0.0; 3], "")
    ]);
    let world = with(&[("res://maps/outer.gtm", outer), ("res://maps/lamp.gtm", lamp())]);
    let scene = world.build(&map(&json!([
        instance(7, "outer.gtm", [0.0; 3], [0.0; 3], ""),
        instance(8, "lamp.gtm", [0.0; 3], [0.0; 3], ""),
        {"id": 9, "type": "entity", "classname": "light"},
    ])));
    let ids: Vec<i64> = scene.entities.iter().map(|entity| entity.placed.id).collect();
    assert_eq!(ids, [0, 2_000_003, 3_000_003, 9]);
    let expected = "prefab res://maps/missing.gtm of node 1000005 is left out: no such file";
    assert_eq!(scene.problems, [expected]);
}

#[test]
fn paths_start_at_the_folder_of_the_file_that_names_them() {
    let world = with(&[
        ("res://maps/parts/outer.gtm", json!([instance(2, "lamp.gtm", [0.0; 3], [0.0; 3], "")])),
        ("res://maps/parts/lamp.gtm", lamp()),
        ("user://lamp.gtm", lamp()),
    ]);
    let scene = world.build(&map(&json!([
        instance(2, "parts/outer.gtm", [0.0; 3], [0.0; 3], ""),
        instance(3, "user://lamp.gtm", [0.0; 3], [0.0; 3], ""),
    ])));
    assert_eq!(scene.problems, Vec::<String>::new());
    assert_eq!(scene.entities.len(), 3);
}

/// Eight levels work, the ninth does not; a circle is named.
#[test]
fn prefabs_nest_eight_levels_deep() {
    let chain: Vec<(String, Value)> = (1..10)
        .map(|level| {
            let mut nodes = lamp().as_array().expect("nodes").clone();
            nodes.push(instance(9, &format!("{}.gtm", level + 1), [0.0; 3], [0.0; 3], ""));
            (format!("res://maps/{level}.gtm"), json!(nodes))
        })
        .collect();
    let chain: Vec<(&str, Value)> =
        chain.iter().map(|(path, nodes)| (path.as_str(), nodes.clone())).collect();
    let scene = with(&chain).build(&map(&json!([instance(2, "1.gtm", [0.0; 3], [0.0; 3], "")])));
    assert_eq!(scene.entities.len(), 1 + 8);
    assert!(
        scene.problems[0].contains("deeper than 8 levels") && scene.problems[0].contains("9.gtm"),
        "{:?}",
        scene.problems
    );
}

#[test]
fn a_circle_of_prefabs_is_named() {
    let mut a = lamp().as_array().expect("nodes").clone();
    a.push(instance(9, "b.gtm", [0.0; 3], [0.0; 3], ""));
    let world = with(&[
        ("res://maps/a.gtm", json!(a)),
        ("res://maps/b.gtm", json!([instance(9, "a.gtm", [0.0; 3], [0.0; 3], "")])),
    ]);
    let scene = world.build(&map(&json!([instance(2, "a.gtm", [0.0; 3], [0.0; 3], "")])));
    assert_eq!(scene.entities.len(), 1 + 4, "levels 1, 3, 5 and 7");
    assert_eq!(scene.problems.len(), 1);
    let named = "it contains itself: res://maps/a.gtm -> res://maps/b.gtm -> res://maps/a.gtm";
    assert!(scene.problems[0].ends_with(named), "{:?}", scene.problems);
}

/// Eight levels of ten times ten: far more than is placed, and done in time.
#[test]
fn prefabs_that_multiply_are_cut_off() {
    let many: Vec<Value> = (0..20).map(|id| instance(id, "self.gtm", [0.0; 3], [0.0; 3], "")).collect();
    let scene = with(&[("res://maps/self.gtm", json!(many))]).build(&map(&json!(many)));
    assert!(scene.problems.iter().any(|problem| problem.contains("more than 2000000 nodes")));
    assert!(scene.problems.len() <= 102, "the list of problems stays short");
}

#[test]
fn prefabs_of_another_kind_or_too_new_are_named() {
    let mut world = World::default();
    let mut newer = map(&lamp());
    newer["version"] = json!(2);
    let mut other = map(&lamp());
    other["format"] = json!("something");
    world.prefabs.insert("res://maps/newer.gtm".to_owned(), newer);
    world.prefabs.insert("res://maps/other.gtm".to_owned(), other);
    let scene = world.build(&map(&json!([
        instance(2, "newer.gtm", [0.0; 3], [0.0; 3], ""),
        instance(3, "other.gtm", [0.0; 3], [0.0; 3], ""),
    ])));
    assert_eq!(scene.entities.len(), 1);
    assert!(scene.problems[0].contains("map version 2 is newer than 1"), "{:?}", scene.problems);
    assert!(scene.problems[1].contains("format"), "{:?}", scene.problems);
}

#[test]
fn a_prefab_brings_no_world_of_its_own() {
    let mut world = World::default();
    let mut prefab = map(&json!([plain_box(3, [0.0; 3], [64.0; 3], "stone")]));
    prefab["properties"] = json!({"message": "inner"});
    prefab["textures"] = json!({"stone": {"size": [7, 7]}});
    world.prefabs.insert("res://maps/part.gtm".to_owned(), prefab);
    let mut outer = map(&json!([instance(2, "part.gtm", [0.0; 3], [0.0; 3], "")]));
    outer["properties"] = json!({"message": "outer", "classname": "other"});
    outer["textures"] = json!({"stone": {"size": [128, 128]}});
    let scene = world.build(&outer);
    assert_eq!(scene.head.properties.get("message"), Some("outer"));
    assert_eq!(scene.head.properties.get("classname"), Some("worldspawn"));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uvs[at(stone, [2.0; 3], [0.0, 1.0, 0.0])], &[0.5, 0.5]);
}

#[test]
fn fixup_goes_in_front_of_names_and_what_refers_to_them() {
    let properties = json!({"targetname": "a", "target": "b", "destination": "c", "call_target": "d", "killtarget": "e",
        "parent": "f", "path": "g", "message": "h", "own": "i"});
    let targets = ["lamp", "", "!self", "@lamps", "/root/lamp"];
    let outputs: Vec<Value> =
        targets.iter().map(|target| json!({"output": "x", "target": target, "parameter": "lamp"})).collect();
    let inner =
        json!([{"id": 3, "type": "entity", "classname": "x", "properties": properties, "outputs": outputs}]);
    let mut world = with(&[
        ("res://maps/inner.gtm", inner),
        ("res://maps/outer.gtm", json!([instance(4, "inner.gtm", [0.0; 3], [0.0; 3], "q")])),
        ("res://maps/plain.gtm", json!([instance(4, "inner.gtm", [0.0; 3], [0.0; 3], "")])),
    ]);
    let rules = ClassRules {
        form: ClassForm::Point,
        declared: vec!["killtarget".to_owned(), "path".to_owned()],
        target_keys: vec!["path".to_owned()],
        ..ClassRules::unknown()
    };
    world.classes.insert("x".to_owned(), rules);
    let scene = world.build(&map(&json!([
        instance(5, "outer.gtm", [0.0; 3], [0.0; 3], "p"),
        instance(6, "plain.gtm", [0.0; 3], [0.0; 3], "p"),
        instance(7, "plain.gtm", [0.0; 3], [0.0; 3], ""),
    ])));
    let name = |entity: usize| scene.entities[entity].placed.entity.properties.get("targetname");
    assert_eq!([name(1), name(2), name(3)], [Some("p-q-a"), Some("p-a"), Some("a")]);
    let entity = &scene.entities[1].placed.entity;
    let keys = [
        "targetname",
        "target",
        "destination",
        "call_target",
        "killtarget",
        "parent",
        "path",
        "message",
        "own",
    ];
    let values = keys.map(|key| entity.properties.get(key).unwrap_or_default());
    let expected = ["p-q-a", "p-q-b", "p-q-c", "p-q-d", "e", "p-q-f", "p-q-g", "h", "i"];
    assert_eq!(values, expected, "a declared killtarget is no target, undeclared ones are");
    let targets: Vec<&str> = entity.outputs.iter().map(|output| output.target.as_ref()).collect();
    assert_eq!(targets, ["p-q-lamp", "", "!self", "@lamps", "/root/lamp"]);
    assert!(entity.outputs.iter().all(|output| output.parameter == "lamp"));
}

/// A map with every kind of node in groups in a layer.
fn grouped() -> Value {
    let inner = json!({"id": 4, "type": "group", "name": "inner room", "children": [
        {"id": 5, "type": "entity", "classname": "light"},
        {"id": 6, "type": "instance", "path": "lamp.gtm"},
        plain_box(7, [0.0; 3], [64.0; 3], "stone"),
        {"id": 8, "type": "terrain"},
        {"id": 9, "type": "scatter"},
    ]});
    json!([{"id": 3, "type": "group", "children": [inner]}])
}

#[test]
fn layers_and_groups_become_nodes_only_when_asked_to() {
    let lamps = [("res://maps/lamp.gtm", lamp())];
    let plain = with(&lamps).build(&map(&grouped()));
    assert!(plain.groups.is_empty());
    assert_eq!(plain.entities[1].placed.group, None);
    let mut world = with(&lamps);
    world.with_groups = true;
    let scene = world.build(&map(&grouped()));
    let found: Vec<_> =
        scene.groups.iter().map(|group| (Naming::Id.group(group), group.id, group.parent)).collect();
    let expected = [
        ("layer_1_Default".to_owned(), 1, None),
        ("group_3".to_owned(), 3, Some(0)),
        ("group_4_inner_room".to_owned(), 4, Some(1)),
    ];
    assert_eq!(found, expected);
    let groups: Vec<_> = scene.entities.iter().map(|entity| entity.placed.group).collect();
    assert_eq!(groups, [None, Some(2), Some(2)], "a prefab's layers are no nodes");
    assert_eq!((scene.terrains[0].group, scene.scatters[0].group), (Some(2), Some(2)));
    assert_eq!(names(&scene, 0), ["stone"], "loose solids merge into the world all the same");
}

fn names(scene: &Built, entity: usize) -> Vec<String> {
    crate::support::names(scene, entity)
}

#[test]
fn omitted_layers_are_left_out_and_omitted_groups_lose_their_own_entities() {
    let mut omitted = layer(&json!([plain_box(20, [0.0; 3], [64.0; 3], "gone")]));
    omitted["id"] = json!(2);
    omitted["omit_from_export"] = json!(true);
    let group = json!({"id": 3, "type": "group", "omit_from_export": true, "children": [
        {"id": 4, "type": "entity", "classname": "light"},
        plain_box(5, [0.0; 3], [64.0; 3], "stone"),
        {"id": 6, "type": "group", "children": [{"id": 7, "type": "entity", "classname": "light"}]},
    ]});
    let world = World { with_groups: true, ..World::default() };
    let scene =
        world.build(&json!({"format": "godottrench-map", "layers": [omitted, layer(&json!([group]))]}));
    assert_eq!(names(&scene, 0), ["stone"]);
    let ids: Vec<i64> = scene.entities.iter().map(|entity| entity.placed.id).collect();
    assert_eq!(ids, [0, 7]);
    let groups: Vec<i64> = scene.groups.iter().map(|group| group.id).collect();
    assert_eq!(groups, [1, 6]);
}

#[test]
fn nodes_at_the_top_that_are_no_layers_are_not_built() {
    let scene = World::default()
        .build(&json!({"format": "godottrench-map", "layers": [plain_box(2, [0.0; 3], [64.0; 3], "stone")]}));
    assert_eq!(triangles(&scene, 0), 0);
    let empty = World::default().build(&json!({"format": "godottrench-map"}));
    assert_eq!(empty.entities.len(), 1);
}
