//! A map from values that the caller brings along, refused where the container could not hold it.

use super::document::{Document, Form, Parts};
use super::encode::Encoder;
use super::error::Error;
use super::integers;
use super::lightmap::Lightmap;
use super::node::ParsedNode;
use super::node_kind::NodeKind;
use super::node_ref::NodeRef;
use super::problem::Problems;
use super::tree::{MAX_DEPTH, TreeBuilder};
use super::value::{Dictionary, Value};
use super::wire::{MAX_NESTING, NODE_NESTING};

/// A node that was begun and waits for its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenNode {
    index: u32,
    depth: usize,
}

/// Builds a [`Document`] node by node, parents before their children.
#[derive(Debug, Default)]
pub struct MapBuilder {
    tree: TreeBuilder,
    highest_id: i64,
    /// Nodes with id 0, which get a fresh one when all others are known.
    without_id: Vec<(u32, Dictionary)>,
}

impl MapBuilder {
    /// Begins a node under `parent`, or at the top.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when it would stand deeper than [`MAX_DEPTH`]; `path` says where.
    pub fn begin(&mut self, parent: Option<OpenNode>, path: &str) -> Result<OpenNode, Error> {
        let depth = parent.map_or(0, |parent| parent.depth + 1);
        if depth > MAX_DEPTH {
            let found = format!("a node at level {depth}");
            return Err(unstorable(path, "a node at level 60 or above", found));
        }
        Ok(OpenNode { index: self.tree.add_open(parent.map(|parent| parent.index)), depth })
    }

    /// Gives a node its keys; they hold no children. A node with id 0 gets a fresh id.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when there is no integer id, or a value is nested too deep; `path` says where.
    pub fn end(&mut self, node: OpenNode, mut entries: Dictionary, path: &str) -> Result<(), Error> {
        integers::restore(&mut entries, NodeKind::Unknown);
        check_nesting(depth_of_entries(&entries), NODE_NESTING, path)?;
        match entries.get("id") {
            Some(Value::Int(0)) => self.without_id.push((node.index, entries)),
            Some(Value::Int(id)) => {
                self.highest_id = self.highest_id.max(*id);
                self.tree.close(node.index, ParsedNode::from_entries(entries));
            }
            other => {
                let found = other.map_or("nothing", Value::name).to_owned();
                return Err(unstorable(&format!("{path}.id"), "an integer", found));
            }
        }
        Ok(())
    }

    /// Completes the map. `head` is the top level without its layers.
    ///
    /// # Errors
    /// [`Error::InvalidData`] for a head that is nested too deep, an unusable bake, or ids that repeat in a way that
    /// would tear the tree.
    pub fn finish(mut self, mut head: Dictionary) -> Result<Document, Error> {
        for (index, mut entries) in std::mem::take(&mut self.without_id) {
            self.highest_id = self.highest_id.saturating_add(1);
            entries.insert("id".to_owned(), Value::Int(self.highest_id));
            self.tree.close(index, ParsedNode::from_entries(entries));
        }
        let lightmap = match head.remove("lightmap") {
            Some(Value::Dictionary(bake)) => Some(
                Lightmap::from_dictionary(&bake)
                    .map_err(|reason| unstorable("lightmap", "a usable bake", reason))?,
            ),
            Some(Value::Null) | None => None,
            Some(other) => return Err(unstorable("lightmap", "a dictionary", other.name().to_owned())),
        };
        head.remove("layers");
        integers::restore_head(&mut head);
        check_nesting(depth_of_entries(&head), 0, "the map")?;
        let mut encoder = Encoder::default();
        encoder.value(&Value::Dictionary(head));
        let mut problems = Problems::default();
        let tree = self.tree.finish(&mut problems);
        let parts = Parts { head: encoder.finish(), tree, lightmap, ..Parts::default() };
        let document = Document::new(Form::Built, parts, problems);
        match document.misplaced().and_then(NodeRef::parent) {
            Some(parent) => {
                let found = format!("id {}, which a later node repeats", parent.id());
                Err(unstorable(&format!("{}.id", parent.path()), "an id of its own", found))
            }
            None => Ok(document),
        }
    }
}

fn unstorable(path: &str, expected: &'static str, found: String) -> Error {
    Error::unstorable(path, expected, found)
}

/// Refuses what stands in more containers than a reader follows.
fn check_nesting(depth: usize, nesting: usize, path: &str) -> Result<(), Error> {
    let deepest = nesting + depth;
    if deepest <= MAX_NESTING {
        return Ok(());
    }
    Err(unstorable(path, "values nested in 128 others at most", format!("a value nested in {deepest}")))
}

/// In how many containers the deepest part of a value stands.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(values) => values.iter().map(|value| 1 + depth(value)).max().unwrap_or(0),
        Value::Dictionary(entries) => depth_of_entries(entries),
        _ => 0,
    }
}

fn depth_of_entries(entries: &Dictionary) -> usize {
    entries.iter().map(|(_, value)| 1 + depth(value)).max().unwrap_or(0)
}
