//! Boxes in Godot's axes, and how far a viewer is from them.

use crate::atlas::position;
use mapwright_formats::atlas::Bounds;

/// A box along the axes with Y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner.
    pub max: [f32; 3],
}

impl Area {
    /// A box of Torque's with Y up.
    pub const fn of_bounds(bounds: Bounds) -> Self {
        let ([west, _, low], [east, _, high]) = (bounds.min, bounds.max);
        let [_, _, north] = position(bounds.max);
        let [_, _, south] = position(bounds.min);
        Self { min: [west, low, north], max: [east, high, south] }
    }

    /// The box around this one and `other`.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let both =
            |of: fn(f32, f32) -> f32, a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|axis| of(a[axis], b[axis]));
        Self { min: both(f32::min, self.min, other.min), max: both(f32::max, self.max, other.max) }
    }

    /// How far `point` is from the box, 0 inside.
    pub fn distance(&self, point: [f32; 3]) -> f32 {
        let away = |axis: usize| (self.min[axis] - point[axis]).max(point[axis] - self.max[axis]).max(0.0);
        let [x, y, z] = [away(0), away(1), away(2)];
        (x * x + y * y + z * z).sqrt()
    }

    /// How far `point` is from the box seen from above, 0 over and under it.
    pub fn distance_on_ground(&self, [x, z]: [f32; 2]) -> f32 {
        self.distance([x, self.min[1], z])
    }

    /// The lengths of its sides.
    pub fn size(&self) -> [f32; 3] {
        [0, 1, 2].map(|axis| self.max[axis] - self.min[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torques_box_is_turned_with_its_corners_in_order() {
        let area = Area::of_bounds(Bounds { min: [1.0, 2.0, 3.0], max: [10.0, 20.0, 30.0] });
        assert_eq!(area, Area { min: [1.0, 3.0, -20.0], max: [10.0, 30.0, -2.0] });
        assert_eq!(area.size(), [9.0, 27.0, 18.0]);
    }

    #[test]
    fn distances_are_to_the_nearest_point() {
        let area = Area { min: [0.0; 3], max: [2.0; 3] };
        assert_eq!(area.distance([1.0, 1.0, 1.0]), 0.0);
        assert_eq!(area.distance([5.0, 1.0, 6.0]), 5.0);
        assert_eq!(area.distance_on_ground([-3.0, 1.0]), 3.0);
    }
}
