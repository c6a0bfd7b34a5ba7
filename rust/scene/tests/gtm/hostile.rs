//! Maps that mean harm: whatever stands in their keys, a build ends, without a panic.

use crate::support::*;
use mapwright_formats::gtm::nodes::ScatterSet;
use mapwright_scene::gtm::build::Settings;
use mapwright_scene::gtm::world::{scatter, terrain};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Keys that some kind of node has, and that every node may have here.
const KEYS: [&str; 40] = [
    "id",
    "vertices",
    "faces",
    "indices",
    "material",
    "uv",
    "u_axis",
    "v_axis",
    "offset",
    "scale",
    "props",
    "disp",
    "power",
    "heights",
    "alphas",
    "colors",
    "uvs",
    "smooth_angle",
    "decal",
    "classname",
    "origin",
    "angles",
    "properties",
    "outputs",
    "resolution",
    "cell_size",
    "layers",
    "splat",
    "holes",
    "chunk_cells",
    "items",
    "instances",
    "chunk_size",
    "visibility_range",
    "path",
    "fixup",
    "name",
    "tile",
    "collision",
    "kind",
];

const KINDS: [&str; 7] = ["brush", "mesh", "entity", "group", "terrain", "scatter", "instance"];

/// Numbers at the edges of what a map may hold.
fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-4_i64..70).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e3..1e3).prop_map(Value::from),
        prop::sample::select(vec![1e30, -1e30, 1e300, -1e300, 1e-30, 0.0, -0.0, 0.5]).prop_map(Value::from),
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => number(),
        1 => prop::sample::select(vec!["", "stone", "special/clip", "AAAAAA==", "1 2 3", "part.gtm", "*", "0"])
            .prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

/// Any value: numbers, lists of them, tables with the keys of nodes.
fn value() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 24, 8, |inner| {
        prop_oneof![
            prop::collection::vec(number(), 0..40).prop_map(Value::from),
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((key(), inner), 0..6).prop_map(|entries| Value::from(object(entries))),
        ]
    })
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(KEYS.to_vec())
}

fn object(entries: Vec<(&'static str, Value)>) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A node of some kind: a sound one of that kind with some of its keys replaced.
fn node() -> impl Strategy<Value = Value> {
    let changes = prop::collection::vec((key(), value()), 0..4);
    (0..KINDS.len(), 2_i64..9, changes).prop_map(|(kind, id, changes)| {
        let mut node = sound(KINDS[kind], id);
        for (key, value) in changes {
            node[key] = value;
        }
        node["type"] = json!(KINDS[kind]);
        node
    })
}

fn sound(kind: &str, id: i64) -> Value {
    let low = [id as f64 * 8.0, 0.0, 0.0];
    let high = [id as f64 * 8.0 + 32.0, 32.0, 32.0];
    let disp = json!({"power": 1, "heights": [0, 1, 2, 3, 4, 5, 6, 7, 8]});
    match kind {
        "brush" => box_brush(id, low, high, &|side| match side {
            3 => json!({"material": "stone", "disp": disp.clone()}),
            _ => json!({"material": "stone"}),
        }),
        "mesh" => solid("mesh", id, low, high, &|_| json!({"material": "stone"})),
        "entity" => json!({
            "id": id, "classname": "light", "origin": [1, 2, 3], "angles": [0, 90, 0],
            "properties": {"targetname": "lamp"}, "outputs": [{"output": "on", "target": "lamp"}],
            "children": [plain_box(id + 10, low, high, "stone")],
        }),
        "terrain" => json!({
            "id": id, "resolution": [3, 3], "cell_size": 32,
            "heights": vec![0.5; 9], "layers": [{"material": "grass"}], "chunk_cells": 2,
        }),
        "scatter" => json!({
            "id": id, "items": [{"source": "res://tree.tscn"}], "chunk_size": 64,
            "instances": [[0, 1, 2, 3, 0, 90, 0, 1], [0, 500, 2, 3, 0, 90, 0, 1]],
        }),
        _ => json!({"id": id, "path": "part.gtm", "origin": [8, 0, 0], "children": []}),
    }
}

/// Builds all of a map, terrains and scatter sets as well.
fn build_all(nodes: &Value, settings: &Settings) {
    let map = map(nodes);
    let world = World {
        prefabs: [("res://maps/part.gtm".to_owned(), map.clone())].into(),
        settings: settings.clone(),
        with_groups: true,
        ..World::default()
    };
    let scene = world.build(&map);
    for placed in &scene.terrains {
        // A terrain that cannot be built says so.
        let _ = terrain::build(placed, None, settings);
    }
    for placed in &scene.scatters {
        scatter::cells(&ScatterSet::read(placed.node), &placed.placement.transform, settings.scale());
    }
    for entity in &scene.entities {
        for surface in entity.cells.iter().flat_map(|cell| &cell.surfaces) {
            let count = surface.arrays.positions.len();
            assert!(surface.arrays.indices.iter().all(|&index| (index as usize) < count));
        }
    }
}

proptest! {
    #[test]
    fn no_map_brings_the_build_down(nodes in prop::collection::vec(node(), 1..5), cell_size in 0.0..64.0) {
        build_all(&Value::from(nodes), &Settings { cell_size, ..Settings::default() });
    }
}
