//! The images that the sample maps are covered with, computed: bricks, planks, tiles, ground.

use crate::noise::{gradient, layered, mix, ramp, ridged, scramble};
use std::fs;
use std::io;
use std::path::Path;

const SIDE: usize = 128;
type Color = [f32; 3];
/// What an image shows at a place, each coordinate from 0 to 1.
type Painter = fn(f32, f32) -> Color;

/// Writes the images below `folder`.
pub(super) fn write(folder: &Path) -> io::Result<()> {
    let images: [(&str, Painter); 10] = [
        ("base/wall", plaster),
        ("base/floor", tiles),
        ("base/trim", trim),
        ("base/wood", planks),
        ("base/roof", shingles),
        ("base/stone", bricks),
        ("base/sign", sign),
        ("terrain/grass", grass),
        ("terrain/rock", rock),
        ("terrain/sand", sand),
    ];
    for (name, color) in images {
        let path = folder.join(format!("{name}.bmp"));
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bitmap(color))?;
    }
    Ok(())
}

/// A bitmap of 24 bits a pixel, its rows from below.
fn bitmap(color: Painter) -> Vec<u8> {
    const HEADER: u32 = 54;
    let pixels = (SIDE * SIDE * 3) as u32;
    let mut bytes = b"BM".to_vec();
    for number in
        [HEADER + pixels, 0, HEADER, 40, SIDE as u32, SIDE as u32, 1 | 24 << 16, 0, pixels, 2835, 2835, 0, 0]
    {
        bytes.extend(number.to_le_bytes());
    }
    for row in (0..SIDE).rev() {
        for column in 0..SIDE {
            let [u, v] = [column, row].map(|place| (place as f32 + 0.5) / SIDE as f32);
            let [r, g, b] = color(u, v).map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
            bytes.extend([b, g, r]);
        }
    }
    bytes
}

/// Noise that has the same values on opposite edges: four copies, each at its weakest where it would break off.
fn seamless(u: f32, v: f32, waves: f32, seed: u32, noise: fn(f32, f32, u32) -> f32) -> f32 {
    let at = |u: f32, v: f32| noise(u * waves, v * waves, seed);
    let above = mix(at(u, v), at(u - 1.0, v), u);
    let below = mix(at(u, v - 1.0), at(u - 1.0, v - 1.0), u);
    mix(above, below, v)
}

fn fine(x: f32, y: f32, seed: u32) -> f32 {
    layered(x, y, 4, seed)
}

fn ridges(x: f32, y: f32, seed: u32) -> f32 {
    ridged(x, y, 4, seed)
}

fn lit(color: Color, light: f32) -> Color {
    color.map(|part| part * light)
}

fn between(from: Color, to: Color, along: f32) -> Color {
    std::array::from_fn(|part| mix(from[part], to[part], along))
}

/// A number of its own for each stone.
fn chance(x: f32, y: f32, seed: u32) -> f32 {
    (scramble(x as i32 as u32, y as i32 as u32, seed) >> 8) as f32 / (1 << 24) as f32
}

/// Where in a wall of rows a place is: the stone, and how far from its edge, 0 to 0.5.
fn masonry(u: f32, v: f32, columns: f32, rows: f32) -> ([f32; 2], f32) {
    let row = (v * rows).floor();
    let shift = if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let column = (u * columns + shift).floor();
    let [x, y] = [(u * columns + shift).fract(), (v * rows).fract()];
    let edge = [x.min(1.0 - x) * rows / columns, y.min(1.0 - y)].into_iter().fold(0.5, f32::min);
    ([column % columns, row], edge)
}

fn plaster(u: f32, v: f32) -> Color {
    let grain = seamless(u, v, 6.0, 1, fine);
    lit([0.70, 0.63, 0.52], 1.0 + grain * 0.13)
}

fn tiles(u: f32, v: f32) -> Color {
    let [x, y] = [u * 4.0, v * 4.0].map(f32::fract);
    let edge = x.min(1.0 - x).min(y.min(1.0 - y));
    let own = chance((u * 4.0).floor(), (v * 4.0).floor(), 5);
    let grain = seamless(u, v, 10.0, 6, fine);
    let face = lit([0.52, 0.44, 0.38], 0.9 + own * 0.2 + grain * 0.08);
    between([0.25, 0.23, 0.21], face, ramp(edge, 0.02, 0.06))
}

fn trim(u: f32, v: f32) -> Color {
    let grain = seamless(u, v, 8.0, 9, fine);
    let groove = ramp((v * 4.0).fract().min(1.0 - (v * 4.0).fract()), 0.03, 0.1);
    lit([0.62, 0.60, 0.58], (0.6 + 0.4 * groove) * (1.0 + grain * 0.1))
}

fn planks(u: f32, v: f32) -> Color {
    let plank = (u * 4.0).floor();
    let own = chance(plank, 0.0, 12);
    let fibre = seamless(u, v, 4.0, 13 + plank as u32, |x, y, seed| layered(x * 5.0, y, 3, seed));
    let x = (u * 4.0).fract();
    let gap = ramp(x.min(1.0 - x), 0.01, 0.05);
    lit([0.46, 0.31, 0.19], (0.4 + 0.6 * gap) * (0.85 + own * 0.3 + fibre * 0.25))
}

fn shingles(u: f32, v: f32) -> Color {
    let (stone, edge) = masonry(u, v, 6.0, 8.0);
    let own = chance(stone[0], stone[1], 21);
    let fall = 1.0 - (v * 8.0).fract() * 0.35;
    let face = lit([0.55, 0.22, 0.16], (0.8 + own * 0.35) * fall);
    between([0.16, 0.08, 0.07], face, ramp(edge, 0.0, 0.08))
}

fn bricks(u: f32, v: f32) -> Color {
    let (stone, edge) = masonry(u, v, 4.0, 6.0);
    let own = chance(stone[0], stone[1], 31);
    let grain = seamless(u, v, 12.0, 32, fine);
    let face = lit([0.50, 0.49, 0.47], 0.8 + own * 0.3 + grain * 0.15);
    between([0.30, 0.29, 0.27], face, ramp(edge, 0.03, 0.1))
}

/// A red ring with a bar through it.
fn sign(u: f32, v: f32) -> Color {
    let (x, y) = (u - 0.5, v - 0.5);
    let from_middle = x.hypot(y);
    let ring = ramp(from_middle, 0.30, 0.32) * (1.0 - ramp(from_middle, 0.42, 0.44));
    let bar = (1.0 - ramp((x - y).abs(), 0.07, 0.09)) * (1.0 - ramp(from_middle, 0.40, 0.42));
    between([0.93, 0.91, 0.86], [0.75, 0.10, 0.08], ring.max(bar))
}

fn grass(u: f32, v: f32) -> Color {
    let patches = seamless(u, v, 4.0, 41, fine);
    let blades = seamless(u, v, 40.0, 42, gradient);
    let color = between([0.20, 0.34, 0.10], [0.36, 0.45, 0.17], 0.5 + patches * 0.6);
    lit(color, 0.9 + blades * 0.3)
}

fn rock(u: f32, v: f32) -> Color {
    let cracks = seamless(u, v, 4.0, 51, ridges);
    let grain = seamless(u, v, 16.0, 52, fine);
    lit([0.46, 0.43, 0.40], 1.15 - cracks * 0.45 + grain * 0.2)
}

fn sand(u: f32, v: f32) -> Color {
    let ripples = seamless(u, v, 5.0, 61, |x, y, seed| layered(x, y * 2.0, 2, seed));
    let grain = seamless(u, v, 48.0, 62, gradient);
    lit([0.76, 0.68, 0.49], 1.0 + ripples * 0.1 + grain * 0.08)
}
