//! Faces to arrays: texture coordinates, tangents, colors, light map coordinates. Sections 6 to 8 and 13 of the node
//! text.

use super::arrays::Arrays;
use super::charts::Charts;
use super::projection::{Laid, tangent};
use crate::gtm::solids::face_mesh::FaceMesh;
use crate::gtm::solids::mesh_normals::MeshNormals;
use crate::gtm::solids::placed_solid::{PlacedFace, PlacedSolid};
use glam::{DVec2, DVec3};
use mapwright_formats::gtm::nodes::Face;

/// The color of a corner that was not painted.
const UNPAINTED: [f32; 4] = [1.0, 1.0, 1.0, 0.0];

/// How the faces of a surface become arrays.
pub(crate) struct Emission<'a> {
    /// The node's place in map units.
    pub(crate) origin: DVec3,
    /// Metres a map unit.
    pub(crate) scale: f64,
    /// Map units, or texels, that one repeat of the texture covers.
    pub(crate) texture_size: DVec2,
    /// Whether brush faces are projected along the world's axes.
    pub(crate) is_world_projected: bool,
    /// Whether the surface has colors.
    pub(crate) has_colors: bool,
    /// The charts when the entity is baked.
    pub(crate) charts: Option<&'a Charts>,
}

impl Emission<'_> {
    /// The arrays of faces, given as a solid and the face's place in it, those of a solid together.
    pub(crate) fn arrays(&self, solids: &[PlacedSolid<'_>], faces: &[(u32, u32)]) -> Arrays {
        let mut arrays = Arrays::default();
        let mut mesh = FaceMesh::default();
        let mut normals: Option<(u32, MeshNormals)> = None;
        for (at, place) in faces {
            let solid = &solids[*at as usize];
            let place = *place as usize;
            if solid.solid.is_mesh && normals.as_ref().is_none_or(|(of, _)| of != at) {
                normals = Some((*at, MeshNormals::new(solid)));
            }
            let face = &solid.faces[place];
            mesh.fill(solid, place, face, normals.as_ref().map(|(_, normals)| normals));
            self.add(solid, face, &mesh, &mut arrays);
        }
        arrays
    }

    fn add(&self, solid: &PlacedSolid<'_>, face: &PlacedFace, mesh: &FaceMesh, arrays: &mut Arrays) {
        let first = arrays.positions.len();
        let metres = |position: &DVec3| ((*position - self.origin) * self.scale).as_vec3().to_array();
        arrays.positions.extend(mesh.positions.iter().map(metres));
        arrays.normals.extend(mesh.normals.iter().map(|normal| normal.as_vec3().to_array()));
        self.add_uvs(solid, face, mesh, arrays);
        if self.has_colors {
            add_colors(solid.stored(face), mesh, arrays);
        }
        if let Some(charts) = self.charts {
            let chart = charts.get(solid.baked_id, face.stored);
            let at = |base: &DVec3| chart.map_or(charts.fallback(), |chart| chart.at(*base));
            arrays.uv2s.extend(mesh.bases.iter().map(|base| at(base).as_vec2().to_array()));
        }
        let indices = mesh.triangles.iter().flatten().map(|vertex| (first + vertex) as i32);
        arrays.indices.extend(indices);
    }

    fn add_uvs(&self, solid: &PlacedSolid<'_>, face: &PlacedFace, mesh: &FaceMesh, arrays: &mut Arrays) {
        let stored = solid.stored(face);
        if solid.solid.is_mesh && !stored.uvs.is_empty() {
            let uvs = mesh.corners.iter().map(|corner| DVec2::from_array(stored.uvs[*corner]));
            arrays.uvs.extend(uvs.map(|uv| uv.as_vec2().to_array()));
            let tangent = unwrapped_tangent(mesh, &stored.uvs, face.normal);
            arrays.tangents.extend(mesh.positions.iter().map(|_| tangent));
            return;
        }
        let laid = if self.is_world_projected && !solid.solid.is_mesh {
            Laid::world(face.normal)
        } else {
            Laid::placed(&stored.projection, &solid.transform)
        };
        let uv = |base: &DVec3| laid.uv(*base, self.texture_size).as_vec2().to_array();
        arrays.uvs.extend(mesh.bases.iter().map(uv));
        let tangent = laid.tangent(face.normal);
        arrays.tangents.extend(mesh.positions.iter().map(|_| tangent));
    }
}

fn add_colors(stored: &Face<'_>, mesh: &FaceMesh, arrays: &mut Arrays) {
    if !mesh.alphas.is_empty() {
        arrays.colors.extend(mesh.alphas.iter().map(|alpha| [1.0, 1.0, 1.0, *alpha]));
    } else if stored.colors.is_empty() {
        arrays.colors.extend(mesh.corners.iter().map(|_| UNPAINTED));
    } else {
        arrays.colors.extend(mesh.corners.iter().map(|corner| stored.colors[*corner]));
    }
}

/// The tangent of a face that was unwrapped by hand: where u grows on its first triangle that has an area in both
/// spaces.
fn unwrapped_tangent(mesh: &FaceMesh, uvs: &[[f64; 2]], normal: DVec3) -> [f32; 4] {
    for triangle in &mesh.triangles {
        let [p, q, r] = triangle.map(|vertex| mesh.positions[vertex]);
        let [a, b, c] = triangle.map(|vertex| DVec2::from_array(uvs[mesh.corners[vertex]]));
        let (along, up) = (b - a, c - a);
        let area = along.perp_dot(up);
        if area.abs() > f64::EPSILON {
            let u = ((q - p) * up.y - (r - p) * along.y) / area;
            let v = ((r - p) * along.x - (q - p) * up.x) / area;
            return tangent(normal, u, v);
        }
    }
    let axes = crate::gtm::solids::polygon::PlaneAxes::new(normal);
    tangent(normal, axes.u, axes.v)
}
