//! Meshes: coordinates, smoothing, triangles, decals. Sections 8 and 15.

use crate::support::*;
use glam::Vec3;
use mapwright_scene::gtm::surfaces::arrays::Arrays;
use serde_json::{Value, json};

const UP: [f32; 3] = [0.0, 1.0, 0.0];

/// A flat mesh with one face, given as (x, z) counter-clockwise from above, in map units.
fn flat(corners: &[[f64; 2]], keys: Value) -> Value {
    let vertices: Vec<[f64; 3]> = corners.iter().map(|[x, z]| [*x, 0.0, *z]).collect();
    let mut face = keys;
    face["material"] = json!("sheet");
    face["indices"] = json!((0..corners.len()).collect::<Vec<_>>());
    json!({"id": 2, "type": "mesh", "vertices": vertices, "faces": [face]})
}

fn sheet(node: &Value) -> Arrays {
    arrays(&build(&json!([node])), 0, "sheet").clone()
}

/// A square of one metre, counter-clockwise from above.
const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [0.0, 32.0], [32.0, 32.0], [32.0, 0.0]];

#[test]
fn coordinates_by_hand_are_taken_as_they_are() {
    let uvs = json!([[0, 0], [0, 3], [0.25, 3], [0.25, 0]]);
    let arrays = sheet(&flat(&SQUARE, json!({"uvs": uvs, "uv": {"offset": [9, 9]}})));
    assert_near(&arrays.uvs[at(&arrays, [1.0, 0.0, 1.0], UP)], &[0.25, 3.0]);
    // u grows along x and v along z, so the bitangent is on the side of n x u = -z turned round.
    assert_near(&arrays.tangents[0], &[1.0, 0.0, 0.0, 1.0]);
    let arrays = sheet(&flat(&SQUARE, json!({"uvs": [[0, 0]]})));
    assert_near(&arrays.uvs[at(&arrays, [1.0, 0.0, 1.0], UP)], &[0.5, 0.5]);
}

#[test]
fn meshes_always_have_colors_and_no_world_projection() {
    let mut map = map(&json!([flat(&SQUARE, json!({"uv": {"scale": [2, 2]}}))]));
    map["textures"] = json!({"sheet": {"projection": "world"}});
    let scene = World::default().build(&map);
    let sheet = arrays(&scene, 0, "sheet");
    assert_near(&sheet.colors[0], &[1.0, 1.0, 1.0, 0.0]);
    assert_near(&sheet.uvs[at(sheet, [1.0, 0.0, 1.0], UP)], &[0.25, 0.25]);
    let painted = json!({"colors": [[0, 0, 0, 1], [0, 0, 0, 1], [0.5, 0, 0, 1], [0, 0, 0, 1]]});
    let arrays = self::sheet(&flat(&SQUARE, painted));
    assert_near(&arrays.colors[at(&arrays, [1.0, 0.0, 1.0], UP)], &[0.5, 0.0, 0.0, 1.0]);
}

#[test]
fn displacements_are_for_brushes_only() {
    let arrays = sheet(&flat(&SQUARE, json!({"disp": {"power": 1, "heights": vec![9; 9]}})));
    assert_eq!(arrays.positions.len(), 4);
}

fn triangles_of(corners: &[[f64; 2]]) -> Vec<[i32; 3]> {
    sheet(&flat(corners, json!({}))).indices.as_chunks().0.to_vec()
}

/// Reversed from the stored order for Godot.
#[test]
fn a_convex_quad_is_split_along_its_shorter_diagonal() {
    assert_eq!(triangles_of(&SQUARE), [[0, 2, 1], [0, 3, 2]], "0 to 2 when both are alike");
    // The corner 2 is pulled outwards, so 1 to 3 is shorter.
    let kite = [[0.0, 0.0], [0.0, 32.0], [64.0, 64.0], [32.0, 0.0]];
    assert_eq!(triangles_of(&kite), [[0, 3, 1], [1, 3, 2]]);
}

/// Ears are looked for from the start of the list, again after each one: in this arrow the corner 0 is an ear (its
/// triangle 4 0 1 holds no other corner), and then what is left is 1 2 3 4.
#[test]
fn a_hollow_polygon_is_cut_into_ears() {
    // Counter-clockwise from above: x to the right, z down. The corner 2 is the hollow one.
    let arrow = [[0.0, 0.0], [0.0, 64.0], [16.0, 32.0], [64.0, 64.0], [64.0, 0.0]];
    let triangles = triangles_of(&arrow);
    assert_eq!(triangles.len(), 3);
    let area: f64 = triangles.iter().map(|triangle| twice_area(&arrow, *triangle)).sum();
    // 64 * 64 without the triangle 1 2 3 of 64 * 32 / 2.
    assert!((area - 2.0 * (4096.0 - 1024.0)).abs() < 1e-9, "{triangles:?}");
    assert!(triangles.iter().all(|triangle| twice_area(&arrow, *triangle) > 0.0), "{triangles:?}");
}

/// Of a triangle in Godot's winding, positive when it looks up.
fn twice_area(corners: &[[f64; 2]], triangle: [i32; 3]) -> f64 {
    let [a, b, c] = triangle.map(|place| corners[place as usize]);
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[test]
fn a_polygon_that_crosses_itself_still_ends() {
    let bow = [[0.0, 0.0], [64.0, 64.0], [0.0, 64.0], [64.0, 0.0], [32.0, 96.0]];
    assert_eq!(triangles_of(&bow).len(), 3);
}

fn smooth_cube(angle: f64, shared: bool) -> Value {
    let mut cube = solid("mesh", 2, [-32.0; 3], [32.0; 3], &|_| json!({"material": "sheet"}));
    cube["smooth_angle"] = json!(angle);
    if !shared {
        let vertices = box_vertices([-32.0; 3], [32.0; 3]);
        let apart: Vec<[f64; 3]> = BOX_FACES.iter().flatten().map(|corner| vertices[*corner]).collect();
        cube["vertices"] = json!(apart);
        for (face, keys) in cube["faces"].as_array_mut().expect("faces").iter_mut().enumerate() {
            keys["indices"] = json!([face * 4, face * 4 + 1, face * 4 + 2, face * 4 + 3]);
        }
    }
    cube
}

/// Three squares of the same size meet at right angles.
#[test]
fn corners_within_the_smooth_angle_share_their_normal() {
    let third = 1.0 / 3.0_f32.sqrt();
    let smooth = sheet(&smooth_cube(90.0, true));
    at(&smooth, [1.0; 3], [third; 3]);
    at(&smooth, [-1.0, 1.0, -1.0], [-third, third, -third]);
    for flat in [smooth_cube(89.0, true), smooth_cube(0.0, true), smooth_cube(90.0, false)] {
        at(&sheet(&flat), [1.0; 3], UP);
    }
}

/// A roof of two faces, one twice as big: 2 * (0, 32, 0) over 1 * (32, 0, 0) parts.
#[test]
fn bigger_faces_weigh_more() {
    let roof = json!({"id": 2, "type": "mesh", "smooth_angle": 100, "vertices":
        [[0, 0, 0], [0, 0, 32], [64, 0, 32], [64, 0, 0], [64, -32, 0], [64, -32, 32]],
        "faces": [{"material": "sheet", "indices": [0, 1, 2, 3]}, {"material": "sheet", "indices": [3, 2, 5, 4]}]});
    let arrays = sheet(&roof);
    let shared = Vec3::new(1.0, 2.0, 0.0).normalize();
    at(&arrays, [2.0, 0.0, 0.0], shared.to_array());
    at(&arrays, [0.0, 0.0, 0.0], UP);
    at(&arrays, [2.0, -1.0, 0.0], [1.0, 0.0, 0.0]);
}

#[test]
fn decals_are_surfaces_of_their_own() {
    let mut decal = flat(&SQUARE, json!({}));
    decal["decal"] = json!(true);
    let mut other = flat(&SQUARE, json!({}));
    other["id"] = json!(3);
    let scene = build(&json!([decal, other]));
    assert_eq!(names(&scene, 0), ["sheet|decal", "sheet"]);
}

#[test]
fn a_bad_index_costs_a_mesh_one_face() {
    let mut cube = smooth_cube(0.0, true);
    cube["faces"][2]["indices"][0] = json!(8);
    let scene = build(&json!([cube]));
    assert_eq!(triangles(&scene, 0), 10);
    assert_eq!(scene.problems, Vec::<String>::new());
}

#[test]
fn a_mesh_without_a_usable_face_is_skipped() {
    let mut line = flat(&SQUARE, json!({}));
    line["vertices"] = json!([[0, 0, 0], [32, 0, 0], [64, 0, 0], [96, 0, 0]]);
    let mut two = flat(&SQUARE, json!({}));
    two["vertices"] = json!([[0, 0, 0], [32, 0, 0]]);
    let scene = build(&json!([line, two]));
    assert_eq!(triangles(&scene, 0), 0);
    assert_eq!(scene.problems, Vec::<String>::new());
}
