//! Smooth shading of an entity's whole mesh: the `_phong` property. Section 6 of `docs/formats/gtm-nodes.md`.

use super::arrays::Surface;
use crate::gtm::text;
use glam::Vec3;
use mapwright_formats::gtm::nodes::Properties;
use std::collections::HashMap;

/// Up to this angle faces are smooth when `_phong_angle` does not say.
const DEFAULT_ANGLE: f64 = 89.0;
/// Vertices closer than this share a place, in metres.
const SAME_PLACE: f32 = 1e-4;
/// Of a place where more directions than this meet the others are left out, or a wild map would never be done.
const MAX_DIRECTIONS: usize = 256;

/// The cosine of the angle up to which an entity is smooth; `None` for one with flat faces.
pub(crate) fn cosine(properties: &Properties<'_>) -> Option<f32> {
    let is_on = properties.get("_phong").and_then(text::number).is_some_and(|phong| phong > 0.0);
    let angle = properties.get("_phong_angle").and_then(text::number).unwrap_or(DEFAULT_ANGLE);
    is_on.then(|| angle.to_radians().cos() as f32)
}

/// Gives the vertices at one place the mean of those of their normals that are within the angle.
pub(crate) fn smooth(surfaces: &mut [Surface], cosine: f32) {
    let mut places: HashMap<[i64; 3], Vec<(Vec3, f32)>> = HashMap::new();
    for arrays in surfaces.iter().map(|surface| &surface.arrays) {
        for (position, normal) in arrays.positions.iter().zip(&arrays.normals) {
            let normal = Vec3::from_array(*normal);
            let directions = places.entry(place(position)).or_default();
            if let Some((_, count)) = directions.iter_mut().find(|(other, _)| *other == normal) {
                *count += 1.0;
            } else if directions.len() < MAX_DIRECTIONS {
                directions.push((normal, 1.0));
            }
        }
    }
    for arrays in surfaces.iter_mut().map(|surface| &mut surface.arrays) {
        for (position, normal) in arrays.positions.iter().zip(&mut arrays.normals) {
            let own = Vec3::from_array(*normal);
            let near = places[&place(position)].iter().filter(|(other, _)| own.dot(*other) >= cosine);
            let sum = near.map(|(other, count)| *other * *count).sum::<Vec3>();
            *normal = sum.normalize_or(own).to_array();
        }
    }
}

fn place(position: &[f32; 3]) -> [i64; 3] {
    position.map(|part| (part / SAME_PLACE).round() as i64)
}
