//! The world's environment, sun and streaming; lights. Sections 12 and 13.

use crate::support::*;
use mapwright_formats::gtm::nodes::MapHead;
use mapwright_scene::gtm::world::environment;
use mapwright_scene::gtm::world::environment::{Environment, Sun};
use mapwright_scene::gtm::world::light::{BakeMode, Light, faint_color};
use mapwright_scene::gtm::world::streaming::Streaming;
use serde_json::{Value, json};

fn world(properties: &Value) -> (Option<Environment>, Option<Sun>) {
    let document = document(&json!({"format": "godottrench-map", "properties": properties}));
    environment::read(&MapHead::read(&document).properties)
}

#[test]
fn an_environment_is_there_when_one_of_its_keys_is() {
    for key in [
        "sun_angles",
        "sky_top_color",
        "sky_panorama",
        "sky_horizon_color",
        "sky_ground_color",
        "fog_color",
        "fog_density",
        "ambient_energy",
        "sky_energy",
        "glow_intensity",
        "ssr",
    ] {
        let (environment, sun) = world(&json!({key: ""}));
        assert!(environment.is_some() && sun.is_some(), "{key}");
    }
    for key in ["sun_color", "sun_energy", "ambient_color", "message"] {
        assert_eq!(world(&json!({key: "1 1 1"})), (None, None), "{key} alone");
    }
}

#[test]
fn the_mode_can_leave_it_out_or_keep_only_the_sun() {
    for mode in ["0", "none", " None "] {
        assert_eq!(world(&json!({"environment": mode, "sun_angles": "1 2"})), (None, None), "{mode}");
    }
    let (environment, sun) = world(&json!({"environment": "SUN_ONLY "}));
    assert_eq!(environment, None);
    assert_eq!(sun.expect("a sun").angles, Some([-40.0, -45.0]));
    assert!(world(&json!({"environment": "anything", "ssr": "0"})).0.is_some());
}

#[test]
fn everything_has_its_default() {
    let (environment, sun) = world(&json!({"sky_energy": "x"}));
    let expected = Environment {
        sky_top: [0.32, 0.5, 0.78],
        sky_horizon: [0.72, 0.8, 0.88],
        sky_ground: [0.42, 0.44, 0.46],
        sky_energy: 1.0,
        sky_panorama: String::new(),
        ambient: None,
        ambient_energy: 1.0,
        glow: 0.0,
        has_ssr: false,
        fog_density: 0.0,
        fog: [0.7, 0.78, 0.86],
    };
    assert_eq!(environment, Some(expected));
    let expected = Sun {
        angles: Some([-40.0, -45.0]),
        color: [1.0, 0.96, 0.88],
        energy: 1.1,
        bake_mode: BakeMode::Static,
    };
    assert_eq!(sun, Some(expected));
}

#[test]
fn values_are_read_clamped_and_scaled() {
    let (environment, sun) = world(&json!({
        "sky_top_color": "51 102 255", "sky_horizon_color": "0.5 1 0.25", "fog_color": "1 2", "ambient_color": "x",
        "sky_energy": "-3", "ambient_energy": "-1", "ssr": "2", "sun_angles": "10", "sun_energy": "-2",
    }));
    let environment = environment.expect("an environment");
    assert_eq!(environment.sky_top, [0.2, 0.4, 1.0], "one part above 1 means 255");
    assert_eq!(environment.sky_horizon, [0.5, 1.0, 0.25]);
    assert_eq!(environment.fog, [0.7, 0.78, 0.86], "two numbers are no color");
    assert_eq!(environment.ambient, Some([0.26, 0.28, 0.33]));
    assert_eq!((environment.sky_energy, environment.ambient_energy), (0.0, 0.0));
    assert!(!environment.has_ssr, "exactly 1 switches it on");
    let sun = sun.expect("a sun");
    assert_eq!((sun.angles, sun.energy), (None, -2.0));
}

#[test]
fn the_world_is_streamed_when_it_says_so() {
    let streaming = |properties: Value| {
        let document = document(&json!({"format": "godottrench-map", "properties": properties}));
        Streaming::of(&MapHead::read(&document).properties)
    };
    for off in [
        json!({}),
        json!({"chunk_streaming": "0"}),
        json!({"chunk_streaming": ""}),
        json!({"chunk_streaming": "false"}),
    ] {
        assert_eq!(streaming(off), None);
    }
    assert_eq!(
        streaming(json!({"chunk_streaming": "1"})),
        Some(Streaming { chunk_size: 2048.0, load_radius: 8192.0 })
    );
    let stated = json!({"chunk_streaming": "yes", "chunk_size": "512", "load_radius": "1024"});
    assert_eq!(streaming(stated), Some(Streaming { chunk_size: 512.0, load_radius: 1024.0 }));
}

#[test]
fn a_streamed_world_is_split_into_its_chunks() {
    let boxes =
        json!([plain_box(2, [0.0; 3], [32.0; 3], "stone"), plain_box(3, [640.0; 3], [672.0; 3], "stone")]);
    let mut map = map(&boxes);
    map["properties"] = json!({"chunk_streaming": "1", "chunk_size": "320"});
    let scene = World::default().build(&map);
    assert_eq!(scene.entities[0].cells.len(), 2);
}

/// What an entity with these properties is as a light, and how it is baked.
fn light(classname: &str, properties: &Value) -> (Option<Light>, BakeMode) {
    let scene =
        build(&json!([{"id": 2, "type": "entity", "classname": classname, "properties": properties}]));
    let properties = &scene.entities[1].placed.entity.properties;
    (Light::of(classname, properties), BakeMode::of_light(properties))
}

#[test]
fn lights_have_the_keys_of_their_class() {
    let expected = Light {
        spot_angle: None,
        color: [1.0; 3],
        energy: 1.0,
        range: 10.0,
        has_shadows: false,
        starts_on: true,
    };
    assert_eq!(light("light", &json!({"spot_range": "3"})).0, Some(expected));
    let expected = Light { spot_angle: Some(35.0), energy: 1.5, range: 15.0, ..expected };
    assert_eq!(light("light_spot", &json!({"omni_range": "3"})).0, Some(expected));
    let properties = json!({"spot_angle": "20", "light_energy": "2.5", "spot_range": "7", "light_color": "255 51 0",
        "shadows": "1", "start_on": "0"});
    let expected = Light {
        spot_angle: Some(20.0),
        color: [1.0, 0.2, 0.0],
        energy: 2.5,
        range: 7.0,
        has_shadows: true,
        starts_on: false,
    };
    assert_eq!(light("light_spot", &properties).0, Some(expected));
    assert_eq!(light("lamp", &json!({})).0, None);
}

/// Godot's spots open up to 180 degrees; colors count from 0 to 255.
#[test]
fn light_values_stay_within_what_a_light_can_have() {
    for (stated, expected) in [("120", 120.0), ("180", 180.0), ("270", 180.0), ("-5", 0.0), ("wide", 35.0)] {
        let found = light("light_spot", &json!({"spot_angle": stated})).0.expect("a light");
        assert_eq!(found.spot_angle, Some(expected), "{stated}");
    }
    for (stated, expected) in [
        ("300 -20 128", [1.0, 0.0, 128.0 / 255.0]),
        ("255 0 0 128", [1.0, 0.0, 0.0]),
        ("1 0.9 0.8", [1.0 / 255.0, 0.9 / 255.0, 0.8 / 255.0]),
        ("255,0,0", [1.0; 3]),
        ("", [1.0; 3]),
    ] {
        assert_eq!(
            light("light", &json!({"light_color": stated})).0.expect("a light").color,
            expected,
            "{stated}"
        );
    }
}

#[test]
fn a_color_that_counts_up_to_one_is_faint() {
    for (stated, is_faint) in [
        ("1 0.9 0.8", true),
        ("0 0 1", true),
        ("0.5 0.5 0.5", true),
        ("0 0 0", false),
        ("1 2 1", false),
        ("255 255 255", false),
        ("1 1", false),
        ("", false),
    ] {
        let scene = build(&json!([{"id": 2, "type": "entity", "classname": "light",
            "properties": {"light_color": stated}}]));
        let found = faint_color(&scene.entities[1].placed.entity.properties);
        assert_eq!(found, is_faint.then_some(stated));
    }
}

#[test]
fn switches_say_yes_and_no_in_several_words() {
    for (stated, is_on) in
        [("1", true), ("yes", true), ("on", true), ("0", false), ("no", false), ("off", false)]
    {
        let found = light("light", &json!({"start_on": stated, "shadows": stated})).0.expect("a light");
        assert_eq!((found.starts_on, found.has_shadows), (is_on, is_on), "{stated}");
    }
}

#[test]
fn lights_that_can_be_switched_are_not_baked_unless_they_say_so() {
    for (properties, expected) in [
        (json!({}), BakeMode::Static),
        (json!({"targetname": ""}), BakeMode::Static),
        (json!({"targetname": "lamp"}), BakeMode::Disabled),
        (json!({"start_on": "0"}), BakeMode::Disabled),
        (json!({"start_on": "1"}), BakeMode::Static),
        (json!({"targetname": "lamp", "bake_mode": "baked"}), BakeMode::Static),
        (json!({"targetname": "lamp", "bake_mode": "static"}), BakeMode::Static),
        (json!({"bake_mode": "bounce"}), BakeMode::Dynamic),
        (json!({"bake_mode": "dynamic"}), BakeMode::Dynamic),
        (json!({"bake_mode": "realtime"}), BakeMode::Disabled),
        (json!({"bake_mode": "disabled"}), BakeMode::Disabled),
        (json!({"targetname": "lamp", "bake_mode": "auto"}), BakeMode::Disabled),
    ] {
        assert_eq!(light("light", &properties).1, expected, "{properties}");
    }
    for (mode, expected) in
        [("bounce", BakeMode::Dynamic), ("realtime", BakeMode::Disabled), ("auto", BakeMode::Static)]
    {
        let (_, sun) = world(&json!({"sun_bake_mode": mode, "environment": "sun_only"}));
        assert_eq!(sun.expect("a sun").bake_mode, expected, "{mode}");
    }
}
