//! Ids: a node without one, or with one that another node has, gets a fresh one, as the editor gives it. Section 3 of
//! `docs/formats/gtm-nodes.md`.

use super::cursor::Item;
use super::document::{Document, Form};
use super::node::with_id;
use super::node_ref::NodeRef;
use super::problem::{Problem, Problems};
use super::tree::Record;
use std::collections::{HashMap, HashSet};

/// The ids that are taken.
pub(super) struct Ids {
    taken: HashSet<i64>,
    /// Where to look for a free one: above all that are taken, as long as there is room.
    next: i64,
}

impl Ids {
    pub(super) fn of(document: &Document) -> Self {
        let mut ids = Self { taken: HashSet::new(), next: 1 };
        for node in document.nodes() {
            ids.insert(node.id());
        }
        ids
    }

    /// `id` when it is free, else a fresh one.
    pub(super) fn take(&mut self, id: i64) -> i64 {
        if id != 0 && self.insert(id) { id } else { self.fresh() }
    }

    fn insert(&mut self, id: i64) -> bool {
        self.next = self.next.max(id.saturating_add(1));
        self.taken.insert(id)
    }

    fn fresh(&mut self) -> i64 {
        while !self.taken.insert(self.next) {
            self.next = self.next.checked_add(1).unwrap_or(1);
        }
        self.next
    }
}

impl Document {
    /// Gives ids to the nodes that came without one, and to those that repeat one: in JSON to all of them, in the
    /// container, which finds parents by ids, to those of a tree that it could not hold.
    pub(super) fn repair_ids(&mut self, may_repeat: bool, problems: &mut Problems) {
        let without = self.indices(|node| !has_id(*node));
        if !without.is_empty() {
            problems.push(Problem::WithoutId { count: without.len() });
            self.give_fresh_ids(&without);
        }
        let is_repaired = match self.form() {
            Form::Json => true,
            Form::Binary => may_repeat && self.misplaced().is_some(),
            Form::Built => false,
        };
        let repeated = if is_repaired { self.repeated() } else { Vec::new() };
        if !repeated.is_empty() {
            problems.push(Problem::RepeatedIds { count: repeated.len() });
            self.give_fresh_ids(&repeated);
        }
    }

    /// The map with fresh ids where the container needs them: for nodes whose id is 0, the Recovered layer among them,
    /// and for repeated ones that would tear the tree. `None` when it needs none.
    pub(super) fn with_fresh_ids(&self) -> Option<Self> {
        let zeros = self.indices(|node| node.id() == 0);
        let is_torn = self.misplaced().is_some();
        if zeros.is_empty() && !is_torn {
            return None;
        }
        let mut document = self.clone();
        document.give_fresh_ids(&zeros);
        if is_torn {
            document.give_fresh_ids(&document.repeated());
        }
        Some(document)
    }

    /// The first node that hangs elsewhere when its parent is looked for by its id among the nodes before it.
    pub(super) fn misplaced(&self) -> Option<NodeRef<'_>> {
        let mut latest = HashMap::new();
        let mut open: Vec<NodeRef<'_>> = self.layers().collect();
        open.reverse();
        while let Some(node) = open.pop() {
            if let Some(parent) = node.parent().filter(|parent| parent.id() != 0)
                && latest.get(&parent.id()) != Some(&parent.index())
            {
                return Some(node);
            }
            latest.insert(node.id(), node.index());
            let below = open.len();
            open.extend(node.children());
            open[below..].reverse();
        }
        None
    }

    /// The nodes whose id a node before them has.
    fn repeated(&self) -> Vec<u32> {
        let mut taken = HashSet::new();
        self.indices(|node| node.id() != 0 && !taken.insert(node.id()))
    }

    fn indices(&self, keep: impl FnMut(&NodeRef<'_>) -> bool) -> Vec<u32> {
        self.nodes().filter(keep).map(|node| node.index() as u32).collect()
    }

    fn give_fresh_ids(&mut self, nodes: &[u32]) {
        let mut ids = Ids::of(self);
        for index in nodes {
            let id = ids.fresh();
            let record = with_id(NodeRef::new(self, *index).bytes(), id);
            let record = self.add_record(&record);
            let node = &mut self.nodes[*index as usize];
            (node.id, node.record) = (id, record);
        }
    }

    /// Keeps a record that no payload holds.
    pub(super) fn add_record(&mut self, record: &[u8]) -> Record {
        let written = &mut self.payloads[0];
        let start = written.len() as u32;
        written.extend(record);
        Record { payload: 0, start, end: written.len() as u32 }
    }
}

/// Whether a node has an id, which may be 0.
fn has_id(node: NodeRef<'_>) -> bool {
    node.id() != 0 || node.get("id").is_some_and(|mut id| matches!(id.item(), Item::Int(_)))
}
