//! Roads: the cheapest way over the ground, where steep is dear, water closed and an older road nearly free.

use super::flood::neighbours;
use super::terrain::{METRES, SEA, Terrain};
use super::towns::distance;
use super::water::Water;
use mapwright_formats::blueprint::{RoadTier, Roads, Town};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a network may cross.
#[derive(Clone, Copy)]
struct Ground<'g> {
    terrain: &'g Terrain,
    water: &'g Water,
}

/// All roads of an island, on a grid coarser than the map's.
struct Network<'g> {
    ground: Ground<'g>,
    /// Cells between two places of the grid.
    step: usize,
    /// Places a side.
    side: usize,
    /// By place: whether a road passes.
    built: Vec<bool>,
    tiers: [Roads; 4],
}

/// The roads of each tier: highways between the towns on them, branches to all others, rugged tracks to the
/// crater and into the hills, trails to the peaks.
pub(super) fn build(terrain: &Terrain, water: &Water, towns: &[Town]) -> [Option<Roads>; 4] {
    let mut network = Network::new(Ground { terrain, water });
    let mut towns_by_rank: Vec<&Town> = towns.iter().collect();
    towns_by_rank.sort_by_key(|town| !town.is_highway_node);
    if let Some(first) = towns_by_rank.first() {
        let place = network.place(first.position);
        network.built[place] = true;
    }
    for town in towns_by_rank.iter().skip(1) {
        let (tier, dread) =
            if town.is_highway_node { (RoadTier::Highway, 90.0) } else { (RoadTier::Branch, 40.0) };
        network.connect(town.position, tier, dread);
    }
    let [x, y] = terrain.crater.center;
    let radius = terrain.crater.radius;
    network.connect([x, y - radius * 1.15], RoadTier::Rugged, 14.0);
    network.connect([x + radius * 1.15, y], RoadTier::Rugged, 14.0);
    for peak in peaks(terrain, 5) {
        network.connect(peak, RoadTier::Trail, 3.0);
    }
    network.tiers.map(Some)
}

impl<'g> Network<'g> {
    fn new(ground: Ground<'g>) -> Self {
        let step = (ground.terrain.size / 256).max(1);
        let side = ground.terrain.size / step;
        Self { ground, step, side, built: vec![false; side * side], tiers: Default::default() }
    }

    fn place(&self, [x, y]: [f32; 2]) -> usize {
        let along = |cell: f32| ((cell as usize) / self.step).min(self.side - 1);
        along(x) * self.side + along(y)
    }

    fn position(&self, place: usize) -> [f32; 2] {
        [place / self.side, place % self.side].map(|along| (along * self.step) as f32)
    }

    /// Builds a road from a position to the nearest road there is. `dread` is how much steepness counts.
    fn connect(&mut self, from: [f32; 2], tier: RoadTier, dread: f32) {
        let start = self.place(from);
        let Some(way) = self.cheapest_way(start, dread) else { return };
        let mut path: Vec<[f32; 2]> = way.iter().map(|place| self.position(*place)).collect();
        path[0] = from;
        for place in way {
            self.built[place] = true;
        }
        if path.len() > 2 {
            self.tiers[tier as usize].push(&rounded(&rounded(&path)));
        }
    }

    /// The places from `start` to the first that a road passes.
    fn cheapest_way(&self, start: usize, dread: f32) -> Option<Vec<usize>> {
        let mut costs = vec![f32::INFINITY; self.built.len()];
        let mut came_from = vec![start; self.built.len()];
        let mut open = BinaryHeap::from([Reverse((0_u32, start))]);
        costs[start] = 0.0;
        while let Some(Reverse((bits, place))) = open.pop() {
            if self.built[place] {
                return Some(trace(&came_from, start, place));
            }
            let cost = f32::from_bits(bits);
            if cost > costs[place] {
                continue;
            }
            for next in neighbours(place, self.side) {
                let total = cost + self.cost(place, next, dread);
                if total < costs[next] {
                    costs[next] = total;
                    came_from[next] = place;
                    open.push(Reverse((total.to_bits(), next)));
                }
            }
        }
        None
    }

    fn cost(&self, from: usize, to: usize, dread: f32) -> f32 {
        let Ground { terrain, water } = self.ground;
        let [start, end] = [from, to].map(|place| self.position(place));
        let cell = |[x, y]: [f32; 2]| x as usize * terrain.size + y as usize;
        if water.ids[cell(end)] != 0 {
            return f32::INFINITY;
        }
        let length = distance(start, end);
        let rise = (terrain.heights[cell(end)] - terrain.heights[cell(start)]) * METRES / length;
        let sand = if terrain.heights[cell(end)] < SEA + 0.016 { 1.7 } else { 1.0 };
        length * sand * (1.0 + dread * rise * rise)
    }
}

fn trace(came_from: &[usize], start: usize, end: usize) -> Vec<usize> {
    let mut way = vec![end];
    while let Some(&last) = way.last().filter(|last| **last != start) {
        way.push(came_from[last]);
    }
    way.reverse();
    way
}

/// The same path with its corners cut.
fn rounded(path: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let toward = |[x1, y1]: [f32; 2], [x2, y2]: [f32; 2]| [x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25];
    let mut round = vec![path[0]];
    for ends in path.windows(2) {
        round.extend([toward(ends[0], ends[1]), toward(ends[1], ends[0])]);
    }
    round.push(path[path.len() - 1]);
    round
}

/// The highest places, apart from each other.
fn peaks(terrain: &Terrain, count: usize) -> Vec<[f32; 2]> {
    let size = terrain.size;
    let mut cells: Vec<usize> = (0..size * size).step_by(7).collect();
    cells.sort_by(|one, other| terrain.heights[*other].total_cmp(&terrain.heights[*one]));
    let mut peaks: Vec<[f32; 2]> = Vec::new();
    for cell in cells {
        let place = [(cell / size) as f32, (cell % size) as f32];
        if peaks.iter().all(|peak| distance(*peak, place) > size as f32 * 0.14) {
            peaks.push(place);
        }
        if peaks.len() == count {
            break;
        }
    }
    peaks
}
