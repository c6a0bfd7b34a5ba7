//! Maps in their JSON form. Node by node the text becomes records in the container's encoding, so that both forms
//! of a map read as one.

use super::document::Document;
use super::error::Error;
use super::json_nodes::NodesSeed;
use super::json_reading::Reading;
use super::json_value::ValueSeed;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a JSON map.
pub(super) fn read(bytes: &[u8]) -> Result<Document, Error> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mark = bytes.len() - text.len();
    if text.get(blank) != Some(&b'{') {
        return Err(no_object(text, (mark + blank) as u64));
    }
    let mut reading = Reading::default();
    let mut json = serde_json::Deserializer::from_slice(text);
    json.disable_recursion_limit();
    let read = TopSeed(&mut reading).deserialize(&mut json).and_then(|()| json.end());
    if let Err(error) = read {
        return Err(reading.limit.unwrap_or_else(|| located(&error, text, mark)));
    }
    reading.finish((mark + blank) as u64)
}

/// What is in a file that is neither a container nor a JSON object.
fn no_object(text: &[u8], offset: u64) -> Error {
    if serde_json::from_slice::<IgnoredAny>(text).is_ok() {
        return Error::not_a_map(offset, "JSON that is no object");
    }
    let start: Vec<String> = text.iter().take(8).map(|byte| format!("{byte:02X}")).collect();
    let found = if start.is_empty() { "an empty file".to_owned() } else { start.join(" ") };
    Error::unrecognized("magic", 0, "89 47 54 4D 0D 0A 1A 0A or a JSON object", found)
}

/// A parser error with its place as a byte offset.
fn located(error: &serde_json::Error, text: &[u8], mark: usize) -> Error {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    let offset = (mark + before + error.column().saturating_sub(1)) as u64;
    let full = error.to_string();
    let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
    Error::json(offset, &message)
}

/// The object at the top.
struct TopSeed<'r>(&'r mut Reading);

impl<'de> DeserializeSeed<'de> for TopSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TopSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "layers" => {
                    self.0.has_layers = true;
                    map.next_value_seed(NodesSeed::layers(&mut *self.0))?;
                }
                "lightmap" => {
                    self.0.lightmap = Some(map.next_value_seed(ValueSeed::new(&mut *self.0, 1))?);
                }
                _ => {
                    let value = map.next_value_seed(ValueSeed::new(&mut *self.0, 1))?;
                    self.0.head.insert(key, value);
                }
            }
        }
        Ok(())
    }
}
