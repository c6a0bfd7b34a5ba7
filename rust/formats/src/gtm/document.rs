//! A map as it was read: the nodes' records in the container's encoding, and the tree that they form. Nothing is
//! unfolded until somebody asks for it.

use super::container::MAX_RAW_SIZE;
use super::cursor::{Cursor, Item, find};
use super::encode::Encoder;
use super::error::Error;
use super::lightmap::Lightmap;
use super::problem::{Problem, Problems};
use super::tag::Tag;
use super::tree::{Node, Record, Tree};
use super::value::Value;
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
            tree: Tree { nodes: Vec::new(), layers: Vec::new(), rewritten: Vec::new(), may_repeat: false },
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
    pub(super) content_id: OnceLock<u64>,
    stored_content_id: u64,
    problems: Vec<Problem>,
    /// The first node with each id, made when it is first asked for.
    pub(super) ids: OnceLock<HashMap<i64, u32>>,
}

impl Document {
    pub(super) fn new(form: Form, parts: Parts, mut problems: Problems) -> Self {
        let may_repeat = parts.tree.may_repeat;
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
        document.repair_ids(may_repeat, &mut problems);
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

    /// How many nodes the tree has, layers included.
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The baked lighting, when it is usable.
    pub const fn lightmap(&self) -> Option<&Lightmap> {
        self.lightmap.as_ref()
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
    /// [`Error::InvalidData`] for a tag that is not four printable ASCII characters, one that the format itself uses,
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
        Err(Error::unstorable(&format!("chunks[{index}].{key}"), expected, found))
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
