//! Terrains. Section 9.

use crate::support::document;
use glam::{DVec3, Vec3};
use mapwright_scene::gtm::build::Settings;
use mapwright_scene::gtm::layout::class_rules::{ClassRules, Classes};
use mapwright_scene::gtm::layout::prefabs::Library;
use mapwright_scene::gtm::layout::tree::lay_out;
use mapwright_scene::gtm::world::terrain;
use mapwright_scene::gtm::world::terrain::Terrain;
use mapwright_scene::gtm::world::terrain_cells::TerrainCells;
use serde_json::{Value, json};

struct NoClasses(ClassRules);

impl Classes for NoClasses {
    fn rules(&self, _: &str) -> &ClassRules {
        &self.0
    }
}

fn built_in(map: &Value, prefab: Option<&Value>) -> Result<Terrain, String> {
    let document = document(map);
    let library = Library::gather(&document, "res://maps/map.gtm", |_| {
        prefab.map(crate::support::document).ok_or_else(|| "no such file".to_owned())
    });
    let classes = NoClasses(ClassRules::unknown());
    let layout = lay_out(&library, &classes, false);
    terrain::build(&layout.terrains[0], document.lightmap(), &Settings::default())
}

fn built(node: &Value) -> Result<Terrain, String> {
    built_in(&crate::support::map(&json!([node])), None)
}

/// Three by three vertices, a metre apart: 0 to 8 times 4 units high.
fn hill() -> Value {
    json!({"id": 7, "type": "terrain", "origin": [32, 64, 96], "resolution": [3, 3], "cell_size": 32,
        "heights": [0, 4, 8, 12, 16, 20, 24, 28, 32], "layers": [{"material": "grass"}]})
}

#[test]
fn vertices_stand_on_a_grid_from_the_origin() {
    let terrain = built(&hill()).expect("a terrain");
    assert_eq!((terrain.id, terrain.cell_size, terrain.resolution), (7, 1.0, [3, 3]));
    assert_eq!(terrain.position, DVec3::new(1.0, 2.0, 3.0));
    let [chunk] = &terrain.chunks[..] else { panic!("one chunk expected") };
    assert_eq!((chunk.place, chunk.offset), ([0, 0], DVec3::ZERO));
    assert_eq!(chunk.arrays.positions[5], [2.0, 20.0 / 32.0, 1.0]);
    assert_eq!(chunk.arrays.uvs[5], [1.0, 0.5]);
    assert_eq!(terrain.heights[5], 20.0 / 32.0);
}

/// Even cells: p00 p11 p01, p00 p10 p11; odd ones: p00 p10 p01, p01 p10 p11.
#[test]
fn cells_are_split_like_a_checkerboard_and_turn_clockwise() {
    let terrain = built(&hill()).expect("a terrain");
    let arrays = &terrain.chunks[0].arrays;
    let expected = [[0, 4, 3], [0, 1, 4], [1, 2, 4], [4, 2, 5], [3, 4, 6], [6, 4, 7], [4, 8, 7], [4, 5, 8]];
    assert_eq!(arrays.indices.as_chunks::<3>().0, expected);
    for triangle in expected {
        let [a, b, c] = triangle.map(|vertex: i32| Vec3::from_array(arrays.positions[vertex as usize]));
        assert!((b - a).cross(c - a).y < 0.0);
    }
}

/// h[i+1] - h[i-1] = 8 and h[j+1] - h[j-1] = 24 in the middle; at the border one side is the vertex itself, so the
/// slope is half as steep.
#[test]
fn normals_come_from_the_neighbours_heights() {
    let terrain = built(&hill()).expect("a terrain");
    let normals = &terrain.chunks[0].arrays.normals;
    crate::support::assert_near(&normals[4], &Vec3::new(-8.0, 64.0, -24.0).normalize().to_array());
    crate::support::assert_near(&normals[0], &Vec3::new(-4.0, 64.0, -12.0).normalize().to_array());
    crate::support::assert_near(&normals[5], &Vec3::new(-4.0, 64.0, -24.0).normalize().to_array());
}

#[test]
fn chunks_are_local_and_keep_the_parity_of_the_whole_terrain() {
    let mut node = hill();
    node["chunk_cells"] = json!(1);
    let terrain = built(&node).expect("a terrain");
    let places: Vec<_> = terrain.chunks.iter().map(|chunk| chunk.place).collect();
    assert_eq!(places, [[0, 0], [1, 0], [0, 1], [1, 1]]);
    let odd = &terrain.chunks[1];
    assert_eq!(odd.offset, DVec3::new(1.0, 0.0, 0.0));
    assert_eq!(odd.arrays.positions[0], [0.0, 4.0 / 32.0, 0.0]);
    assert_eq!(odd.arrays.indices, [0, 1, 2, 2, 1, 3]);
    assert_eq!(terrain.chunks[3].arrays.indices, [0, 3, 2, 0, 1, 3]);
    crate::support::assert_near(&odd.arrays.uvs[0], &[0.5, 0.0]);
}

#[test]
fn holes_are_missing_cells_and_empty_chunks_are_missing_chunks() {
    let mut node = hill();
    node["holes"] = json!("AQAA"); // 1, 0, 0: the last byte is missing.
    let terrain = built(&node).expect("a terrain");
    assert_eq!(terrain.holes, [1, 0, 0]);
    assert_eq!(terrain.chunks[0].arrays.indices.len(), 3 * 6);
    node["chunk_cells"] = json!(1);
    let terrain = built(&node).expect("a terrain");
    let places: Vec<_> = terrain.chunks.iter().map(|chunk| chunk.place).collect();
    assert_eq!(places, [[1, 0], [0, 1], [1, 1]]);
    assert!(built(&hill()).expect("a terrain").holes.is_empty());
}

/// Any part of a terrain collides with the triangles that its chunks draw there.
#[test]
fn parts_collide_with_the_triangles_that_are_drawn() {
    let mut node = hill();
    node["holes"] = json!("AQAA");
    node["chunk_cells"] = json!(1);
    let terrain = built(&node).expect("a terrain");
    let cells = TerrainCells { resolution: terrain.resolution, holes: &terrain.holes };
    for chunk in &terrain.chunks {
        let positions = &chunk.arrays.positions;
        let drawn: Vec<[f32; 3]> =
            chunk.arrays.indices.iter().map(|vertex| positions[*vertex as usize]).collect();
        let end = chunk.place.map(|place| place + 1);
        assert_eq!(cells.corners(&terrain.heights, terrain.cell_size, chunk.place, end), drawn);
    }
    assert_eq!(cells.corners(&terrain.heights, 1.0, [0, 0], [1, 1]), [[0.0; 3]; 0]);
}

#[test]
fn the_strongest_layer_of_each_vertex_is_known_when_there_are_several() {
    let mut node = hill();
    node["splat"] = json!("/wAzAAD/AAAzMwD/"); // 255 0 51 0, 0 255 0 0, 51 51 0 255.
    assert!(built(&node).expect("a terrain").strongest_layers.is_empty());
    node["layers"] = json!([{"material": "grass"}, {"material": "rock"}]);
    assert_eq!(
        built(&node).expect("a terrain").strongest_layers,
        [0, 1, 0],
        "the first of equals, none without a layer"
    );
}

#[test]
fn colors_are_the_weights_as_stored_and_the_first_layer_where_there_are_none() {
    let mut node = hill();
    node["splat"] = json!("/wAzAAA="); // 255, 0, 51, 0 and one byte more.
    let terrain = built(&node).expect("a terrain");
    let colors = &terrain.chunks[0].arrays.colors;
    crate::support::assert_near(&colors[0], &[1.0, 0.0, 0.2, 0.0]);
    crate::support::assert_near(&colors[1], &[1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn layers_have_defaults_and_four_are_enough() {
    let mut node = hill();
    node["layers"] = json!([{"material": "a"}, {"material": "b", "tile": 64, "detile": 0.5, "detile_sharpen": 1},
        {"material": "c"}, {"material": "d"}, {"material": "e"}]);
    let layers = built(&node).expect("a terrain").layers;
    assert_eq!(layers.len(), 4);
    assert_eq!((layers[0].tile, layers[0].detile, layers[0].detile_sharpen), (8.0, 0.0, 0.5));
    assert_eq!((layers[1].tile, layers[1].detile, layers[1].detile_sharpen), (2.0, 0.5, 1.0));
}

#[test]
fn a_terrain_that_does_not_add_up_is_named() {
    for (key, value, expected) in [
        ("resolution", json!([1, 9]), "resolution is 1 x 9"),
        ("resolution", json!([3, 4]), "9 heights, 12 expected"),
        ("resolution", json!([3e9, 3e9]), "9000000000000000000 expected"),
        ("heights", json!([]), "0 heights"),
        ("cell_size", json!(0), "cell size"),
    ] {
        let mut node = hill();
        node[key] = value;
        let reason = built(&node).expect_err("no terrain");
        assert!(reason.contains("terrain 7") && reason.contains(expected), "{reason}");
    }
}

/// The middle (64 64 128) is turned to (128 64 -64), 320 further; the terrain itself is not turned.
#[test]
fn a_prefab_moves_a_terrain_by_its_middle_and_never_turns_it() {
    let outer = json!([{"id": 2, "type": "instance", "path": "hill.gtm", "origin": [320, 0, 0], "angles": [0, 90, 0]}]);
    let terrain = built_in(&crate::support::map(&outer), Some(&crate::support::map(&json!([hill()]))))
        .expect("a terrain");
    assert_eq!(terrain.id, 1_000_007);
    let expected = DVec3::new(320.0 + 128.0 - 32.0, 64.0, -64.0 - 32.0) / 32.0;
    assert!(terrain.position.abs_diff_eq(expected, 1e-9), "{}", terrain.position);
    assert_eq!(terrain.chunks[0].arrays.positions[2], [2.0, 0.25, 0.0]);
}
