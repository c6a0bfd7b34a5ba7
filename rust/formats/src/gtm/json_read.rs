//! Maps in their JSON form. Node by node the text becomes records in the container's encoding, so that both forms
//! of a map read as one.

use super::budget::{MEMORY_BUDGET, RAW_BUDGET};
use super::cursor::Cursor;
use super::document::{Document, Form, Parts};
use super::encode::Encoder;
use super::error::Error;
use super::lightmap::Lightmap;
use super::node::ParsedNode;
use super::problem::{Problem, Problems};
use super::tree::TreeBuilder;
use super::value::{Entries, Value};
use super::write::Cost;
use super::{integers, json_nodes::NodesSeed, json_value::ValueSeed};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
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

/// A JSON map that is being read.
#[derive(Default)]
pub(super) struct Reading {
    head: Entries,
    lightmap: Option<Value>,
    pub(super) builder: TreeBuilder,
    has_layers: bool,
    problems: Problems,
    pub(super) not_nodes: usize,
    /// What the nodes that were read count, as the container counts them.
    closed: u64,
    /// What the values take that belong to no whole node yet.
    open: u64,
    limit: Option<Error>,
}

impl Reading {
    /// Counts memory that is taken while values are read; too much stops the reading.
    pub(super) fn charge<E: de::Error>(&mut self, memory: u64) -> Result<(), E> {
        self.open = self.open.saturating_add(memory);
        if self.closed.saturating_add(self.open) <= MEMORY_BUDGET {
            return Ok(());
        }
        Err(self.stop("the memory of the map's values", MEMORY_BUDGET))
    }

    fn stop<E: de::Error>(&mut self, what: &'static str, limit: u64) -> E {
        self.limit = Some(Error::over_limit(what, limit));
        E::custom(what)
    }

    /// What is open, before a node begins.
    pub(super) const fn open(&self) -> u64 {
        self.open
    }

    /// Writes a whole node as the container holds it; what was open before it began stays open.
    pub(super) fn close<E: de::Error>(
        &mut self,
        index: u32,
        entries: Entries,
        open_before: u64,
    ) -> Result<(), E> {
        let node = ParsedNode::from_entries(entries.finish());
        self.open = open_before;
        self.closed = self.closed.saturating_add(node.memory);
        self.builder.close(index, node);
        if self.builder.written() as u64 > RAW_BUDGET {
            return Err(self.stop("the size of the map's chunks", RAW_BUDGET));
        }
        self.charge(0)
    }

    pub(super) fn not_of_its_kind(&mut self, key: &'static str, expected: &'static str, found: &'static str) {
        self.problems.push(Problem::NotOfItsKind { key, expected, found });
    }

    fn finish(mut self, offset: u64) -> Result<Document, Error> {
        let mut head = self.head.finish();
        integers::restore_head(&mut head);
        if head.get("format").is_none() && !self.has_layers {
            return Err(Error::not_a_map(offset, "JSON with neither \"format\" nor \"layers\""));
        }
        if self.not_nodes > 0 {
            self.problems.push(Problem::NotNodes { count: self.not_nodes, offset: 0 });
        }
        let lightmap = self.lightmap.and_then(|value| read_lightmap(&value, &mut self.problems));
        let tree = self.builder.finish(&mut self.problems);
        let mut encoder = Encoder::default();
        encoder.value(&Value::Dictionary(head));
        let parts = Parts { head: encoder.finish(), tree, lightmap, ..Parts::default() };
        let document = Document::new(Form::Json, parts, self.problems);
        Cost::of(&document).check()?;
        Ok(document)
    }
}

fn read_lightmap(value: &Value, problems: &mut Problems) -> Option<Lightmap> {
    let mut encoder = Encoder::default();
    encoder.value(value);
    Lightmap::read(&mut Cursor::new(&encoder.finish()), problems)
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
