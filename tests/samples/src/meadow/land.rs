//! What lies where: water, paths between the houses, woods, flowers.

use super::shapes::{self, Corners};
use super::tiles::{
    DOOR, FLOWER_KINDS, FLOWERS, GRASS, OAK, PATH, PINE, PLAIN_GRASS, REED, ROCK, ROOF, SHORE, THINGS, WINDOW,
};
use crate::noise::{gradient, layered, scramble};
use mapwright_formats::tilemap::{Record, TRANSFORM_FLIP_H};

const WIDTH: i16 = 44;
const HEIGHT: i16 = 26;
/// The map's middle is at the coordinates 0, 0.
const LEFT: i16 = -WIDTH / 2;
const TOP: i16 = -HEIGHT / 2;

/// The upper left tiles of the houses.
const HOUSES: [(i16, i16); 4] = [(-15, -8), (-6, 3), (5, -9), (12, 6)];

/// The layers, each as it would have been painted.
pub(super) struct Land {
    ground: Vec<Record>,
    paths: Vec<Record>,
    things: Vec<Record>,
    flowers: Vec<Record>,
    reeds: Vec<Record>,
}

impl Land {
    pub(super) fn grow() -> Self {
        let mut land = Self { ground: vec![], paths: vec![], things: vec![], flowers: vec![], reeds: vec![] };
        for y in TOP..TOP + HEIGHT {
            for x in LEFT..LEFT + WIDTH {
                land.cover(x, y);
            }
        }
        for house in HOUSES {
            land.build_house(house);
        }
        land
    }

    pub(super) fn ground(&self) -> &[Record] {
        &self.ground
    }

    pub(super) fn paths(&self) -> &[Record] {
        &self.paths
    }

    pub(super) fn things(&self) -> &[Record] {
        &self.things
    }

    pub(super) fn flowers(&self) -> &[Record] {
        &self.flowers
    }

    pub(super) fn reeds(&self) -> &[Record] {
        &self.reeds
    }

    fn cover(&mut self, x: i16, y: i16) {
        let choice = scramble(x as u32, y as u32, 1);
        let water = corners(x, y, is_water);
        let path = corners(x, y, is_path);
        if water.contains(&true) {
            self.ground.push(shaped(x, y, SHORE, water));
        } else {
            let column = if choice.is_multiple_of(3) { (choice >> 4) % PLAIN_GRASS } else { 0 };
            self.ground.push(tile(x, y, column as u16, GRASS, flipped(choice)));
        }
        if path.contains(&true) && !water.contains(&true) {
            self.paths.push(shaped(x, y, PATH, path));
        }
        self.plant(x, y, water, path);
    }

    /// Woods grow everywhere first; what stands in the way is taken out again, as somebody would paint it.
    fn plant(&mut self, x: i16, y: i16, water: Corners, path: Corners) {
        let choice = scramble(x as u32, y as u32, 2);
        let wood = layered(f32::from(x) * 0.11, f32::from(y) * 0.11, 3, 5);
        let in_the_way = water.contains(&true) || path.contains(&true);
        if wood > 0.12 && !choice.is_multiple_of(4) {
            let kind = if gradient(f32::from(x) * 0.2, f32::from(y) * 0.2, 8) > 0.0 { PINE } else { OAK };
            self.things.push(tile(x, y, kind, THINGS, flipped(choice)));
            if in_the_way {
                self.things.push(Record::tombstone(x, y));
            }
        } else if choice.is_multiple_of(37) && !in_the_way {
            self.things.push(tile(x, y, ROCK, THINGS, flipped(choice)));
        } else if wood < -0.1 && choice.is_multiple_of(3) && !in_the_way {
            let kind = gradient(f32::from(x) * 0.3, f32::from(y) * 0.3, 12) * 4.0 + 8.0;
            self.flowers.push(tile(
                x,
                y,
                FLOWERS + (kind as u32 % FLOWER_KINDS) as u16,
                GRASS,
                flipped(choice),
            ));
        }
        let is_shore = water.contains(&true) && water.contains(&false);
        if is_shore && choice.is_multiple_of(3) {
            self.reeds.push(tile(x, y, REED, THINGS, flipped(choice)));
        }
    }

    /// Painted over whatever grew there.
    fn build_house(&mut self, (x, y): (i16, i16)) {
        for right in 0..3 {
            self.things.push(tile(x + right, y, ROOF, THINGS, 0));
            let front = if right == 1 { DOOR } else { WINDOW };
            self.things.push(tile(x + right, y + 1, front, THINGS, 0));
            self.things.push(Record::tombstone(x + right, y + 2));
        }
    }
}

fn tile(x: i16, y: i16, atlas_x: u16, atlas_y: u16, alternative_tile: u16) -> Record {
    Record { x, y, source_id: 0, atlas_x, atlas_y, alternative_tile }
}

fn shaped(x: i16, y: i16, row: u16, corners: Corners) -> Record {
    let (column, transform) = shapes::tile_of(corners, scramble(x as u32, y as u32, 6));
    tile(x, y, column, row, transform)
}

const fn flipped(choice: u32) -> u16 {
    if choice & 0x100 == 0 { 0 } else { TRANSFORM_FLIP_H }
}

fn corners(x: i16, y: i16, is_inner: fn(f32, f32) -> bool) -> Corners {
    let at = |right: i16, below: i16| is_inner(f32::from(x + right), f32::from(y + below));
    [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
}

/// A lake, and a brook that runs through it.
fn is_water(x: f32, y: f32) -> bool {
    let (dx, dy) = ((x - 3.0) / 9.0, (y + 1.0) / 5.0);
    let lake = 1.0 - dx * dx - dy * dy + 0.5 * layered(x * 0.2, y * 0.2, 2, 21);
    let brook = 1.3 - (x - 16.0 - 3.0 * gradient(0.5, y * 0.12, 4) + y * 0.4).abs();
    lake > 0.25 || brook > 0.0 && y < 2.0
}

fn is_path(x: f32, y: f32) -> bool {
    const WAYS: [[f32; 2]; 9] = [
        [-22.0, -4.0],
        [-13.5, -5.5],
        [-9.0, -2.0],
        [-5.0, 5.8],
        [4.0, 7.0],
        [13.5, 8.7],
        [22.0, 9.5],
        [-13.5, -5.5],
        [-6.0, -13.0],
    ];
    let wander = 0.7 * gradient(x * 0.25, y * 0.25, 31);
    let to_house = [[6.5, -13.0], [6.5, -6.2]];
    let ways = [&WAYS[..7], &WAYS[7..], &to_house];
    ways.iter().any(|way| way.windows(2).any(|part| distance([x, y], part[0], part[1]) + wander < 0.95))
}

fn distance(from: [f32; 2], start: [f32; 2], end: [f32; 2]) -> f32 {
    let (ax, ay) = (end[0] - start[0], end[1] - start[1]);
    let (bx, by) = (from[0] - start[0], from[1] - start[1]);
    let along = ((ax * bx + ay * by) / (ax * ax + ay * ay)).clamp(0.0, 1.0);
    let (dx, dy) = (bx - ax * along, by - ay * along);
    (dx * dx + dy * dy).sqrt()
}
