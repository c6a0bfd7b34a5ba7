//! Towns stand on flat ground near water, and apart from each other.

use super::terrain::{METRES, SEA, Terrain, relief};
use super::water::Water;
use crate::noise::layered;
use mapwright_formats::blueprint::Town;

/// How many towns of each tier, from cities to hamlets.
const TIERS: [usize; 3] = [2, 4, 5];

pub(super) fn settle(terrain: &Terrain, water: &Water, seed: u32) -> Vec<Town> {
    let size = terrain.size;
    let step = (size / 96).max(1);
    let margin = size / 24;
    let places = (margin..size - margin).step_by(step);
    let mut sites: Vec<(f32, usize, usize)> = places
        .clone()
        .flat_map(|x| places.clone().map(move |y| (x, y)))
        .filter_map(|(x, y)| Some((worth(terrain, water, x, y, seed)?, x, y)))
        .collect();
    sites.sort_by(|one, other| other.0.total_cmp(&one.0));

    let mut towns: Vec<Town> = Vec::new();
    for (tier, count) in TIERS.into_iter().enumerate() {
        let apart = size as f32 * [0.30, 0.17, 0.11][tier];
        for _ in 0..count {
            let free = |[x, y]: [f32; 2]| towns.iter().all(|town| distance(town.position, [x, y]) > apart);
            let site = sites.iter().map(|(_, x, y)| [*x as f32, *y as f32]).find(|site| free(*site));
            let Some(position) = site else { break };
            towns.push(Town { position, tier: tier as i32, is_highway_node: tier < 2 });
        }
    }
    towns
}

/// How good a site is; `None` where nobody would build.
fn worth(terrain: &Terrain, water: &Water, x: usize, y: usize, seed: u32) -> Option<f32> {
    let size = terrain.size;
    let reach = (size / 64).max(2);
    let (mut steepest, mut shore) = (0.0_f32, 0.0);
    for dx in [-1, 0, 1] {
        for dy in [-1, 0, 1] {
            let far = |place: usize, step: i32, times: usize| {
                (place as i32 + step * (reach * times) as i32).clamp(0, size as i32 - 1) as usize
            };
            let (near_x, near_y) = (far(x, dx, 1), far(y, dy, 1));
            if water.ids[near_x * size + near_y] != 0 {
                return None;
            }
            steepest = steepest.max(terrain.slope(near_x, near_y));
            if water.ids[far(x, dx, 4) * size + far(y, dy, 4)] != 0 {
                shore = 1.0;
            }
        }
    }
    let altitude = (terrain.heights[x * size + y] - SEA) * METRES / relief(size);
    let taste = layered(x as f32 / size as f32 * 12.0, y as f32 / size as f32 * 12.0, 2, seed + 700);
    (steepest < 0.45 && altitude < 70.0).then_some(shore + taste * 0.8 - steepest * 2.0 - altitude / 80.0)
}

pub(super) fn distance([x1, y1]: [f32; 2], [x2, y2]: [f32; 2]) -> f32 {
    let (dx, dy) = (x1 - x2, y1 - y2);
    (dx * dx + dy * dy).sqrt()
}
