//! What entities collide with. Section 10 of the node text.

use super::class_rules::CollisionRule;
use super::face_mesh::FaceMesh;
use super::placed_solid::PlacedSolid;
use glam::DVec3;

/// The collision of an entity, in metres relative to its origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collision {
    /// The corners of a convex hull each, with the brush's place among the entity's solids.
    pub hulls: Vec<(usize, Vec<[f32; 3]>)>,
    /// Three corners a triangle.
    pub triangles: Vec<[f32; 3]>,
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
                    collision.hulls.push((number, hull(solid).into_iter().map(metres).collect()));
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
}

/// The corners of a brush, each once.
fn hull(brush: &PlacedSolid<'_>) -> Vec<DVec3> {
    let mut vertices: Vec<u32> =
        brush.faces.iter().flat_map(|face| brush.corner_indices(face).iter().copied()).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.into_iter().map(|vertex| brush.vertices[vertex as usize]).collect()
}
