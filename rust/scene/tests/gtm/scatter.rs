//! Scatter sets. Section 9.

use crate::support::{document, map};
use glam::{DAffine3, DVec3};
use mapwright_formats::gtm::nodes::{ScatterCollision, ScatterSet};
use mapwright_scene::gtm::layout::angles;
use mapwright_scene::gtm::world::scatter;
use serde_json::{Value, json};

fn with_set<T>(node: Value, look: impl FnOnce(ScatterSet<'_>) -> T) -> T {
    let mut node = node;
    node["id"] = json!(2);
    node["type"] = json!("scatter");
    let document = document(&map(&json!([node])));
    look(ScatterSet::read(document.find_node(2).expect("the node")))
}

fn instance(item: f64, [x, y, z]: [f64; 3]) -> Value {
    json!([item, x, y, z, 0, 0, 0, 1])
}

#[test]
fn kinds_have_their_own_collision_unless_they_say_otherwise() {
    let collision = |node: Value| with_set(node, |set| set.collision);
    assert_eq!(collision(json!({})), ScatterCollision::Convex);
    assert_eq!(collision(json!({"kind": "foliage"})), ScatterCollision::None);
    assert_eq!(collision(json!({"kind": "foliage", "collision": "trimesh"})), ScatterCollision::Trimesh);
    assert_eq!(collision(json!({"collision": "anything"})), ScatterCollision::Convex);
    assert_eq!(collision(json!({"collision": "none"})), ScatterCollision::None);
    with_set(json!({"visibility_range": -5}), |set| {
        assert!(set.casts_shadows && !set.is_static && !set.is_foliage);
        assert_eq!((set.visibility_range, set.chunk_size), (0.0, 0.0));
    });
}

#[test]
fn instances_that_are_too_short_or_of_no_item_are_ignored() {
    let rows =
        json!([instance(0.0, [1.0; 3]), [0, 1, 2, 3], instance(1.0, [1.0; 3]), instance(-1.0, [1.0; 3]), 7]);
    with_set(json!({"items": [{"source": "a"}], "instances": rows}), |set| {
        assert_eq!(set.instances.len(), 1);
    });
}

#[test]
fn an_instance_is_placed_by_its_set_and_scaled_by_itself() {
    let turn = DAffine3::from_mat3_translation(
        angles::basis(DVec3::new(0.0, 90.0, 0.0)),
        DVec3::new(320.0, 0.0, 0.0),
    );
    let placed = scatter::place(&[0.0, 32.0, 64.0, 0.0, 0.0, 0.0, 0.0, 2.0], &turn, 1.0 / 32.0);
    assert!(placed.translation.abs_diff_eq(DVec3::new(10.0, 2.0, -1.0), 1e-9), "{}", placed.translation);
    assert!((placed.matrix3 * DVec3::X).abs_diff_eq(DVec3::new(0.0, 0.0, -2.0), 1e-9));
}

#[test]
fn cells_are_those_of_the_set_s_own_space_in_the_order_of_x_y_and_z() {
    let rows = json!([
        instance(0.0, [65.0, 0.0, 0.0]),
        instance(0.0, [-1.0, 0.0, 0.0]),
        instance(1.0, [0.0, 0.0, 0.0]),
        instance(0.0, [0.0, 0.0, 64.0]),
        instance(0.0, [63.9, 63.9, 63.9]),
    ]);
    let node = json!({"chunk_size": 64, "items": [{"source": "a"}, {"source": "b"}], "instances": rows});
    with_set(node, |set| {
        let turned = DAffine3::from_translation(DVec3::splat(1000.0));
        let cells = scatter::cells(&set, &turned, 1.0 / 32.0);
        let places: Vec<_> = cells[0].iter().map(|cell| cell.place).collect();
        assert_eq!(places, [Some([-1, 0, 0]), Some([0, 0, 0]), Some([0, 0, 1]), Some([1, 0, 0])]);
        assert_eq!(cells[1].len(), 1);
    });
}

#[test]
fn without_a_size_there_is_one_cell() {
    let rows: Vec<Value> =
        (0..50).map(|place| instance(0.0, [f64::from(place) * 1000.0, 0.0, 0.0])).collect();
    with_set(json!({"items": [{"source": "a"}], "instances": rows}), |set| {
        let cells = scatter::cells(&set, &DAffine3::IDENTITY, 1.0 / 32.0);
        assert_eq!(cells[0].len(), 1);
        assert_eq!(cells[0][0].place, None);
        assert_eq!(cells[0][0].transforms.len(), 50);
    });
}

#[test]
fn too_many_cells_become_bigger_ones() {
    let rows: Vec<Value> =
        (0..1000).map(|place| instance(0.0, [f64::from(place) * 64.0, 0.0, 0.0])).collect();
    with_set(json!({"chunk_size": 64, "items": [{"source": "a"}], "instances": rows}), |set| {
        let cells = scatter::cells(&set, &DAffine3::IDENTITY, 1.0 / 32.0);
        // 64 * 4 is the first edge with no more than 256 cells.
        assert_eq!(cells[0].len(), 250);
        assert_eq!(cells[0].iter().map(|cell| cell.transforms.len()).sum::<usize>(), 1000);
    });
}
