//! The triangles of a chunk that bodies collide with.

use super::axes::position;
use mapwright_formats::atlas::GeometryChunk;

/// The corners of the surface's triangles, three a triangle, with Y up and less `origin`. Skirts and triangles
/// without an area are left out: a body could get caught on the first and fall through the second.
pub fn collision_faces(chunk: &GeometryChunk, origin: [f32; 3]) -> Vec<[f32; 3]> {
    let points = &chunk.vertices.points;
    let mut faces = Vec::with_capacity(chunk.surface_indices().len());
    for triangle in chunk.surface_indices().as_chunks::<3>().0 {
        let corners = triangle.map(|index| points[usize::from(index)]);
        if has_area(corners) {
            faces.extend(corners.map(|corner| {
                let [x, y, z] = position(corner);
                [x - origin[0], y - origin[1], z - origin[2]]
            }));
        }
    }
    faces
}

fn has_area([a, b, c]: [[f32; 3]; 3]) -> bool {
    let side =
        |from: [f32; 3], to: [f32; 3]| [0, 1, 2].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
    let (u, v) = (side(a, b), side(a, c));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    cross.iter().any(|component| *component != 0.0)
}
