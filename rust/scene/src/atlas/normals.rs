//! Normals for chunks whose file stores none, in Torque's axes.

use mapwright_formats::atlas::GeometryChunk;
use std::collections::HashMap;

const UP: [f32; 3] = [0.0, 0.0, 1.0];

/// A unit normal for every vertex, each triangle weighing by its area.
///
/// Skirts and other upright triangles would tilt the normals along a chunk's border, so they do not count; a
/// vertex that only they use takes the normal of the surface above or below it.
pub(super) fn of_surface(chunk: &GeometryChunk) -> Vec<[f32; 3]> {
    let points = &chunk.vertices.points;
    let mut sums = vec![[0.0; 3]; points.len()];
    for triangle in chunk.surface_indices().as_chunks::<3>().0 {
        let corners = triangle.map(usize::from);
        let normal = facing(corners.map(|corner| points[corner]));
        if normal[2] > 0.0 {
            for corner in corners {
                add(&mut sums[corner], normal);
            }
        }
    }
    let normals: Vec<_> = sums.into_iter().map(unit).collect();
    let by_place: HashMap<_, _> =
        points.iter().zip(&normals).filter_map(|(point, normal)| Some((place(point), (*normal)?))).collect();
    let resolve = |(point, normal): (&[f32; 3], &Option<[f32; 3]>)| {
        normal.or_else(|| by_place.get(&place(point)).copied()).unwrap_or(UP)
    };
    points.iter().zip(&normals).map(resolve).collect()
}

/// The normal of a triangle that runs clockwise seen from its front, as long as twice its area.
fn facing([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [b, c].map(|corner| [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]]);
    [v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]]
}

fn add(sum: &mut [f32; 3], value: [f32; 3]) {
    for (sum, value) in sum.iter_mut().zip(value) {
        *sum += value;
    }
}

fn unit(value: [f32; 3]) -> Option<[f32; 3]> {
    let length = value.iter().map(|component| component * component).sum::<f32>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| value.map(|component| component / length))
}

/// A place on the ground, by its bits.
fn place([x, y, _]: &[f32; 3]) -> [u32; 2] {
    // Adding zero makes -0 and 0 one place.
    [x + 0.0, y + 0.0].map(f32::to_bits)
}
