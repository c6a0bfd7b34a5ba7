//! Occluders: faces that hide what is behind them from being drawn. Section 10 of `docs/formats/gtm-nodes.md`.

use super::face_mesh::FaceMesh;
use super::placed_solid::PlacedSolid;
use super::texture_class::TextureClass;
use glam::DVec3;

/// The triangles of an entity's occluder, in metres relative to its origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Occluder {
    /// Corners.
    pub positions: Vec<[f32; 3]>,
    /// Three corners a triangle.
    pub indices: Vec<i32>,
}

/// The occluder that the faces of solids make; `None` without such faces.
pub(crate) fn of(solids: &[PlacedSolid<'_>], origin: DVec3, scale: f64) -> Option<Occluder> {
    let mut occluder = Occluder::default();
    let mut mesh = FaceMesh::default();
    for solid in solids {
        for (place, face) in solid.built_faces().filter(|(_, face)| face.class == TextureClass::Occluder) {
            mesh.fill(solid, place, face, None);
            let first = occluder.positions.len();
            let metres = |position: &DVec3| ((*position - origin) * scale).as_vec3().to_array();
            occluder.positions.extend(mesh.positions.iter().map(metres));
            occluder.indices.extend(mesh.triangles.iter().flatten().map(|vertex| (first + vertex) as i32));
        }
    }
    (!occluder.indices.is_empty()).then_some(occluder)
}
