//! Faces that others cover. Section 10.

use crate::support::*;
use mapwright_scene::gtm::layout::class_rules::{ClassForm, ClassRules, CollisionRule};
use mapwright_scene::gtm::surfaces::material_facts::MaterialFacts;
use proptest::prelude::*;
use serde_json::{Value, json};

fn drawn(nodes: &Value) -> usize {
    triangles(&build(nodes), 0)
}

fn stone(id: i64, min: [f64; 3], max: [f64; 3]) -> Value {
    plain_box(id, min, max, "stone")
}

#[test]
fn two_boxes_hide_the_faces_between_them() {
    assert_eq!(
        drawn(&json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0])])),
        20
    );
}

#[test]
fn a_face_is_never_hidden_in_part() {
    // The small box hides its own face, not the big one it stands on.
    assert_eq!(
        drawn(&json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [64.0, 0.0, 0.0], [128.0, 32.0, 64.0])])),
        22
    );
}

#[test]
fn several_faces_cover_one_together() {
    let nodes = json!([
        stone(2, [0.0; 3], [64.0; 3]),
        stone(3, [64.0, 0.0, 0.0], [96.0, 40.0, 64.0]),
        stone(4, [64.0, 40.0, 0.0], [128.0, 80.0, 64.0]),
    ]);
    // Of 36: the first box loses one face, the second its side and its top, the third none.
    assert_eq!(drawn(&nodes), 36 - 2 * 3);
}

#[test]
fn a_gap_of_less_than_a_hundredth_of_a_unit_is_covered() {
    let with_gap = |gap: f64| {
        let above = stone(4, [64.0, 32.0 + gap, 0.0], [128.0, 64.0, 64.0]);
        json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [64.0, 0.0, 0.0], [128.0, 32.0, 64.0]), above])
    };
    // The strip has an area of 64 * gap.
    assert_eq!(drawn(&with_gap(0.0001)), 36 - 2 * 5, "and the two above each other hide theirs");
    assert_eq!(drawn(&with_gap(0.001)), 36 - 2 * 4);
}

#[test]
fn faces_of_one_plane_belong_to_the_lower_id() {
    let overlapping = |first: i64, second: i64| {
        let map = json!([stone(first, [0.0; 3], [64.0; 3]), stone(second, [0.0; 3], [64.0; 3])]);
        build(&map)
    };
    // The same box twice: one of each pair of faces goes.
    let scene = overlapping(2, 3);
    assert_eq!(triangles(&scene, 0), 12);
}

#[test]
fn open_sheets_win_over_brushes_and_brushes_over_closed_meshes() {
    let mesh = |material: &str| solid("mesh", 2, [0.0; 3], [64.0; 3], &|_| json!({"material": material}));
    let scene = build(&json!([mesh("closed"), stone(3, [0.0; 3], [64.0; 3])]));
    assert_eq!(names(&scene, 0), ["stone"], "a lower id does not help a closed mesh");
    let mut open = mesh("open");
    open["faces"].as_array_mut().expect("faces").truncate(5);
    let scene = build(&json!([stone(1, [0.0; 3], [64.0; 3]), open]));
    assert_eq!(arrays(&scene, 0, "open").indices.len(), 5 * 6);
    assert_eq!(arrays(&scene, 0, "stone").indices.len(), 6);
}

#[test]
fn what_is_inside_another_solid_is_hidden() {
    assert_eq!(drawn(&json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [16.0; 3], [48.0; 3])])), 12);
    let shell = solid("mesh", 2, [0.0; 3], [64.0; 3], &|_| json!({"material": "stone"}));
    assert_eq!(drawn(&json!([shell, stone(3, [16.0; 3], [48.0; 3])])), 12, "inside a closed mesh as well");
    let mut open = shell.clone();
    open["faces"].as_array_mut().expect("faces").truncate(5);
    assert_eq!(drawn(&json!([open, stone(3, [16.0; 3], [48.0; 3])])), 22, "an open mesh has no inside");
}

/// A box through a wall: what sticks out on both sides stays, though all its corners but those are elsewhere.
#[test]
fn a_face_that_sticks_out_is_drawn() {
    assert_eq!(
        drawn(&json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [16.0, 16.0, -16.0], [48.0, 48.0, 80.0])])),
        24
    );
}

/// A mesh with a notch: the corners of the bar are inside both arms, its middle is not.
#[test]
fn a_mesh_that_cuts_a_face_does_not_hide_it() {
    let outline = [
        [0.0, 0.0],
        [0.0, 64.0],
        [64.0, 64.0],
        [64.0, 0.0],
        [48.0, 0.0],
        [48.0, 40.0],
        [16.0, 40.0],
        [16.0, 0.0],
    ];
    let count = outline.len();
    let vertices: Vec<[f64; 3]> =
        [0.0, 64.0].iter().flat_map(|y| outline.iter().map(move |[x, z]| [*x, *y, *z])).collect();
    let mut faces = vec![
        json!({"material": "stone", "indices": (count..2 * count).collect::<Vec<_>>()}),
        json!({"material": "stone", "indices": (0..count).rev().collect::<Vec<_>>()}),
    ];
    for corner in 0..count {
        let next = (corner + 1) % count;
        faces.push(json!({"material": "stone", "indices": [corner, next, next + count, corner + count]}));
    }
    let notch = json!({"id": 2, "type": "mesh", "vertices": vertices, "faces": faces});
    let alone = drawn(&json!([notch]));
    let bar = stone(3, [4.0, 8.0, 4.0], [60.0, 56.0, 12.0]);
    // Its ends are inside the arms; its four long faces are not.
    assert_eq!(drawn(&json!([notch, bar])), alone + 8);
}

#[test]
fn what_can_be_seen_through_hides_nothing() {
    let mut world = World::default();
    world.materials.insert("glass".to_owned(), MaterialFacts { size: None, is_opaque: false });
    let nodes =
        json!([stone(2, [0.0; 3], [64.0; 3]), plain_box(3, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0], "glass")]);
    assert_eq!(triangles(&world.build(&map(&nodes)), 0), 24);
    let tool = json!([
        stone(2, [0.0; 3], [64.0; 3]),
        plain_box(3, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0], "special/clip")
    ]);
    assert_eq!(drawn(&tool), 12);
}

fn beside(classname: &str) -> Value {
    let child = stone(4, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0]);
    let entity = json!({"id": 3, "type": "entity", "classname": classname, "children": [child]});
    json!([stone(2, [0.0; 3], [64.0; 3]), entity])
}

#[test]
fn static_entities_hide_each_other_and_what_moves_or_triggers_hides_nothing() {
    assert_eq!(drawn(&beside("func_wall")), 10);
    assert_eq!(drawn(&beside("trigger_once")), 12);
    let mut world = World::default();
    let moving = ClassRules { form: ClassForm::Solid, is_static: false, ..ClassRules::unknown() };
    world.classes.insert("func_door".to_owned(), moving);
    assert_eq!(triangles(&world.build(&map(&beside("func_door"))), 0), 12);
}

#[test]
fn covered_faces_still_collide() {
    let mut world = World::default();
    let rules =
        ClassRules { form: ClassForm::Solid, collision: CollisionRule::Concave, ..ClassRules::unknown() };
    world.classes.insert("worldspawn".to_owned(), rules);
    let nodes = json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0])]);
    let scene = world.build(&map(&nodes));
    assert_eq!(triangles(&scene, 0), 20);
    assert_eq!(scene.entities[0].collision.triangles.len(), 24 * 3);
}

#[test]
fn culling_can_be_switched_off() {
    let mut world = World::default();
    world.settings.culls_covered = false;
    let nodes = json!([stone(2, [0.0; 3], [64.0; 3]), stone(3, [64.0, 0.0, 0.0], [128.0, 64.0, 64.0])]);
    assert_eq!(triangles(&world.build(&map(&nodes)), 0), 24);
}

/// A box with whole numbers as corners.
type Cube = ([i32; 3], [i32; 3]);

fn cubes() -> impl Strategy<Value = Vec<Cube>> {
    let cube = (proptest::array::uniform3(0..5), proptest::array::uniform3(1..4));
    let cube = cube.prop_map(|(min, size)| (min, [0, 1, 2].map(|axis| min[axis] + size[axis])));
    proptest::collection::vec(cube, 1..7)
}

/// Whether the text hides this face: every unit square of it lies behind another box's opposite face, or behind the
/// same face of a box with a lower id; or the whole face lies inside another box.
fn is_hidden(cubes: &[Cube], own: usize, axis: usize, is_max: bool) -> bool {
    let (min, max) = cubes[own];
    let plane = if is_max { max[axis] } else { min[axis] };
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let others = || cubes.iter().enumerate().filter(|(number, _)| *number != own);
    let spans = |(low, high): &Cube, a: i32, b: i32| low[u] <= a && a < high[u] && low[v] <= b && b < high[v];
    let covers = |number: usize, cube: &Cube| {
        let (same, opposite) = if is_max { (cube.1, cube.0) } else { (cube.0, cube.1) };
        opposite[axis] == plane || (same[axis] == plane && number < own)
    };
    let is_square_covered = |a, b| others().any(|(number, cube)| covers(number, cube) && spans(cube, a, b));
    let is_overlaid = (min[u]..max[u]).all(|a| (min[v]..max[v]).all(|b| is_square_covered(a, b)));
    let is_inside = others().any(|(_, (low, high))| {
        low[axis] < plane
            && plane < high[axis]
            && [u, v].iter().all(|side| low[*side] <= min[*side] && max[*side] <= high[*side])
    });
    is_overlaid || is_inside
}

proptest! {
    #[test]
    fn exactly_the_covered_faces_of_random_boxes_are_hidden(cubes in cubes()) {
        let nodes: Vec<Value> = cubes
            .iter()
            .enumerate()
            .map(|(number, (min, max))| {
                let name = |face: usize| json!({"material": format!("{number}-{face}")});
                box_brush(number as i64 + 2, min.map(f64::from), max.map(f64::from), &name)
            })
            .collect();
        let drawn = names(&build(&json!(nodes)), 0);
        for number in 0..cubes.len() {
            for face in 0..6 {
                let expected = !is_hidden(&cubes, number, face / 2, face % 2 == 1);
                let is_drawn = drawn.contains(&format!("{number}-{face}"));
                prop_assert_eq!(is_drawn, expected, "face {} of box {}", face, number);
            }
        }
    }
}
