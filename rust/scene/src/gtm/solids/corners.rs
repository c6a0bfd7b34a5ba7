//! The order of a brush face's corners. Section 6 of `docs/formats/gtm-nodes.md`.

use super::polygon::mean;
use glam::DVec3;

/// Sorts corners clockwise about `normal` around their middle: each one's angle and its place in the list.
pub(crate) fn sort_clockwise(corners: &[DVec3], normal: DVec3, sorted: &mut Vec<(f64, usize)>) {
    sorted.clear();
    let [first, second, ..] = corners else { return };
    let middle = mean(corners.iter().copied());
    let edge = (*second - *first).normalize_or_zero();
    let across = edge.cross(normal);
    sorted.extend(corners.iter().enumerate().map(|(place, corner)| {
        let from_middle = *corner - middle;
        (from_middle.dot(across).atan2(from_middle.dot(edge)), place)
    }));
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
}
