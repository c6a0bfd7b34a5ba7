//! Terrain nodes. Section 9 of `docs/formats/gtm-nodes.md`.

use super::cursor::{Item, find, float32s};
use super::value::{Dictionary, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The keys whose text is base64 and which are stored as bytes.
pub const BYTE_KEYS: [&str; 3] = ["heights", "splat", "holes"];

/// Base64 as people and tools write it: padded or not, with stray bits behind the last byte.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The bytes of base64 text in its canonical form, the only one whose bytes give back the same text.
pub(super) fn canonical_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// The bytes of base64 text in any form.
pub fn any_base64(text: &str) -> Option<Vec<u8>> {
    let tight: String = text.split_ascii_whitespace().collect();
    LENIENT.decode(tight).ok()
}

pub(super) fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Turns base64 text into bytes where the bytes give back the same text.
pub(super) fn decode_texts(entries: &mut Dictionary) {
    for key in BYTE_KEYS {
        let decoded = match entries.get(key) {
            Some(Value::String(text)) => canonical_base64(text),
            _ => None,
        };
        if let Some(bytes) = decoded {
            entries.insert(key.to_owned(), Value::Bytes(bytes));
        }
    }
}

/// The bytes under one of [`BYTE_KEYS`], from either form.
pub(super) fn bytes(record: &[u8], key: &str) -> Vec<u8> {
    match find(record, key).map(|mut cursor| cursor.item()) {
        Some(Item::Bytes(bytes)) => bytes.to_vec(),
        Some(Item::String(text)) => any_base64(text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The heights in map units, row by row along x; also from an array of numbers. A last height that is cut short
/// is left out.
pub(super) fn heights(record: &[u8]) -> Vec<f32> {
    let Some(mut cursor) = find(record, "heights") else { return Vec::new() };
    match cursor.item() {
        Item::Bytes(bytes) | Item::Float32s(bytes) => float32s(bytes).collect(),
        Item::String(text) => any_base64(text).map(|bytes| float32s(&bytes).collect()).unwrap_or_default(),
        Item::Float64s(bytes) => super::cursor::float64s(bytes).map(|value| value as f32).collect(),
        Item::Int32s(bytes) => super::cursor::int32s(bytes).map(|value| value as f32).collect(),
        Item::Array(count) => (0..count).map(|_| cursor.number_or(0.0) as f32).collect(),
        _ => Vec::new(),
    }
}
