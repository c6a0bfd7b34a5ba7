//! The surface of each body of water: flat, without gaps, in few triangles.

use crate::Surface;
use mapwright_formats::blueprint::Window;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The cells that a body of water reaches over, counted from the window's corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The least x, then the greatest.
    pub x: (usize, usize),
    /// The least z, then the greatest.
    pub z: (usize, usize),
}

/// Where the bodies of a window are, so that drawing one does not look at the whole map.
#[derive(Debug, Clone, Default)]
pub struct Extents(HashMap<u16, Extent>);

impl Extents {
    /// Looks through a grid of ids once.
    pub fn new(ids: &[u16], window: Window) -> Self {
        let mut extents = HashMap::new();
        for (x, row) in ids.chunks(window.height.max(1) as usize).enumerate() {
            let mut z = 0;
            for run in row.chunk_by(PartialEq::eq) {
                let last = z + run.len() - 1;
                if run[0] != 0 {
                    let extent = extents.entry(run[0]).or_insert(Extent { x: (x, x), z: (z, last) });
                    extent.x.1 = x;
                    extent.z = (extent.z.0.min(z), extent.z.1.max(last));
                }
                z = last + 1;
            }
        }
        Self(extents)
    }

    /// Where a body is; `None` when it has no cell in the window.
    pub fn get(&self, id: u16) -> Option<Extent> {
        self.0.get(&id).copied()
    }
}

/// The surface of the body `id` at `height`. It covers every square of four cells of which one is the body's, so
/// that it runs into the shore rather than ending before it.
pub fn water_surface(ids: &[u16], window: Window, (id, extent): (u16, Extent), height: f32) -> Surface {
    let squares = Squares::new(ids, window, id, extent);
    let rectangles = squares.into_rectangles();
    let mut mesh = Mesh::new(&rectangles, window, height);
    for rectangle in &rectangles {
        mesh.push(rectangle);
    }
    mesh.surface
}

/// The squares between cells that the body covers.
struct Squares {
    covered: Vec<bool>,
    /// The first square.
    origin: (usize, usize),
    /// How many there are along x and z.
    size: (usize, usize),
}

/// Squares in one piece; its edges run along the cells `x.0`, `x.1`, `z.0` and `z.1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rectangle {
    x: (usize, usize),
    z: (usize, usize),
}

impl Squares {
    fn new(ids: &[u16], window: Window, id: u16, extent: Extent) -> Self {
        let along = |(least, greatest): (usize, usize), cells: u32| {
            let first = least.saturating_sub(1);
            (first, (greatest + 1).min(cells.saturating_sub(1) as usize) - first)
        };
        let (first_x, width) = along(extent.x, window.width);
        let (first_z, height) = along(extent.z, window.height);
        let wet = |x: usize, z: usize| ids[x * window.height as usize + z] == id;
        let mut covered = Vec::with_capacity(width * height);
        for x in first_x..first_x + width {
            covered.extend(
                (first_z..first_z + height)
                    .map(|z| wet(x, z) || wet(x, z + 1) || wet(x + 1, z) || wet(x + 1, z + 1)),
            );
        }
        Self { covered, origin: (first_x, first_z), size: (width, height) }
    }

    /// Takes the squares apart into rectangles, each as long along z as it can be, then as wide along x.
    fn into_rectangles(mut self) -> Vec<Rectangle> {
        let mut rectangles = Vec::new();
        for x in 0..self.size.0 {
            let mut z = 0;
            while let Some(start) = (z..self.size.1).find(|z| self.covered[self.index(x, *z)]) {
                let end =
                    (start..self.size.1).find(|z| !self.covered[self.index(x, *z)]).unwrap_or(self.size.1);
                let width = self.take(x, start, end);
                rectangles.push(Rectangle {
                    x: (self.origin.0 + x, self.origin.0 + x + width),
                    z: (self.origin.1 + start, self.origin.1 + end),
                });
                z = end;
            }
        }
        rectangles
    }

    /// Takes the strip from `start` to `end`, and as many equal strips beside it as are covered. Tells how many.
    fn take(&mut self, x: usize, start: usize, end: usize) -> usize {
        for strip in x..self.size.0 {
            let range = self.index(strip, start)..self.index(strip, start) + (end - start);
            let squares = &mut self.covered[range];
            if squares.contains(&false) {
                return strip - x;
            }
            squares.fill(false);
        }
        self.size.0 - x
    }

    const fn index(&self, x: usize, z: usize) -> usize {
        x * self.size.1 + z
    }
}

/// Rectangles become triangles. Where a corner of one lies on the edge of another, that edge gets the corner as
/// well: without it the two would not meet exactly and the ground would sparkle through.
struct Mesh {
    /// All corners, by x and then z; the place of one here is its vertex.
    by_x: Vec<(usize, usize)>,
    /// All corners, by z and then x.
    by_z: Vec<(usize, usize)>,
    window: Window,
    height: f32,
    surface: Surface,
}

impl Mesh {
    fn new(rectangles: &[Rectangle], window: Window, height: f32) -> Self {
        let corners = |rectangle: &Rectangle| {
            let Rectangle { x, z } = *rectangle;
            [(x.0, z.0), (x.0, z.1), (x.1, z.0), (x.1, z.1)]
        };
        let mut by_x: Vec<(usize, usize)> = rectangles.iter().flat_map(corners).collect();
        by_x.sort_unstable();
        by_x.dedup();
        let mut by_z: Vec<(usize, usize)> = by_x.iter().map(|(x, z)| (*z, *x)).collect();
        by_z.sort_unstable();
        let mut mesh = Self { by_x, by_z, window, height, surface: Surface::default() };
        for index in 0..mesh.by_x.len() {
            let (x, z) = mesh.by_x[index];
            mesh.push_vertex(x as f32, z as f32);
        }
        mesh
    }

    fn push_vertex(&mut self, x: f32, z: f32) {
        let Window { x: first_x, y: first_z, width, height } = self.window;
        self.surface.positions.push([first_x as f32 + x, self.height, first_z as f32 + z]);
        self.surface.normals.push([0.0, 1.0, 0.0]);
        self.surface.uvs.push([(x + 0.5) / width as f32, (z + 0.5) / height as f32]);
    }

    /// Triangles around the middle, or just two when no edge has a corner in between.
    fn push(&mut self, rectangle: &Rectangle) {
        let outline = self.outline(rectangle);
        if let [a, b, c, d] = outline[..] {
            self.surface.indices.extend([a, b, d, b, c, d]);
            return;
        }
        let middle = self.surface.positions.len() as u32;
        let half = |(from, to): (usize, usize)| (from + to) as f32 / 2.0;
        self.push_vertex(half(rectangle.x), half(rectangle.z));
        for (index, corner) in outline.iter().enumerate() {
            let next = outline[(index + 1) % outline.len()];
            self.surface.indices.extend([middle, *corner, next]);
        }
    }

    /// The vertices around a rectangle, clockwise seen from above.
    fn outline(&self, rectangle: &Rectangle) -> Vec<u32> {
        let Rectangle { x, z } = *rectangle;
        let mut outline = self.along_x(z.0, x.0..=x.1);
        outline.extend(self.along_z(x.1, z.0..=z.1).into_iter().skip(1));
        outline.extend(self.along_x(z.1, x.0..=x.1).into_iter().rev().skip(1));
        outline.extend(self.along_z(x.0, z.0..=z.1).into_iter().rev().skip(1));
        outline.pop();
        outline
    }

    fn along_z(&self, x: usize, zs: RangeInclusive<usize>) -> Vec<u32> {
        let range = between(&self.by_x, x, &zs);
        range.map(|index| index as u32).collect()
    }

    fn along_x(&self, z: usize, xs: RangeInclusive<usize>) -> Vec<u32> {
        let corners = &self.by_z[between(&self.by_z, z, &xs)];
        corners.iter().map(|(z, x)| self.by_x.partition_point(|corner| *corner < (*x, *z)) as u32).collect()
    }
}

/// The corners of one line in a sorted list.
fn between(
    corners: &[(usize, usize)],
    line: usize,
    places: &RangeInclusive<usize>,
) -> std::ops::Range<usize> {
    let start = corners.partition_point(|corner| *corner < (line, *places.start()));
    let end = corners.partition_point(|corner| *corner <= (line, *places.end()));
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const WINDOW: Window = Window { x: 50, y: 60, width: 9, height: 7 };

    /// The ids of a picture whose lines run along x and follow each other along z.
    fn grid(lines: [&str; 7]) -> Vec<u16> {
        let cell = |x: usize, z: usize| u16::from(lines[z].as_bytes()[x] - b'0');
        (0..9).flat_map(|x| (0..7).map(move |z| cell(x, z))).collect()
    }

    fn lakes() -> Vec<u16> {
        grid(["110000000", "111000022", "111100022", "000000000", "003330000", "003030000", "003330000"])
    }

    fn surface_of(ids: &[u16], id: u16) -> Surface {
        let extent = Extents::new(ids, WINDOW).get(id).expect("a body");
        water_surface(ids, WINDOW, (id, extent), 4.0)
    }

    /// Twice the area of a triangle, positive when it faces up.
    fn turn(surface: &Surface, corners: &[u32]) -> f32 {
        let [a, b, c] = [0, 1, 2].map(|corner| surface.positions[corners[corner] as usize]);
        (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])
    }

    #[test]
    fn extents_are_those_of_the_cells() {
        let extents = Extents::new(&lakes(), WINDOW);
        assert_eq!(extents.get(1), Some(Extent { x: (0, 3), z: (0, 2) }));
        assert_eq!(extents.get(2), Some(Extent { x: (7, 8), z: (1, 2) }));
        assert_eq!(extents.get(3), Some(Extent { x: (2, 4), z: (4, 6) }));
        assert_eq!((extents.get(0), extents.get(4)), (None, None));
    }

    #[test]
    fn a_surface_covers_every_square_that_touches_the_body() {
        for id in [1, 2, 3] {
            let ids = lakes();
            let surface = surface_of(&ids, id);
            let wet = |x: usize, z: usize| ids[x * 7 + z] == id;
            let squares = (0..8).flat_map(|x| (0..6).map(move |z| (x, z)));
            let touching =
                squares.filter(|(x, z)| wet(*x, *z) || wet(x + 1, *z) || wet(*x, z + 1) || wet(x + 1, z + 1));
            let area: f32 = surface.indices.chunks(3).map(|corners| turn(&surface, corners) / 2.0).sum();
            assert!((area - touching.count() as f32).abs() < 1e-3, "body {id}: {area}");
            assert!(surface.indices.chunks(3).all(|corners| turn(&surface, corners) > 0.0));
        }
    }

    #[test]
    fn it_is_flat_and_lies_on_the_map() {
        let surface = surface_of(&lakes(), 2);
        assert!(surface.positions.iter().all(|[x, y, z]| {
            (56.0..=58.0).contains(x) && (*y - 4.0).abs() < 1e-6 && (60.0..=63.0).contains(z)
        }));
        assert_eq!(surface.normals, vec![[0.0, 1.0, 0.0]; surface.positions.len()]);
    }

    #[test]
    fn no_corner_lies_on_the_edge_of_a_triangle_that_does_not_use_it() {
        for id in [1, 3] {
            let surface = surface_of(&lakes(), id);
            let mut edges = HashSet::new();
            for corners in surface.indices.chunks(3) {
                for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                    assert!(
                        edges.insert((corners[from], corners[to])),
                        "an edge belongs to one triangle a side"
                    );
                }
            }
            for (from, to) in edges {
                let [a, b] = [from, to].map(|index| surface.positions[index as usize]);
                for point in &surface.positions {
                    let across = (b[0] - a[0]) * (point[2] - a[2]) - (b[2] - a[2]) * (point[0] - a[0]);
                    let along = (point[0] - a[0]) * (point[0] - b[0]) + (point[2] - a[2]) * (point[2] - b[2]);
                    assert!(across.abs() > 1e-6 || along > -1e-6, "{point:?} on {a:?} to {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_body_that_fills_the_window_is_one_rectangle() {
        let surface = surface_of(&[5; 63], 5);
        assert_eq!((surface.positions.len(), surface.indices.len()), (4, 6));
    }

    #[test]
    fn a_window_one_cell_wide_has_no_surface() {
        let window = Window { x: 0, y: 0, width: 1, height: 5 };
        let extent = Extents::new(&[2; 5], window).get(2).expect("a body");
        assert_eq!(water_surface(&[2; 5], window, (2, extent), 1.0), Surface::default());
    }
}
