//! Smooth normals of meshes. Section 8 of `docs/formats/gtm-nodes.md`.

use super::placed_solid::PlacedSolid;
use glam::DVec3;

/// Faces whose normals are as far apart as the smooth angle still share theirs.
const SLACK: f64 = 1e-6;
/// Of a vertex with more faces than this the others are left out, or a wild mesh would never be done.
const MAX_FACES: usize = 4096;

/// The normals of a mesh's corners.
pub(crate) struct MeshNormals {
    /// The cosine of the smooth angle; `None` for flat faces.
    cosine: Option<f64>,
    /// The faces at each vertex: where they start in `faces`.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl MeshNormals {
    pub(crate) fn new(mesh: &PlacedSolid<'_>) -> Self {
        if mesh.solid.smooth_angle <= 0.0 {
            return Self { cosine: None, starts: Vec::new(), faces: Vec::new() };
        }
        let corners = || {
            let faces = mesh.faces.iter().enumerate();
            faces.flat_map(|(place, face)| {
                mesh.corner_indices(face).iter().map(move |vertex| (*vertex, place))
            })
        };
        let mut starts = vec![0_u32; mesh.vertices.len() + 1];
        for (vertex, _) in corners() {
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 1..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let mut next = starts.clone();
        let mut faces = vec![0; corners().count()];
        for (vertex, place) in corners() {
            let slot = &mut next[vertex as usize];
            faces[*slot as usize] = place as u32;
            *slot += 1;
        }
        Self { cosine: Some(mesh.solid.smooth_angle.to_radians().cos() - SLACK), starts, faces }
    }

    /// The normal at `vertex` of the face at this place in the mesh.
    pub(crate) fn at(&self, mesh: &PlacedSolid<'_>, place: usize, vertex: u32) -> DVec3 {
        let own = &mesh.faces[place];
        let Some(cosine) = self.cosine else { return own.normal };
        let around = self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize;
        let mut sum = DVec3::ZERO;
        let mut last = u32::MAX;
        for face in self.faces[around].iter().take(MAX_FACES) {
            // A face that touches the vertex twice counts once.
            if *face == last {
                continue;
            }
            last = *face;
            let other = &mesh.faces[*face as usize];
            if own.normal.dot(other.normal) >= cosine {
                sum += other.normal * other.double_area;
            }
        }
        sum.normalize_or(own.normal)
    }
}
