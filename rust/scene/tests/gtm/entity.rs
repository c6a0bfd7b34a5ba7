//! Entities: places, rotations, origins, collision, names. Sections 1, 5 and 10.

use crate::support::*;
use glam::DVec3;
use mapwright_scene::gtm::layout::angles;
use mapwright_scene::gtm::layout::class_rules::{ClassForm, ClassRules, CollisionRule, OriginRule, SolidUse};
use mapwright_scene::gtm::solids::occluder;
use serde_json::{Value, json};

fn point(classname: &str, properties: &Value) -> Value {
    json!([{"id": 2, "type": "entity", "classname": classname, "origin": [32, 64, -16], "angles": [10, 20, 30],
        "properties": properties}])
}

#[track_caller]
fn assert_turned(scene: &Built, expected: [f64; 3]) {
    let found = scene.entities[1].basis;
    let expected = angles::basis(DVec3::from_array(expected));
    assert!(found.abs_diff_eq(expected, 1e-9), "{found} found, {expected} expected");
}

#[test]
fn a_point_entity_stands_at_its_origin_in_metres() {
    let scene = build(&point("light", &json!({})));
    let entity = &scene.entities[1];
    assert!(entity.is_point);
    assert_eq!(entity.position, DVec3::new(1.0, 2.0, -0.5));
    assert_turned(&scene, [10.0, 20.0, 30.0]);
    assert_eq!(entity.placed.entity.properties.get("origin"), Some("-16.0 32.0 64.0"), "z x y, in map units");
}

#[test]
fn a_rotation_property_replaces_the_angles() {
    for (classname, properties, expected) in [
        ("x", json!({"angles": "10 20 30"}), [-10.0, 200.0, -30.0]),
        ("x", json!({"mangle": "10 20 30"}), [-10.0, 200.0, -30.0]),
        ("light_spot", json!({"mangle": "10 20 30"}), [20.0, 190.0, -30.0]),
        ("info_intermission", json!({"mangle": "10 20 30"}), [10.0, 200.0, -30.0]),
        ("x", json!({"angle": "-1"}), [90.0, 180.0, 0.0]),
        ("x", json!({"angle": "-2"}), [-90.0, 180.0, 0.0]),
        ("x", json!({"angle": "45"}), [0.0, 225.0, 0.0]),
        ("x", json!({"angle": 45}), [0.0, 225.0, 0.0]),
    ] {
        let scene = build(&point(classname, &properties));
        assert_turned(&scene, expected);
        assert_eq!(scene.problems, Vec::<String>::new());
    }
}

#[test]
fn a_rotation_property_with_too_few_numbers_is_named() {
    let scene = build(&point("x", &json!({"mangle": "10 20"})));
    assert_turned(&scene, [0.0, 180.0, 0.0]);
    assert!(
        scene.problems[0].contains("entity 2") && scene.problems[0].contains("mangle"),
        "{:?}",
        scene.problems
    );
}

#[test]
fn a_point_class_with_solids_ends_at_the_origin() {
    let mut world = World::default();
    let rules = ClassRules { form: ClassForm::Point, ..ClassRules::unknown() };
    world.classes.insert("light".to_owned(), rules);
    let scene = world
        .build(&map(&json!([{"id": 2, "type": "entity", "classname": "light", "origin": [1, 2, 3],
        "children": [plain_box(3, [0.0; 3], [64.0; 3], "stone")]}])));
    assert!(scene.entities[1].is_point);
    assert_eq!(scene.entities[1].position, DVec3::ZERO);
    assert_turned(&scene, [0.0, 180.0, 0.0]);
    assert_eq!(triangles(&scene, 1), 0);
    assert_eq!(triangles(&scene, 0), 0, "the solids do not go to the world");
}

/// The map's origin and half a turn by section 5, unless nothing defines the class and no group says that it has solids.
#[test]
fn an_entity_with_children_but_no_solids_stands_where_its_class_says() {
    let nested = json!({"id": 3, "type": "entity", "classname": "nested"});
    let group = json!({"id": 3, "type": "group", "children": [plain_box(4, [0.0; 3], [64.0; 3], "lost")]});
    let own = (DVec3::new(1.0, 2.0, 3.0), [10.0, 20.0, 30.0]);
    let ignored = (DVec3::ZERO, [0.0, 180.0, 0.0]);
    for (form, child, (position, turned)) in [
        (ClassForm::Point, &nested, ignored),
        (ClassForm::Point, &group, ignored),
        (ClassForm::Solid, &nested, (DVec3::ZERO, [0.0; 3])),
        (ClassForm::Solid, &group, (DVec3::ZERO, [0.0; 3])),
        (ClassForm::Unknown, &nested, own),
        (ClassForm::Unknown, &group, ignored),
    ] {
        let mut world = World::default();
        world.classes.insert("thing".to_owned(), ClassRules { form, ..ClassRules::unknown() });
        let scene = world.build(&map(&json!([{"id": 2, "type": "entity", "classname": "thing",
            "origin": [32, 64, 96], "angles": [10, 20, 30], "children": [child]}])));
        assert_eq!(scene.entities[1].position, position, "{form:?} with {}", child["type"]);
        assert_turned(&scene, turned);
        assert_eq!(scene.entities[1].is_point, form != ClassForm::Solid);
        assert_eq!(
            triangles(&scene, 0) + triangles(&scene, 1),
            0,
            "what is in a group of an entity is not built"
        );
    }
}

#[test]
fn a_rotation_property_turns_an_entity_whose_own_angles_do_not_count() {
    let mut world = World::default();
    let rules = ClassRules { form: ClassForm::Point, ..ClassRules::unknown() };
    world.classes.insert("thing".to_owned(), rules);
    let scene = world
        .build(&map(&json!([{"id": 2, "type": "entity", "classname": "thing", "angles": [1, 2, 3],
        "properties": {"angle": "45"}, "children": [{"id": 3, "type": "entity", "classname": "nested"}]}])));
    assert_turned(&scene, [0.0, 225.0, 0.0]);
}

/// Names of textures are compared without regard to case (section 10), so the origin brush counts in any spelling.
#[test]
fn the_origin_texture_counts_in_any_case() {
    for texture in ["special/origin", "SPECIAL/Origin", "Special/ORIGIN"] {
        let scene = build(&json!([{"id": 2, "type": "entity", "classname": "func_c", "origin": [9, 9, 9],
            "angles": [0, 45, 0], "children": [plain_box(3, [384.0, 34.0, 4.0], [416.0, 66.0, 36.0], "wall"),
            plain_box(4, [426.0, 56.0, 16.0], [434.0, 64.0, 24.0], texture)]}]));
        assert_eq!(scene.entities[1].position * 32.0, DVec3::new(430.0, 60.0, 20.0), "{texture}");
        assert_turned(&scene, [0.0; 3]);
        assert_eq!(names(&scene, 1), ["wall"]);
    }
}

/// Two boxes and an origin brush: around all (0 0 0) to (128 64 64), the origin brush at (8 8 8) to (24 24 24).
fn with_origin(rule: OriginRule, origin_brush: bool, properties: &Value) -> DVec3 {
    let mut world = World::default();
    let rules = ClassRules { form: ClassForm::Solid, origin: rule, ..ClassRules::unknown() };
    world.classes.insert("func_x".to_owned(), rules);
    let mut children = vec![
        plain_box(3, [0.0; 3], [64.0; 3], "stone"),
        plain_box(4, [96.0, 0.0, 0.0], [128.0, 32.0, 32.0], "stone"),
    ];
    if origin_brush {
        children.push(plain_box(5, [8.0; 3], [24.0; 3], "special/origin"));
    }
    let scene = world
        .build(&map(&json!([{"id": 2, "type": "entity", "classname": "func_x", "origin": [9, 9, 9],
        "properties": properties, "children": children}])));
    let entity = &scene.entities[1];
    let stone = arrays(&scene, 1, "stone");
    let far = (DVec3::new(4.0, 1.0, 1.0) - entity.position).as_vec3().to_array();
    at(stone, far, [1.0, 0.0, 0.0]);
    assert_eq!(names(&scene, 1), ["stone"], "the origin brush is not drawn");
    entity.position * 32.0
}

fn names(scene: &Built, entity: usize) -> Vec<String> {
    crate::support::names(scene, entity)
}

#[test]
fn the_class_says_where_a_solid_entity_has_its_origin() {
    let none = json!({});
    let stated = json!({"origin": "10 20 30"});
    assert_eq!(with_origin(OriginRule::Brush, true, &none), DVec3::splat(16.0));
    assert_eq!(with_origin(OriginRule::Brush, false, &none), DVec3::new(64.0, 32.0, 32.0));
    assert_eq!(with_origin(OriginRule::BoundsCenter, true, &none), DVec3::new(64.0, 32.0, 32.0));
    assert_eq!(with_origin(OriginRule::BoundsMins, true, &none), DVec3::ZERO);
    assert_eq!(with_origin(OriginRule::BoundsMaxs, true, &none), DVec3::new(128.0, 64.0, 64.0));
    // The mean of the corners of a box is its middle, and both boxes have as many.
    assert_eq!(with_origin(OriginRule::Averaged, false, &none), DVec3::new(72.0, 24.0, 24.0));
    // The numbers of the property are z, x and y.
    assert_eq!(with_origin(OriginRule::Absolute, false, &stated), DVec3::new(20.0, 30.0, 10.0));
    assert_eq!(with_origin(OriginRule::Relative, false, &stated), DVec3::new(84.0, 62.0, 42.0));
}

#[test]
fn the_world_s_origin_is_the_map_s() {
    let scene = build(&json!([plain_box(3, [64.0; 3], [128.0; 3], "stone")]));
    assert_eq!(scene.entities[0].position, DVec3::ZERO);
    assert_eq!(scene.entities[0].placed.id, 0);
    at(arrays(&scene, 0, "stone"), [4.0; 3], [0.0, 1.0, 0.0]);
}

#[test]
fn only_direct_solids_count_and_loose_ones_go_to_the_world() {
    let inner = json!({"id": 5, "type": "group", "children": [plain_box(6, [0.0; 3], [64.0; 3], "lost")]});
    let scene = build(&json!([
        {"id": 2, "type": "entity", "classname": "func_x", "children": [plain_box(3, [0.0; 3], [64.0; 3], "own"), inner]},
        {"id": 7, "type": "group", "children": [plain_box(8, [640.0; 3], [704.0; 3], "loose")]},
        {"id": 9, "type": "future", "children": [plain_box(10, [640.0; 3], [704.0; 3], "unknown")]},
    ]));
    assert_eq!(names(&scene, 1), ["own"]);
    assert_eq!(names(&scene, 0), ["loose"]);
}

fn collision(rule: CollisionRule, nodes: &Value) -> (Vec<usize>, usize) {
    let mut world = World::default();
    let rules = ClassRules { form: ClassForm::Solid, collision: rule, ..ClassRules::unknown() };
    world.classes.insert("worldspawn".to_owned(), rules);
    let scene = world.build(&map(nodes));
    let collision = &scene.entities[0].collision;
    let hulls = collision.hulls.iter().map(|hull| hull.corners.len()).collect();
    (hulls, collision.triangles.len() / 3)
}

#[test]
fn textures_say_what_is_drawn_and_what_collides() {
    for (texture, draws, collides) in [
        ("stone", true, true),
        ("special/skip", false, false),
        ("SPECIAL/Skip", false, false),
        ("special/origin", false, false),
        ("common/hint", false, false),
        ("hintskip", false, false),
        ("null", false, false),
        ("areaportal", false, false),
        ("special/clip", false, true),
        ("special/sky", false, true),
        ("special/other", false, true),
        ("tools/toolsblack", false, true),
        ("gt/anything", false, true),
        ("base/trigger", false, true),
        ("nodraw", false, true),
        ("Caulk", false, true),
        ("playerclip", false, true),
        ("occluder", false, true),
        ("not_skip", true, true),
    ] {
        let nodes = json!([plain_box(2, [0.0; 3], [64.0; 3], texture)]);
        assert_eq!(triangles(&build(&nodes), 0) > 0, draws, "{texture} drawn");
        let (hulls, _) = collision(CollisionRule::Convex, &nodes);
        assert_eq!(hulls.len() == 1, collides, "{texture} collides as a hull");
        let (_, triangles) = collision(CollisionRule::Concave, &nodes);
        assert_eq!(triangles > 0, collides, "{texture} collides as triangles");
    }
}

#[test]
fn a_hull_has_the_brush_s_own_corners_and_meshes_give_triangles() {
    let mesh = solid("mesh", 3, [64.0; 3], [96.0; 3], &|_| json!({"material": "stone"}));
    let nodes = json!([plain_box(2, [0.0; 3], [64.0; 3], "stone"), mesh]);
    assert_eq!(collision(CollisionRule::Convex, &nodes), (vec![8], 12));
    assert_eq!(collision(CollisionRule::Concave, &nodes), (vec![], 24));
    assert_eq!(collision(CollisionRule::None, &nodes), (vec![], 0));
}

#[test]
fn occluder_faces_make_an_occluder() {
    let face = |number: usize| json!({"material": if number == 3 { "tools/occluder" } else { "stone" }});
    let scene = build(&json!([box_brush(2, [0.0; 3], [64.0; 3], &face)]));
    let occluder: &occluder::Occluder = scene.entities[0].occluder.as_ref().expect("an occluder");
    assert_eq!((occluder.positions.len(), occluder.indices.len()), (4, 6));
    assert!(occluder.positions.iter().all(|position| position[1] == 2.0));
    assert_eq!(build(&json!([plain_box(2, [0.0; 3], [64.0; 3], "stone")])).entities[0].occluder, None);
}

#[test]
fn a_volume_is_only_the_box_around_its_brushes() {
    let mut world = World::default();
    let rules = ClassRules {
        form: ClassForm::Solid,
        solids: SolidUse::Volume,
        collision: CollisionRule::Convex,
        ..ClassRules::unknown()
    };
    world.classes.insert("env_voxel_gi".to_owned(), rules);
    let scene = world.build(&map(&json!([{"id": 2, "type": "entity", "classname": "env_voxel_gi",
        "children": [plain_box(3, [0.0; 3], [64.0, 1.0, 128.0], "stone")]}])));
    let entity = &scene.entities[1];
    assert_eq!(entity.position, DVec3::new(1.0, 0.015_625, 2.0));
    assert_eq!(entity.volume, Some(DVec3::new(2.0, 0.1, 4.0)), "no edge is shorter than 0.1");
    assert_eq!(triangles(&scene, 1), 0);
    assert_eq!(entity.collision.hulls.len(), 0);
}

#[test]
fn outputs_keep_what_they_say_and_those_without_a_name_are_dropped() {
    let scene = build(&json!([{"id": 2, "type": "entity", "classname": "x", "outputs": [
        {"output": "opened", "target": "lamp", "input": "turn_on"},
        {"output": "", "target": "lamp"},
        {"target": "lamp"},
        {"output": "closed", "target": "!self", "input": "set", "parameter": "0.5", "delay": 0.25, "times": 1},
        7,
    ]}]));
    let outputs = &scene.entities[1].placed.entity.outputs;
    assert_eq!(outputs.len(), 2);
    let [opened, closed] = &outputs[..] else { unreachable!() };
    assert_eq!((opened.parameter.as_ref(), opened.delay, opened.times), ("", 0.0, -1));
    assert_eq!((closed.output, closed.target.as_ref(), closed.input), ("closed", "!self", "set"));
    assert_eq!((closed.parameter.as_ref(), closed.delay, closed.times), ("0.5", 0.25, 1));
}
