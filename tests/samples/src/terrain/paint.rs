//! The island's ground seen from above.

use super::relief::{RISE, Relief};
use super::{QUADS, SPACING};
use crate::noise::{layered, mix, ramp};
use mapwright_formats::atlas::Node;

type Color = [f32; 3];

const DEEP: Color = [0.10, 0.20, 0.24];
const SHALLOW: Color = [0.42, 0.47, 0.38];
const SAND: Color = [0.72, 0.65, 0.47];
const GRASS: Color = [0.30, 0.36, 0.16];
const MEADOW: Color = [0.42, 0.44, 0.22];
const FOREST: Color = [0.13, 0.23, 0.11];
const HEATH: Color = [0.45, 0.39, 0.25];
const ROCK: Color = [0.41, 0.38, 0.35];
const DARK_ROCK: Color = [0.25, 0.23, 0.22];
const SNOW: Color = [0.93, 0.94, 0.97];

/// A square picture, row by row.
pub(super) struct Picture {
    pub(super) size: usize,
    pub(super) pixels: Vec<[u8; 3]>,
}

pub(super) struct Painter {
    relief: Relief,
    seed: u32,
}

impl Painter {
    pub(super) fn new(relief: Relief, seed: u32) -> Self {
        Self { relief, seed }
    }

    /// A node's tile: rows along x, columns along y, as texture coordinates have them.
    pub(super) fn tile(&self, node: Node, size: usize) -> Picture {
        let nodes = (1u32 << node.level) as f32;
        let quads = self.relief.quads as f32;
        let along =
            |tile: u32, pixel: usize| (tile as f32 + (pixel as f32 + 0.5) / size as f32) / nodes * quads;
        let blur = quads / nodes / QUADS as f32;
        let pixel = |row: usize, column: usize| {
            self.color(along(node.x, row), along(node.y, column), blur)
                .map(|part| (part.clamp(0.0, 1.0) * 255.0) as u8)
        };
        let pixels = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        Picture { size, pixels: pixels.map(|(row, column)| pixel(row, column)).collect() }
    }

    /// The ground's color at a place in quads; `blur` is how many of them a vertex of the level stands for.
    fn color(&self, x: f32, y: f32, blur: f32) -> Color {
        let noise =
            |scale: f32, octaves: u32, seed: u32| layered(x * scale, y * scale, octaves, self.seed + seed);
        let height = self.relief.between(x, y);
        let high = height / (self.relief.quads as f32 * SPACING * RISE);
        let steep = 1.0 - self.relief.normal(x, y, blur.max(0.75))[2];
        let speckle = noise(0.9, 3, 70);
        let patch = noise(0.05, 4, 80);
        let mut color = blend(GRASS, MEADOW, ramp(patch, -0.3, 0.4));
        color = blend(
            color,
            FOREST,
            ramp(noise(0.09, 5, 90) + speckle * 0.2, 0.02, 0.18) * ramp(high, 0.42, 0.25),
        );
        color = blend(color, HEATH, ramp(high + patch * 0.15, 0.28, 0.5));
        let rock = blend(DARK_ROCK, ROCK, ramp(speckle + noise(0.2, 3, 95), -0.5, 0.5));
        color = blend(color, rock, ramp(steep + speckle * 0.06, 0.12, 0.28));
        color = blend(color, SNOW, ramp(high + patch * 0.1 - steep * 0.6, 0.42, 0.55));
        color = blend(SAND, color, ramp(height + speckle * 1.5, 1.5, 5.0));
        color = blend(blend(DEEP, SHALLOW, ramp(height, -18.0, -1.0)), color, ramp(height, -1.5, 0.5));
        let shade = 1.0 + speckle * 0.12 - self.hollow(x, y) * 0.35;
        color.map(|part| part * shade)
    }

    /// How much a place lies below its surroundings, from -1 to 1: water and shadow gather in hollows.
    fn hollow(&self, x: f32, y: f32) -> f32 {
        let around = [(3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -3.0)];
        let mean = around.iter().map(|(dx, dy)| self.relief.between(x + dx, y + dy)).sum::<f32>() / 4.0;
        ((mean - self.relief.between(x, y)) / (2.0 * SPACING)).clamp(-1.0, 1.0)
    }
}

fn blend(from: Color, to: Color, along: f32) -> Color {
    [0, 1, 2].map(|part| mix(from[part], to[part], along))
}
