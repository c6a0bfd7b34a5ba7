//! One face as vertices and triangles, before textures and materials. Sections 6 to 8 of `docs/formats/gtm-nodes.md`.

use super::corners::sort_clockwise;
use super::displacement::Grid;
use super::mesh_normals::MeshNormals;
use super::placed_solid::{PlacedFace, PlacedSolid};
use super::triangulation::triangulate;
use glam::DVec3;

/// The vertices and triangles of a face. One of these is filled again and again.
#[derive(Debug, Default)]
pub(crate) struct FaceMesh {
    /// Placed, in map units.
    pub(crate) positions: Vec<DVec3>,
    /// Where each vertex would be on the flat face.
    pub(crate) bases: Vec<DVec3>,
    /// A normal a vertex.
    pub(crate) normals: Vec<DVec3>,
    /// Which of the face's corners each vertex is; empty for a displaced face.
    pub(crate) corners: Vec<usize>,
    /// How much of the second material each vertex shows; empty unless the face is displaced.
    pub(crate) alphas: Vec<f32>,
    /// Places of vertices, clockwise seen from outside.
    pub(crate) triangles: Vec<[usize; 3]>,
    stored: Vec<DVec3>,
    sorted: Vec<(f64, usize)>,
}

impl FaceMesh {
    /// Takes the face at `place`; `normals` are those of the solid when it is a mesh.
    pub(crate) fn fill(
        &mut self,
        solid: &PlacedSolid<'_>,
        place: usize,
        face: &PlacedFace,
        normals: Option<&MeshNormals>,
    ) {
        self.stored.clear();
        self.stored.extend(solid.corners(face));
        self.corners.clear();
        self.alphas.clear();
        self.triangles.clear();
        if solid.solid.is_mesh {
            return self.fill_mesh(solid, place, face, normals);
        }
        let displacement = solid.stored(face).displacement.as_ref();
        match displacement.and_then(|displacement| Grid::new(displacement, &self.stored, face.normal)) {
            Some(grid) => self.fill_grid(grid),
            None => self.fill_brush(face),
        }
    }

    fn fill_mesh(
        &mut self,
        solid: &PlacedSolid<'_>,
        place: usize,
        face: &PlacedFace,
        normals: Option<&MeshNormals>,
    ) {
        self.positions.clone_from(&self.stored);
        self.bases.clone_from(&self.stored);
        self.corners.extend(0..self.stored.len());
        self.normals.clear();
        let vertices = solid.corner_indices(face).iter();
        self.normals.extend(
            vertices.map(|vertex| normals.map_or(face.normal, |normals| normals.at(solid, place, *vertex))),
        );
        self.triangles.extend(triangulate(&self.stored, face.normal).into_iter().map(reversed));
    }

    fn fill_grid(&mut self, grid: Grid) {
        self.positions = grid.positions;
        self.bases = grid.bases;
        self.normals = grid.normals;
        self.alphas = grid.alphas;
        self.triangles.extend(grid.triangles.into_iter().map(reversed));
    }

    fn fill_brush(&mut self, face: &PlacedFace) {
        sort_clockwise(&self.stored, face.normal, &mut self.sorted);
        self.corners.extend(self.sorted.iter().map(|(_, place)| *place));
        self.positions.clear();
        self.positions.extend(self.corners.iter().map(|corner| self.stored[*corner]));
        self.bases.clone_from(&self.positions);
        self.normals.clear();
        self.normals.resize(self.positions.len(), face.normal);
        self.triangles.extend((1..self.positions.len() - 1).map(|place| [0, place, place + 1]));
    }
}

const fn reversed([a, b, c]: [usize; 3]) -> [usize; 3] {
    [a, c, b]
}
