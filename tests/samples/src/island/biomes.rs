//! What grows where. A biome's place in the list is its number in the file.

use super::flood::neighbours;
use super::terrain::{METRES, SEA, Terrain, relief};
use super::water::{OCEAN, Water};
use crate::noise::layered;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Biome {
    Ocean,
    Lake,
    Beach,
    Meadow,
    Forest,
    Heath,
    Rock,
    Snow,
    Ash,
    Marsh,
}

/// By cell: its biome.
pub(super) fn grow(terrain: &Terrain, water: &Water, seed: u32) -> Vec<u8> {
    let size = terrain.size;
    let near_ocean = near(water, size, size / 170, |id| id == OCEAN);
    let near_lake = near(water, size, size / 128, |id| id > OCEAN);
    (0..size * size)
        .map(|cell| {
            let biome = match water.ids[cell] {
                0 => on_land(terrain, cell, (near_ocean[cell], near_lake[cell]), seed),
                OCEAN => Biome::Ocean,
                _ => Biome::Lake,
            };
            biome as u8
        })
        .collect()
}

fn on_land(terrain: &Terrain, cell: usize, (near_ocean, near_lake): (bool, bool), seed: u32) -> Biome {
    let size = terrain.size;
    let (x, y) = (cell / size, cell % size);
    let (u, v) = (x as f32 / size as f32, y as f32 / size as f32);
    let rough = layered(u * 40.0, v * 40.0, 3, seed + 500);
    let altitude = (terrain.heights[cell] - SEA) * METRES / relief(size) + rough * 9.0;
    let slope = terrain.slope(x, y) + rough * 0.12;
    let moisture = layered(u * 5.0, v * 5.0, 4, seed + 600) + 0.18 - altitude / 700.0;
    let [center_x, center_y] = terrain.crater.center;
    let (dx, dy) = (x as f32 - center_x, y as f32 - center_y);
    let from_crater = (dx * dx + dy * dy).sqrt() / terrain.crater.radius + rough * 0.25;
    match () {
        () if near_ocean && altitude < 7.0 && slope < 0.5 => Biome::Beach,
        () if from_crater < 1.12 => Biome::Ash,
        () if altitude > 104.0 && slope < 1.5 => Biome::Snow,
        () if slope > 0.80 || altitude > 86.0 => Biome::Rock,
        () if near_lake && slope < 0.22 => Biome::Marsh,
        () if moisture > 0.08 && altitude < 66.0 => Biome::Forest,
        () if moisture < -0.18 || altitude > 54.0 => Biome::Heath,
        () => Biome::Meadow,
    }
}

/// By cell: whether such water is within `steps` cells.
fn near(water: &Water, size: usize, steps: usize, wanted: impl Fn(u16) -> bool) -> Vec<bool> {
    let mut reached: Vec<bool> = water.ids.iter().map(|id| wanted(*id)).collect();
    let mut front: Vec<usize> = (0..reached.len()).filter(|cell| reached[*cell]).collect();
    for _ in 0..steps {
        let mut next_front = Vec::new();
        for cell in front {
            for next in neighbours(cell, size) {
                if !std::mem::replace(&mut reached[next], true) {
                    next_front.push(next);
                }
            }
        }
        front = next_front;
    }
    reached
}
