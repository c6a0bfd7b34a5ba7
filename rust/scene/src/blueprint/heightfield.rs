//! The heights of an island or of a window of it, and heights between cells.

use mapwright_formats::blueprint::Window;

/// The heights of a window of the map, in file order.
#[derive(Debug, Clone, Copy)]
pub struct Heightfield<'h> {
    heights: &'h [f32],
    window: Window,
}

impl<'h> Heightfield<'h> {
    /// A heightfield over a window's heights.
    ///
    /// # Panics
    /// When there is not one height a cell.
    pub fn new(heights: &'h [f32], window: Window) -> Self {
        assert_eq!(heights.len(), window.cells(), "one height a cell");
        Self { heights, window }
    }

    /// The window that it covers.
    pub const fn window(&self) -> Window {
        self.window
    }

    /// The height of the cell `(x, z)`, counted from the window's corner.
    pub(super) fn at(&self, x: usize, z: usize) -> f32 {
        self.heights[x * self.window.height as usize + z]
    }

    /// The height at a point of the map, bilinear between the four cells around it. NaN outside the window, and
    /// where a cell that counts is NaN itself.
    pub fn sample(&self, x: f64, z: f64) -> f64 {
        let along_x = Between::new(x - f64::from(self.window.x), self.window.width);
        let along_z = Between::new(z - f64::from(self.window.y), self.window.height);
        let (Some(along_x), Some(along_z)) = (along_x, along_z) else {
            return f64::NAN;
        };
        let row = |x: usize| along_z.mix(|z| self.at(x, z).into());
        along_x.mix(row)
    }
}

/// A place between two neighbouring cells of an axis.
struct Between {
    cell: usize,
    fraction: f64,
}

impl Between {
    /// `None` outside the axis' cells.
    fn new(place: f64, cells: u32) -> Option<Self> {
        let last = f64::from(cells) - 1.0;
        (0.0..=last).contains(&place).then(|| Self { cell: place as usize, fraction: place.fract() })
    }

    /// Mixes the values of both cells; exactly on a cell the other one does not count, and need not be there.
    fn mix(&self, value: impl Fn(usize) -> f64) -> f64 {
        let here = value(self.cell);
        if self.fraction == 0.0 { here } else { here + (value(self.cell + 1) - here) * self.fraction }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { x: 10, y: 20, width: 2, height: 3 };
    const HEIGHTS: [f32; 6] = [0.0, 1.0, 2.0, 4.0, 5.0, f32::NAN];

    #[test]
    fn heights_are_bilinear_in_the_coordinates_of_the_map() {
        let field = Heightfield::new(&HEIGHTS, WINDOW);
        let cases = [
            ((10.0, 20.0), 0.0),
            ((11.0, 20.0), 4.0),
            ((10.0, 22.0), 2.0),
            ((10.5, 20.0), 2.0),
            ((10.0, 21.25), 1.25),
            ((10.5, 20.5), 2.5),
        ];
        for ((x, z), wanted) in cases {
            assert!((field.sample(x, z) - wanted).abs() < 1e-9, "({x}, {z})");
        }
    }

    #[test]
    fn outside_there_is_no_height() {
        let field = Heightfield::new(&HEIGHTS, WINDOW);
        for (x, z) in [(9.99, 20.0), (11.01, 20.0), (10.0, 19.9), (10.0, 22.1), (0.0, 0.0), (f64::NAN, 20.0)]
        {
            assert!(field.sample(x, z).is_nan(), "({x}, {z})");
        }
    }

    #[test]
    fn a_hole_reaches_only_as_far_as_it_counts() {
        let field = Heightfield::new(&HEIGHTS, WINDOW);
        assert!(field.sample(11.0, 22.0).is_nan());
        assert!(field.sample(10.01, 22.0).is_nan());
        assert!((field.sample(11.0, 21.0) - 5.0).abs() < 1e-9);
        assert!((field.sample(10.5, 21.0) - 3.0).abs() < 1e-9);
    }
}
