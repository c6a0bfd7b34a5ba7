//! Heights of a chunk's surface, found through bins over it.

use super::axes::position;
use super::lod::Hit;
use mapwright_formats::atlas::GeometryChunk;

/// How far outside of a triangle, in parts of it, a place may lie and still count: neighbours share borders, and
/// rounding must not open a gap between them.
const TOLERANCE: f64 = 1e-6;
/// More cells along a side would be emptier without being faster.
const MOST_CELLS: usize = 64;

/// A chunk's surface, ready to tell its height at any place.
#[derive(Debug, Clone)]
pub struct Heights {
    triangles: Vec<[[f32; 3]; 3]>,
    min: [f32; 2],
    /// Cells a world unit.
    scale: [f32; 2],
    cells: usize,
    /// Where each cell's triangles begin in `lists`, and after the last where it ends.
    starts: Vec<u32>,
    lists: Vec<u32>,
}

impl Heights {
    /// Sorts the triangles of `chunk`'s surface by place.
    pub fn new(chunk: &GeometryChunk) -> Self {
        let points = &chunk.vertices.points;
        let triangles = chunk.surface_indices().as_chunks::<3>().0.iter();
        let triangles = triangles.map(|triangle| triangle.map(|index| points[usize::from(index)]));
        let triangles: Vec<_> = triangles.filter(|corners| area(*corners) != 0.0).collect();
        let cells = ((triangles.len() / 2) as f64).sqrt() as usize;
        let mut heights = Self {
            min: extreme(&triangles, f32::min),
            scale: [0.0; 2],
            cells: cells.clamp(1, MOST_CELLS),
            starts: Vec::new(),
            lists: Vec::new(),
            triangles,
        };
        let max = extreme(&heights.triangles, f32::max);
        for (axis, scale) in heights.scale.iter_mut().enumerate() {
            let size = max[axis] - heights.min[axis];
            *scale = if size > 0.0 { heights.cells as f32 / size } else { 0.0 };
        }
        heights.sort();
        heights
    }

    /// The greatest height of the surface at `place`, in Torque's x and y; none where the chunk has no surface.
    pub fn sample(&self, place: [f32; 2]) -> Option<f32> {
        if !place.iter().all(|along| along.is_finite()) {
            return None;
        }
        let [column, row] = [0, 1].map(|axis| self.cell(place[axis], axis));
        let cell = column * self.cells + row;
        let (from, to) = (*self.starts.get(cell)?, *self.starts.get(cell + 1)?);
        let list = self.lists.get(from as usize..to as usize)?;
        list.iter()
            .filter_map(|&triangle| height_in(self.triangles[triangle as usize], place))
            .reduce(f32::max)
    }

    /// Where a line from one point to another, in Torque's axes, first meets the surface from either side.
    pub fn first_hit(&self, from: [f32; 3], to: [f32; 3]) -> Option<Hit> {
        let hits = self.triangles.iter().filter_map(|corners| meet(*corners, from, to));
        hits.min_by(|a, b| a.along.total_cmp(&b.along))
    }

    fn sort(&mut self) {
        let mut lists = vec![Vec::new(); self.cells * self.cells];
        for (number, corners) in self.triangles.iter().enumerate() {
            let [columns, rows] = [0, 1].map(|axis| {
                let along = corners.map(|corner| corner[axis]);
                let cells = along.map(|value| self.cell(value, axis));
                cells.into_iter().min().unwrap_or(0)..=cells.into_iter().max().unwrap_or(0)
            });
            for column in columns {
                for row in rows.clone() {
                    lists[column * self.cells + row].push(number as u32);
                }
            }
        }
        self.starts.push(0);
        for list in lists {
            self.lists.extend(list);
            self.starts.push(self.lists.len() as u32);
        }
    }

    /// The cell along `axis` that `value` lies in; what lies outside counts to the outermost.
    fn cell(&self, value: f32, axis: usize) -> usize {
        (((value - self.min[axis]) * self.scale[axis]) as usize).min(self.cells - 1)
    }
}

fn extreme(triangles: &[[[f32; 3]; 3]], choose: fn(f32, f32) -> f32) -> [f32; 2] {
    let corners = || triangles.iter().flatten();
    [0, 1].map(|axis| corners().map(|corner| corner[axis]).reduce(choose).unwrap_or(0.0))
}

/// Twice the area seen from above, negative when the corners run clockwise.
fn area([a, b, c]: [[f32; 3]; 3]) -> f64 {
    let along = |from: [f32; 3], to: [f32; 3], axis: usize| f64::from(to[axis]) - f64::from(from[axis]);
    along(a, b, 0) * along(a, c, 1) - along(a, b, 1) * along(a, c, 0)
}

/// The triangle's height at `place`, if it is there.
fn height_in(corners: [[f32; 3]; 3], place: [f32; 2]) -> Option<f32> {
    let [a, b, c] = corners;
    let whole = area(corners);
    let at = [place[0], place[1], 0.0];
    let (to_b, to_c) = (area([a, at, c]) / whole, area([a, b, at]) / whole);
    let to_a = 1.0 - to_b - to_c;
    if to_a.min(to_b).min(to_c) < -TOLERANCE {
        return None;
    }
    let [a, b, c] = [a, b, c].map(|corner| f64::from(corner[2]));
    Some((to_a * a + to_b * b + to_c * c) as f32)
}

type Vector = [f64; 3];

/// Where a line meets a triangle.
fn meet(corners: [[f32; 3]; 3], from: [f32; 3], to: [f32; 3]) -> Option<Hit> {
    let [a, b, c, from, to] =
        [corners[0], corners[1], corners[2], from, to].map(|point| point.map(f64::from));
    let (line, u, v) = (less(to, from), less(b, a), less(c, a));
    // Seen from its front a triangle runs clockwise.
    let front = cross(v, u);
    let steep = -dot(line, front);
    if steep == 0.0 {
        return None;
    }
    let above = less(from, a);
    let along = dot(above, front) / steep;
    let turn = cross(line, above);
    let (to_b, to_c) = (dot(v, turn) / steep, -dot(u, turn) / steep);
    let inside = to_b.min(to_c).min(1.0 - to_b - to_c) >= -TOLERANCE;
    let length = dot(front, front).sqrt();
    let normal = front.map(|part| (part / length) as f32);
    (inside && (0.0..=1.0).contains(&along)).then(|| Hit { along, normal: position(normal) })
}

fn less(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slope of half a unit a unit along x, its front up; y runs to the left of x.
    const SLOPE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 0.0, 2.0]];

    #[test]
    fn a_line_meets_a_triangle_where_they_cross() {
        let hit = meet(SLOPE, [2.0, 1.0, 11.0], [2.0, 1.0, -9.0]).unwrap();
        assert_eq!(hit.along, 0.5);
        // Uphill is along x: the normal leans back, and points up with Y up.
        let steep = 5.0_f32.sqrt();
        let expected = [-1.0 / steep, 2.0 / steep, 0.0];
        assert!(hit.normal.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6));
    }

    #[test]
    fn a_line_from_below_meets_the_same_front() {
        let [above, below] =
            [meet(SLOPE, [1.0, 1.0, 5.0], [1.0, 1.0, 0.0]), meet(SLOPE, [1.0, 1.0, 0.0], [1.0, 1.0, 5.0])];
        assert_eq!(above.unwrap().normal, below.unwrap().normal);
    }

    #[test]
    fn lines_beside_before_and_along_a_triangle_miss_it() {
        assert_eq!(meet(SLOPE, [3.0, 3.0, 9.0], [3.0, 3.0, -9.0]), None);
        assert_eq!(meet(SLOPE, [1.0, 1.0, 9.0], [1.0, 1.0, 5.0]), None);
        assert_eq!(meet(SLOPE, [0.0, 9.0, 0.0], [0.0, -9.0, 0.0]), None);
    }
}
