//! A node in its place in the map.

use super::cursor::{Cursor, find};
use super::document::Document;
use super::node_kind::NodeKind;
use super::tree::Node;
use super::{scatter, terrain};

impl Document {
    /// The nodes at the top, in order.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = NodeRef<'_>> {
        self.layers.iter().map(|index| NodeRef::new(self, *index))
    }

    /// All nodes, in the order in which they were read.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeRef<'_>> + ExactSizeIterator {
        (0..self.nodes.len() as u32).map(|index| NodeRef::new(self, index))
    }

    /// The first node with `id`, in the order in which they were read.
    pub fn find_node(&self, id: i64) -> Option<NodeRef<'_>> {
        let ids = self
            .ids
            .get_or_init(|| self.nodes().rev().map(|node| (node.id(), node.index() as u32)).collect());
        ids.get(&id).map(|index| NodeRef::new(self, *index))
    }
}

/// A node of a map.
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    index: u32,
}

impl<'d> NodeRef<'d> {
    pub(super) const fn new(document: &'d Document, index: u32) -> Self {
        Self { document, index }
    }

    fn node(self) -> &'d Node {
        &self.document.nodes[self.index as usize]
    }

    /// The node's place in [`Document::nodes`].
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The node's id; 0 when it has none that is an integer.
    pub fn id(self) -> i64 {
        self.node().id
    }

    /// What the node is.
    pub fn kind(self) -> NodeKind {
        self.node().kind
    }

    /// The node that this one hangs under; `None` at the top.
    pub fn parent(self) -> Option<Self> {
        self.node().parent.map(|index| Self { document: self.document, index })
    }

    /// The nodes under this one, in order.
    pub fn children(self) -> impl ExactSizeIterator<Item = Self> {
        self.node().children.iter().map(move |index| Self { document: self.document, index: *index })
    }

    /// The node's dictionary without its children, before its first byte.
    pub fn cursor(self) -> Cursor<'d> {
        Cursor::new(self.bytes())
    }

    /// Where the node stands, as `layers[0].children[2]`.
    pub fn path(self) -> String {
        match self.parent() {
            Some(parent) => format!("{}.children[{}]", parent.path(), self.sibling_index()),
            None => format!("layers[{}]", self.sibling_index()),
        }
    }

    /// The node's place among its siblings.
    pub(super) fn sibling_index(self) -> usize {
        let siblings = self.parent().map_or(&self.document.layers, |parent| &parent.node().children);
        siblings.iter().position(|index| *index == self.index).unwrap_or_default()
    }

    /// The value of one of the node's keys.
    pub fn get(self, key: &str) -> Option<Cursor<'d>> {
        find(self.bytes(), key)
    }

    /// The heights of a terrain in map units, row by row along x; empty for other nodes.
    pub fn terrain_heights(self) -> Vec<f32> {
        if self.kind() == NodeKind::Terrain { terrain::heights(self.bytes()) } else { Vec::new() }
    }

    /// The bytes of a terrain's `heights`, `splat` or `holes`; empty for other nodes.
    pub fn terrain_bytes(self, key: &str) -> Vec<u8> {
        if self.kind() == NodeKind::Terrain { terrain::bytes(self.bytes(), key) } else { Vec::new() }
    }

    /// The instances of a scatter set; empty for other nodes.
    pub fn scatter_instances(self) -> Vec<scatter::Instance> {
        if self.kind() == NodeKind::Scatter { scatter::instances(self.bytes()) } else { Vec::new() }
    }

    pub(super) fn bytes(self) -> &'d [u8] {
        self.document.record(self.node().record)
    }
}
