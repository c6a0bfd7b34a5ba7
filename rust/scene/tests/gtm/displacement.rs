//! Displaced faces. Section 7.

use crate::support::*;
use glam::Vec3;
use mapwright_scene::gtm::layout::class_rules::{ClassForm, ClassRules, CollisionRule};
use serde_json::{Value, json};

/// A box of 64 units whose top is displaced with power 1: three by three heights.
fn displaced(disp: &Value) -> Value {
    let face = |number: usize| {
        let colors = json!([[1, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1]]);
        if number == 3 {
            json!({"material": "mud", "disp": disp, "colors": colors})
        } else {
            json!({"material": "mud"})
        }
    };
    json!([box_brush(2, [0.0; 3], [64.0; 3], &face)])
}

fn heights() -> Value {
    json!([0, 32, 0, 0, 0, 0, 0, 0, 64])
}

/// Columns run from corner 0 (0, 64, 0) to corner 1 (0, 64, 64), rows from corner 0 to corner 3 (64, 64, 0).
#[test]
fn heights_move_the_grid_along_the_normal() {
    let scene = build(&displaced(&json!({"power": 1, "heights": heights()})));
    let mud = arrays(&scene, 0, "mud");
    assert_eq!(mud.positions.len(), 9, "the flat faces are gone");
    assert_eq!(mud.positions[0], [0.0, 2.0, 0.0]);
    assert_eq!(mud.positions[1], [0.0, 3.0, 1.0], "height 32 in the middle of the first row");
    assert_eq!(mud.positions[3], [1.0, 2.0, 0.0], "the second row is further along x");
    assert_eq!(mud.positions[8], [2.0, 4.0, 2.0]);
}

/// Even cells split into abc and acd, odd ones into abd and bcd; Godot wants them the other way round.
#[test]
fn cells_are_split_like_a_checkerboard() {
    let scene = build(&displaced(&json!({"power": 1, "heights": heights()})));
    let mud = arrays(&scene, 0, "mud");
    let expected = [
        [0, 4, 1],
        [0, 3, 4], // even: a 0, b 1, c 4, d 3
        [1, 4, 2],
        [2, 4, 5], // odd: a 1, b 2, c 5, d 4
        [3, 6, 4],
        [4, 6, 7], // odd: a 3, b 4, c 7, d 6
        [4, 8, 5],
        [4, 7, 8], // even: a 4, b 5, c 8, d 7
    ];
    assert_eq!(mud.indices.as_chunks::<3>().0, expected);
    for triangle in expected {
        let [a, b, c] = triangle.map(|vertex| Vec3::from_array(mud.positions[vertex as usize]));
        assert!((b - a).cross(c - a).y < 0.0, "{triangle:?} is clockwise from above");
    }
}

/// Vertex 0 touches the two triangles of cell 0: with heights in units, a 0, b (0, 32, 32), c (32, 0, 32), d (32, 0, 0).
/// The sum of (b - a) x (c - a) = (1024, 1024, -1024) and (c - a) x (d - a) = (0, 1024, 0).
#[test]
fn normals_weigh_the_triangles_of_the_face_by_area() {
    let scene = build(&displaced(&json!({"power": 1, "heights": heights()})));
    let mud = arrays(&scene, 0, "mud");
    let expected = Vec3::new(1024.0, 2048.0, -1024.0).normalize();
    assert_near(&mud.normals[0], &expected.to_array());
}

#[test]
fn coordinates_come_from_the_flat_face_and_colors_from_the_alphas() {
    let scene = build(&displaced(&json!({"power": 1, "heights": heights(), "alphas": [0.5, 7]})));
    let mud = arrays(&scene, 0, "mud");
    assert_near(&mud.uvs[8], &[1.0, 1.0]);
    assert_near(&mud.uvs[1], &[0.0, 0.5]);
    assert_near(&mud.colors[0], &[1.0, 1.0, 1.0, 0.5]);
    assert_near(&mud.colors[1], &[1.0, 1.0, 1.0, 1.0]);
    assert_near(&mud.colors[8], &[1.0, 1.0, 1.0, 0.0]);
}

#[test]
fn a_displacement_that_does_not_add_up_leaves_the_face_flat() {
    for wrong in [
        json!({"power": 2, "heights": heights()}),
        json!({"power": -1, "heights": heights()}),
        json!({"power": 63, "heights": heights()}),
        json!({"heights": heights()}),
        json!({"power": 1}),
        json!(7),
    ] {
        let scene = build(&displaced(&wrong));
        assert_eq!(arrays(&scene, 0, "mud").positions.len(), 24, "{wrong}");
    }
    let mut triangle = displaced(&json!({"power": 1, "heights": heights()}));
    triangle[0]["faces"][3]["indices"] = json!([2, 6, 7]);
    let scene = build(&triangle);
    assert_eq!(arrays(&scene, 0, "mud").positions.len(), 23, "only faces with four corners are displaced");
}

#[test]
fn the_power_is_three_when_it_is_missing() {
    let scene = build(&displaced(&json!({"heights": vec![0; 81]})));
    assert_eq!(arrays(&scene, 0, "mud").positions.len(), 81);
}

#[test]
fn a_displaced_brush_has_no_hull_but_its_triangles() {
    let mut world = World::default();
    let rules =
        ClassRules { form: ClassForm::Solid, collision: CollisionRule::Convex, ..ClassRules::unknown() };
    world.classes.insert("worldspawn".to_owned(), rules);
    let scene = world.build(&map(&displaced(&json!({"power": 1, "heights": heights()}))));
    let collision = &scene.entities[0].collision;
    assert_eq!(collision.hulls.len(), 0);
    assert_eq!(collision.triangles.len(), 8 * 3);
}
