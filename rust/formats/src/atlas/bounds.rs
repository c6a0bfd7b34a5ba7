//! Boxes along the axes, as stubs and chunks store them (sections 1 and 3).

/// A box along the axes: Torque's `Box3F`, in world units with Z up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The corner with the least x, y and z.
    pub min: [f32; 3],
    /// The corner with the greatest.
    pub max: [f32; 3],
}

impl Bounds {
    /// What the box of no point at all unites from.
    const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    /// The box around `points`; a box of no size at the origin when there are none.
    pub fn of_points(points: &[[f32; 3]]) -> Self {
        let around = points.iter().fold(Self::EMPTY, |around, point| around.with(*point));
        if points.is_empty() { Self { min: [0.0; 3], max: [0.0; 3] } } else { around }
    }

    /// The box around this one and `other`.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.with(other.min).with(other.max)
    }

    /// Whether every corner is a finite number.
    pub fn is_finite(&self) -> bool {
        self.min.iter().chain(&self.max).all(|value| value.is_finite())
    }

    /// Whether no minimum is above its maximum and nothing is NaN.
    pub fn is_ordered(&self) -> bool {
        self.min.iter().zip(&self.max).all(|(min, max)| min <= max)
    }

    /// Six floats in the order of the file.
    pub(crate) fn from_floats(floats: [f32; 6]) -> Self {
        let [a, b, c, d, e, f] = floats;
        Self { min: [a, b, c], max: [d, e, f] }
    }

    /// The six floats in the order of the file.
    pub(crate) fn to_floats(self) -> [f32; 6] {
        let ([a, b, c], [d, e, f]) = (self.min, self.max);
        [a, b, c, d, e, f]
    }

    fn with(self, point: [f32; 3]) -> Self {
        let mut around = self;
        for ((min, max), value) in around.min.iter_mut().zip(&mut around.max).zip(point) {
            *min = min.min(value);
            *max = max.max(value);
        }
        around
    }
}
