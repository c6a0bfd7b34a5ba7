//! A map as it was read: the nodes' records in the container's encoding, and the tree that they form. Nothing is
//! unfolded until somebody asks for it.

use super::container::{MAX_RAW_SIZE, Tag};
use super::cursor::{Cursor, Item, find};
use super::encode::Encoder;
use super::error::Error;
use super::json_write;
use super::lightmap::Lightmap;
use super::node::{NodeKind, with_id};
use super::problem::{Problem, Problems};
use super::scatter;
use super::terrain;
use super::tree::{Node, Record, Tree};
use super::value::Value;
use super::write;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What a map's `format` says.
pub const FORMAT: &str = "godottrench-map";
/// The newest map version whose contents this reader knows.
pub const MAP_VERSION: i64 = 1;

/// Where a map came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// The container.
    #[default]
    Binary,
    /// JSON text.
    Json,
    /// Values of the caller's.
    Built,
}

/// A chunk that this reader does not know, as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownChunk {
    /// The four characters of its tag.
    pub tag: Tag,
    /// Its flags.
    pub flags: u32,
    /// Its raw size, as the header states it.
    pub raw_size: u32,
    /// Its payload as stored.
    pub data: Vec<u8>,
}

/// What reading a file brings together.
pub(super) struct Parts {
    /// The HEAD dictionary's record.
    pub(super) head: Vec<u8>,
    pub(super) tree: Tree,
    /// The NODE payloads that records point into; the tree's own records come before them.
    pub(super) payloads: Vec<Vec<u8>>,
    pub(super) lightmap: Option<Lightmap>,
    /// Whether the bake stands in HEAD rather than in a chunk of its own.
    pub(super) lightmap_in_head: bool,
    pub(super) unknown: Vec<UnknownChunk>,
    /// Computed from the payloads; `None` when there were none to read.
    pub(super) content_id: Option<u64>,
    pub(super) stored_content_id: u64,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            head: Vec::new(),
            tree: Tree { nodes: Vec::new(), layers: Vec::new(), rewritten: Vec::new() },
            payloads: Vec::new(),
            lightmap: None,
            lightmap_in_head: false,
            unknown: Vec::new(),
            content_id: None,
            stored_content_id: 0,
        }
    }
}

/// A map.
#[derive(Debug, Clone)]
pub struct Document {
    form: Form,
    head: Vec<u8>,
    pub(super) nodes: Vec<Node>,
    pub(super) layers: Vec<u32>,
    /// What records point into; the first is ours to write to.
    pub(super) payloads: Vec<Vec<u8>>,
    lightmap: Option<Lightmap>,
    lightmap_in_head: bool,
    unknown: Vec<UnknownChunk>,
    /// Computed when it is first asked for, unless it came with the payloads.
    content_id: OnceLock<u64>,
    stored_content_id: u64,
    problems: Vec<Problem>,
    /// The first node with each id, made when it is first asked for.
    ids: OnceLock<HashMap<i64, u32>>,
}

impl Document {
    pub(super) fn new(form: Form, parts: Parts, mut problems: Problems) -> Self {
        let mut payloads = vec![parts.tree.rewritten];
        payloads.extend(parts.payloads);
        let mut document = Self {
            form,
            head: parts.head,
            nodes: parts.tree.nodes,
            layers: parts.tree.layers,
            payloads,
            lightmap: parts.lightmap,
            lightmap_in_head: parts.lightmap_in_head,
            unknown: parts.unknown,
            content_id: parts.content_id.map_or_else(OnceLock::new, OnceLock::from),
            stored_content_id: parts.stored_content_id,
            problems: Vec::new(),
            ids: OnceLock::new(),
        };
        document.check_head(&mut problems);
        document.problems = problems.into_list();
        document
    }

    /// The reader judges the container, not the contents: a map of another kind loads, and says so.
    fn check_head(&self, problems: &mut Problems) {
        let mut format = find(&self.head, "format");
        match format.as_mut().map(Cursor::item) {
            Some(Item::String(FORMAT)) => {}
            Some(Item::String(other)) => problems.push(Problem::Format { found: format!("{other:?}") }),
            Some(other) => problems.push(Problem::Format { found: other.name().to_owned() }),
            None => problems.push(Problem::Format { found: "missing".to_owned() }),
        }
        let found = self.map_version();
        if found > MAP_VERSION {
            problems.push(Problem::NewerMap { found, supported: MAP_VERSION });
        }
    }

    /// Where the map came from.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The map's `version`; 0 when it states none.
    pub fn map_version(&self) -> i64 {
        find(&self.head, "version").map_or(0, |mut cursor| cursor.item().as_id())
    }

    /// Whether the map's `format` is [`FORMAT`].
    pub fn is_known_format(&self) -> bool {
        find(&self.head, "format").is_some_and(|mut cursor| cursor.item() == Item::String(FORMAT))
    }

    /// The top level dictionary without its layers, before its first byte. A `lightmap` key in it repeats
    /// [`Self::lightmap`] and is not part of the map's own keys.
    pub fn head(&self) -> Cursor<'_> {
        Cursor::new(&self.head)
    }

    /// The nodes at the top, in order.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = NodeRef<'_>> {
        self.layers.iter().map(|index| NodeRef { document: self, index: *index })
    }

    /// All nodes, in the order in which they were read.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeRef<'_>> + ExactSizeIterator {
        (0..self.nodes.len() as u32).map(|index| NodeRef { document: self, index })
    }

    /// The first node with `id`, in the order in which they were read.
    pub fn find_node(&self, id: i64) -> Option<NodeRef<'_>> {
        let ids = self.ids.get_or_init(|| self.nodes().rev().map(|node| (node.id(), node.index)).collect());
        ids.get(&id).map(|index| NodeRef { document: self, index: *index })
    }

    /// How many nodes the tree has, layers included.
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The baked lighting, when it is usable.
    pub const fn lightmap(&self) -> Option<&Lightmap> {
        self.lightmap.as_ref()
    }

    /// The map with fresh ids for the nodes whose id is 0, the Recovered layer among them, as the editor gives them;
    /// `None` when there are no such nodes.
    pub(super) fn with_fresh_ids(&self) -> Option<Self> {
        let is_zero = |node: &NodeRef<'_>| node.get("id").is_some_and(|mut id| id.item() == Item::Int(0));
        let zeros: Vec<u32> = self.nodes().filter(is_zero).map(|node| node.index).collect();
        if zeros.is_empty() {
            return None;
        }
        let mut document = self.clone();
        let mut id = self.nodes.iter().map(|node| node.id).max().unwrap_or(0).max(0);
        for index in zeros {
            id = id.checked_add(1)?;
            document.give_id(index, id);
        }
        Some(document)
    }

    fn give_id(&mut self, index: u32, id: i64) {
        let record = with_id(NodeRef { document: self, index }.bytes(), id);
        let written = &mut self.payloads[0];
        let start = written.len() as u32;
        written.extend(record);
        let end = written.len() as u32;
        let node = &mut self.nodes[index as usize];
        (node.id, node.record) = (id, Record { payload: 0, start, end });
    }

    /// The bake when it is written in a chunk of its own; one that came inside HEAD stays there, or the content id
    /// would be another.
    pub(super) fn lightmap_chunk(&self) -> Option<&Lightmap> {
        self.lightmap.as_ref().filter(|_| !self.lightmap_in_head)
    }

    /// The chunks that this reader does not know, in file order.
    pub fn unknown_chunks(&self) -> &[UnknownChunk] {
        &self.unknown
    }

    /// The content id, computed from the payloads that were read, or, for JSON, from those that the map is written as.
    pub fn content_id(&self) -> u64 {
        *self.content_id.get_or_init(|| write::content_id(self))
    }

    /// The content id that END states; 0 when there is none.
    pub const fn stored_content_id(&self) -> u64 {
        self.stored_content_id
    }

    /// What was lost or is suspicious.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Replaces the chunks that this reader does not know.
    ///
    /// # Errors
    /// [`Error::Unstorable`] for a tag that is not four printable ASCII characters, one that the format itself uses,
    /// or sizes that no chunk has.
    pub fn set_unknown_chunks(&mut self, chunks: Vec<UnknownChunk>) -> Result<(), Error> {
        for (index, chunk) in chunks.iter().enumerate() {
            check_unknown(index, chunk)?;
        }
        self.unknown = chunks;
        Ok(())
    }

    /// Forgets what was computed from the map as it was.
    pub(super) fn changed(&mut self) {
        self.content_id = OnceLock::new();
        self.ids = OnceLock::new();
    }

    /// Replaces the bake; it is written in a chunk of its own then.
    pub fn set_lightmap(&mut self, lightmap: Option<Lightmap>) {
        if self.lightmap_in_head {
            self.head = without_lightmap(&self.head);
            self.lightmap_in_head = false;
            self.changed();
        }
        self.lightmap = lightmap;
    }

    /// The map as a container. The same map always gives the same bytes.
    ///
    /// # Errors
    /// [`Error::Limit`] for a map past one of the budgets, [`Error::Unstorable`] for a tree that the container cannot
    /// hold.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write::write(self)
    }

    /// The map as readable JSON: two spaces, one line for what is short, the map's own order.
    pub fn to_json(&self) -> String {
        json_write::write(self)
    }

    pub(super) fn head_record(&self) -> &[u8] {
        &self.head
    }

    pub(super) fn record(&self, record: Record) -> &[u8] {
        let range = record.start as usize..record.end as usize;
        self.payloads.get(record.payload as usize).and_then(|payload| payload.get(range)).unwrap_or_default()
    }
}

fn check_unknown(index: usize, chunk: &UnknownChunk) -> Result<(), Error> {
    let refuse = |key: &str, expected, found| {
        Err(Error::Unstorable { path: format!("chunks[{index}].{key}"), expected, found })
    };
    if !chunk.tag.is_printable() || chunk.tag.is_known() {
        return refuse("tag", "four printable characters of another program's own", format!("{}", chunk.tag));
    }
    if chunk.raw_size > MAX_RAW_SIZE {
        return refuse("raw_size", "1 GiB at most", chunk.raw_size.to_string());
    }
    if u32::try_from(chunk.data.len()).is_err() {
        return refuse("data", "4 GiB at most", format!("{} bytes", chunk.data.len()));
    }
    Ok(())
}

fn without_lightmap(head: &[u8]) -> Vec<u8> {
    let mut value = Value::read(&mut Cursor::new(head));
    if let Value::Dictionary(entries) = &mut value {
        entries.remove("lightmap");
    }
    let mut encoder = Encoder::default();
    encoder.value(&value);
    encoder.finish()
}

/// A node of a map.
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    index: u32,
}

impl<'d> NodeRef<'d> {
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
