//! A bake as the container and JSON hold it. Section "LMAP" of the format.

use super::encode::Encoder;
use super::lightmap::{KEYS, Lightmap};
use super::terrain::to_base64;
use super::value::{Dictionary, Value};

/// The value of one of the keys.
enum Part<'l> {
    Int(i64),
    Float(f64),
    Bytes(&'l [u8]),
    Int64s(&'l [i64]),
    Int32s(&'l [i32]),
    Float32s(&'l [f32]),
}

impl Part<'_> {
    /// Whether the value is the one that a missing key has.
    fn is_default(&self) -> bool {
        match self {
            Part::Int(value) => *value == 0,
            Part::Float(value) => *value == 0.0,
            Part::Bytes(bytes) => bytes.is_empty(),
            Part::Int64s(values) => values.is_empty(),
            Part::Int32s(values) => values.is_empty(),
            Part::Float32s(values) => values.is_empty(),
        }
    }

    fn encode(&self, encoder: &mut Encoder) {
        match self {
            Part::Int(value) => encoder.int(*value),
            Part::Float(value) => encoder.float(*value),
            Part::Bytes(bytes) => encoder.byte_array(bytes),
            Part::Int64s(values) => encoder.int64_array(values.len(), values.iter().copied()),
            Part::Int32s(values) => encoder.int32_array(values.len(), values.iter().copied()),
            Part::Float32s(values) => encoder.float32_array(values.len(), values.iter().copied()),
        }
    }

    /// As JSON has it: plain arrays, and base64 text for bytes.
    fn to_json(&self) -> Value {
        match self {
            Part::Int(value) => Value::Int(*value),
            Part::Float(value) => Value::from_float(*value),
            Part::Bytes(bytes) => Value::String(to_base64(bytes)),
            Part::Int64s(values) => Value::Ints(values.to_vec()),
            Part::Int32s(values) => Value::Ints(values.iter().map(|value| i64::from(*value)).collect()),
            Part::Float32s(values) => Value::Floats(values.iter().map(|value| f64::from(*value)).collect()),
        }
    }
}

impl Lightmap {
    /// The payload of an LMAP chunk.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut encoder = Encoder::default();
        encoder.begin_dictionary(self.written().count());
        for (key, part) in self.written() {
            encoder.string(key);
            part.encode(&mut encoder);
        }
        encoder.finish()
    }

    /// The dictionary as JSON holds it.
    pub(super) fn to_json(&self) -> Dictionary {
        self.written().map(|(key, part)| (key.to_owned(), part.to_json())).collect()
    }

    /// The keys to be written: one that the file had not, and that has got no value since, stays away.
    fn written(&self) -> impl Iterator<Item = (&'static str, Part<'_>)> {
        let places = KEYS.into_iter().zip(self.parts()).enumerate();
        let kept = places.filter(|(place, (_, part))| self.absent & (1 << place) == 0 || !part.is_default());
        kept.map(|(_, entry)| entry)
    }

    fn parts(&self) -> [Part<'_>; KEYS.len()] {
        let probes = self.probes();
        [
            Part::Int(self.version),
            Part::Int(i64::from(self.width)),
            Part::Int(i64::from(self.height)),
            Part::Int(self.scene),
            Part::Float(self.texel_size),
            Part::Bytes(&self.light),
            Part::Bytes(&self.shadow),
            Part::Bytes(&self.ao),
            Part::Int64s(&self.chart_keys),
            Part::Float32s(&self.chart_rows),
            Part::Int64s(&self.nodes),
            Part::Int64s(&self.stale),
            Part::Float32s(&self.fallback),
            Part::Float32s(&probes.points),
            Part::Float32s(&probes.sh),
            Part::Int32s(&probes.tetrahedra),
            Part::Float32s(&probes.bsp_planes),
            Part::Int32s(&probes.bsp_children),
        ]
    }
}
