//! What entities collide with. Section 10 of the node text.

use super::face_mesh::FaceMesh;
use super::placed_solid::PlacedSolid;
use crate::gtm::layout::class_rules::CollisionRule;
use glam::DVec3;

/// The steps along an axis of the curve that tells which hulls are close to each other: ten bits of them.
const CURVE_STEPS: f32 = 1023.0;

/// The collision of an entity, in metres relative to its origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collision {
    /// The convex hulls of brushes.
    pub hulls: Vec<Hull>,
    /// Three corners a triangle.
    pub triangles: Vec<[f32; 3]>,
}

/// The convex hull of a brush.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hull {
    /// The brush's place among the entity's solids.
    pub brush: usize,
    /// What the brush is called by, whatever else the map has.
    pub id_path: String,
    /// Its corners.
    pub corners: Vec<[f32; 3]>,
}

impl Collision {
    /// Collects what the solids of an entity at `origin` collide with; `scale` is metres a map unit.
    pub(crate) fn of(rule: CollisionRule, solids: &[PlacedSolid<'_>], origin: DVec3, scale: f64) -> Self {
        let mut collision = Self::default();
        let metres = |position: DVec3| ((position - origin) * scale).as_vec3().to_array();
        let mut mesh = FaceMesh::default();
        for (number, solid) in solids.iter().enumerate() {
            if rule == CollisionRule::None || !solid.faces.iter().any(|face| face.class.collides()) {
                continue;
            }
            let is_hull = rule == CollisionRule::Convex && !solid.solid.is_mesh && !solid.is_displaced;
            if is_hull {
                if !solid.is_origin() {
                    collision.hulls.push(Hull {
                        brush: number,
                        id_path: solid.id_path.clone(),
                        corners: hull(solid).into_iter().map(metres).collect(),
                    });
                }
                continue;
            }
            for (place, face) in solid.built_faces().filter(|(_, face)| face.class.collides()) {
                mesh.fill(solid, place, face, None);
                let corners = mesh.triangles.iter().flatten().map(|vertex| metres(mesh.positions[*vertex]));
                collision.triangles.extend(corners);
            }
        }
        collision
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
