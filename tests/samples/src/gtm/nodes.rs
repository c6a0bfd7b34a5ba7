//! Nodes of a map, put together by hand.

use mapwright_formats::gtm::{Dictionary, Document, MapBuilder, OpenNode, Value};
use std::io;

/// A point or a direction in map units.
pub(super) type Vector = [f64; 3];

/// A map in the making: hands out ids and keeps the nodes in their tree.
pub(super) struct Map {
    builder: MapBuilder,
    next_id: i64,
}

impl Map {
    /// An empty map.
    pub(super) fn new() -> Self {
        Self { builder: MapBuilder::default(), next_id: 1 }
    }

    /// Adds a node; its id comes back with its handle.
    pub(super) fn add(
        &mut self,
        parent: Option<OpenNode>,
        kind: &str,
        keys: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> io::Result<(OpenNode, i64)> {
        let id = self.next_id;
        self.next_id += 1;
        let node = self.builder.begin(parent, kind).map_err(io::Error::other)?;
        let mut entries = object([("id", Value::Int(id)), ("type", text(kind))]);
        for (key, value) in keys {
            entries.insert(key.to_owned(), value);
        }
        self.builder.end(node, entries, kind).map_err(io::Error::other)?;
        Ok((node, id))
    }

    /// Adds a layer.
    pub(super) fn layer(&mut self, name: &str, color: &str) -> io::Result<OpenNode> {
        let keys = [("name", text(name)), ("color", text(color)), ("omit_from_export", Value::Bool(false))];
        Ok(self.add(None, "layer", keys)?.0)
    }

    /// Adds a group.
    pub(super) fn group(&mut self, parent: OpenNode, name: &str) -> io::Result<OpenNode> {
        Ok(self.add(Some(parent), "group", [("name", text(name))])?.0)
    }

    /// Adds an axis aligned box; gives its id.
    pub(super) fn block(
        &mut self,
        parent: OpenNode,
        from: Vector,
        to: Vector,
        material: &str,
    ) -> io::Result<i64> {
        Ok(self.add(Some(parent), "brush", block(from, to, material))?.1)
    }

    /// Adds a point entity.
    pub(super) fn entity(
        &mut self,
        parent: OpenNode,
        class: &str,
        origin: Vector,
        properties: &[(&str, &str)],
    ) -> io::Result<()> {
        let properties = properties.iter().map(|(key, value)| ((*key).to_owned(), text(value))).collect();
        let keys = [
            ("classname", text(class)),
            ("origin", vector(origin)),
            ("angles", vector([0.0; 3])),
            ("properties", Value::Dictionary(properties)),
        ];
        self.add(Some(parent), "entity", keys).map(|_| ())
    }

    /// Completes the map. `head` is added to what every map states.
    pub(super) fn finish(
        self,
        properties: &[(&str, &str)],
        head: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> io::Result<Document> {
        let mut world = object([("classname", text("worldspawn"))]);
        for (key, value) in properties {
            world.insert((*key).to_owned(), text(value));
        }
        let mut top = object([
            ("format", text(mapwright_formats::gtm::FORMAT)),
            ("version", Value::Int(mapwright_formats::gtm::MAP_VERSION)),
            ("properties", Value::Dictionary(world)),
        ]);
        for (key, value) in head {
            top.insert(key.to_owned(), value);
        }
        self.builder.finish(top).map_err(io::Error::other)
    }
}

/// A dictionary.
pub(super) fn object(keys: impl IntoIterator<Item = (&'static str, Value)>) -> Dictionary {
    keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A text.
pub(super) fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// Three floats.
pub(super) fn vector(vector: Vector) -> Value {
    Value::Array(vector.map(Value::Float).to_vec())
}

/// The editor's part of a map, with its first camera.
pub(super) fn camera(position: Vector, yaw: f64, pitch: f64) -> Value {
    let camera =
        object([("position", vector(position)), ("yaw", Value::Float(yaw)), ("pitch", Value::Float(pitch))]);
    let cameras = object([("1", Value::Dictionary(camera))]);
    Value::Dictionary(object([("cameras", Value::Dictionary(cameras))]))
}

/// The corners of each side of a box, counter-clockwise seen from outside, with the axes of its texture. Corner `i` is at
/// the far end of x, y and z where bits 0, 1 and 2 of `i` are set.
pub(super) const SIDES: [([usize; 4], Vector, Vector); 6] = [
    ([1, 3, 7, 5], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]),
    ([0, 4, 6, 2], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
    ([2, 6, 7, 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
    ([0, 1, 5, 4], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
    ([4, 5, 7, 6], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]),
    ([0, 2, 3, 1], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]),
];

/// Corner `index` of a box.
pub(super) fn corner(from: Vector, to: Vector, index: usize) -> Vector {
    std::array::from_fn(|axis| if index >> axis & 1 == 1 { to[axis] } else { from[axis] })
}

fn block(from: Vector, to: Vector, material: &str) -> [(&'static str, Value); 2] {
    let vertices = (0..8).map(|index| vector(corner(from, to, index))).collect();
    let faces = SIDES.iter().map(|(corners, u, v)| face(corners, *u, *v, material)).collect();
    [("vertices", Value::Array(vertices)), ("faces", Value::Array(faces))]
}

/// A face of a brush or a mesh.
pub(super) fn face(corners: &[usize], u_axis: Vector, v_axis: Vector, material: &str) -> Value {
    let pair = |numbers: [f64; 2]| Value::Array(numbers.map(Value::Float).to_vec());
    let uv = object([
        ("u_axis", vector(u_axis)),
        ("v_axis", vector(v_axis)),
        ("offset", pair([0.0, 0.0])),
        ("scale", pair([1.0, 1.0])),
        ("rotation", Value::Float(0.0)),
    ]);
    Value::Dictionary(object([
        ("indices", Value::Array(corners.iter().map(|index| Value::Int(*index as i64)).collect())),
        ("material", text(material)),
        ("uv", Value::Dictionary(uv)),
    ]))
}

/// Numbers that look random and are the same on every machine.
pub(super) struct Random(u64);

impl Random {
    /// A row of numbers that `seed` begins.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// The next number, from 0 to below 1.
    pub(super) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number between two others.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}
