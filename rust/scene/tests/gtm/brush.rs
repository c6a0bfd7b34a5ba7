//! Brushes: corners, winding, texture coordinates, tangents, colors, surfaces. Sections 6, 10 and 15.

use crate::support::*;
use glam::Vec3;
use mapwright_scene::gtm::surfaces::material_facts::MaterialFacts;
use serde_json::{Value, json};

const UP: [f32; 3] = [0.0, 1.0, 0.0];
const NORMALS: [[f32; 3]; 6] =
    [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0], UP, [0.0, 0.0, -1.0], [0.0, 0.0, 1.0]];

#[test]
fn a_box_has_its_exact_corners_in_metres_and_flat_normals() {
    let scene = build(&json!([plain_box(2, [-32.0, 0.0, 64.0], [32.0, 96.0, 65.0], "stone")]));
    let stone = arrays(&scene, 0, "stone");
    assert_eq!(stone.positions.len(), 24);
    assert_eq!(stone.indices.len(), 36);
    for (face, indices) in BOX_FACES.iter().enumerate() {
        let corners = box_vertices([-1.0, 0.0, 2.0], [1.0, 3.0, 2.03125]);
        for corner in indices {
            at(stone, corners[*corner].map(|part| part as f32), NORMALS[face]);
        }
    }
    assert!(stone.colors.is_empty(), "nothing is painted");
}

/// Stored fronts are counter-clockwise, Godot's are clockwise.
#[test]
fn triangles_turn_clockwise_seen_from_outside() {
    let scene = build(&json!([plain_box(2, [0.0; 3], [64.0; 3], "stone")]));
    let stone = arrays(&scene, 0, "stone");
    for triangle in stone.indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|vertex| Vec3::from_array(stone.positions[vertex as usize]));
        let normal = Vec3::from_array(stone.normals[triangle[0] as usize]);
        assert!((b - a).cross(c - a).dot(normal) < 0.0, "{triangle:?}");
    }
}

/// The top face's corners are 2, 6, 7, 3 with the first edge along +z; e x n is then -x, and the corners stand at
/// 135 (2), 45 (6), -45 (7) and -135 (3) degrees around the middle.
#[test]
fn corners_are_sorted_around_the_middle_and_fanned_from_the_first() {
    let scene = build(&json!([plain_box(2, [0.0; 3], [64.0; 3], "stone")]));
    let stone = arrays(&scene, 0, "stone");
    let top = facing(stone, UP);
    let positions: Vec<[f32; 3]> = top.iter().map(|vertex| stone.positions[*vertex]).collect();
    assert_eq!(positions, [[2.0, 2.0, 0.0], [2.0, 2.0, 2.0], [0.0, 2.0, 2.0], [0.0, 2.0, 0.0]]);
    let first = top[0] as i32;
    let fan: Vec<i32> =
        stone.indices.iter().map(|index| index - first).filter(|index| (0..4).contains(index)).collect();
    assert_eq!(fan, [0, 1, 2, 0, 2, 3]);
}

fn textured(uv: &Value) -> Value {
    json!([box_brush(2, [0.0; 3], [64.0; 3], &|_| json!({"material": "stone", "uv": uv}))])
}

/// (64 / 2 + 8) / 64 and (0 / 4 + 4) / 32: the offset is in texels and comes after the division.
#[test]
fn coordinates_are_projected_scaled_moved_and_divided_by_the_texture_size() {
    let mut world = World::default();
    world.materials.insert("stone".to_owned(), MaterialFacts { size: Some([64.0, 32.0]), is_opaque: true });
    let uv =
        json!({"u_axis": [1, 0, 0], "v_axis": [0, 0, 1], "offset": [8, 4], "scale": [2, 4], "rotation": 30});
    let scene = world.build(&map(&textured(&uv)));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 0.0], UP)], &[0.625, 0.125]);
    assert_near(&stone.uvs[at(stone, [0.0, 2.0, 2.0], UP)], &[0.125, 0.625]);
}

#[test]
fn every_part_of_a_projection_has_its_own_default_and_a_scale_of_zero_is_one() {
    let scene = build(&textured(&json!({"scale": [1e-10, 0], "v_axis": [0, 0, 2]})));
    let stone = arrays(&scene, 0, "stone");
    // The default size is 64 x 64.
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 2.0], UP)], &[1.0, 2.0]);
    let scene = build(&json!([plain_box(2, [0.0; 3], [64.0; 3], "stone")]));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 0.0], UP)], &[1.0, 0.0]);
}

#[test]
fn the_map_s_own_texture_size_comes_before_the_material_s() {
    let mut world = World::default();
    world.materials.insert("stone".to_owned(), MaterialFacts { size: Some([16.0; 2]), is_opaque: true });
    let mut map = map(&textured(&json!({})));
    map["textures"] = json!({"stone": {"size": [32, 128]}});
    let scene = world.build(&map);
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 2.0], UP)], &[2.0, 0.5]);
}

#[test]
fn a_size_with_a_part_of_zero_is_no_size() {
    let mut map = map(&textured(&json!({})));
    map["textures"] = json!({"stone": {"size": [32, 0]}});
    let scene = World::default().build(&map);
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 2.0], UP)], &[1.0, 1.0]);
}

/// The table of the text, for a corner at (64, 64, 64) and the default size of 64.
#[test]
fn world_projection_takes_its_axes_from_the_normal() {
    let mut map = map(&textured(&json!({"u_axis": [0, 3, 0], "offset": [7, 7], "scale": [5, 5]})));
    map["textures"] = json!({"stone": {"projection": "world"}});
    let scene = World::default().build(&map);
    let stone = arrays(&scene, 0, "stone");
    let far = [2.0; 3];
    assert_near(&stone.uvs[at(stone, far, NORMALS[1])], &[-1.0, -1.0]);
    assert_near(&stone.uvs[at(stone, far, UP)], &[1.0, 1.0]);
    assert_near(&stone.uvs[at(stone, far, NORMALS[5])], &[1.0, -1.0]);
    assert_near(&stone.uvs[at(stone, [0.0, 2.0, 2.0], NORMALS[0])], &[1.0, -1.0]);
    assert_near(&stone.uvs[at(stone, [2.0, 2.0, 0.0], NORMALS[4])], &[-1.0, -1.0]);
    assert_near(&stone.uvs[at(stone, [2.0, 0.0, 2.0], NORMALS[2])], &[1.0, 1.0]);
}

/// For n = +y, u = +x, v = +z: n x u = -z, so w = +1; with v = -z it is -1.
#[test]
fn tangents_follow_the_u_axis_and_know_the_side_of_v() {
    let scene = build(&textured(&json!({"u_axis": [3, 0, 0], "v_axis": [0, 0, 1]})));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.tangents[facing(stone, UP)[0]], &[1.0, 0.0, 0.0, 1.0]);
    let scene = build(&textured(&json!({"v_axis": [0, 0, -1]})));
    let stone = arrays(&scene, 0, "stone");
    assert_near(&stone.tangents[facing(stone, UP)[0]], &[1.0, 0.0, 0.0, -1.0]);
}

#[test]
fn colors_follow_their_corners_and_the_unpainted_rest_is_white_and_clear() {
    let face = |number: usize| {
        let colors = json!([[0.1, 0, 0, 1], [0.2, 0, 0, 1], [0.3, 0, 0, 1], [0.4, 0, 0, 1]]);
        if number == 3 {
            json!({"material": "stone", "colors": colors})
        } else {
            json!({"material": "stone"})
        }
    };
    let scene = build(&json!([box_brush(2, [0.0; 3], [64.0; 3], &face)]));
    let stone = arrays(&scene, 0, "stone");
    // The top's corners are 2, 6, 7, 3.
    assert_near(&stone.colors[at(stone, [0.0, 2.0, 0.0], UP)], &[0.1, 0.0, 0.0, 1.0]);
    assert_near(&stone.colors[at(stone, [2.0, 2.0, 2.0], UP)], &[0.3, 0.0, 0.0, 1.0]);
    assert_near(&stone.colors[at(stone, [0.0, 2.0, 2.0], UP)], &[0.2, 0.0, 0.0, 1.0]);
    assert_near(&stone.colors[at(stone, [2.0, 2.0, 0.0], UP)], &[0.4, 0.0, 0.0, 1.0]);
    assert_near(&stone.colors[facing(stone, NORMALS[0])[0]], &[1.0, 1.0, 1.0, 0.0]);
}

#[test]
fn colors_that_are_not_as_many_as_corners_are_ignored() {
    let face = |_: usize| json!({"material": "stone", "colors": [[0.1, 0, 0, 1]]});
    let scene = build(&json!([box_brush(2, [0.0; 3], [64.0; 3], &face)]));
    assert!(arrays(&scene, 0, "stone").colors.is_empty());
}

#[test]
fn surfaces_are_the_materials_in_the_order_of_the_faces() {
    let materials = ["b", "a", "special/skip", "b", "c", "tools/anything"];
    let scene =
        build(&json!([box_brush(2, [0.0; 3], [64.0; 3], &|face| json!({"material": materials[face]}))]));
    assert_eq!(names(&scene, 0), ["b", "a", "c"]);
    assert_eq!(arrays(&scene, 0, "b").indices.len(), 12);
}

#[test]
fn a_blend_is_a_surface_of_its_own_with_its_options_in_the_name() {
    let props = [
        json!({}),
        json!({"blend_material": "moss"}),
        json!({"blend_material": "moss", "blend_detile": "0", "blend_uv_scale": "1"}),
        json!({"blend_material": "moss", "blend_detile": "0.25", "blend_uv_scale": "2", "blend_detile_sharpen": "7"}),
        json!({"blend_material": ""}),
        json!({"blend_uv_scale": "2"}),
    ];
    let face = |number: usize| json!({"material": "stone", "props": props[number]});
    let mut map = map(&json!([box_brush(2, [0.0; 3], [64.0; 3], &face)]));
    map["textures"] = json!({"stone": {"size": [32, 32]}});
    let scene = World::default().build(&map);
    assert_eq!(names(&scene, 0), ["stone", "stone|moss", "stone|moss|0.25,2,1"]);
    let blend = arrays(&scene, 0, "stone|moss");
    assert_near(&blend.colors[0], &[1.0, 1.0, 1.0, 0.0]);
    // The map's size goes by the plain name, which a blend does not have.
    assert_near(&blend.uvs[at(blend, [2.0, 2.0, 2.0], NORMALS[1])], &[1.0, 1.0]);
    assert!(arrays(&scene, 0, "stone").colors.is_empty());
}

#[test]
fn what_is_no_brush_is_skipped_without_a_word() {
    let mut three_faces = plain_box(2, [0.0; 3], [64.0; 3], "stone");
    three_faces["faces"].as_array_mut().expect("faces").truncate(3);
    let flat = plain_box(3, [0.0; 3], [0.0, 0.0, 64.0], "stone");
    let mut three_vertices = plain_box(4, [0.0; 3], [64.0; 3], "stone");
    three_vertices["vertices"].as_array_mut().expect("vertices").truncate(3);
    let scene = build(&json!([three_faces, flat, three_vertices]));
    assert_eq!(triangles(&scene, 0), 0);
    assert_eq!(scene.problems, Vec::<String>::new());
}

#[test]
fn a_face_without_area_is_skipped_and_the_others_stay() {
    let mut brush = plain_box(2, [0.0; 3], [64.0; 3], "stone");
    brush["faces"][0]["indices"] = json!([0, 2, 0]);
    brush["faces"][1]["indices"] = json!([1, 3]);
    let scene = build(&json!([brush]));
    assert_eq!(triangles(&scene, 0), 8);
    assert_eq!(scene.problems, Vec::<String>::new());
}

#[test]
fn an_index_out_of_range_drops_the_brush_with_a_word() {
    for wrong in [json!(8), json!(-1), json!(1e12), json!("x")] {
        let mut brush = plain_box(2, [0.0; 3], [64.0; 3], "stone");
        brush["faces"][0]["indices"][1] = wrong.clone();
        let scene = build(&json!([brush]));
        let expected = if wrong.is_string() { 12 } else { 0 };
        assert_eq!(triangles(&scene, 0), expected, "{wrong}");
        assert_eq!(scene.problems.len(), usize::from(expected == 0), "{wrong}");
    }
}

#[test]
fn corners_beyond_all_bounds_are_refused() {
    let scene = build(&json!([plain_box(2, [0.0; 3], [64.0, 1e300, 64.0], "stone")]));
    assert_eq!(triangles(&scene, 0), 0);
    assert!(scene.problems[0].contains("solid 2"), "{:?}", scene.problems);
}

/// `_phong` smooths the finished mesh: a corner of a box is the mean of three faces.
#[test]
fn phong_smooths_up_to_its_angle() {
    let entity = |properties: Value| {
        json!([{"id": 2, "type": "entity", "classname": "func_x", "properties": properties,
            "children": [plain_box(3, [-32.0; 3], [32.0; 3], "stone")]}])
    };
    let scene = build(&entity(json!({"_phong": "1", "_phong_angle": "91"})));
    let third = 1.0 / 3.0_f32.sqrt();
    let stone = arrays(&scene, 1, "stone");
    at(stone, [1.0; 3], [third; 3]);
    for flat in [json!({"_phong": "1"}), json!({"_phong": "0", "_phong_angle": "91"})] {
        let scene = build(&entity(flat));
        at(arrays(&scene, 1, "stone"), [1.0; 3], UP);
    }
}

#[test]
fn interior_faces_of_an_entity_that_asks_for_it_are_dropped() {
    let entity = |properties: Value, other: &str| {
        json!([{"id": 2, "type": "entity", "classname": "trigger_x", "properties": properties, "children": [
            plain_box(3, [0.0; 3], [64.0; 3], "stone"),
            plain_box(4, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0], other),
        ]}])
    };
    let asked = json!({"_cull_interior_faces": "1"});
    assert_eq!(triangles(&build(&entity(asked.clone(), "stone")), 1), 20);
    assert_eq!(triangles(&build(&entity(asked, "wood")), 1), 24, "another material does not match");
    assert_eq!(triangles(&build(&entity(json!({}), "stone")), 1), 24, "triggers hide nothing by themselves");
}

#[test]
fn big_meshes_are_split_by_the_middles_of_their_triangles() {
    let boxes = json!([
        plain_box(2, [0.0; 3], [32.0; 3], "stone"),
        plain_box(3, [320.0, 0.0, 0.0], [352.0, 32.0, 32.0], "stone"),
    ]);
    let mut world = World::default();
    world.settings.cell_size = 8.0;
    let scene = world.build(&map(&boxes));
    let cells: Vec<_> = scene.entities[0].cells.iter().map(|cell| cell.place.map(|place| place.x)).collect();
    assert_eq!(cells, [Some(0), Some(1)]);
    for cell in &scene.entities[0].cells {
        assert_eq!(cell.surfaces[0].arrays.positions.len(), 24);
        assert_eq!(cell.surfaces[0].arrays.indices.len(), 36);
    }
    let one = World::default().build(&map(&boxes));
    assert_eq!(one.entities[0].cells.len(), 1);
    assert_eq!(one.entities[0].cells[0].place, None);
}
