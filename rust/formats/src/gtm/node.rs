//! Nodes: what stands at the top of a node's record, and records in the editor's own form. Sections "NODE" and
//! "Value encoding" of the format.

use super::cursor::{Cursor, Item};
use super::encode::Encoder;
use super::error::Error;
use super::scan::{STRING_BYTE_MEMORY, Scanner, VALUE_MEMORY, ValueError};
use super::value::{Dictionary, Value};
use super::wire::{NODE_NESTING, tag};
use super::{integers, scatter, terrain};
use std::ops::Range;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeKind {
    /// A layer.
    Layer,
    /// A group.
    Group,
    /// An entity.
    Entity,
    /// A brush.
    Brush,
    /// A mesh.
    Mesh,
    /// A terrain.
    Terrain,
    /// A scatter set.
    Scatter,
    /// A prefab instance.
    Instance,
    /// A type that this reader does not know, or none.
    Unknown,
}

impl NodeKind {
    /// The kind that a node's `type` names.
    pub fn from_name(name: &str) -> Self {
        Self::NAMES.into_iter().find(|(_, other)| *other == name).map_or(Self::Unknown, |(kind, _)| kind)
    }

    /// The name that stands in a node's `type`; empty for [`Self::Unknown`].
    pub fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    const NAMES: [(Self, &'static str); 8] = [
        (Self::Layer, "layer"),
        (Self::Group, "group"),
        (Self::Entity, "entity"),
        (Self::Brush, "brush"),
        (Self::Mesh, "mesh"),
        (Self::Terrain, "terrain"),
        (Self::Scatter, "scatter"),
        (Self::Instance, "instance"),
    ];
}

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
    const NONE: Self = Self { id: 0, kind: NodeKind::Unknown, needs_rewrite: [false; 4] };

    /// Takes note of a key whose value `bytes` begin with.
    fn note(&mut self, key: &str, bytes: &[u8]) {
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

    fn needs_rewrite(self) -> bool {
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
    fn parse(payload: &[u8], found: &FoundNode) -> Self {
        let FoundNode { range, head, is_canonical } = found.clone();
        if is_canonical && !head.needs_rewrite() {
            return Self {
                id: head.id,
                kind: head.kind,
                record: ParsedRecord::Stored(range),
                memory: 0,
                nested: Vec::new(),
            };
        }
        match Value::read(&mut Cursor::new(payload.get(range).unwrap_or_default())) {
            Value::Dictionary(entries) => Self::from_entries(entries),
            _ => Self::from_entries(Dictionary::new()),
        }
    }

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

/// The payload of one NODE chunk.
#[derive(Debug, Default)]
pub(super) struct NodeList {
    pub(super) nodes: Vec<ParsedNode>,
    /// The parent id of each node.
    pub(super) parents: Vec<i64>,
    /// Entries that are no nodes or have no parent.
    pub(super) left_out: usize,
    pub(super) not_finite: usize,
    /// Whether the payload holds a list of nodes at all.
    pub(super) is_list: bool,
}

/// An entry of a node list: where its record is, and what is known of it.
#[derive(Debug, Clone)]
struct FoundNode {
    /// Empty for an entry that is no node: it keeps its place, or the parents would move.
    range: Range<usize>,
    head: NodeHead,
    is_canonical: bool,
}

/// A scanned but not yet read NODE payload: the layout that reading needs, and the memory that it counts.
#[derive(Debug, Default)]
pub(super) struct NodeLayout {
    pub(super) memory: u64,
    nodes: Vec<FoundNode>,
    parents: Option<Range<usize>>,
    entries: usize,
    not_finite: usize,
    is_list: bool,
}

impl NodeLayout {
    /// Scans a NODE payload.
    pub(super) fn scan(payload: &[u8]) -> Result<Self, ValueError> {
        let mut layout = Self::default();
        let mut scanner = Scanner::new(payload, 0);
        let Some((tag::DICTIONARY, count)) = scanner.enter()? else {
            let scan = Scanner::new(payload, 0).value()?;
            return Ok(Self { memory: scan.memory, ..Self::default() });
        };
        layout.memory = VALUE_MEMORY;
        for _ in 0..count {
            let key = scanner.key()?;
            layout.memory += VALUE_MEMORY + key.len() as u64 * STRING_BYTE_MEMORY;
            layout.scan_entry(key, &mut scanner)?;
        }
        Ok(layout)
    }

    fn scan_entry(&mut self, key: &str, scanner: &mut Scanner<'_>) -> Result<(), ValueError> {
        let start = scanner.reader.offset() as usize;
        if key == "nodes" {
            let before = scanner.reader.clone();
            if let Some((tag::ARRAY, count)) = scanner.enter()? {
                self.memory += VALUE_MEMORY;
                self.scan_nodes(count, scanner)?;
                scanner.leave();
                return Ok(());
            }
            scanner.reader = before;
            scanner.leave();
        }
        let scan = scanner.value()?;
        self.memory = self.memory.saturating_add(scan.memory);
        if key == "parents" {
            self.parents = Some(start..scanner.reader.offset() as usize);
        }
        Ok(())
    }

    fn scan_nodes(&mut self, count: usize, scanner: &mut Scanner<'_>) -> Result<(), ValueError> {
        self.is_list = true;
        self.nodes.clear();
        self.entries = count;
        for _ in 0..count {
            let start = scanner.reader.offset() as usize;
            let is_node = scanner.reader.clone().u32() == Ok(tag::DICTIONARY);
            let mut head = NodeHead::NONE;
            let scan = scanner.entries(|key, bytes| head.note(key, bytes))?;
            self.memory = self.memory.saturating_add(scan.memory);
            self.not_finite += scan.not_finite;
            let range = if is_node { start..scanner.reader.offset() as usize } else { 0..0 };
            self.nodes.push(FoundNode { range, head, is_canonical: scan.is_canonical });
        }
        Ok(())
    }

    /// Reads the nodes.
    pub(super) fn read(&self, payload: &[u8]) -> NodeList {
        let parents = self.parents.clone().map(|range| read_parents(&payload[range])).unwrap_or_default();
        let mut list = NodeList { not_finite: self.not_finite, is_list: self.is_list, ..NodeList::default() };
        for (found, parent) in self.nodes.iter().zip(parents) {
            if !found.range.is_empty() {
                list.nodes.push(ParsedNode::parse(payload, found));
                list.parents.push(parent);
            }
        }
        list.left_out = self.entries - list.nodes.len();
        list
    }
}

/// Parent ids in any form of a number array; one that is no integer counts as 0.
fn read_parents(bytes: &[u8]) -> Vec<i64> {
    let mut cursor = Cursor::new(bytes);
    match cursor.item() {
        Item::Int64s(bytes) => super::cursor::int64s(bytes).collect(),
        Item::Int32s(bytes) => super::cursor::int32s(bytes).map(i64::from).collect(),
        Item::Float32s(bytes) => {
            super::cursor::float32s(bytes).map(|id| Item::Float(id.into()).as_id()).collect()
        }
        Item::Float64s(bytes) => super::cursor::float64s(bytes).map(|id| Item::Float(id).as_id()).collect(),
        Item::Array(count) => (0..count).map(|_| cursor.single().as_id()).collect(),
        _ => Vec::new(),
    }
}
