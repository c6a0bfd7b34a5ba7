//! Polygons of meshes to triangles. Section 8 of `docs/formats/gtm-nodes.md`.

use super::polygon::PlaneAxes;
use glam::{DVec2, DVec3};

/// An ear turns at least this much.
const LEAST_TURN: f64 = 1e-12;
/// A corner this far outside of an ear still counts as inside.
const INSIDE: f64 = -1e-9;
/// After this many tests of corners the rest becomes a fan, so that a wild polygon ends.
const MAX_TESTS: usize = 50_000_000;

/// Three places in the list of corners, in the order of the corners.
pub(crate) type Triangle = [usize; 3];

/// Cuts a polygon with this normal into triangles that turn as it does.
pub(crate) fn triangulate(corners: &[DVec3], normal: DVec3) -> Vec<Triangle> {
    match corners.len() {
        0..3 => return Vec::new(),
        3 => return vec![[0, 1, 2]],
        _ => {}
    }
    let axes = PlaneAxes::new(normal);
    let flat: Vec<DVec2> = corners.iter().map(|corner| axes.flatten(*corner - corners[0])).collect();
    if let [a, b, c, d] = flat[..]
        && [turn(a, b, c), turn(b, c, d), turn(c, d, a), turn(d, a, b)].iter().all(|turn| *turn > LEAST_TURN)
    {
        let first_is_shorter =
            corners[0].distance_squared(corners[2]) <= corners[1].distance_squared(corners[3]);
        return if first_is_shorter { vec![[0, 1, 2], [0, 2, 3]] } else { vec![[0, 1, 3], [1, 2, 3]] };
    }
    clip_ears(&flat)
}

fn clip_ears(flat: &[DVec2]) -> Vec<Triangle> {
    let mut left: Vec<usize> = (0..flat.len()).collect();
    let mut triangles = Vec::with_capacity(flat.len() - 2);
    let mut tests = 0;
    while left.len() > 3 && tests < MAX_TESTS {
        let Some(place) = (0..left.len()).find(|place| is_ear(flat, &left, *place, &mut tests)) else {
            break;
        };
        triangles.push(around(&left, place));
        left.remove(place);
    }
    triangles.extend((1..left.len() - 1).map(|place| [left[0], left[place], left[place + 1]]));
    triangles
}

fn around(left: &[usize], place: usize) -> Triangle {
    let count = left.len();
    [left[(place + count - 1) % count], left[place], left[(place + 1) % count]]
}

fn is_ear(flat: &[DVec2], left: &[usize], place: usize, tests: &mut usize) -> bool {
    let [a, b, c] = around(left, place).map(|corner| flat[corner]);
    if turn(a, b, c) <= LEAST_TURN {
        return false;
    }
    *tests += left.len();
    !left.iter().map(|corner| flat[*corner]).any(|point| {
        let is_own = point == a || point == b || point == c;
        !is_own && turn(a, b, point) >= INSIDE && turn(b, c, point) >= INSIDE && turn(c, a, point) >= INSIDE
    })
}

/// How far the way over `b` turns left: twice the area of the triangle.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}
