//! A village: houses on a terrain with a pond, woods scattered around, a prefab well.

use super::nodes::{Map, Random, Vector, camera, object, text, vector};
use mapwright_formats::gtm::{Document, OpenNode, Value};
use std::io;

const CELLS: usize = 96;
const CELL: f64 = 64.0;
const EXTENT: f64 = CELLS as f64 * CELL;
const HEIGHT: f64 = 420.0;

/// The prefab that the village uses: a ring of stones with a roof.
pub(super) fn well() -> io::Result<Document> {
    let mut map = Map::new();
    let layer = map.layer("Default", "#7e67e6ff")?;
    let well = map.group(layer, "well")?;
    for (from, to) in [
        ([-40.0, 0.0, -40.0], [40.0, 32.0, -24.0]),
        ([-40.0, 0.0, 24.0], [40.0, 32.0, 40.0]),
        ([-40.0, 0.0, -24.0], [-24.0, 32.0, 24.0]),
        ([24.0, 0.0, -24.0], [40.0, 32.0, 24.0]),
    ] {
        map.block(well, from, to, "base/stone")?;
    }
    for x in [-36.0, 28.0] {
        map.block(well, [x, 32.0, -4.0], [x + 8.0, 96.0, 4.0], "base/wood")?;
    }
    map.block(well, [-52.0, 96.0, -36.0], [52.0, 104.0, 36.0], "base/roof")?;
    map.finish(&[("message", "A well")], [])
}

/// The village.
pub(super) fn map() -> io::Result<Document> {
    let mut map = Map::new();
    let heights = terrain_heights(CELLS + 1, HEIGHT);
    let ground = map.layer("Ground", "#5fa04eff")?;
    add_terrain(&mut map, ground, &heights)?;
    let buildings = map.layer("Buildings", "#c0793cff")?;
    for (index, place) in houses().enumerate() {
        add_house(&mut map, buildings, &format!("house {}", index + 1), on_ground(&heights, place))?;
    }
    let square = on_ground(&heights, [EXTENT / 2.0, EXTENT / 2.0]);
    let keys = [
        ("path", text("well.gtm")),
        ("origin", vector(square)),
        ("angles", vector([0.0, 30.0, 0.0])),
        ("fixup", text("square")),
    ];
    map.add(Some(buildings), "instance", keys)?;
    let nature = map.layer("Nature", "#3c8f5aff")?;
    add_wood(&mut map, nature, &heights)?;
    let play = map.layer("Gameplay", "#7e67e6ff")?;
    map.entity(play, "info_player_start", above(square, 48.0), &[("angle", "90")])?;
    map.entity(
        play,
        "light",
        above(square, 160.0),
        &[("light_energy", "4"), ("light_color", "255 214 160")],
    )?;
    let eye = [square[0] - 900.0, square[1] + 500.0, square[2] + 1100.0];
    map.finish(&world(), [("editor", camera(eye, -0.68, -0.35))])
}

fn world() -> [(&'static str, &'static str); 6] {
    [
        ("message", "A village on a terrain"),
        ("sun_angles", "-42 -35"),
        ("sun_energy", "0.4"),
        ("ambient_energy", "0.2"),
        ("sky_top_color", "82 128 199"),
        ("fog_density", "0.0008"),
    ]
}

fn above(place: Vector, height: f64) -> Vector {
    [place[0], place[1] + height, place[2]]
}

/// Places around the square.
fn houses() -> impl Iterator<Item = [f64; 2]> {
    const COUNT: usize = 7;
    (0..COUNT).map(|index| {
        let angle = index as f64 / COUNT as f64 * std::f64::consts::TAU;
        [EXTENT / 2.0 + angle.cos() * 640.0 - 96.0, EXTENT / 2.0 + angle.sin() * 560.0 - 80.0]
    })
}

/// Hills around a flat middle, `side` x `side` heights.
pub(super) fn terrain_heights(side: usize, height: f64) -> Vec<f32> {
    let at = |x: usize, z: usize| {
        let [u, v] = [x, z].map(|index| index as f64 / (side - 1) as f64 * 2.0 - 1.0);
        let rise = ((u * u + v * v).sqrt() - 0.35).clamp(0.0, 1.0);
        let rolling = (u * 5.1 + 0.4).sin() * (v * 4.3 - 0.7).cos() + 0.4 * (u * 13.0 + v * 9.0).sin();
        let pond = -0.16 * (-((u + 0.55).powi(2) + (v - 0.35).powi(2)) * 30.0).exp();
        ((rise * rise * (1.0 + 0.5 * rolling) + 0.012 * rolling + pond) * height) as f32
    };
    (0..side * side).map(|index| at(index % side, index / side)).collect()
}

/// Grass in the flat, rock on the slopes, sand around the pond.
fn splat(heights: &[f32]) -> Vec<u8> {
    let side = CELLS + 1;
    let height = |x: usize, z: usize| f64::from(heights[z.min(CELLS) * side + x.min(CELLS)]);
    let weights = |index: usize| {
        let (x, z) = (index % side, index / side);
        let slope =
            ((height(x + 1, z) - height(x, z)).abs() + (height(x, z + 1) - height(x, z)).abs()) / CELL;
        let rock = ((slope - 0.35) * 3.0).clamp(0.0, 1.0);
        let sand = ((-height(x, z) - 8.0) / 16.0).clamp(0.0, 1.0) * (1.0 - rock);
        [1.0 - rock - sand, rock, sand, 0.0].map(|weight: f64| (weight.max(0.0) * 255.0).round() as u8)
    };
    (0..side * side).flat_map(weights).collect()
}

fn add_terrain(map: &mut Map, layer: OpenNode, heights: &[f32]) -> io::Result<()> {
    let materials = ["terrain/grass", "terrain/rock", "terrain/sand"];
    let layers = materials.map(|name| {
        Value::Dictionary(object([
            ("material", text(name)),
            ("tile", Value::Float(256.0)),
            ("detile", Value::Float(0.5)),
        ]))
    });
    let side = Value::Int(CELLS as i64 + 1);
    let keys = [
        ("label", text("valley")),
        ("origin", vector([0.0; 3])),
        ("resolution", Value::Array(vec![side.clone(), side])),
        ("cell_size", Value::Float(CELL)),
        ("heights", Value::Bytes(heights.iter().flat_map(|height| height.to_le_bytes()).collect())),
        ("splat", Value::Bytes(splat(heights))),
        ("layers", Value::Array(layers.to_vec())),
    ];
    map.add(Some(layer), "terrain", keys).map(|_| ())
}

fn on_ground(heights: &[f32], [x, z]: [f64; 2]) -> Vector {
    let [i, j] = [x, z].map(|along| ((along / CELL).round() as usize).min(CELLS));
    [x, f64::from(heights[j * (CELLS + 1) + i]), z]
}

/// Four walls with a door, and a roof in two steps.
fn add_house(map: &mut Map, layer: OpenNode, name: &str, place: Vector) -> io::Result<()> {
    let house = map.group(layer, name)?;
    let mut part = |from: Vector, to: Vector, material: &str| {
        let moved = |corner: Vector| std::array::from_fn(|axis| corner[axis] + place[axis]);
        map.block(house, moved(from), moved(to), material).map(|_| ())
    };
    part([0.0, -32.0, 0.0], [192.0, 8.0, 160.0], "base/floor")?;
    part([0.0, 8.0, 0.0], [192.0, 112.0, 8.0], "base/wall")?;
    part([0.0, 8.0, 8.0], [8.0, 112.0, 152.0], "base/wall")?;
    part([184.0, 8.0, 8.0], [192.0, 112.0, 152.0], "base/wall")?;
    part([0.0, 8.0, 152.0], [72.0, 112.0, 160.0], "base/wall")?;
    part([120.0, 8.0, 152.0], [192.0, 112.0, 160.0], "base/wall")?;
    part([72.0, 88.0, 152.0], [120.0, 112.0, 160.0], "base/wood")?;
    part([-16.0, 112.0, -16.0], [208.0, 128.0, 176.0], "base/roof")?;
    part([16.0, 128.0, 24.0], [176.0, 152.0, 136.0], "base/roof")?;
    part([136.0, 152.0, 40.0], [160.0, 184.0, 64.0], "base/stone")
}

/// An instance of a scatter set, in the steps that the format packs.
pub(super) fn instance(item: usize, place: Vector, yaw: f64, scale: f64) -> Value {
    let steps = |value: f64, step: f64| Value::Float((value * step).round() / step);
    Value::Array(vec![
        Value::Float(item as f64),
        steps(place[0], 100.0),
        steps(place[1], 100.0),
        steps(place[2], 100.0),
        Value::Float(0.0),
        steps(yaw, 10.0),
        Value::Float(0.0),
        steps(scale, 1000.0),
    ])
}

fn add_wood(map: &mut Map, layer: OpenNode, heights: &[f32]) -> io::Result<()> {
    let mut random = Random::new(11);
    let mut trees = Vec::new();
    while trees.len() < 900 {
        let place = [random.between(64.0, EXTENT - 64.0), random.between(64.0, EXTENT - 64.0)];
        let from_middle = (place[0] - EXTENT / 2.0).hypot(place[1] - EXTENT / 2.0);
        let ground = on_ground(heights, place);
        if from_middle > 1000.0 && ground[1] > -4.0 && random.unit() < from_middle / EXTENT {
            let item = usize::from(random.unit() < 0.3);
            trees.push(instance(item, ground, random.between(0.0, 360.0), random.between(0.7, 1.4)));
        }
    }
    let item = |source: &str| Value::Dictionary(object([("source", text(source))]));
    let keys = [
        ("name", text("wood")),
        ("kind", text("foliage")),
        ("items", Value::Array(vec![item("res://models/fir.tscn"), item("res://models/oak.tscn")])),
        ("chunk_size", Value::Float(1024.0)),
        ("instances", Value::Array(trees)),
    ];
    map.add(Some(layer), "scatter", keys).map(|_| ())
}
