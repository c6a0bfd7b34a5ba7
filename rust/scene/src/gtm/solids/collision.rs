//! What entities collide with. Section 10 of `docs/formats/gtm-nodes.md`.

use super::face_mesh::FaceMesh;
use super::placed_solid::PlacedSolid;
use crate::gtm::layout::class_rules::CollisionRule;
use glam::DVec3;
use std::collections::HashMap;

/// The steps along an axis of the curve that tells which hulls are close to each other: ten bits of them.
const CURVE_STEPS: f32 = 1023.0;

/// The collision of an entity, in metres relative to its origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collision {
    /// The convex hulls of brushes.
    pub hulls: Vec<Hull>,
    /// Three corners a triangle.
    pub triangles: Vec<[f32; 3]>,
    /// What the triangles are of, in their order.
    pub runs: Vec<Run>,
    /// The names of the materials that faces have.
    pub materials: Vec<String>,
}

/// Triangles of one solid with one material, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The first triangle that no longer belongs to it.
    pub end: usize,
    /// The id of the solid's node.
    pub id: i64,
    /// The material's place in [`Collision::materials`].
    pub material: usize,
}

/// A face of a hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullFace {
    /// Of length 1, outwards.
    pub normal: [f32; 3],
    /// The material's place in [`Collision::materials`].
    pub material: usize,
}

/// The convex hull of a brush.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hull {
    /// The brush's place among the entity's solids.
    pub brush: usize,
    /// The id of the brush's node.
    pub id: i64,
    /// What the brush is called by, whatever else the map has.
    pub id_path: String,
    /// Its corners.
    pub corners: Vec<[f32; 3]>,
    /// Its faces; a single one where all have the same material.
    pub faces: Vec<HullFace>,
}

impl Collision {
    /// Collects what the solids of an entity at `origin` collide with; `scale` is metres a map unit.
    pub(crate) fn of(rule: CollisionRule, solids: &[PlacedSolid<'_>], origin: DVec3, scale: f64) -> Self {
        let mut collision = Self::default();
        let metres = |position: DVec3| ((position - origin) * scale).as_vec3().to_array();
        let mut mesh = FaceMesh::default();
        let mut materials = Materials::default();
        for (number, solid) in solids.iter().enumerate() {
            if rule == CollisionRule::None || !solid.faces.iter().any(|face| face.class.collides()) {
                continue;
            }
            let is_hull = rule == CollisionRule::Convex && !solid.solid.is_mesh && !solid.is_displaced;
            if is_hull {
                if !solid.is_origin() {
                    collision.hulls.push(Hull {
                        brush: number,
                        id: solid.id,
                        id_path: solid.id_path.clone(),
                        corners: hull(solid).into_iter().map(metres).collect(),
                        faces: faces(solid, &mut materials),
                    });
                }
                continue;
            }
            for (place, face) in solid.built_faces().filter(|(_, face)| face.class.collides()) {
                mesh.fill(solid, place, face, None);
                let corners = mesh.triangles.iter().flatten().map(|vertex| metres(mesh.positions[*vertex]));
                collision.triangles.extend(corners);
                let material = materials.place(solid.stored(face).material);
                collision.extend_runs(solid.id, material);
            }
        }
        collision.materials = materials.names.into_iter().map(ToOwned::to_owned).collect();
        collision
    }

    /// The triangles up to here are of a solid and have a material.
    fn extend_runs(&mut self, id: i64, material: usize) {
        let end = self.triangles.len() / 3;
        match self.runs.last_mut() {
            Some(run) if run.id == id && run.material == material => run.end = end,
            _ => self.runs.push(Run { end, id, material }),
        }
    }

    /// The places of the hulls, in an order that keeps close ones together: along a curve through space.
    pub fn hulls_by_place(&self) -> Vec<usize> {
        let corner = |hull: &usize| self.hulls[*hull].corners.first().copied().unwrap_or_default();
        let mut order: Vec<usize> = (0..self.hulls.len()).collect();
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for corner in order.iter().map(corner) {
            for axis in 0..3 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
        let code = |hull: &usize| {
            let corner = corner(hull);
            (0..3).fold(0_u32, |code, axis| {
                let size = (high[axis] - low[axis]).max(f32::EPSILON);
                let step = ((corner[axis] - low[axis]) / size * CURVE_STEPS) as u32;
                code | (0..10).fold(0, |bits, bit| bits | (step >> bit & 1) << (bit * 3 + axis as u32))
            })
        };
        order.sort_by_cached_key(code);
        order
    }
}

/// The names of materials, each once.
#[derive(Default)]
struct Materials<'l> {
    names: Vec<&'l str>,
    places: HashMap<&'l str, usize>,
}

impl<'l> Materials<'l> {
    fn place(&mut self, name: &'l str) -> usize {
        *self.places.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

/// The faces of a brush; a single one where all have the same material.
fn faces<'l>(brush: &PlacedSolid<'l>, materials: &mut Materials<'l>) -> Vec<HullFace> {
    let mut faces: Vec<HullFace> = (brush.faces.iter())
        .map(|face| HullFace {
            normal: face.normal.as_vec3().to_array(),
            material: materials.place(brush.stored(face).material),
        })
        .collect();
    if faces.iter().all(|face| face.material == faces[0].material) {
        faces.truncate(1);
    }
    faces
}

/// The corners of a brush, each once.
fn hull(brush: &PlacedSolid<'_>) -> Vec<DVec3> {
    let mut vertices: Vec<u32> =
        brush.faces.iter().flat_map(|face| brush.corner_indices(face).iter().copied()).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.into_iter().map(|vertex| brush.vertices[vertex as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Collision, Hull};

    #[test]
    fn hulls_are_ordered_so_that_close_ones_are_together() {
        let far = |place: usize| if place.is_multiple_of(2) { 0.0 } else { 500.0 };
        let hulls = (0..8).map(|place| Hull {
            brush: place,
            corners: vec![[far(place) + place as f32, 0.0, far(place)]],
            ..Hull::default()
        });
        let order = Collision { hulls: hulls.collect(), ..Collision::default() }.hulls_by_place();
        assert_eq!(order, [0, 2, 4, 6, 1, 3, 5, 7]);
        assert!(Collision::default().hulls_by_place().is_empty());
    }
}
