//! The ground: lobes of land in a warped outline, ridges, a crater, and valleys cut by its own water.

use super::flood::Flood;
use crate::noise::{gradient, layered, mix, ramp, ridged};

/// The flat sea, in raw height units.
pub(super) const SEA: f32 = 0.15;
/// Metres a raw height unit.
pub(super) const METRES: f32 = 251.0;

/// Centres and radii of the land, in half map sides from the middle.
const LOBES: [[f32; 3]; 6] = [
    [-0.10, 0.06, 0.72],
    [0.40, -0.34, 0.42],
    [-0.50, -0.46, 0.34],
    [0.36, 0.50, 0.36],
    [0.74, 0.30, 0.17],
    [-0.72, 0.62, 0.16],
];

/// Hollows that fill with water: their centres and radii as the land's, and their depth in raw units.
const HOLLOWS: [[f32; 4]; 6] = [
    [0.30, -0.40, 0.16, 0.040],
    [-0.36, -0.38, 0.11, 0.045],
    [0.46, 0.46, 0.13, 0.040],
    [-0.02, -0.36, 0.08, 0.030],
    [0.10, 0.72, 0.09, 0.030],
    [0.66, -0.08, 0.08, 0.030],
];

/// A map's heights, cell `(x, y)` at `x * size + y`.
pub(super) struct Terrain {
    pub(super) size: usize,
    pub(super) heights: Vec<f32>,
    pub(super) crater: Crater,
}

/// Where something fell.
#[derive(Clone, Copy)]
pub(super) struct Crater {
    /// In cells.
    pub(super) center: [f32; 2],
    /// In cells.
    pub(super) radius: f32,
}

impl Terrain {
    pub(super) fn new(size: usize, seed: u32) -> Self {
        let side = size as f32;
        let crater = Crater { center: [side * 0.375, side * 0.60], radius: side * 0.078 };
        let cells = (0..size * size).map(|cell| (cell / size, cell % size));
        let heights = cells.map(|(x, y)| raise(x as f32 / side, y as f32 / side, seed, size)).collect();
        let mut terrain = Self { size, heights, crater };
        for _ in 0..3 {
            terrain.erode();
        }
        terrain.dig_crater();
        terrain
    }

    /// How steep the ground is, in metres a metre.
    pub(super) fn slope(&self, x: usize, y: usize) -> f32 {
        let height = |x: usize, y: usize| self.heights[x * self.size + y] * METRES;
        let last = self.size - 1;
        let (left, right) = (x.saturating_sub(1), (x + 1).min(last));
        let (above, below) = (y.saturating_sub(1), (y + 1).min(last));
        let along = (height(right, y) - height(left, y)) / (right - left) as f32;
        let across = (height(x, below) - height(x, above)) / (below - above) as f32;
        (along * along + across * across).sqrt()
    }

    /// Cuts valleys where much water runs down a slope, and softens what was cut.
    fn erode(&mut self) {
        let flood = Flood::new(&self.heights, self.size);
        let runoff = flood.runoff();
        let strength = 0.0010 * relief(self.size);
        for (cell, height) in self.heights.iter_mut().enumerate() {
            let stream = ((runoff[cell] as f32).sqrt() - 5.0).max(0.0);
            let fall = ramp(flood.fall(cell) * METRES, 0.03, 0.60);
            let above_sea = (*height - SEA).max(0.0);
            *height -= (strength * stream * fall).min(0.03).min(above_sea * 0.6);
        }
        self.soften();
    }

    fn soften(&mut self) {
        let size = self.size;
        let before = self.heights.clone();
        for x in 1..size - 1 {
            for y in 1..size - 1 {
                let cell = x * size + y;
                let around = before[cell - 1] + before[cell + 1] + before[cell - size] + before[cell + size];
                self.heights[cell] = mix(before[cell], around / 4.0, 0.45);
            }
        }
    }

    /// A bowl with a rim, high enough to hold a lake.
    fn dig_crater(&mut self) {
        let size = self.size;
        let Crater { center: [center_x, center_y], radius } = self.crater;
        let floor = self.heights[center_x as usize * size + center_y as usize];
        for x in 0..size {
            for y in 0..size {
                let (dx, dy) = (x as f32 - center_x, y as f32 - center_y);
                let wobble = 1.0 + 0.10 * gradient(dx / radius * 1.3, dy / radius * 1.3, 77);
                let distance = (dx * dx + dy * dy).sqrt() / (radius * wobble);
                if distance > 1.75 {
                    continue;
                }
                let height = &mut self.heights[x * size + y];
                let bowl = floor - 0.09 * relief(size) + 0.17 * relief(size) * distance * distance;
                let rim = floor + 0.09 * relief(size);
                let inside = bowl.min(rim);
                *height = mix(inside, *height, ramp(distance, 1.02, 1.75));
            }
        }
    }
}

/// Smaller maps have lower mountains, so that their slopes look the same.
pub(super) fn relief(size: usize) -> f32 {
    (size as f32 / 1024.0).min(1.5)
}

/// The ground at a place of the map, both coordinates from 0 to 1.
fn raise(x: f32, y: f32, seed: u32, size: usize) -> f32 {
    let warp = |seed: u32| layered(x * 4.0, y * 4.0, 4, seed) * 0.20;
    let (u, v) = (2.0 * x - 1.0 + warp(seed), 2.0 * y - 1.0 + warp(seed + 50));
    let land = land(u, v) - 0.27 + 0.26 * layered(x * 6.0, y * 6.0, 5, seed + 100);
    if land <= 0.0 {
        return (SEA + (land * 0.34).max(-0.13)).max(0.004);
    }
    let plain = 0.10 * land * land + 0.022 * land.sqrt();
    let hills = 0.040 * ramp(land, 0.05, 0.4) * (layered(x * 7.0, y * 7.0, 4, seed + 200) + 0.35);
    let rocky = ramp(land, 0.24, 0.66) * ramp(layered(x * 2.6, y * 2.6, 2, seed + 300), -0.10, 0.50);
    let peaks = ridged(x * 5.5, y * 5.5, 6, seed + 400);
    let mountains = 0.60 * rocky * peaks * peaks;
    let rough = 0.007 * ramp(land, 0.0, 0.2) * layered(x * 48.0, y * 48.0, 3, seed + 500);
    let ground = plain + hills.max(0.0) + mountains + rough - hollow(u, v);
    SEA + relief(size) * ground.max(0.004)
}

/// How much lower the hollows make a place.
fn hollow(u: f32, v: f32) -> f32 {
    HOLLOWS.iter().fold(0.0, |depth, [x, y, radius, most]| {
        let (dx, dy) = ((u - x) / radius, (v - y) / radius);
        let inside = (1.0 - (dx * dx + dy * dy)).max(0.0);
        f32::max(depth, most * inside * (2.0 - inside))
    })
}

/// How far inside the outline a place is: 0 far out in the sea, 1 at the heart of a lobe.
fn land(u: f32, v: f32) -> f32 {
    let sea = LOBES.iter().fold(1.0, |sea, [x, y, radius]| {
        let (dx, dy) = ((u - x) / radius, (v - y) / radius);
        sea * (1.0 - (1.0 - (dx * dx + dy * dy)).max(0.0) * 0.9)
    });
    let edge = u.abs().max(v.abs());
    (1.0 - sea) * (1.0 - ramp(edge, 0.80, 1.0))
}
