//! The atlas, drawn pixel by pixel.

use super::shapes::{self, Corners, DRAWN};
use crate::noise::{ramp, scramble};

/// Pixels along a tile.
pub(super) const SIZE: usize = 16;
pub(super) const COLUMNS: usize = 7;
pub(super) const ROWS: usize = 4;

/// The rows of the atlas.
pub(super) const GRASS: u16 = 0;
pub(super) const SHORE: u16 = 1;
pub(super) const PATH: u16 = 2;
pub(super) const THINGS: u16 = 3;

/// What stands in the row of things, by column.
pub(super) const PINE: u16 = 0;
pub(super) const OAK: u16 = 1;
pub(super) const ROCK: u16 = 2;
pub(super) const ROOF: u16 = 3;
pub(super) const DOOR: u16 = 4;
pub(super) const WINDOW: u16 = 5;
pub(super) const REED: u16 = 6;

/// In the row of grass, behind the plain tiles.
pub(super) const PLAIN_GRASS: u32 = 4;
pub(super) const FLOWERS: u16 = 4;
pub(super) const FLOWER_KINDS: u32 = 3;

type Color = [u8; 4];

const CLEAR: Color = [0; 4];
const BLADES: [Color; 4] = [rgb(106, 163, 76), rgb(111, 169, 80), rgb(100, 155, 72), rgb(92, 146, 68)];
const SAND: [Color; 2] = [rgb(222, 203, 148), rgb(213, 192, 136)];
const WATER: [Color; 3] = [rgb(126, 196, 214), rgb(83, 158, 199), rgb(66, 139, 186)];
const EARTH: [Color; 3] = [rgb(187, 152, 104), rgb(178, 142, 95), rgb(197, 163, 115)];
const PETALS: [Color; 3] = [rgb(245, 220, 96), rgb(235, 236, 245), rgb(222, 120, 150)];
const LEAVES: [Color; 3] = [rgb(46, 104, 62), rgb(60, 126, 70), rgb(82, 150, 78)];
const NEEDLES: [Color; 3] = [rgb(32, 82, 66), rgb(42, 100, 76), rgb(58, 122, 86)];
const STONE: [Color; 3] = [rgb(112, 116, 126), rgb(142, 147, 156), rgb(176, 180, 186)];
const TILES: [Color; 2] = [rgb(178, 82, 66), rgb(156, 68, 58)];
const WALL: [Color; 2] = [rgb(232, 217, 188), rgb(214, 196, 164)];
const WOOD: Color = rgb(104, 72, 50);
const GLASS: Color = rgb(98, 146, 170);
const SHADE: Color = [20, 40, 30, 70];

const fn rgb(red: u8, green: u8, blue: u8) -> Color {
    [red, green, blue, 255]
}

/// The atlas as RGBA rows.
pub(super) fn draw() -> Vec<u8> {
    let mut pixels = Vec::with_capacity(COLUMNS * ROWS * SIZE * SIZE * 4);
    for row in 0..ROWS * SIZE {
        for column in 0..COLUMNS * SIZE {
            pixels.extend(pixel(column / SIZE, (row / SIZE) as u16, column % SIZE, row % SIZE));
        }
    }
    pixels
}

fn pixel(column: usize, row: u16, x: usize, y: usize) -> Color {
    match row {
        GRASS if column < PLAIN_GRASS as usize => grass(x, y, column as u32),
        GRASS => flower(x, y, column as u16 - FLOWERS),
        SHORE => DRAWN.get(column).map_or(CLEAR, |corners| shore(*corners, x, y)),
        PATH => DRAWN.get(column).map_or(CLEAR, |corners| path(*corners, x, y)),
        _ => thing(column as u16, x, y),
    }
}

fn grass(x: usize, y: usize, variant: u32) -> Color {
    let bits = scramble(x as u32, y as u32, 40 + variant);
    let is_tuft = variant > 0 && bits.is_multiple_of(19);
    pick(&BLADES, if is_tuft { 3 } else { (bits >> 8) % 3 })
}

fn flower(x: usize, y: usize, kind: u16) -> Color {
    const PLACES: [(usize, usize); 4] = [(4, 4), (10, 6), (6, 11), (12, 12)];
    let near = |(px, py): &(usize, usize)| x.abs_diff(*px) + y.abs_diff(*py);
    match PLACES.iter().map(near).min() {
        Some(0) => pick(&PETALS, u32::from(kind == 0)),
        Some(1) => pick(&PETALS, kind.into()),
        _ if PLACES.iter().any(|(px, py)| x == *px && y == py + 2) => pick(&LEAVES, 1),
        _ => CLEAR,
    }
}

fn shore(corners: Corners, x: usize, y: usize) -> Color {
    let depth = shapes::depth(corners, x, y, 7);
    let bits = scramble(x as u32, y as u32, 3);
    match depth {
        d if d < -0.16 => grass(x, y, 0),
        d if d < 0.02 => pick(&SAND, bits % 2),
        d if d < 0.14 => pick(&WATER, 0),
        _ if bits.is_multiple_of(23) => pick(&WATER, 0),
        _ => pick(&WATER, 1 + u32::from(bits.is_multiple_of(5))),
    }
}

fn path(corners: Corners, x: usize, y: usize) -> Color {
    let depth = shapes::depth(corners, x, y, 11);
    let bits = scramble(x as u32, y as u32, 5);
    match depth {
        d if d < -0.06 => CLEAR,
        d if d < 0.04 => pick(&EARTH, 1),
        _ if bits.is_multiple_of(29) => pick(&STONE, 1),
        _ => pick(&EARTH, bits % 3),
    }
}

fn thing(column: u16, x: usize, y: usize) -> Color {
    match column {
        PINE => pine(x, y),
        OAK => oak(x, y),
        ROCK => rock(x, y),
        ROOF => roof(x, y),
        DOOR => wall(x, y, (5..11).contains(&x) && y > 4, WOOD),
        WINDOW => wall(x, y, (4..12).contains(&x) && (4..10).contains(&y) && x != 8 && y != 7, GLASS),
        REED => reed(x, y),
        _ => CLEAR,
    }
}

fn pine(x: usize, y: usize) -> Color {
    let from_middle = (x as f32 - 7.5).abs();
    let width = 1.0 + ((y % 5) as f32) * 0.9 + y as f32 * 0.16;
    match y {
        0..=12 if from_middle < width => {
            pick(&NEEDLES, lit(x, y, from_middle / width, (7.5 - x as f32) / width))
        }
        13..=14 if from_middle < 1.0 => WOOD,
        13..=15 => shadow(x, y, 14.0),
        _ => CLEAR,
    }
}

fn oak(x: usize, y: usize) -> Color {
    let (dx, dy) = (x as f32 - 7.5, y as f32 - 5.8);
    let bumps = (scramble(x as u32 / 3, y as u32 / 3, 17) % 3) as f32 * 0.35;
    let from_middle = (dx * dx + dy * dy).sqrt() / (5.6 + bumps);
    match y {
        _ if from_middle < 1.0 => pick(&LEAVES, lit(x, y, from_middle, -(dx + dy) / 9.0)),
        10..=14 if dx.abs() < 1.1 => WOOD,
        13..=15 => shadow(x, y, 14.0),
        _ => CLEAR,
    }
}

fn rock(x: usize, y: usize) -> Color {
    let (dx, dy) = (x as f32 - 7.5, (y as f32 - 10.0) * 1.35);
    let from_middle = (dx * dx + dy * dy).sqrt() / 5.0;
    if from_middle < 1.0 {
        pick(&STONE, lit(x, y, from_middle, -(dx + dy) / 7.0))
    } else {
        shadow(x, y, 13.0)
    }
}

fn roof(x: usize, y: usize) -> Color {
    let row = y / 4;
    let is_gap = y % 4 == 3 || (x + row * 2).is_multiple_of(5);
    if y < 2 { pick(&TILES, 1) } else { pick(&TILES, u32::from(is_gap)) }
}

fn wall(x: usize, y: usize, is_opening: bool, opening: Color) -> Color {
    match y {
        0..=1 => pick(&TILES, 1),
        15 => WOOD,
        _ if is_opening => opening,
        _ => pick(&WALL, u32::from(y % 5 == 4 || scramble(x as u32, y as u32, 9).is_multiple_of(13))),
    }
}

fn reed(x: usize, y: usize) -> Color {
    let stalk = matches!(x, 3 | 6 | 9 | 12);
    let top = 3 + x * 7 % 5;
    match y {
        _ if !stalk || y < top => CLEAR,
        _ if y < top + 3 => WOOD,
        _ => pick(&LEAVES, 2),
    }
}

/// Which of three shades: dark at the rim, light where it faces the sun.
fn lit(x: usize, y: usize, rim: f32, towards_sun: f32) -> u32 {
    let grain = (scramble(x as u32, y as u32, 23) % 100) as f32 / 250.0;
    let light = towards_sun + grain - ramp(rim, 0.6, 1.0) * 0.5;
    u32::from(light > -0.15) + u32::from(light > 0.3)
}

fn shadow(x: usize, y: usize, middle: f32) -> Color {
    let (dx, dy) = ((x as f32 - 7.5) / 5.5, (y as f32 - middle) / 1.8);
    if dx * dx + dy * dy < 1.0 { SHADE } else { CLEAR }
}

fn pick(colors: &[Color], index: u32) -> Color {
    colors[index as usize % colors.len()]
}
