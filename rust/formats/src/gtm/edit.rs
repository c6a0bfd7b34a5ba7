//! Changing a map node by node. Every change gives back what undoes it, and ids stay unique.

use super::document::Document;
use super::error::Error;
use super::ids::Ids;
use super::node::{ParsedNode, ParsedRecord};
use super::node_kind::NodeKind;
use super::node_ref::NodeRef;
use super::tree::{MAX_DEPTH, Node};
use super::value::{Dictionary, Value};

/// A node's place: under the node with an id, or at the top for 0, before the sibling that has the index now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The id of the node above, 0 at the top.
    pub parent: i64,
    /// The place among its children.
    pub index: usize,
}

impl Document {
    /// Adds a node with what stands under its `children`. Ids that are missing, 0 or taken are replaced by fresh ones;
    /// the others stay, so that a node that was removed comes back as it was. A place past the end is the end.
    ///
    /// Gives the node's id.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when there is no such parent, the tree would get too deep, a value is nested too deep, or the
    /// format has no place there for such a node: only layers stand at the top, and nowhere else.
    pub fn add_node(&mut self, entries: Dictionary, place: Place) -> Result<i64, Error> {
        let parent = self.parent_at(place.parent)?;
        let parsed = ParsedNode::from_entries(entries);
        parsed.check_nesting()?;
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        check_levels(&parsed, depth)?;
        check_place(&parsed, parent.map(|parent| self.nodes[parent as usize].kind))?;
        let mut ids = Ids::of(self);
        let index = self.insert(parsed, parent, &mut ids)?;
        let siblings = self.siblings(parent);
        siblings.insert(place.index.min(siblings.len()), index);
        self.changed();
        Ok(self.nodes[index as usize].id)
    }

    /// Takes a node and all under it out of the map. Gives the node, its children in it, and where it was.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when there is no such node.
    pub fn remove_node(&mut self, id: i64) -> Result<(Dictionary, Place), Error> {
        let node = self.find_node(id).ok_or_else(|| no_node(id))?;
        let (index, entries, place) = (node.index() as u32, node.to_dictionary(), node.place());
        self.detach(index);
        self.drop_detached();
        self.changed();
        Ok((entries, place))
    }

    /// Moves a node and all under it to another place. Gives where it was.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when there is no such node or parent, the parent is the node itself or under it, the tree
    /// would get too deep, or the format has no place there for such a node.
    pub fn move_node(&mut self, id: i64, place: Place) -> Result<Place, Error> {
        let node = self.find_node(id).ok_or_else(|| no_node(id))?;
        let (index, before, levels) = (node.index() as u32, node.place(), node.levels());
        let node_kind = node.kind();
        let parent = self.parent_at(place.parent)?;
        let above = std::iter::successors(parent, |above| self.nodes[*above as usize].parent);
        if above.into_iter().any(|above| above == index) {
            let found = format!("node {}, which is under it", place.parent);
            return Err(unstorable(&format!("node {id}"), "a parent outside the node", found));
        }
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        check_depth(depth + levels - 1)?;
        check_kind(node_kind, parent.map(|parent| self.nodes[parent as usize].kind))?;
        self.detach(index);
        self.nodes[index as usize].parent = parent;
        let siblings = self.siblings(parent);
        siblings.insert(place.index.min(siblings.len()), index);
        self.changed();
        Ok(before)
    }

    fn parent_at(&self, id: i64) -> Result<Option<u32>, Error> {
        if id == 0 {
            return Ok(None);
        }
        self.find_node(id).map(|node| Some(node.index() as u32)).ok_or_else(|| no_node(id))
    }

    fn depth(&self, index: u32) -> usize {
        std::iter::successors(self.nodes[index as usize].parent, |above| self.nodes[*above as usize].parent)
            .count()
    }

    fn siblings(&mut self, parent: Option<u32>) -> &mut Vec<u32> {
        match parent {
            Some(parent) => &mut self.nodes[parent as usize].children,
            None => &mut self.layers,
        }
    }

    fn detach(&mut self, index: u32) {
        let parent = self.nodes[index as usize].parent.take();
        self.siblings(parent).retain(|sibling| *sibling != index);
    }

    /// Adds a parsed node and what is nested in it, not yet among its siblings.
    fn insert(&mut self, parsed: ParsedNode, parent: Option<u32>, ids: &mut Ids) -> Result<u32, Error> {
        let ParsedNode { mut id, kind, record, nested, .. } = parsed;
        let ParsedRecord::Rewritten(mut record) = record else { return Err(no_node(id)) };
        let fresh = ids.take(id);
        if fresh != id {
            record = super::node::with_id(&record, fresh);
            id = fresh;
        }
        let record = self.add_record(&record);
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { id, kind, record, parent, children: Vec::new() });
        for child in nested {
            let child = self.insert(child, Some(index), ids)?;
            self.nodes[index as usize].children.push(child);
        }
        Ok(index)
    }

    /// Drops the nodes that no layer leads to.
    fn drop_detached(&mut self) {
        let mut places = vec![None; self.nodes.len()];
        let mut open: Vec<u32> = self.layers.clone();
        while let Some(index) = open.pop() {
            places[index as usize] = Some(0_u32);
            open.extend(&self.nodes[index as usize].children);
        }
        for (kept, place) in places.iter_mut().flatten().enumerate() {
            *place = kept as u32;
        }
        let moved = |index: &u32| places[*index as usize];
        let nodes = std::mem::take(&mut self.nodes).into_iter().zip(&places);
        self.nodes = nodes
            .filter(|(_, place)| place.is_some())
            .map(|(node, _)| Node {
                parent: node.parent.as_ref().and_then(moved),
                children: node.children.iter().filter_map(moved).collect(),
                ..node
            })
            .collect();
        self.layers = self.layers.iter().filter_map(moved).collect();
    }
}

impl NodeRef<'_> {
    /// The node's keys, its children among them.
    pub fn to_dictionary(self) -> Dictionary {
        let Value::Dictionary(mut entries) = Value::read(&mut self.cursor()) else {
            return Dictionary::new();
        };
        let children: Vec<Value> =
            self.children().map(|child| Value::Dictionary(child.to_dictionary())).collect();
        if !children.is_empty() {
            entries.insert("children".to_owned(), Value::Array(children));
        }
        entries
    }

    /// Where the node stands.
    pub fn place(self) -> Place {
        Place { parent: self.parent().map_or(0, |parent| parent.id()), index: self.sibling_index() }
    }

    /// How many levels the node and what is under it take.
    fn levels(self) -> usize {
        1 + self.children().map(|child| child.levels()).max().unwrap_or(0)
    }
}

fn check_levels(parsed: &ParsedNode, depth: usize) -> Result<(), Error> {
    check_depth(depth)?;
    parsed.nested.iter().try_for_each(|child| check_levels(child, depth + 1))
}

fn check_depth(depth: usize) -> Result<(), Error> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(unstorable("the node", "a node at level 60 or above", format!("a node at level {depth}")))
}

/// Refuses what the format has no place for. A kind that is not known may stand anywhere.
fn check_kind(kind: NodeKind, parent: Option<NodeKind>) -> Result<(), Error> {
    let expected = match (parent, kind) {
        (_, NodeKind::Unknown) | (None, NodeKind::Layer) => return Ok(()),
        (None, _) => "a layer at the top",
        (Some(_), NodeKind::Layer) => "a layer only at the top",
        (
            Some(
                NodeKind::Brush | NodeKind::Mesh | NodeKind::Terrain | NodeKind::Scatter | NodeKind::Instance,
            ),
            _,
        ) => "a parent that is a layer, a group or an entity",
        _ => return Ok(()),
    };
    let found = parent.map_or_else(
        || format!("a node of type {:?}", kind.name()),
        |parent| format!("a node of type {:?} under one of type {:?}", kind.name(), parent.name()),
    );
    Err(unstorable("the node", expected, found))
}

fn check_place(parsed: &ParsedNode, parent: Option<NodeKind>) -> Result<(), Error> {
    check_kind(parsed.kind, parent)?;
    parsed.nested.iter().try_for_each(|child| check_place(child, Some(parsed.kind)))
}

fn no_node(id: i64) -> Error {
    unstorable(&format!("node {id}"), "the id of a node in the map", "none with this id".to_owned())
}

fn unstorable(path: &str, expected: &'static str, found: String) -> Error {
    Error::unstorable(path, expected, found)
}
