//! A map of any size: a field of boxes, a terrain, scattered grass.

use super::nodes::{Map, Random, object, text};
use super::village::{instance, terrain_heights};
use mapwright_formats::gtm::{Document, Value};
use std::io;

const GRID: f64 = 96.0;

/// `brushes` boxes, a terrain of `terrain` x `terrain` heights unless it is 0, and `instances` of grass.
pub(super) fn map(brushes: usize, terrain: usize, instances: usize) -> io::Result<Document> {
    let mut map = Map::new();
    let layer = map.layer("Default", "#7e67e6ff")?;
    let mut random = Random::new(7);
    let side = (brushes as f64).sqrt().ceil() as usize;
    for index in 0..brushes {
        let corner = [(index % side) as f64 * GRID, 0.0, (index / side) as f64 * GRID];
        let size = [random.between(16.0, 80.0), random.between(16.0, 160.0), random.between(16.0, 80.0)];
        let far = std::array::from_fn(|axis| corner[axis] + size[axis].round());
        map.block(layer, corner, far, ["base/wall", "base/floor", "base/trim"][index % 3])?;
    }
    if terrain > 0 {
        let heights = terrain_heights(terrain, 512.0).into_iter().flat_map(f32::to_le_bytes).collect();
        let resolution = Value::Array(vec![Value::Int(terrain as i64); 2]);
        let keys = [
            ("origin", super::nodes::vector([0.0, -512.0, 0.0])),
            ("resolution", resolution),
            ("cell_size", Value::Float(32.0)),
            ("heights", Value::Bytes(heights)),
        ];
        map.add(Some(layer), "terrain", keys)?;
    }
    if instances > 0 {
        let item = Value::Dictionary(object([("source", text("res://models/grass.tscn"))]));
        let extent = side as f64 * GRID;
        let grass = (0..instances).map(|_| {
            let place = [random.between(0.0, extent), 0.0, random.between(0.0, extent)];
            instance(0, place, random.between(0.0, 360.0), random.between(0.7, 1.3))
        });
        let keys = [
            ("name", text("grass")),
            ("kind", text("foliage")),
            ("items", Value::Array(vec![item])),
            ("instances", Value::Array(grass.collect())),
        ];
        map.add(Some(layer), "scatter", keys)?;
    }
    map.finish(&[], [])
}
