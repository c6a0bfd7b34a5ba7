//! Subtracts flat convex polygons from each other, to see whether a face is covered whole.

use glam::DVec2;

/// What is left of a face counts from this area on, in square map units.
pub(crate) const LEAST_AREA: f64 = 0.01;
/// With more pieces than this a face counts as not covered: it is drawn, which is never wrong.
const MAX_PIECES: usize = 2048;
/// Less than this in common is nothing in common.
const LEAST_OVERLAP: f64 = 1e-9;

/// A convex polygon, counter-clockwise.
pub(crate) type Convex = Vec<DVec2>;

/// The area of a polygon, negative when it turns clockwise.
pub(crate) fn area(polygon: &[DVec2]) -> f64 {
    let Some((first, rest)) = polygon.split_first() else { return 0.0 };
    let pairs = rest.iter().zip(rest.iter().skip(1));
    pairs.map(|(a, b)| (*a - *first).perp_dot(*b - *first)).sum::<f64>() * 0.5
}

/// What is left of a face.
#[derive(Debug)]
pub(crate) struct Remains {
    pieces: Vec<Convex>,
    is_too_much: bool,
}

impl Remains {
    pub(crate) fn new(pieces: Vec<Convex>) -> Self {
        Self { pieces, is_too_much: false }
    }

    /// Whether nothing that counts is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && !self.is_too_much
    }

    /// Whether looking further is of use.
    pub(crate) fn is_open(&self) -> bool {
        !self.pieces.is_empty() && !self.is_too_much
    }

    /// Takes `cover` away.
    pub(crate) fn subtract(&mut self, cover: &[DVec2]) {
        let mut left = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            subtract(piece, cover, &mut left);
        }
        self.pieces = left;
        self.is_too_much |= self.pieces.len() > MAX_PIECES;
    }
}

fn subtract(piece: Convex, cover: &[DVec2], left: &mut Vec<Convex>) {
    let mut common = piece.clone();
    for (from, to) in edges(cover) {
        common = clip(&common, from, to);
        if common.len() < 3 {
            break;
        }
    }
    if common.len() < 3 || area(&common) < LEAST_OVERLAP {
        left.push(piece);
        return;
    }
    let mut rest = piece;
    for (from, to) in edges(cover) {
        let outside = clip(&rest, to, from);
        if area(&outside) >= LEAST_AREA {
            left.push(outside);
        }
        rest = clip(&rest, from, to);
        if rest.len() < 3 {
            return;
        }
    }
}

fn edges(polygon: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(from, to)| (*from, *to))
}

/// The part of a convex polygon to the left of the line.
fn clip(polygon: &[DVec2], from: DVec2, to: DVec2) -> Convex {
    let along = to - from;
    let side = |point: DVec2| along.perp_dot(point - from);
    let mut kept = Convex::with_capacity(polygon.len() + 1);
    for (a, b) in edges(polygon) {
        let (at_a, at_b) = (side(a), side(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            kept.push(a + (b - a) * (at_a / (at_a - at_b)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Convex {
        let corner = |x, y| DVec2::new(x, y);
        vec![corner(x, y), corner(x + width, y), corner(x + width, y + height), corner(x, y + height)]
    }

    #[test]
    fn two_halves_cover_a_whole_and_a_gap_does_not() {
        let mut whole = Remains::new(vec![rectangle(0.0, 0.0, 10.0, 10.0)]);
        whole.subtract(&rectangle(-1.0, -1.0, 6.0, 12.0));
        assert!(whole.is_open());
        whole.subtract(&rectangle(5.0, 0.0, 5.0, 10.0));
        assert!(whole.is_empty());

        let mut gap = Remains::new(vec![rectangle(0.0, 0.0, 10.0, 10.0)]);
        gap.subtract(&rectangle(0.0, 0.0, 4.9, 10.0));
        gap.subtract(&rectangle(5.0, 0.0, 5.0, 10.0));
        assert!(gap.is_open(), "a strip of 0.1 by 10 is left");
    }

    #[test]
    fn what_does_not_overlap_cuts_nothing() {
        let mut face = Remains::new(vec![rectangle(0.0, 0.0, 10.0, 10.0)]);
        face.subtract(&rectangle(10.0, 0.0, 5.0, 5.0));
        assert_eq!(face.pieces, [rectangle(0.0, 0.0, 10.0, 10.0)]);
    }
}
