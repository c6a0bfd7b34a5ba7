//! Two grounds that meet: a tile for each way its four corners can be on one side or the other. Six tiles are drawn,
//! the rest are these turned over.

use super::tiles::SIZE;
use crate::noise;
use mapwright_formats::tilemap::{TRANSFORM_FLIP_H, TRANSFORM_FLIP_V, TRANSFORM_TRANSPOSE};

/// Which corners are on the inner side: top left, top right, bottom left, bottom right.
pub(super) type Corners = [bool; 4];

/// The tiles that are drawn, in the order of their columns in the atlas.
pub(super) const DRAWN: [Corners; 6] = [
    [false, false, false, false],
    [true, false, false, false],
    [true, true, false, false],
    [true, false, false, true],
    [true, true, true, false],
    [true, true, true, true],
];

const TRANSFORMS: [u16; 8] = [
    0,
    TRANSFORM_FLIP_H,
    TRANSFORM_FLIP_V,
    TRANSFORM_FLIP_H | TRANSFORM_FLIP_V,
    TRANSFORM_TRANSPOSE,
    TRANSFORM_TRANSPOSE | TRANSFORM_FLIP_H,
    TRANSFORM_TRANSPOSE | TRANSFORM_FLIP_V,
    TRANSFORM_TRANSPOSE | TRANSFORM_FLIP_H | TRANSFORM_FLIP_V,
];

/// The drawn tile and the transform that together show `corners`. Of several transforms `choice` takes one.
pub(super) fn tile_of(corners: Corners, choice: u32) -> (u16, u16) {
    let fitting = (0..).zip(DRAWN).flat_map(|(column, drawn)| {
        TRANSFORMS
            .into_iter()
            .filter(move |transform| turned(drawn, *transform) == corners)
            .map(move |t| (column, t))
    });
    let fitting: Vec<(u16, u16)> = fitting.collect();
    fitting[choice as usize % fitting.len()]
}

/// Corners as Godot shows them: the axes are swapped first, then the tile is mirrored.
fn turned([top_left, top_right, bottom_left, bottom_right]: Corners, transform: u16) -> Corners {
    let mut corners = [top_left, top_right, bottom_left, bottom_right];
    if transform & TRANSFORM_TRANSPOSE != 0 {
        corners.swap(1, 2);
    }
    if transform & TRANSFORM_FLIP_H != 0 {
        corners.swap(0, 1);
        corners.swap(2, 3);
    }
    if transform & TRANSFORM_FLIP_V != 0 {
        corners.swap(0, 2);
        corners.swap(1, 3);
    }
    corners
}

/// How far inside a pixel of a drawn tile is: 0 at the edge between the grounds, positive within.
pub(super) fn depth(corners: Corners, x: usize, y: usize, seed: u32) -> f32 {
    let along = |at: usize| (at as f32 + 0.5) / SIZE as f32;
    let (x, y) = (along(x), along(y));
    let [top_left, top_right, bottom_left, bottom_right] = corners.map(|inner| if inner { 1.0 } else { 0.0 });
    let above = noise::mix(top_left, top_right, noise::ramp(x, 0.0, 1.0));
    let below = noise::mix(bottom_left, bottom_right, noise::ramp(x, 0.0, 1.0));
    // The edge wanders within the tile and lies in the middle of its sides, where it meets the next tile.
    let free = (x * (1.0 - x) * y * (1.0 - y) * 16.0).min(1.0);
    noise::mix(above, below, noise::ramp(y, 0.0, 1.0)) - 0.5
        + 0.22 * free * noise::gradient(x * 4.0, y * 4.0, seed)
}
