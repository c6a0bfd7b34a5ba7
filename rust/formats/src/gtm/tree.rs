//! The tree of nodes: parents, depth, and what lost its parent. Sections "NODE" of the format and 3 of `docs/formats/gtm-nodes.md`.

use super::encode::Encoder;
use super::node::{ParsedNode, ParsedRecord};
use super::node_kind::NodeKind;
use super::problem::{Problem, Problems};
use super::value::Value;
use std::collections::HashMap;

/// The deepest level a node may stand at; a layer stands at 0.
pub const MAX_DEPTH: usize = 60;

const RECOVERED_NAME: &str = "Recovered";
const RECOVERED_COLOR: &str = "#e0a030ff";

/// Where a node's record stands: in which of the document's payloads, and between which bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Record {
    pub(super) payload: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A node's place in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) id: i64,
    pub(super) kind: NodeKind,
    pub(super) record: Record,
    pub(super) parent: Option<u32>,
    pub(super) children: Vec<u32>,
}

/// Builds the tree from nodes in file order.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    nodes: Vec<Node>,
    depths: Vec<usize>,
    layers: Vec<u32>,
    orphans: Vec<u32>,
    latest: HashMap<i64, u32>,
    may_repeat: bool,
    /// Children that were stored inside a record, for nodes that get no others.
    nested: Vec<(u32, Vec<ParsedNode>)>,
    /// Records that were written again, one behind the other.
    rewritten: Vec<u8>,
}

/// Which payload the rewritten records are in.
const REWRITTEN: u32 = 0;

/// The finished tree. Payload 0 of the document is `rewritten`.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) layers: Vec<u32>,
    pub(super) rewritten: Vec<u8>,
    /// Whether an id may stand at more than one node.
    pub(super) may_repeat: bool,
}

impl TreeBuilder {
    /// Adds a node under the latest node with `parent_id`; 0 makes it a layer.
    pub(super) fn add(&mut self, parsed: ParsedNode, parent_id: i64, payload: u32) {
        let record = self.place(parsed.record, payload);
        let index = self.push(parsed.id, parsed.kind, record);
        if parent_id == 0 {
            self.layers.push(index);
        } else {
            self.attach(index, self.latest.get(&parent_id).copied());
        }
        if parsed.id != 0 {
            self.may_repeat |= self.latest.insert(parsed.id, index).is_some();
        }
        if !parsed.nested.is_empty() {
            self.may_repeat = true;
            self.nested.push((index, parsed.nested));
        }
    }

    /// Adds a node whose place is known and whose record is not written yet; `None` makes it a layer.
    pub(super) fn add_open(&mut self, parent: Option<u32>) -> u32 {
        let index = self.push(0, NodeKind::Unknown, Record::default());
        match parent {
            Some(_) => self.attach(index, parent),
            None => self.layers.push(index),
        }
        index
    }

    /// Gives an open node its record.
    pub(super) fn close(&mut self, index: u32, parsed: ParsedNode) {
        let record = self.place(parsed.record, REWRITTEN);
        let node = &mut self.nodes[index as usize];
        (node.id, node.kind, node.record) = (parsed.id, parsed.kind, record);
    }

    /// How many bytes of records were written.
    pub(super) const fn written(&self) -> usize {
        self.rewritten.len()
    }

    /// Completes the tree: the children that records brought along, and the Recovered layer.
    pub(super) fn finish(mut self, problems: &mut Problems) -> Tree {
        for (index, nested) in std::mem::take(&mut self.nested) {
            if self.nodes[index as usize].children.is_empty() {
                self.add_nested(index, nested);
            }
        }
        if !self.orphans.is_empty() {
            problems.push(Problem::Orphans { count: self.orphans.len() });
            self.add_recovered();
        }
        Tree {
            nodes: self.nodes,
            layers: self.layers,
            rewritten: self.rewritten,
            may_repeat: self.may_repeat,
        }
    }

    fn add_nested(&mut self, parent: u32, nested: Vec<ParsedNode>) {
        for mut node in nested {
            let index = self.add_open(Some(parent));
            let inner = std::mem::take(&mut node.nested);
            self.close(index, node);
            self.add_nested(index, inner);
        }
    }

    fn add_recovered(&mut self) {
        let mut encoder = Encoder::default();
        encoder.begin_dictionary(5);
        encoder.string("id");
        encoder.int(0);
        for (key, text) in [("type", "layer"), ("name", RECOVERED_NAME), ("color", RECOVERED_COLOR)] {
            encoder.string(key);
            encoder.string(text);
        }
        encoder.string("omit_from_export");
        encoder.value(&Value::Bool(false));
        let record = self.place(ParsedRecord::Rewritten(encoder.finish()), REWRITTEN);
        let layer = self.push(0, NodeKind::Layer, record);
        for orphan in &self.orphans {
            self.nodes[*orphan as usize].parent = Some(layer);
        }
        self.nodes[layer as usize].children = std::mem::take(&mut self.orphans);
        self.layers.push(layer);
    }

    fn push(&mut self, id: i64, kind: NodeKind, record: Record) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { id, kind, record, parent: None, children: Vec::new() });
        self.depths.push(0);
        index
    }

    fn attach(&mut self, index: u32, parent: Option<u32>) {
        if let Some(parent) = parent.filter(|parent| self.depths[*parent as usize] < MAX_DEPTH) {
            self.nodes[index as usize].parent = Some(parent);
            self.nodes[parent as usize].children.push(index);
            self.depths[index as usize] = self.depths[parent as usize] + 1;
        } else {
            self.orphans.push(index);
            self.depths[index as usize] = 1;
        }
    }

    fn place(&mut self, record: ParsedRecord, payload: u32) -> Record {
        match record {
            ParsedRecord::Stored(range) => {
                Record { payload, start: range.start as u32, end: range.end as u32 }
            }
            ParsedRecord::Rewritten(bytes) => {
                let start = self.rewritten.len() as u32;
                self.rewritten.extend(bytes);
                Record { payload: REWRITTEN, start, end: self.rewritten.len() as u32 }
            }
        }
    }
}
