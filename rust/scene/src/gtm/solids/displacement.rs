//! Displaced faces. Section 7 of `docs/formats/gtm-nodes.md`.

use glam::{DVec2, DVec3};
use mapwright_formats::gtm::nodes::Displacement;

/// A displaced face as a grid of vertices, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// Vertices along an edge.
    pub(crate) edge: usize,
    /// On the flat face.
    pub(crate) bases: Vec<DVec3>,
    /// Where the heights move them.
    pub(crate) positions: Vec<DVec3>,
    /// How they face.
    pub(crate) normals: Vec<DVec3>,
    /// How much of the second material they show.
    pub(crate) alphas: Vec<f32>,
    /// Places in the grid; they turn as the face's corners do.
    pub(crate) triangles: Vec<[usize; 3]>,
}

impl Grid {
    /// Displaces the face with these corners along `normal`; `None` when it is flat after all.
    pub(crate) fn new(displacement: &Displacement, corners: &[DVec3], normal: DVec3) -> Option<Self> {
        let edge = displacement.edge()?;
        let corners: [DVec3; 4] = corners.try_into().ok()?;
        let bases: Vec<DVec3> = (0..edge * edge)
            .map(|place| {
                let along = DVec2::new((place % edge) as f64, (place / edge) as f64) / (edge - 1) as f64;
                bilinear(corners, along)
            })
            .collect();
        let heights = displacement.heights.iter();
        let positions: Vec<DVec3> =
            bases.iter().zip(heights).map(|(base, height)| *base + normal * *height).collect();
        let triangles = triangles(edge);
        let normals = normals(&positions, &triangles, normal);
        let alpha =
            |place| displacement.alphas.get(place).map_or(0.0, |alpha: &f64| alpha.clamp(0.0, 1.0) as f32);
        let alphas = (0..edge * edge).map(alpha).collect();
        Some(Self { edge, bases, positions, normals, alphas, triangles })
    }
}

fn bilinear([c0, c1, c2, c3]: [DVec3; 4], along: DVec2) -> DVec3 {
    let DVec2 { x: u, y: v } = along;
    c0 * ((1.0 - u) * (1.0 - v)) + c1 * (u * (1.0 - v)) + c2 * (u * v) + c3 * ((1.0 - u) * v)
}

fn triangles(edge: usize) -> Vec<[usize; 3]> {
    let mut triangles = Vec::with_capacity((edge - 1) * (edge - 1) * 2);
    for j in 0..edge - 1 {
        for i in 0..edge - 1 {
            let a = j * edge + i;
            let (b, c, d) = (a + 1, a + edge + 1, a + edge);
            let halves = if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            triangles.extend(halves);
        }
    }
    triangles
}

fn normals(positions: &[DVec3], triangles: &[[usize; 3]], fallback: DVec3) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|place| positions[place]);
        let area = (b - a).cross(c - a);
        for place in triangle {
            sums[*place] += area;
        }
    }
    sums.into_iter().map(|sum| sum.normalize_or(fallback)).collect()
}
