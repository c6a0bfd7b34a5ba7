//! Noise from whole numbers and the four operations, so that every machine computes the same.

/// Smooth noise of about -1 to 1 that changes over a distance of 1.
pub(crate) fn gradient(x: f32, y: f32, seed: u32) -> f32 {
    let (column, row) = (x.floor(), y.floor());
    let (dx, dy) = (x - column, y - row);
    let (column, row) = (column as i32, row as i32);
    let corner = |right: i32, below: i32| {
        let [gx, gy] = direction(column + right, row + below, seed);
        gx * (dx - right as f32) + gy * (dy - below as f32)
    };
    let (along, across) = (ease(dx), ease(dy));
    let above = mix(corner(0, 0), corner(1, 0), along);
    let below = mix(corner(0, 1), corner(1, 1), along);
    mix(above, below, across) * 1.4
}

/// Noise with detail: each octave has twice the frequency and half the height of the one before.
pub(crate) fn layered(x: f32, y: f32, octaves: u32, seed: u32) -> f32 {
    layers(x, y, octaves, seed, |value| value)
}

/// Layered noise folded at zero: ridges of 0 to 1 with valleys between them.
pub(crate) fn ridged(x: f32, y: f32, octaves: u32, seed: u32) -> f32 {
    let folded = layers(x, y, octaves, seed, |value| 1.0 - 2.0 * value.abs());
    folded.midpoint(1.0).clamp(0.0, 1.0)
}

fn layers(x: f32, y: f32, octaves: u32, seed: u32, shape: impl Fn(f32) -> f32) -> f32 {
    let (mut sum, mut weight, mut total, mut frequency) = (0.0, 1.0, 0.0, 1.0);
    for octave in 0..octaves {
        sum += weight * shape(gradient(x * frequency, y * frequency, seed + octave));
        total += weight;
        weight *= 0.5;
        frequency *= 2.0;
    }
    sum / total
}

/// From 0 at `from` to 1 at `to`, with soft ends.
pub(crate) fn ramp(value: f32, from: f32, to: f32) -> f32 {
    let along = ((value - from) / (to - from)).clamp(0.0, 1.0);
    along * along * (3.0 - 2.0 * along)
}

pub(crate) fn mix(from: f32, to: f32, along: f32) -> f32 {
    from + (to - from) * along
}

fn ease(along: f32) -> f32 {
    along * along * along * (along * (along * 6.0 - 15.0) + 10.0)
}

/// One of eight directions.
fn direction(x: i32, y: i32, seed: u32) -> [f32; 2] {
    const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const DIRECTIONS: [[f32; 2]; 8] = [
        [1.0, 0.0],
        [-1.0, 0.0],
        [0.0, 1.0],
        [0.0, -1.0],
        [DIAGONAL, DIAGONAL],
        [-DIAGONAL, DIAGONAL],
        [DIAGONAL, -DIAGONAL],
        [-DIAGONAL, -DIAGONAL],
    ];
    DIRECTIONS[(scramble(x as u32, y as u32, seed) >> 29) as usize]
}

/// Spreads three numbers over all bits.
pub(crate) fn scramble(x: u32, y: u32, seed: u32) -> u32 {
    let mut bits = seed.wrapping_mul(0x9e37_79b9);
    for number in [x, y] {
        bits = (bits ^ number).wrapping_mul(0x85eb_ca6b);
        bits = (bits ^ (bits >> 15)).wrapping_mul(0xc2b2_ae35);
        bits ^= bits >> 13;
    }
    bits
}
