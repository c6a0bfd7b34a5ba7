//! Flat polygons in space.

use glam::{DVec2, DVec3};

/// Twice the area along the normal: the Newell sum of a polygon, which also suits one that is not quite flat.
pub(crate) fn newell(mut corners: impl Iterator<Item = DVec3>) -> DVec3 {
    // From the first corner, so that a polygon far away keeps its digits.
    let Some(first) = corners.next() else { return DVec3::ZERO };
    let mut sum = DVec3::ZERO;
    let mut last = DVec3::ZERO;
    for corner in corners {
        let next = corner - first;
        sum += last.cross(next);
        last = next;
    }
    sum
}

/// The mean of corners; zero when there are none.
pub(crate) fn mean(corners: impl ExactSizeIterator<Item = DVec3>) -> DVec3 {
    let count = corners.len();
    if count == 0 { DVec3::ZERO } else { corners.sum::<DVec3>() / count as f64 }
}

/// Two axes that make a right-handed system with a plane's normal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaneAxes {
    pub(crate) u: DVec3,
    pub(crate) v: DVec3,
}

impl PlaneAxes {
    pub(crate) fn new(normal: DVec3) -> Self {
        let helper = if normal.y.abs() >= 0.9 { DVec3::X } else { DVec3::Y };
        let u = helper.cross(normal).normalize_or_zero();
        Self { u, v: normal.cross(u) }
    }

    pub(crate) fn flatten(self, point: DVec3) -> DVec2 {
        DVec2::new(point.dot(self.u), point.dot(self.v))
    }
}

/// A box along the axes; empty until something is added.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    /// The least corner.
    pub(crate) min: DVec3,
    /// The greatest corner.
    pub(crate) max: DVec3,
}

impl Bounds {
    /// The box around nothing.
    pub(crate) const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The box around points.
    pub(crate) fn of(points: impl Iterator<Item = DVec3>) -> Self {
        points.fold(Self::EMPTY, Self::with)
    }

    /// The box around this one and a point.
    #[must_use]
    pub(crate) fn with(self, point: DVec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// The box around this one and another.
    #[must_use]
    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with `margin` more on all sides.
    #[must_use]
    pub(crate) fn grown(self, margin: f64) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(self) -> bool {
        self.min.x > self.max.x
    }

    /// The middle; zero for an empty box.
    pub(crate) fn center(self) -> DVec3 {
        if self.is_empty() { DVec3::ZERO } else { (self.min + self.max) * 0.5 }
    }

    /// The lengths of the edges; zero for an empty box.
    pub(crate) fn size(self) -> DVec3 {
        if self.is_empty() { DVec3::ZERO } else { self.max - self.min }
    }

    /// Whether the boxes have a point in common.
    pub(crate) fn touches(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the other box lies inside this one.
    pub(crate) fn contains(self, other: Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }
}
