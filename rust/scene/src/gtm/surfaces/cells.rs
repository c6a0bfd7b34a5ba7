//! Big meshes in pieces, so that what is out of sight is not drawn. Section 12 of `docs/formats/gtm-nodes.md`.

use super::arrays::{Arrays, Surface};
use glam::{IVec3, Vec3};
use std::collections::BTreeMap;

/// The surfaces of one cell of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Which cell of the grid; `None` when the mesh is in one piece.
    pub place: Option<IVec3>,
    /// The surfaces.
    pub surfaces: Vec<Surface>,
}

/// Splits surfaces into cells with this edge in metres, by the middles of their triangles. With an edge of 0, and when
/// all fits into one cell, they stay in one piece.
pub(crate) fn split(surfaces: Vec<Surface>, origin: Vec3, edge: f32) -> Vec<Cell> {
    if surfaces.is_empty() {
        return Vec::new();
    }
    let bounds = bounds(&surfaces);
    if edge <= 0.0 || (bounds.1 - bounds.0).max_element() <= edge {
        return vec![Cell { place: None, surfaces }];
    }
    let mut cells: BTreeMap<[i32; 3], Vec<Surface>> = BTreeMap::new();
    for surface in surfaces {
        for (place, arrays) in split_arrays(&surface.arrays, origin, edge) {
            cells.entry(place).or_default().push(Surface { key: surface.key, arrays });
        }
    }
    let cell = |(place, surfaces)| Cell { place: Some(IVec3::from_array(place)), surfaces };
    cells.into_iter().map(cell).collect()
}

fn bounds(surfaces: &[Surface]) -> (Vec3, Vec3) {
    let positions = surfaces.iter().flat_map(|surface| &surface.arrays.positions);
    positions.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), position| {
        let position = Vec3::from_array(*position);
        (min.min(position), max.max(position))
    })
}

fn split_arrays(arrays: &Arrays, origin: Vec3, edge: f32) -> BTreeMap<[i32; 3], Arrays> {
    /// No vertex of the part yet.
    const NONE: i32 = -1;
    let mut triangles: BTreeMap<[i32; 3], Vec<[i32; 3]>> = BTreeMap::new();
    for triangle in arrays.indices.as_chunks::<3>().0 {
        let middle =
            triangle.iter().map(|vertex| Vec3::from_array(arrays.positions[*vertex as usize])).sum::<Vec3>();
        let place = ((middle / 3.0 + origin) / edge).floor().as_ivec3().to_array();
        triangles.entry(place).or_default().push(*triangle);
    }
    let mut moved = vec![NONE; arrays.positions.len()];
    let part = |triangles: Vec<[i32; 3]>| {
        let mut part = Arrays::default();
        for vertex in triangles.iter().flatten() {
            let slot = &mut moved[*vertex as usize];
            if *slot == NONE {
                *slot = part.positions.len() as i32;
                part.push_from(arrays, *vertex as usize);
            }
            part.indices.push(*slot);
        }
        for vertex in triangles.iter().flatten() {
            moved[*vertex as usize] = NONE;
        }
        part
    };
    let places: Vec<_> = triangles.keys().copied().collect();
    places.into_iter().zip(triangles.into_values().map(part)).collect()
}
