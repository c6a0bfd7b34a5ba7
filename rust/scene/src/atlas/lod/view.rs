//! A viewer: its place, and how many pixels it sees a unit on.

use super::area::Area;

/// Nearer than this nothing is: a ground that touches the eye has no size on the screen.
const NEAREST: f32 = 0.01;

/// How a viewer sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// What is further away is smaller.
    Perspective {
        /// Pixels that a unit covers at a distance of one unit.
        pixels: f32,
    },
    /// Everything has its size.
    Orthogonal {
        /// Pixels that a unit covers.
        pixels: f32,
    },
}

/// A viewer, in the terrain's own space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where the eye is.
    pub eye: [f32; 3],
    /// How it sees.
    pub projection: Projection,
}

impl View {
    /// A viewer through a camera of a vertical field of view in radians, onto a screen of `height` pixels.
    pub fn perspective(eye: [f32; 3], field_of_view: f32, height: f32) -> Self {
        let pixels = height / (2.0 * (field_of_view / 2.0).tan());
        Self { eye, projection: Projection::Perspective { pixels } }
    }

    /// A viewer who sees `size` units from the lower to the upper border of a screen of `height` pixels.
    pub fn orthogonal(eye: [f32; 3], size: f32, height: f32) -> Self {
        Self { eye, projection: Projection::Orthogonal { pixels: height / size } }
    }

    /// Pixels that a unit covers on the nearest part of `area`.
    pub fn pixels(&self, area: &Area) -> f32 {
        match self.projection {
            Projection::Perspective { pixels } => pixels / area.distance(self.eye).max(NEAREST),
            Projection::Orthogonal { pixels } => pixels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { min: [0.0; 3], max: [1.0; 3] };

    #[test]
    fn a_unit_fills_the_screen_where_the_field_of_view_is_a_unit_wide() {
        // At 90 degrees, half a unit away, the screen shows one unit.
        let view = View::perspective([0.5, 1.5, 0.5], std::f32::consts::FRAC_PI_2, 600.0);
        assert!((view.pixels(&AREA) - 600.0).abs() < 0.01);
        let further = View { eye: [0.5, 6.0, 0.5], ..view };
        assert!((further.pixels(&AREA) - 60.0).abs() < 0.01);
    }

    #[test]
    fn without_perspective_distance_does_not_matter() {
        let view = View::orthogonal([0.0, 500.0, 0.0], 100.0, 600.0);
        assert_eq!(view.pixels(&AREA), 6.0);
    }

    #[test]
    fn inside_a_box_sizes_stay_finite() {
        assert!(View::perspective([0.5; 3], 1.0, 600.0).pixels(&AREA).is_finite());
    }
}
