//! Skirts for chunks that have none: walls down from their borders that hide cracks between levels.

use mapwright_formats::atlas::GeometryChunk;
use std::collections::HashMap;

/// Hangs a wall `depth` units deep below the border of a chunk that has no skirts, so that no gap shows where its
/// neighbour is coarser. A chunk that would get too many vertices for its indices stays as it is.
pub fn add_skirts(chunk: &mut GeometryChunk, depth: f32) {
    if chunk.skirt_index_count > 0 || chunk.indices.is_empty() || depth <= 0.0 {
        return;
    }
    let border = border(chunk);
    let mut below = HashMap::new();
    let first = chunk.vertices.len();
    for edge in &border {
        for &corner in edge {
            let next = first + below.len();
            below.entry(corner).or_insert(next);
        }
    }
    if first + below.len() > usize::from(u16::MAX) + 1 {
        return;
    }
    let mut corners: Vec<_> = below.iter().map(|(corner, place)| (*place, usize::from(*corner))).collect();
    corners.sort_unstable();
    let vertices = &mut chunk.vertices;
    for (_, corner) in corners {
        let [x, y, z] = vertices.points[corner];
        vertices.points.push([x, y, z - depth]);
        vertices.tex_coords.push(vertices.tex_coords[corner]);
        vertices.tex_morph_offsets.push(vertices.tex_morph_offsets[corner]);
        vertices.point_morph_offsets.push(vertices.point_morph_offsets[corner]);
        vertices.normals.push(vertices.normals[corner]);
        chunk.bounds.min[2] = chunk.bounds.min[2].min(z - depth);
    }
    for [a, b] in border {
        // Seen from outside the wall runs clockwise, as the surface does from above.
        let (c, d) = (below[&a] as u16, below[&b] as u16);
        chunk.indices.extend([a, c, b, b, c, d]);
        chunk.skirt_index_count += 6;
    }
}

/// The edges that only one triangle has, in that triangle's direction, leaving out walls.
fn border(chunk: &GeometryChunk) -> Vec<[u16; 2]> {
    let points = &chunk.vertices.points;
    let place = |index: u16| {
        let [x, y, _] = points[usize::from(index)];
        // Adding zero makes -0 and 0 one place.
        [x + 0.0, y + 0.0].map(f32::to_bits)
    };
    let mut edges: HashMap<_, _> = HashMap::new();
    for (number, triangle) in chunk.surface_indices().as_chunks::<3>().0.iter().enumerate() {
        let [a, b, c] = *triangle;
        if !lies(triangle.map(|index| points[usize::from(index)])) {
            continue;
        }
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let key = (place(from).min(place(to)), place(from).max(place(to)));
            let edge = edges.entry(key).or_insert((number, [from, to], 0));
            edge.2 += 1;
        }
    }
    let mut single: Vec<_> = edges.into_values().filter(|(_, _, count)| *count == 1).collect();
    single.sort_unstable();
    single.into_iter().map(|(_, edge, _)| edge).collect()
}

/// Whether a triangle has an area seen from above.
fn lies([a, b, c]: [[f32; 3]; 3]) -> bool {
    let along = |to: [f32; 3], axis: usize| f64::from(to[axis]) - f64::from(a[axis]);
    along(b, 0) * along(c, 1) != along(b, 1) * along(c, 0)
}
