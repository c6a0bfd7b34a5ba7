//! The heights of the island.

use super::SPACING;
use super::erosion::erode;
use crate::noise::{layered, mix, ramp, ridged};

/// How high the mountains are, as a part of the island's width.
pub(super) const RISE: f32 = 0.22;

/// A square of heights, x the major axis.
#[derive(Clone)]
pub(super) struct Relief {
    /// Quads along a side.
    pub(super) quads: usize,
    heights: Vec<f32>,
}

impl Relief {
    pub(super) fn generate(quads: usize, seed: u32) -> Self {
        let side = quads + 1;
        let place = |index: usize| index as f32 / quads as f32;
        let mut heights = Vec::with_capacity(side * side);
        for x in 0..side {
            heights.extend((0..side).map(|y| height(place(x), place(y), seed) * quads as f32 * RISE));
        }
        // Water runs the same whatever the unit, as long as it is one for all three axes.
        erode(&mut heights, side, seed);
        for height in &mut heights {
            *height *= SPACING;
        }
        Self { quads, heights }
    }

    /// The height at a corner of the grid; outside it is that of the border.
    pub(super) fn at(&self, x: isize, y: isize) -> f32 {
        let clamp = |value: isize| value.clamp(0, self.quads as isize) as usize;
        self.heights[clamp(x) * (self.quads + 1) + clamp(y)]
    }

    /// The height between the corners.
    pub(super) fn between(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (x.floor(), y.floor());
        let (i, j) = (column as isize, row as isize);
        let along = |dy: isize| mix(self.at(i, j + dy), self.at(i + 1, j + dy), x - column);
        mix(along(0), along(1), y - row)
    }

    /// The unit normal at a place, from heights `step` quads away.
    pub(super) fn normal(&self, x: f32, y: f32, step: f32) -> [f32; 3] {
        let slope = |dx: f32, dy: f32| {
            (self.between(x - dx, y - dy) - self.between(x + dx, y + dy)) / (2.0 * step * SPACING)
        };
        let (east, north) = (slope(step, 0.0), slope(0.0, step));
        let length = (east * east + north * north + 1.0).sqrt();
        [east / length, north / length, 1.0 / length]
    }
}

/// From -0.1 in the sea to about 1 on the highest peaks; `x` and `y` run from 0 to 1 over the terrain.
fn height(x: f32, y: f32, seed: u32) -> f32 {
    let bend = |offset: u32| layered(x * 3.0, y * 3.0, 3, seed + offset) * 0.12;
    let (x, y) = (x + bend(20), y + bend(30));
    let (dx, dy) = ((x - 0.5) * 2.0, (y - 0.5) * 2.0);
    let inland = 1.0 - (dx * dx + dy * dy).sqrt() + layered(x * 4.0, y * 4.0, 4, seed + 40) * 0.25;
    let mountains = ridged(x * 3.5, y * 3.5, 6, seed);
    let range = ramp(layered(x * 2.0, y * 2.0, 2, seed + 50), -0.35, 0.45);
    let hills = layered(x * 7.0, y * 7.0, 5, seed + 60);
    let land = 0.08 + hills * 0.05 + mountains * mountains * mix(0.15, 0.9, range);
    mix(-0.1, land, ramp(inland, -0.05, 0.55))
}
