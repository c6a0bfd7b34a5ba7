//! A node: what stands at the top of its record, and records in the editor's own form. Sections "NODE" and "Value
//! encoding" of the format.

use super::cursor::{Cursor, Item};
use super::encode::Encoder;
use super::error::Error;
use super::node_kind::NodeKind;
use super::scan::Scanner;
use super::value::{Dictionary, Value};
use super::wire::NODE_NESTING;
use super::{integers, scatter, terrain};
use std::ops::Range;

/// The parts of a record that place the node in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeHead {
    pub(super) id: i64,
    pub(super) kind: NodeKind,
    /// Whether a value needs another form than the generic rules give it: children in the record, base64 text or plain
    /// instances where such a node has them, and an id that is a float.
    needs_rewrite: [bool; 4],
}

impl NodeHead {
    pub(super) const NONE: Self = Self { id: 0, kind: NodeKind::Unknown, needs_rewrite: [false; 4] };

    /// Takes note of a key whose value `bytes` begin with.
    pub(super) fn note(&mut self, key: &str, bytes: &[u8]) {
        let item = || Cursor::new(bytes).item();
        match key {
            "id" => {
                self.id = item().as_id();
                self.needs_rewrite[3] = matches!(item(), Item::Float(_));
            }
            "type" => {
                if let Item::String(name) = item() {
                    self.kind = NodeKind::from_name(name);
                }
            }
            "children" => self.needs_rewrite[0] = true,
            scatter::INSTANCES => self.needs_rewrite[1] = !matches!(item(), Item::Int32s(_)),
            _ if terrain::BYTE_KEYS.contains(&key) => {
                self.needs_rewrite[2] |= matches!(item(), Item::String(_));
            }
            _ => {}
        }
    }

    /// Reads a record of ours, and counts the memory of its values.
    fn read(record: &[u8]) -> (Self, u64) {
        let mut head = Self::NONE;
        // One that is not sound places no node.
        let scan = Scanner::new(record, NODE_NESTING).entries(|key, bytes| head.note(key, bytes));
        (head, scan.map_or(0, |scan| scan.memory))
    }

    pub(super) fn needs_rewrite(self) -> bool {
        let [children, instances, texts, float_id] = self.needs_rewrite;
        children
            || float_id
            || (instances && self.kind == NodeKind::Scatter)
            || (texts && self.kind == NodeKind::Terrain)
    }
}

/// A node with its record, and the children that were stored inside the record.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ParsedNode {
    pub(super) id: i64,
    pub(super) kind: NodeKind,
    pub(super) record: ParsedRecord,
    /// What the record's values count.
    pub(super) memory: u64,
    pub(super) nested: Vec<ParsedNode>,
}

/// Where a node's record is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ParsedRecord {
    /// In the payload that was read.
    Stored(Range<usize>),
    /// Written again, in the editor's own form.
    Rewritten(Vec<u8>),
}

impl ParsedNode {
    /// Refuses records that stand in more containers than a reader follows.
    pub(super) fn check_nesting(&self) -> Result<(), Error> {
        if let ParsedRecord::Rewritten(record) = &self.record
            && let Err(error) = Scanner::new(record, NODE_NESTING).value()
        {
            return Err(Error::unstorable(
                &format!("node {}", self.id),
                "values that the container holds",
                error,
            ));
        }
        self.nested.iter().try_for_each(Self::check_nesting)
    }

    /// A node from its keys; what stands under `children` becomes nodes of its own.
    pub(super) fn from_entries(mut entries: Dictionary) -> Self {
        let nested = match entries.remove("children") {
            Some(Value::Array(children)) => children
                .into_iter()
                .filter_map(|child| {
                    if let Value::Dictionary(child) = child { Some(Self::from_entries(child)) } else { None }
                })
                .collect(),
            _ => Vec::new(),
        };
        let kind = kind_of(&entries);
        integers::restore(&mut entries, kind);
        let record = encode_record(entries);
        let (head, memory) = NodeHead::read(&record);
        Self { id: head.id, kind: head.kind, record: ParsedRecord::Rewritten(record), memory, nested }
    }
}

/// A record with another id.
pub(super) fn with_id(record: &[u8], id: i64) -> Vec<u8> {
    let mut entries = match Value::read(&mut Cursor::new(record)) {
        Value::Dictionary(entries) => entries,
        _ => Dictionary::new(),
    };
    entries.insert("id".to_owned(), Value::Int(id));
    encode_record(entries)
}

/// A node's record in the editor's own form; `entries` hold no children.
pub(super) fn encode_record(mut entries: Dictionary) -> Vec<u8> {
    let kind = kind_of(&entries);
    if kind == NodeKind::Terrain {
        terrain::decode_texts(&mut entries);
    }
    let mut encoder = Encoder::default();
    encoder.begin_dictionary(entries.len());
    for (key, value) in &entries {
        encoder.string(key);
        if kind == NodeKind::Scatter && key == scatter::INSTANCES {
            scatter::encode_instances(&mut encoder, value);
        } else {
            encoder.value(value);
        }
    }
    encoder.finish()
}

fn kind_of(entries: &Dictionary) -> NodeKind {
    match entries.get("type") {
        Some(Value::String(name)) => NodeKind::from_name(name),
        _ => NodeKind::Unknown,
    }
}
