//! Light map coordinates. Section 13.

use crate::support::*;
use serde_json::{Value, json};

const UP: [f32; 3] = [0.0, 1.0, 0.0];

/// A bake of 4 x 7 texels with charts as (node, face, rows).
fn with_bake(nodes: &Value, charts: &[(i64, i64, [f64; 8])], stale: &[i64]) -> Value {
    let mut map = map(nodes);
    let base64_zeros = |bytes: usize| "AAAA".repeat(bytes / 3) + ["", "AA==", "AAA="][bytes % 3];
    let keys: Vec<i64> = charts.iter().flat_map(|(node, face, _)| [*node, *face]).collect();
    let rows: Vec<f64> = charts.iter().flat_map(|(_, _, rows)| *rows).collect();
    map["lightmap"] = json!({"version": 1, "width": 4, "height": 7, "scene": 0, "texel_size": 16.0,
        "light": base64_zeros(6 * 28), "shadow": base64_zeros(28), "ao": base64_zeros(28),
        "chart_keys": keys, "chart_rows": rows, "nodes": [], "stale": stale, "fallback": []});
    map
}

/// u = x / 64 + 0.25, v = z / 128 + 0.5.
const ROWS: [f64; 8] = [1.0 / 64.0, 0.0, 0.0, 0.25, 0.0, 0.0, 1.0 / 128.0, 0.5];

fn stone(id: i64) -> Value {
    plain_box(id, [0.0; 3], [64.0; 3], "stone")
}

/// The atlas gets one more row, so v shrinks by 7/8; the middle of that row is at 7.5/8.
#[test]
fn a_face_takes_its_chart_and_the_others_the_extra_row() {
    let scene = World::default().build(&with_bake(&json!([stone(2)]), &[(2, 3, ROWS)], &[]));
    assert!(scene.entities[0].is_baked);
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uv2s[at(stone, [2.0, 2.0, 0.0], UP)], &[1.25, 0.5 * 7.0 / 8.0]);
    assert_near(&stone.uv2s[at(stone, [0.0, 2.0, 2.0], UP)], &[0.25, 1.0 * 7.0 / 8.0]);
    for vertex in facing(stone, [1.0, 0.0, 0.0]) {
        assert_near(&stone.uv2s[vertex], &[0.5, 7.5 / 8.0]);
    }
}

#[test]
fn charts_count_from_the_map_s_origin_whatever_the_entity_s_is() {
    let entity = json!([{"id": 5, "type": "entity", "classname": "func_x", "children": [stone(2)]}]);
    let scene = World::default().build(&with_bake(&entity, &[(2, 3, ROWS)], &[]));
    let stone = arrays(&scene, 1, "stone");
    assert_near(&stone.uv2s[at(stone, [1.0, 1.0, -1.0], UP)], &[1.25, 0.5 * 7.0 / 8.0]);
    assert!(!scene.entities[0].is_baked);
}

#[test]
fn a_chart_goes_by_the_place_among_the_stored_faces() {
    let mut brush = stone(2);
    brush["faces"]
        .as_array_mut()
        .expect("faces")
        .insert(0, json!({"material": "stone", "indices": [0, 0, 0]}));
    let scene = World::default().build(&with_bake(&json!([brush]), &[(2, 4, ROWS)], &[]));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uv2s[at(stone, [2.0, 2.0, 0.0], UP)], &[1.25, 0.5 * 7.0 / 8.0]);
}

#[test]
fn nodes_without_charts_stale_ones_and_those_of_prefabs_are_not_baked() {
    let charts = [(2, 3, ROWS)];
    let scene = World::default().build(&with_bake(&json!([stone(3)]), &charts, &[]));
    assert!(!scene.entities[0].is_baked && arrays(&scene, 0, "stone").uv2s.is_empty());
    let scene = World::default().build(&with_bake(&json!([stone(2)]), &charts, &[2]));
    assert!(!scene.entities[0].is_baked);
    let mut world = World::default();
    world.prefabs.insert("res://maps/part.gtm".to_owned(), map(&json!([stone(2)])));
    let outer = json!([{"id": 9, "type": "instance", "path": "part.gtm"}]);
    assert!(!world.build(&with_bake(&outer, &charts, &[])).entities[0].is_baked);
    let mut world = World::default();
    world.settings.is_baked = false;
    assert!(!world.build(&with_bake(&json!([stone(2)]), &charts, &[])).entities[0].is_baked);
}

#[test]
fn a_displaced_face_is_baked_where_it_was_flat() {
    let mut brush = stone(2);
    brush["faces"][3]["disp"] = json!({"power": 1, "heights": [0, 0, 0, 0, 640, 0, 0, 0, 0]});
    let scene = World::default().build(&with_bake(&json!([brush]), &[(2, 3, ROWS)], &[]));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.positions[4], &[1.0, 22.0, 1.0]);
    assert_near(&stone.uv2s[4], &[0.75, 0.75 * 7.0 / 8.0]);
}
