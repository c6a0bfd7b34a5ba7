//! Collision data made from a chunk's triangles, the way Torque makes it when it imports a terrain.

use super::collision::{Collision, END};
use super::geometry::GeometryChunk;
use super::quadtree::{Node, node_count};
use std::ops::Range;

/// How deep Torque makes the tree.
const TREE_DEPTH: u32 = 4;

/// The collision data of `chunk`; none when it has no triangle or more of them than the format can number.
///
/// Skirts and triangles without an area between two of their corners are left out.
pub fn build(chunk: &GeometryChunk) -> Option<Collision> {
    let triangles: Vec<_> = Triangle::all(chunk).collect();
    if triangles.is_empty() || chunk.indices.len() > usize::from(END) {
        return None;
    }
    // A shallower tree has fewer and shorter lists, and may still fit where this one does not.
    (1..=TREE_DEPTH).rev().find_map(|depth| build_depth(chunk, &triangles, depth))
}

fn build_depth(chunk: &GeometryChunk, triangles: &[Triangle], depth: u32) -> Option<Collision> {
    let grid = Grid::over(chunk, depth);
    let mut bins = vec![Bin::default(); 1 << (2 * (depth - 1))];
    for triangle in triangles {
        for (column, row) in grid.bins_of(triangle) {
            bins[column * grid.side + row].add(triangle);
        }
    }
    let mut offsets = Vec::with_capacity(bins.len());
    let mut lists = Vec::new();
    for bin in &bins {
        offsets.push(u16::try_from(lists.len()).ok()?);
        lists.extend(&bin.triangles);
        lists.push(END);
    }
    let nodes = nodes_over(&bins, depth, chunk.bounds.min[2]);
    Some(Collision { tree_depth: depth, nodes, offsets, triangles: lists })
}

/// The heights of every node, from the grid up to the root. Nothing is at `ground` where nothing is at all.
fn nodes_over(bins: &[Bin], depth: u32, ground: f32) -> Vec<[f32; 2]> {
    let first_bin = node_count(depth - 1) as usize;
    let mut heights: Vec<Option<[f32; 2]>> = vec![None; first_bin];
    heights.extend(bins.iter().map(|bin| bin.heights));
    for index in (0..first_bin).rev() {
        let children = Node::from_index(index as u32).children().map(|child| heights[child.index() as usize]);
        heights[index] = children.into_iter().flatten().reduce(join);
    }
    heights.into_iter().map(|height| height.unwrap_or([ground; 2])).collect()
}

fn join(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

#[derive(Clone, Default)]
struct Bin {
    triangles: Vec<u16>,
    heights: Option<[f32; 2]>,
}

impl Bin {
    fn add(&mut self, triangle: &Triangle) {
        self.triangles.push(triangle.first_index);
        self.heights = Some(self.heights.map_or(triangle.heights, |heights| join(heights, triangle.heights)));
    }
}

fn same(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a - b == 0.0)
}

/// A triangle seen from above.
struct Triangle {
    first_index: u16,
    corners: [[f32; 2]; 3],
    heights: [f32; 2],
}

impl Triangle {
    fn all(chunk: &GeometryChunk) -> impl Iterator<Item = Self> {
        let triangles = chunk.surface_indices().as_chunks::<3>().0.iter().enumerate();
        triangles.filter_map(|(number, corners)| {
            let points = corners.map(|index| chunk.vertices.points[usize::from(index)]);
            let [a, b, c] = points;
            if same(a, b) || same(b, c) || same(c, a) {
                return None;
            }
            Some(Self {
                first_index: u16::try_from(number * 3).ok()?,
                corners: points.map(|[x, y, _]| [x, y]),
                heights: [a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2])],
            })
        })
    }

    /// The least and greatest coordinate along one axis.
    fn extent(&self, axis: usize) -> [f32; 2] {
        let [a, b, c] = self.corners.map(|corner| corner[axis]);
        [a.min(b).min(c), a.max(b).max(c)]
    }

    /// Whether the triangle touches the box, borders included, given that their extents do.
    fn touches(&self, min: [f32; 2], max: [f32; 2]) -> bool {
        let corners = [min, [min[0], max[1]], [max[0], min[1]], max];
        (0..3).all(|edge| {
            let (from, to) = (self.corners[edge], self.corners[(edge + 1) % 3]);
            let normal = [f64::from(from[1]) - f64::from(to[1]), f64::from(to[0]) - f64::from(from[0])];
            let along = |point: [f32; 2]| {
                normal[0] * (f64::from(point[0]) - f64::from(from[0]))
                    + normal[1] * (f64::from(point[1]) - f64::from(from[1]))
            };
            let [own_min, own_max] = extent_of(self.corners.map(along));
            let [box_min, box_max] = extent_of(corners.map(along));
            (normal[0] == 0.0 && normal[1] == 0.0) || (own_min <= box_max && own_max >= box_min)
        })
    }
}

fn extent_of<const N: usize>(values: [f64; N]) -> [f64; 2] {
    values
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[min, max], &value| [min.min(value), max.max(value)])
}

/// The bins over a chunk's bounds.
struct Grid {
    side: usize,
    /// The borders of the bins along x and y: where each begins and ends.
    borders: [Vec<[f32; 2]>; 2],
}

impl Grid {
    fn over(chunk: &GeometryChunk, depth: u32) -> Self {
        let side = 1 << (depth - 1);
        let borders = [0, 1].map(|axis| {
            let (min, max) = (chunk.bounds.min[axis], chunk.bounds.max[axis]);
            let step = (max - min) / side as f32;
            (0..side).map(|bin| min + bin as f32 * step).map(|from| [from, from + step]).collect()
        });
        Self { side, borders }
    }

    /// Columns and rows of the bins that `triangle` touches.
    fn bins_of<'g>(&'g self, triangle: &'g Triangle) -> impl Iterator<Item = (usize, usize)> + 'g {
        let rows = self.range(1, triangle);
        let bins = self.range(0, triangle).flat_map(move |column| rows.clone().map(move |row| (column, row)));
        bins.filter(|&(column, row)| {
            let ([left, right], [near, far]) = (self.borders[0][column], self.borders[1][row]);
            triangle.touches([left, near], [right, far])
        })
    }

    /// The bins along `axis` that the triangle's extent touches.
    fn range(&self, axis: usize, triangle: &Triangle) -> Range<usize> {
        let [min, max] = triangle.extent(axis);
        let touched = |[from, to]: &[f32; 2]| min <= *to && max >= *from;
        let borders = &self.borders[axis];
        match (borders.iter().position(touched), borders.iter().rposition(touched)) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }
}
