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
use super::scan::{STRING_BYTE_MEMORY, VALUE_MEMORY};
use super::tree::TreeBuilder;
use super::value::{Entries, Value};
use super::wire::{MAX_NESTING, NODE_NESTING};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Nodes nested deeper than this are an error: the tree has 61 levels, and the stack ends somewhere.
const MAX_NODE_NESTING: usize = 256;

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
        return Error::NotAMap { offset, found: "JSON that is no object" };
    }
    let start: Vec<String> = text.iter().take(8).map(|byte| format!("{byte:02X}")).collect();
    let found = if start.is_empty() { "an empty file".to_owned() } else { start.join(" ") };
    Error::Unrecognized { found }
}

/// A parser error with its place as a byte offset.
fn located(error: &serde_json::Error, text: &[u8], mark: usize) -> Error {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    let offset = (mark + before + error.column().saturating_sub(1)) as u64;
    let full = error.to_string();
    let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
    Error::Json { offset, message }
}

/// A JSON map that is being read.
#[derive(Default)]
struct Reading {
    head: Entries,
    lightmap: Option<Value>,
    builder: TreeBuilder,
    has_layers: bool,
    problems: Problems,
    not_nodes: usize,
    memory: u64,
    limit: Option<Error>,
}

impl Reading {
    /// Counts the memory of a value as the container's budget does; too much stops the reading.
    fn charge<E: de::Error>(&mut self, memory: u64) -> Result<(), E> {
        self.memory = self.memory.saturating_add(memory);
        if self.memory <= MEMORY_BUDGET {
            return Ok(());
        }
        Err(self.stop("the memory of the map's values", MEMORY_BUDGET))
    }

    fn stop<E: de::Error>(&mut self, what: &'static str, limit: u64) -> E {
        self.limit = Some(Error::Limit { what, limit, offset: None });
        E::custom(what)
    }

    fn close<E: de::Error>(&mut self, index: u32, entries: Entries) -> Result<(), E> {
        self.builder.close(index, ParsedNode::from_entries(entries.finish()));
        if self.builder.written() as u64 <= RAW_BUDGET {
            return Ok(());
        }
        Err(self.stop("the size of the map's chunks", RAW_BUDGET))
    }

    fn not_of_its_kind(&mut self, key: &'static str, expected: &'static str, found: &'static str) {
        self.problems.push(Problem::NotOfItsKind { key, expected, found });
    }

    fn finish(mut self, offset: u64) -> Result<Document, Error> {
        let head = self.head.finish();
        if head.get("format").is_none() && !self.has_layers {
            return Err(Error::NotAMap { offset, found: "JSON with neither \"format\" nor \"layers\"" });
        }
        if self.not_nodes > 0 {
            self.problems.push(Problem::NotNodes { count: self.not_nodes, offset: 0 });
        }
        let lightmap = self.lightmap.and_then(|value| read_lightmap(&value, &mut self.problems));
        let tree = self.builder.finish(&mut self.problems);
        let mut encoder = Encoder::default();
        encoder.value(&Value::Dictionary(head));
        let parts = Parts { head: encoder.finish(), tree, lightmap, ..Parts::default() };
        Ok(Document::new(Form::Json, parts, self.problems))
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
                    map.next_value_seed(NodesSeed {
                        reading: &mut *self.0,
                        parent: None,
                        nesting: 0,
                        key: "layers",
                    })?;
                }
                "lightmap" => {
                    self.0.lightmap =
                        Some(map.next_value_seed(ValueSeed { reading: &mut *self.0, nesting: 1 })?);
                }
                _ => {
                    let value = map.next_value_seed(ValueSeed { reading: &mut *self.0, nesting: 1 })?;
                    self.0.head.insert(key, value);
                }
            }
        }
        Ok(())
    }
}

/// An array of nodes.
struct NodesSeed<'r> {
    reading: &'r mut Reading,
    parent: Option<u32>,
    nesting: usize,
    key: &'static str,
}

impl<'de> DeserializeSeed<'de> for NodesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// What stands where nodes should: noted and left out.
macro_rules! no_nodes {
    ($($method:ident $type:ty: $found:literal),*) => {$(
        fn $method<E: de::Error>(self, _: $type) -> Result<(), E> {
            self.reading.not_of_its_kind(self.key, "an array of nodes", $found);
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for NodesSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of nodes")
    }

    no_nodes!(
        visit_bool bool: "a bool",
        visit_i64 i64: "an integer",
        visit_u64 u64: "an integer",
        visit_f64 f64: "a float",
        visit_str &str: "a string"
    );

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.reading.not_of_its_kind(self.key, "an array of nodes", "null");
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        self.reading.not_of_its_kind(self.key, "an array of nodes", "an object");
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if self.nesting >= MAX_NODE_NESTING {
            return Err(de::Error::custom("nodes nested deeper than 256"));
        }
        loop {
            let seed = NodeSeed { reading: &mut *self.reading, parent: self.parent, nesting: self.nesting };
            if seq.next_element_seed(seed)?.is_none() {
                return Ok(());
            }
        }
    }
}

/// One node.
struct NodeSeed<'r> {
    reading: &'r mut Reading,
    parent: Option<u32>,
    nesting: usize,
}

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// What stands where a node should: counted and left out.
macro_rules! no_node {
    ($($method:ident $type:ty),*) => {$(
        fn $method<E: de::Error>(self, _: $type) -> Result<(), E> {
            self.reading.not_nodes += 1;
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node")
    }

    no_node!(visit_bool bool, visit_i64 i64, visit_u64 u64, visit_f64 f64, visit_str &str);

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.reading.not_nodes += 1;
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        self.reading.not_nodes += 1;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let index = self.reading.builder.add_open(self.parent);
        self.reading.charge(VALUE_MEMORY)?;
        let mut entries = Entries::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "children" {
                let reading = &mut *self.reading;
                let parent = Some(index);
                map.next_value_seed(NodesSeed {
                    reading,
                    parent,
                    nesting: self.nesting + 1,
                    key: "children",
                })?;
                continue;
            }
            self.reading.charge(VALUE_MEMORY + key.len() as u64 * STRING_BYTE_MEMORY)?;
            let nesting = NODE_NESTING + 1;
            let value = map.next_value_seed(ValueSeed { reading: &mut *self.reading, nesting })?;
            entries.insert(key, value);
        }
        self.reading.close(index, entries)
    }
}

/// Any value.
struct ValueSeed<'r> {
    reading: &'r mut Reading,
    /// How many containers the value stands in.
    nesting: usize,
}

impl ValueSeed<'_> {
    fn charge<E: de::Error>(&mut self) -> Result<(), E> {
        self.reading.charge(VALUE_MEMORY)
    }

    fn inside(&mut self) -> ValueSeed<'_> {
        ValueSeed { reading: self.reading, nesting: self.nesting + 1 }
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.nesting > MAX_NESTING {
            return Err(de::Error::custom("values nested deeper than 128"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(mut self) -> Result<Value, E> {
        self.charge().map(|()| Value::Null)
    }

    fn visit_bool<E: de::Error>(mut self, value: bool) -> Result<Value, E> {
        self.charge().map(|()| Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(mut self, value: i64) -> Result<Value, E> {
        self.charge().map(|()| Value::Int(value))
    }

    fn visit_u64<E: de::Error>(mut self, value: u64) -> Result<Value, E> {
        self.charge().map(|()| i64::try_from(value).map_or(Value::Float(value as f64), Value::Int))
    }

    fn visit_f64<E: de::Error>(mut self, value: f64) -> Result<Value, E> {
        self.charge().map(|()| Value::from_float(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Value, E> {
        self.reading.charge(VALUE_MEMORY + text.len() as u64 * STRING_BYTE_MEMORY)?;
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Value, A::Error> {
        self.charge()?;
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(self.inside())? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Value, A::Error> {
        self.charge()?;
        let mut entries = Entries::default();
        while let Some(key) = map.next_key::<String>()? {
            self.reading.charge(VALUE_MEMORY + key.len() as u64 * STRING_BYTE_MEMORY)?;
            let value = map.next_value_seed(self.inside())?;
            entries.insert(key, value);
        }
        Ok(Value::Dictionary(entries.finish()))
    }
}
