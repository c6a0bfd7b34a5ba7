//! A JSON map that is being read: what there is of it, and what it takes so far.

use super::budget::{MEMORY_BUDGET, RAW_BUDGET};
use super::cursor::Cursor;
use super::document::{Document, Form, Parts};
use super::encode::Encoder;
use super::error::Error;
use super::integers;
use super::lightmap::Lightmap;
use super::node::ParsedNode;
use super::problem::{Problem, Problems};
use super::tree::TreeBuilder;
use super::value::{Entries, Value};
use super::write::Cost;
use serde::de;

/// A JSON map that is being read.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) head: Entries,
    pub(super) lightmap: Option<Value>,
    pub(super) builder: TreeBuilder,
    pub(super) has_layers: bool,
    problems: Problems,
    pub(super) not_nodes: usize,
    /// What the nodes that were read count, as the container counts them.
    closed: u64,
    /// What the values take that belong to no whole node yet.
    open: u64,
    pub(super) limit: Option<Error>,
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

    /// The whole map.
    pub(super) fn finish(mut self, offset: u64) -> Result<Document, Error> {
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
