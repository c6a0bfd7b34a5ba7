//! Rain on a heightfield: drops run downhill, carry ground away where they are fast and leave it where they slow.

const DROPS_A_CELL: f32 = 1.0;
const STEPS: usize = 48;
const INERTIA: f32 = 0.08;
const CAPACITY: f32 = 2.2;
const LEAST_SLOPE: f32 = 0.01;
const DEPOSITION: f32 = 0.25;
const EROSION: f32 = 0.12;
const EVAPORATION: f32 = 0.02;
const GRAVITY: f32 = 6.0;
/// Here drops end, and leave what they carry.
const SEA: f32 = -1.0;
/// Quads around a drop that the ground it takes comes from.
const REACH: isize = 3;

/// Lets it rain on a square of `side` by `side` heights.
pub(super) fn erode(heights: &mut [f32], side: usize, seed: u32) {
    let mut field = Field { heights, side };
    let mut random = Random(u64::from(seed));
    for _ in 0..((side * side) as f32 * DROPS_A_CELL) as usize {
        let most = (side - 2) as f32;
        let start = [random.part() * most, random.part() * most];
        field.rain(start);
    }
}

/// Knuth's linear congruential generator.
struct Random(u64);

impl Random {
    /// From 0 to just below 1.
    fn part(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u32 << 24) as f32
    }
}

struct Field<'h> {
    heights: &'h mut [f32],
    side: usize,
}

impl Field<'_> {
    fn rain(&mut self, mut place: [f32; 2]) {
        let mut direction = [0.0, 0.0];
        let (mut speed, mut water, mut load) = (1.0f32, 1.0f32, 0.0f32);
        for _ in 0..STEPS {
            let (height, slope) = self.sample(place);
            direction = [0, 1].map(|axis| direction[axis] * INERTIA - slope[axis] * (1.0 - INERTIA));
            let length = (direction[0] * direction[0] + direction[1] * direction[1]).sqrt();
            if length <= f32::EPSILON || height < SEA {
                self.leave(place, load);
                break;
            }
            direction = direction.map(|part| part / length);
            let next = [place[0] + direction[0], place[1] + direction[1]];
            let most = (self.side - 2) as f32;
            if next.iter().any(|along| !(0.0..most).contains(along)) {
                break;
            }
            let fall = height - self.sample(next).0;
            let capacity = fall.max(LEAST_SLOPE) * speed * water * CAPACITY;
            if load > capacity || fall < 0.0 {
                let left = if fall < 0.0 { load.min(-fall) } else { (load - capacity) * DEPOSITION };
                load -= left;
                self.leave(place, left);
            } else {
                let taken = ((capacity - load) * EROSION).min(fall);
                load += taken;
                self.take(place, taken);
            }
            speed = (speed * speed + fall.max(0.0) * GRAVITY).sqrt().min(8.0);
            water *= 1.0 - EVAPORATION;
            place = next;
        }
    }

    /// The height at a place, and how it changes along both axes.
    fn sample(&self, [x, y]: [f32; 2]) -> (f32, [f32; 2]) {
        let (i, j) = (x as usize, y as usize);
        let (u, v) = (x - i as f32, y - j as f32);
        let at = |di: usize, dj: usize| self.heights[(i + di) * self.side + j + dj];
        let (a, b, c, d) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
        let height = a * (1.0 - u) * (1.0 - v) + b * u * (1.0 - v) + c * (1.0 - u) * v + d * u * v;
        (height, [(b - a) * (1.0 - v) + (d - c) * v, (c - a) * (1.0 - u) + (d - b) * u])
    }

    /// Puts ground on the four corners around a place.
    fn leave(&mut self, [x, y]: [f32; 2], amount: f32) {
        let (i, j) = (x as usize, y as usize);
        let (u, v) = (x - i as f32, y - j as f32);
        let shares =
            [(0, 0, (1.0 - u) * (1.0 - v)), (1, 0, u * (1.0 - v)), (0, 1, (1.0 - u) * v), (1, 1, u * v)];
        for (di, dj, share) in shares {
            self.heights[(i + di) * self.side + j + dj] += amount * share;
        }
    }

    /// Takes ground from around a place, most from where the drop is.
    fn take(&mut self, [x, y]: [f32; 2], amount: f32) {
        let share = |i: isize, j: isize| {
            let (dx, dy) = (i as f32 - x, j as f32 - y);
            (REACH as f32 - (dx * dx + dy * dy).sqrt()).max(0.0)
        };
        let (i, j) = (x as isize, y as isize);
        let inside = |value: isize| (0..self.side as isize).contains(&value);
        let around = || {
            let columns = (i - REACH + 1..=i + REACH).filter(|column| inside(*column));
            columns.flat_map(move |i| (j - REACH + 1..=j + REACH).map(move |j| (i, j)))
        };
        let cells: Vec<_> = around().filter(|(_, j)| inside(*j)).collect();
        let total: f32 = cells.iter().map(|&(i, j)| share(i, j)).sum();
        for (i, j) in cells {
            self.heights[i as usize * self.side + j as usize] -= amount * share(i, j) / total;
        }
    }
}
