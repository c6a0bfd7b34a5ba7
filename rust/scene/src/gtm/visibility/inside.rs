//! Whether points lie inside a closed solid.

use crate::gtm::solids::placed_solid::PlacedSolid;
use crate::gtm::solids::triangulation::triangulate;
use glam::DVec3;

/// A point this far outside of a brush's plane still counts as inside, in map units.
const SLACK: f64 = 1e-4;
/// A mesh with more faces than this is not looked into: what is inside it is drawn, which is never wrong.
const MAX_FACES: usize = 4096;
/// A direction that runs along no wall that people build.
const RAY: DVec3 = DVec3::new(0.577_215_664_9, 0.261_497_212_8, 0.773_812_690_9);

/// Whether all of these points are inside a closed solid; for a mesh also whether its surface stays clear of the
/// polygon between the `corners`.
pub(crate) fn contains(solid: &PlacedSolid<'_>, points: &[DVec3], corners: &[DVec3]) -> bool {
    if solid.solid.is_mesh { mesh_contains(solid, points, corners) } else { brush_contains(solid, points) }
}

fn brush_contains(brush: &PlacedSolid<'_>, points: &[DVec3]) -> bool {
    brush.faces.iter().all(|face| points.iter().all(|point| face.normal.dot(*point - face.center) <= SLACK))
}

fn mesh_contains(mesh: &PlacedSolid<'_>, points: &[DVec3], corners: &[DVec3]) -> bool {
    if mesh.faces.len() > MAX_FACES {
        return false;
    }
    let triangles: Vec<[DVec3; 3]> = mesh
        .faces
        .iter()
        .flat_map(|face| {
            let corners: Vec<DVec3> = mesh.corners(face).collect();
            let triangles = triangulate(&corners, face.normal);
            triangles.into_iter().map(move |triangle| triangle.map(|place| corners[place]))
        })
        .collect();
    let is_inside = |point: &DVec3| {
        let crossings = triangles.iter().filter(|triangle| crosses(**triangle, *point, RAY, f64::INFINITY));
        crossings.count() % 2 == 1
    };
    points.iter().all(is_inside) && !triangles.iter().any(|triangle| cuts(*triangle, corners))
}

/// Whether a triangle and a convex polygon run through each other.
fn cuts(triangle: [DVec3; 3], corners: &[DVec3]) -> bool {
    let edge_crosses = |from: DVec3, to: DVec3, other: [DVec3; 3]| crosses(other, from, to - from, 1.0);
    let fan = || (1..corners.len() - 1).map(|place| [corners[0], corners[place], corners[place + 1]]);
    let [a, b, c] = triangle;
    [(a, b), (b, c), (c, a)].into_iter().any(|(from, to)| fan().any(|other| edge_crosses(from, to, other)))
        || (0..corners.len())
            .any(|place| edge_crosses(corners[place], corners[(place + 1) % corners.len()], triangle))
}

/// Whether the way from `origin` along `direction` goes through a triangle, up to `length` times the direction.
fn crosses([a, b, c]: [DVec3; 3], origin: DVec3, direction: DVec3, length: f64) -> bool {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let slope = ab.dot(across);
    if slope.abs() < f64::EPSILON {
        return false;
    }
    let from_a = origin - a;
    let u = from_a.dot(across) / slope;
    let side = from_a.cross(ab);
    let v = direction.dot(side) / slope;
    let distance = ac.dot(side) / slope;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0 && distance < length
}
