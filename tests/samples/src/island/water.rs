//! The ocean and the lakes, numbered in the order of their first cells.

use super::flood::{Flood, beside, edge};
use super::terrain::{METRES, SEA, Terrain};
use mapwright_formats::blueprint::{WaterBody, encode_water_level};

/// The ocean's number in the format; lakes follow.
pub(super) const OCEAN: u16 = 1;
/// A lake is at least so deep at its deepest, in metres.
const LEAST_DEPTH: f32 = 1.0;

/// The water of a map.
pub(super) struct Water {
    /// By cell: its body, or 0.
    pub(super) ids: Vec<u16>,
    pub(super) bodies: Vec<WaterBody>,
}

impl Water {
    pub(super) fn new(terrain: &Terrain) -> Self {
        let mut ids = vec![0; terrain.heights.len()];
        fill_ocean(terrain, &mut ids);
        let mut levels = vec![0.0, SEA];
        fill_lakes(terrain, &mut ids, &mut levels);
        Self { bodies: table(&ids, &levels, terrain.size), ids }
    }

    /// By cell: the level as the format stores it.
    pub(super) fn levels(&self) -> Vec<u16> {
        let mut by_id = vec![0; self.bodies.len() + 1];
        for body in &self.bodies {
            by_id[usize::from(body.id)] = encode_water_level(body.surface_level.into());
        }
        self.ids.iter().map(|id| by_id[usize::from(*id)]).collect()
    }
}

fn fill_ocean(terrain: &Terrain, ids: &mut [u16]) {
    let deep = |cell: usize| terrain.heights[cell] < SEA;
    let mut open: Vec<usize> = edge(terrain.size).filter(|cell| deep(*cell)).collect();
    while let Some(cell) = open.pop() {
        if ids[cell] != OCEAN {
            ids[cell] = OCEAN;
            open.extend(beside(cell, terrain.size).filter(|next| deep(*next) && ids[*next] != OCEAN));
        }
    }
}

/// Every hollow that is deep and wide enough becomes a lake, up to where it would run over.
fn fill_lakes(terrain: &Terrain, ids: &mut [u16], levels: &mut Vec<f32>) {
    let size = terrain.size;
    let filled = Flood::new(&terrain.heights, size).filled;
    let least_cells = size * size / 9_000;
    let mut seen = vec![false; ids.len()];
    for cell in 0..ids.len() {
        let wet = |cell: usize| ids[cell] == 0 && filled[cell] > terrain.heights[cell];
        if seen[cell] || !wet(cell) {
            continue;
        }
        let level = filled[cell];
        let same = |next: usize| wet(next) && filled[next].to_bits() == level.to_bits();
        let lake = gather(cell, size, &mut seen, same);
        let deepest = lake.iter().map(|cell| level - terrain.heights[*cell]).fold(0.0, f32::max);
        if lake.len() < least_cells || deepest * METRES < LEAST_DEPTH {
            continue;
        }
        for cell in lake {
            ids[cell] = levels.len() as u16;
        }
        levels.push(level);
    }
}

/// The cells that hang together with one.
fn gather(first: usize, size: usize, seen: &mut [bool], belongs: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut cells = vec![first];
    seen[first] = true;
    let mut done = 0;
    while let Some(&cell) = cells.get(done) {
        done += 1;
        for next in beside(cell, size) {
            if !seen[next] && belongs(next) {
                seen[next] = true;
                cells.push(next);
            }
        }
    }
    cells
}

/// The table of bodies whose levels are given by id.
pub(super) fn table(ids: &[u16], levels: &[f32], size: usize) -> Vec<WaterBody> {
    let mut sums = vec![(0_u64, 0_u64, 0_u64); levels.len()];
    for (cell, id) in ids.iter().enumerate() {
        let (count, x, y) = &mut sums[usize::from(*id)];
        *count += 1;
        *x += (cell / size) as u64;
        *y += (cell % size) as u64;
    }
    let body = |(id, (count, x, y)): (usize, (u64, u64, u64))| {
        let is_ocean = id == usize::from(OCEAN);
        WaterBody {
            id: id as u16,
            body_type: u8::from(!is_ocean),
            salinity: u8::from(is_ocean),
            surface_level: levels[id],
            pixel_count: count as i32,
            centroid: [x, y].map(|sum| (sum as f64 / count.max(1) as f64) as f32),
        }
    };
    sums.into_iter().enumerate().skip(1).map(body).collect()
}
