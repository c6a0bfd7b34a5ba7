//! A room with baked light: two lamps of different colours, pillars that throw shadows, a window to the sun.

use super::nodes::{Map, SIDES, Vector, camera, corner, object};
use mapwright_formats::gtm::{Document, Value};
use std::io;

const TEXEL: f64 = 6.0;
const GAP: usize = 1;
const ATLAS: usize = 512;
const SUN: Vector = [0.55, 0.62, 0.56];
const SUN_LIGHT: Vector = [2.6, 2.3, 1.8];
const AMBIENT: Vector = [0.05, 0.06, 0.09];

/// A lamp: place, light at a distance of one metre.
const LAMPS: [(Vector, Vector); 2] =
    [([-150.0, 150.0, -110.0], [5.2, 2.3, 0.7]), ([150.0, 130.0, 90.0], [0.7, 2.2, 5.0])];

/// The boxes that the room is made of.
const BLOCKS: [(Vector, Vector, &str); 12] = [
    ([-256.0, -16.0, -192.0], [256.0, 0.0, 192.0], "base/floor"),
    ([-256.0, 192.0, -192.0], [256.0, 208.0, 192.0], "base/wall"),
    ([-272.0, 0.0, -192.0], [-256.0, 192.0, 192.0], "base/wall"),
    ([256.0, 0.0, -192.0], [272.0, 192.0, -64.0], "base/wall"),
    ([256.0, 0.0, 64.0], [272.0, 192.0, 192.0], "base/wall"),
    ([256.0, 0.0, -64.0], [272.0, 64.0, 64.0], "base/wall"),
    ([256.0, 160.0, -64.0], [272.0, 192.0, 64.0], "base/wall"),
    ([-256.0, 0.0, -208.0], [256.0, 192.0, -192.0], "base/wall"),
    ([-128.0, 0.0, -32.0], [-96.0, 160.0, 0.0], "base/trim"),
    ([64.0, 0.0, -96.0], [96.0, 192.0, -64.0], "base/trim"),
    ([0.0, 0.0, 48.0], [72.0, 40.0, 120.0], "base/trim"),
    ([20.0, 40.0, 68.0], [52.0, 72.0, 100.0], "base/wood"),
];

/// The room. Its south side is open, to look inside.
pub(super) fn map() -> io::Result<Document> {
    let mut map = Map::new();
    let layer = map.layer("Default", "#7e67e6ff")?;
    let room = map.group(layer, "room")?;
    let mut bake = Bake::new();
    for (from, to, material) in BLOCKS {
        let id = map.block(room, from, to, material)?;
        for side in 0..SIDES.len() {
            bake.add(id, side, from, to);
        }
    }
    for ((place, _), color) in LAMPS.iter().zip(["255 150 70", "90 160 255"]) {
        map.entity(
            layer,
            "light",
            *place,
            &[("light_energy", "3"), ("light_color", color), ("bake_mode", "baked")],
        )?;
    }
    map.entity(layer, "info_player_start", [0.0, 16.0, 150.0], &[("angle", "180")])?;
    let world =
        [("message", "A room with baked light"), ("sun_angles", "-39 45"), ("sun_bake_mode", "baked")];
    map.finish(&world, [("editor", camera([0.0, 104.0, 420.0], 0.0, -0.06)), ("lightmap", bake.finish())])
}

/// A light map in the making. Charts are set side by side in rows.
struct Bake {
    light: Vec<u8>,
    shadow: Vec<u8>,
    ao: Vec<u8>,
    keys: Vec<i64>,
    rows: Vec<f64>,
    sum: Vector,
    texels: usize,
    next: [usize; 2],
    row_height: usize,
}

impl Bake {
    fn new() -> Self {
        Self {
            light: vec![0; ATLAS * ATLAS * 6],
            shadow: vec![255; ATLAS * ATLAS],
            ao: vec![255; ATLAS * ATLAS],
            keys: Vec::new(),
            rows: Vec::new(),
            sum: [0.0; 3],
            texels: 0,
            next: [GAP; 2],
            row_height: 0,
        }
    }

    /// Bakes one side of a box into a chart of its own.
    fn add(&mut self, id: i64, side: usize, from: Vector, to: Vector) {
        let corners = SIDES[side].0.map(|index| corner(from, to, index));
        let (origin, along, up) = (corners[0], sub(corners[1], corners[0]), sub(corners[3], corners[0]));
        let normal = normalized(cross(along, up));
        // One texel more on each side keeps the filter inside the chart.
        let size = [along, up].map(|edge| (length(edge) / TEXEL).ceil() as usize + 2);
        let place = self.place(size);
        for y in 0..size[1] {
            for x in 0..size[0] {
                let step = |texel: usize, count: usize| (texel as f64 - 0.5) / (count - 2) as f64;
                let [s, t] = [step(x, size[0]), step(y, size[1])].map(|part| part.clamp(0.01, 0.99));
                let point = std::array::from_fn(|axis| {
                    origin[axis] + along[axis] * s + up[axis] * t + normal[axis] * 0.5
                });
                self.set(place[0] + x, place[1] + y, point, normal);
            }
        }
        self.keys.extend([id, side as i64]);
        for (edge, axis) in [(along, 0), (up, 1)] {
            // The chart's coordinate runs from its second texel to its last but one along the edge.
            let span = (size[axis] - 2) as f64 / ATLAS as f64 / dot(edge, edge);
            let row = edge.map(|part| part * span);
            let start = (place[axis] + 1) as f64 / ATLAS as f64;
            self.rows.extend([row[0], row[1], row[2], start - dot(row, origin)]);
        }
    }

    /// The next free place of a size.
    fn place(&mut self, size: [usize; 2]) -> [usize; 2] {
        if self.next[0] + size[0] + GAP > ATLAS {
            self.next = [GAP, self.next[1] + self.row_height + GAP];
            self.row_height = 0;
        }
        let place = self.next;
        assert!(place[1] + size[1] + GAP <= ATLAS, "the room's charts fit its atlas");
        self.next[0] += size[0] + GAP;
        self.row_height = self.row_height.max(size[1]);
        place
    }

    fn set(&mut self, x: usize, y: usize, point: Vector, normal: Vector) {
        let index = y * ATLAS + x;
        let ao = occlusion(point, normal);
        let sun = sunlight(point, normal);
        let mut light = AMBIENT.map(|ambient| ambient * ao);
        for (place, color) in LAMPS {
            let to_lamp = sub(place, point);
            let distance = length(to_lamp) / 32.0;
            let facing = dot(normalized(to_lamp), normal).max(0.0);
            if facing > 0.0 && is_free(point, to_lamp) {
                for (sum, color) in light.iter_mut().zip(color) {
                    *sum += color * facing / (1.0 + distance * distance * 0.35);
                }
            }
        }
        for (sum, color) in light.iter_mut().zip(SUN_LIGHT) {
            *sum += color * sun;
        }
        for (channel, value) in light.iter().enumerate() {
            self.sum[channel] += value;
            let half = half_bits(*value as f32).to_le_bytes();
            self.light[index * 6 + channel * 2..][..2].copy_from_slice(&half);
        }
        self.texels += 1;
        self.shadow[index] = if sun > 0.0 { 255 } else { 0 };
        self.ao[index] = (ao * 255.0).round() as u8;
    }

    fn finish(self) -> Value {
        let fallback = self.sum.map(|sum| f64::from((sum / self.texels as f64) as f32));
        let narrow = self.rows.into_iter().map(|number| f64::from(number as f32)).collect();
        Value::Dictionary(object([
            ("version", Value::Int(1)),
            ("width", Value::Int(ATLAS as i64)),
            ("height", Value::Int(ATLAS as i64)),
            ("scene", Value::Int(0)),
            ("texel_size", Value::Float(TEXEL)),
            ("light", Value::Bytes(self.light)),
            ("shadow", Value::Bytes(self.shadow)),
            ("ao", Value::Bytes(self.ao)),
            ("chart_keys", Value::Ints(self.keys)),
            ("chart_rows", Value::Floats(narrow)),
            ("fallback", Value::Floats(fallback.to_vec())),
        ]))
    }
}

fn sunlight(point: Vector, normal: Vector) -> f64 {
    let facing = dot(SUN, normal).max(0.0);
    if facing > 0.0 && is_free(point, SUN.map(|part| part * 4096.0)) { facing } else { 0.0 }
}

/// How open the half space above a point is, 0 to 1, nearby.
fn occlusion(point: Vector, normal: Vector) -> f64 {
    const RAYS: usize = 24;
    const REACH: f64 = 72.0;
    let open = (0..RAYS).filter(|ray| {
        // Points spread over a sphere along a golden spiral, pulled to the side of the normal.
        let height = 1.0 - 2.0 * (*ray as f64 + 0.5) / RAYS as f64;
        let turn = *ray as f64 * 2.399_963;
        let round = (1.0 - height * height).sqrt();
        let spread = [turn.cos() * round, height, turn.sin() * round];
        let toward = normalized(std::array::from_fn(|axis| spread[axis] + normal[axis] * 1.05));
        is_free(point, toward.map(|part| part * REACH))
    });
    open.count() as f64 / RAYS as f64
}

/// Whether nothing stands between a point and another.
fn is_free(point: Vector, way: Vector) -> bool {
    !BLOCKS.iter().any(|(from, to, _)| {
        let (mut enter, mut leave) = (1e-4_f64, 0.9999_f64);
        for axis in 0..3 {
            let [near, far] = [from[axis], to[axis]].map(|plane| (plane - point[axis]) / nonzero(way[axis]));
            enter = enter.max(near.min(far));
            leave = leave.min(near.max(far));
        }
        enter < leave
    })
}

fn nonzero(number: f64) -> f64 {
    if number.abs() < 1e-9 { 1e-9 } else { number }
}

fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

fn normalized(a: Vector) -> Vector {
    a.map(|part| part / length(a))
}

fn half_bits(value: f32) -> u16 {
    half::f16::from_f32(value).to_bits()
}
