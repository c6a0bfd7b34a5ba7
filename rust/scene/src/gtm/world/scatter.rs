//! Scatter sets: where the instances of each item are, cell by cell. Section 9 of `docs/formats/gtm-nodes.md`.

use crate::gtm::layout::angles;
use glam::{DAffine3, DVec3};
use mapwright_formats::gtm::Instance;
use mapwright_formats::gtm::nodes::ScatterSet;
use std::collections::BTreeMap;

/// Numbers of an instance in a multimesh's buffer: three rows of a basis row and a coordinate of the origin.
pub const BUFFER_STRIDE: usize = 12;

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

/// A transform as Godot's `MultiMesh.buffer` holds it: row by row the basis and, as every fourth number, the origin.
pub fn rows(transform: &DAffine3) -> [f32; BUFFER_STRIDE] {
    let matrix = transform.matrix3;
    let mut rows = [0.0; BUFFER_STRIDE];
    for (row, numbers) in rows.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        for (column, number) in numbers.iter_mut().take(3).enumerate() {
            // Adding 0 turns -0 into 0, which Godot's packed arrays tell apart.
            *number = (matrix.col(column)[row] + 0.0) as f32;
        }
        numbers[3] = (transform.translation[row] + 0.0) as f32;
    }
    rows
}

/// The transforms of all instances of `item`, [`BUFFER_STRIDE`] floats each.
pub fn buffer(instances: &[Instance], item: i64, units_per_meter: f64) -> Vec<f32> {
    let wanted = instances.iter().filter(|instance| instance[0] as i64 == item);
    wanted.flat_map(|instance| rows(&place(instance, &DAffine3::IDENTITY, 1.0 / units_per_meter))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Instance = [0.0, 32.0, 64.0, -96.0, 0.0, 0.0, 0.0, 2.0];

    fn near(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} found, {expected} expected");
        }
    }

    #[test]
    fn an_instance_is_scaled_but_its_place_is_only_in_metres() {
        let expected = [2.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0, 0.0, 0.0, 2.0, -3.0];
        near(&buffer(&[FLAT], 0, 32.0), &expected);
    }

    #[test]
    fn only_the_instances_of_the_item_are_given() {
        let mut other = FLAT;
        other[0] = 1.0;
        assert_eq!(buffer(&[FLAT, other, other], 1, 32.0).len(), 2 * BUFFER_STRIDE);
        assert!(buffer(&[FLAT], 7, 32.0).is_empty());
    }
}
