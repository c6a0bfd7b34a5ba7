//! The payload of a NODE chunk: nodes and the ids of their parents. Section "NODE" of the format.

use super::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};
use super::node::{NodeHead, ParsedNode, ParsedRecord};
use super::scan::{STRING_BYTE_MEMORY, Scanner, VALUE_MEMORY, ValueError};
use super::value::{Dictionary, Value};
use super::wire::tag;
use std::ops::Range;

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

impl FoundNode {
    fn read(&self, payload: &[u8]) -> ParsedNode {
        let Self { range, head, is_canonical } = self.clone();
        if is_canonical && !head.needs_rewrite() {
            return ParsedNode {
                id: head.id,
                kind: head.kind,
                record: ParsedRecord::Stored(range),
                memory: 0,
                nested: Vec::new(),
            };
        }
        match Value::read(&mut Cursor::new(payload.get(range).unwrap_or_default())) {
            Value::Dictionary(entries) => ParsedNode::from_entries(entries),
            _ => ParsedNode::from_entries(Dictionary::new()),
        }
    }
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
                list.nodes.push(found.read(payload));
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
        Item::Int64s(bytes) => int64s(bytes).collect(),
        Item::Int32s(bytes) => int32s(bytes).map(i64::from).collect(),
        Item::Float32s(bytes) => float32s(bytes).map(|id| Item::Float(id.into()).as_id()).collect(),
        Item::Float64s(bytes) => float64s(bytes).map(|id| Item::Float(id).as_id()).collect(),
        Item::Array(count) => (0..count).map(|_| cursor.single().as_id()).collect(),
        _ => Vec::new(),
    }
}
