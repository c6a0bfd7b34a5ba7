//! The `_cull_interior_faces` property: faces of one entity that stand back to back. Section 6 of `docs/formats/gtm-nodes.md`.

use crate::gtm::layout::placed::PlacedEntity;
use crate::gtm::solids::placed_solid::PlacedSolid;
use crate::gtm::text;
use glam::DVec3;
use std::collections::HashMap;
use std::ops::Range;

/// Corners closer than this are the same, in map units.
const SAME_PLACE: f64 = 0.01;

/// A face's material and its corners, sorted.
type Outline = (usize, Vec<[i64; 3]>);

/// Hides the faces that have a matching one of the same material behind them, in the entities that ask for it.
pub(crate) fn hide(
    solids: &mut [PlacedSolid<'_>],
    entities: &[PlacedEntity<'_, '_>],
    ranges: &[Range<usize>],
) {
    for (entity, range) in entities.iter().zip(ranges) {
        if entity.entity.properties.get("_cull_interior_faces").is_some_and(text::is_on) {
            hide_in(&mut solids[range.clone()]);
        }
    }
}

fn hide_in(solids: &mut [PlacedSolid<'_>]) {
    let mut alike: HashMap<Outline, Vec<(usize, usize)>> = HashMap::new();
    for (number, solid) in solids.iter().enumerate() {
        for (place, face) in solid.faces.iter().enumerate() {
            let mut corners: Vec<[i64; 3]> = solid.corners(face).map(rounded).collect();
            corners.sort_unstable();
            alike.entry((face.material, corners)).or_default().push((number, place));
        }
    }
    for faces in alike.into_values().filter(|faces| faces.len() > 1) {
        let normal = |(number, place): (usize, usize)| solids[number].faces[place].normal;
        let first = normal(faces[0]);
        let looks_back = |face: &(usize, usize)| normal(*face).dot(first) < 0.0;
        let is_backed = faces.iter().any(looks_back);
        if is_backed {
            for (number, place) in faces {
                solids[number].faces[place].is_covered = true;
            }
        }
    }
}

fn rounded(corner: DVec3) -> [i64; 3] {
    (corner / SAME_PLACE).round().to_array().map(|part| part as i64)
}
