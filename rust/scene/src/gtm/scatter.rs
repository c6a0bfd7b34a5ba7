//! Scatter sets: where the instances of each item are, cell by cell. Section 9 of the node text.

use super::angles;
use glam::{DAffine3, DVec3};
use mapwright_formats::gtm::Instance;
use mapwright_formats::gtm::nodes::ScatterSet;
use std::collections::BTreeMap;

/// With more cells than this the cells get bigger: each one is a draw call or more, and a node.
const MAX_CELLS: usize = 256;

/// The instances of one item in one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ScatterCell {
    /// Which cell of the grid; `None` when the set is in one piece.
    pub place: Option<[i64; 3]>,
    /// Where the instances are, in metres.
    pub transforms: Vec<DAffine3>,
}

/// The cells of each of a set's items, in the order of x, y and z. `transform` is the set's placement in map units,
/// `scale` metres a map unit.
pub fn cells(set: &ScatterSet<'_>, transform: &DAffine3, scale: f64) -> Vec<Vec<ScatterCell>> {
    let edge = cell_edge(set);
    let mut cells: Vec<BTreeMap<[i64; 3], Vec<DAffine3>>> = vec![BTreeMap::new(); set.items.len()];
    for instance in &set.instances {
        let Some(of_item) = cells.get_mut(instance[0] as usize) else { continue };
        let placed = place(instance, transform, scale);
        of_item.entry(cell_of(instance, edge)).or_default().push(placed);
    }
    let cell = |(place, transforms)| ScatterCell { place: (edge > 0.0).then_some(place), transforms };
    cells.into_iter().map(|of_item| of_item.into_iter().map(cell).collect()).collect()
}

/// The edge of the set's cells in map units; 0 for one cell.
fn cell_edge(set: &ScatterSet<'_>) -> f64 {
    let mut edge = set.chunk_size;
    while edge > 0.0 {
        let mut places: Vec<[i64; 3]> =
            set.instances.iter().map(|instance| cell_of(instance, edge)).collect();
        places.sort_unstable();
        places.dedup();
        if places.len() <= MAX_CELLS {
            break;
        }
        edge *= 2.0;
    }
    edge
}

fn cell_of(instance: &Instance, edge: f64) -> [i64; 3] {
    if edge > 0.0 { [1, 2, 3].map(|field| (instance[field] / edge).floor() as i64) } else { [0; 3] }
}

/// An instance's transform in metres; the model itself keeps its size.
pub fn place(instance: &Instance, transform: &DAffine3, scale: f64) -> DAffine3 {
    let [_, x, y, z, pitch, yaw, roll, size] = *instance;
    let turned = transform.matrix3 * angles::basis(DVec3::new(pitch, yaw, roll)) * size;
    DAffine3::from_mat3_translation(turned, transform.transform_point3(DVec3::new(x, y, z)) * scale)
}

/// A transform as Godot's `MultiMesh.buffer` holds it: three rows of the basis, each with its part of the origin.
pub fn rows(transform: &DAffine3) -> [f32; 12] {
    let matrix = transform.matrix3;
    let mut rows = [0.0; 12];
    for row in 0..3 {
        for column in 0..3 {
            rows[row * 4 + column] = matrix.col(column)[row] as f32;
        }
        rows[row * 4 + 3] = transform.translation[row] as f32;
    }
    rows
}
