//! Reading a binary map: unpack, scan and read the chunks on all cores, take the budgets in file order.

use super::budget::{Budget, MEMORY_BUDGET, RAW_BUDGET};
use super::container::{self, Chunk};

use super::content_id::ContentId;
use super::cursor::{Cursor, Item, find};
use super::document::{Document, FORMAT, Form, Parts, UnknownChunk};
use super::encode::Encoder;
use super::error::Error;
use super::frame;
use super::integers;
use super::json_read;
use super::lightmap::Lightmap;
use super::node_list::{NodeLayout, NodeList};
use super::problem::{Problem, Problems};
use super::scan::{Scan, Scanner};
use super::tag::Tag;
use super::tree::TreeBuilder;
use super::value::{Dictionary, Value};
use rayon::prelude::*;

/// Chunks are unpacked side by side up to this sum of raw sizes, which bounds the memory in flight and how long the hash
/// has to wait for the first of them.
const WAVE: u64 = 4 << 20;

/// Reads a map in either form.
///
/// # Errors
/// [`Error`]: not a map, newer than this reader, or damaged past use. Anything less is a problem of the document.
pub fn read(bytes: &[u8]) -> Result<Document, Error> {
    if !container::is_binary(bytes)? {
        return json_read::read(bytes);
    }
    let mut problems = Problems::default();
    let chunks = container::chunks(bytes, &mut problems);
    Reading::new(bytes, problems).read(&chunks)
}

/// A payload that was unpacked and scanned.
struct Scanned {
    raw: Vec<u8>,
    content: Content,
}

enum Content {
    Nodes(NodeLayout),
    Value(Scan),
}

impl Scanned {
    fn memory(&self) -> u64 {
        match &self.content {
            Content::Nodes(layout) => layout.memory,
            Content::Value(scan) => scan.memory,
        }
    }
}

/// A chunk whose values fit the budget, with its nodes.
struct ReadChunk<'a> {
    chunk: &'a Chunk,
    scanned: Scanned,
    list: NodeList,
}

impl<'a> ReadChunk<'a> {
    fn new((chunk, scanned): (&'a Chunk, Scanned)) -> Self {
        let list = match &scanned.content {
            Content::Nodes(layout) => layout.read(&scanned.raw),
            Content::Value(_) => NodeList::default(),
        };
        Self { chunk, scanned, list }
    }

    fn hash(&self, content_id: &mut ContentId) {
        if [Tag::HEAD, Tag::NODE].contains(&self.chunk.tag) {
            content_id.add(&self.scanned.raw);
        }
    }
}

/// The counts of the END chunk; 0 where it has none.
#[derive(Default)]
struct EndCounts {
    version: i64,
    nodes: u64,
    chunks: u64,
    content: u64,
}

struct Reading<'a> {
    bytes: &'a [u8],
    budget: Budget,
    problems: Problems,
    builder: TreeBuilder,
    payloads: Vec<Vec<u8>>,
    unknown: Vec<UnknownChunk>,
    /// The wave that was read last, not yet hashed.
    pending: Vec<ReadChunk<'a>>,
    content_id: ContentId,
    head: Option<Vec<u8>>,
    end: Option<EndCounts>,
    lightmap: Option<Lightmap>,
    /// Whether there was an LMAP chunk that could be read, good or bad; it wins over the bake in HEAD.
    has_lmap: bool,
    nodes: u64,
    /// How many chunks there are besides END.
    chunks: u64,
    not_finite: usize,
}

impl<'a> Reading<'a> {
    fn new(bytes: &'a [u8], problems: Problems) -> Self {
        Self {
            bytes,
            budget: Budget::new(),
            problems,
            builder: TreeBuilder::default(),
            payloads: Vec::new(),
            unknown: Vec::new(),
            pending: Vec::new(),
            content_id: ContentId::new(),
            head: None,
            end: None,
            lightmap: None,
            has_lmap: false,
            nodes: 0,
            chunks: 0,
            not_finite: 0,
        }
    }

    fn read(mut self, chunks: &'a [Chunk]) -> Result<Document, Error> {
        let mut wave = Vec::new();
        let mut in_flight = 0;
        let mut has_lightmap = false;
        // END is one of them, wherever it stands.
        self.chunks = (chunks.len() as u64).saturating_sub(1);
        for chunk in chunks {
            if !chunk.tag.is_known() {
                self.keep(chunk);
                continue;
            }
            // Of several bakes the first counts.
            if chunk.tag == Tag::LMAP && std::mem::replace(&mut has_lightmap, true) {
                continue;
            }
            let raw_size = u64::from(chunk.raw_size);
            if !self.budget.take_raw(raw_size) {
                self.over_budget(chunk, "raw sizes", RAW_BUDGET);
                continue;
            }
            if in_flight > 0 && in_flight + raw_size > WAVE {
                self.take_wave(&std::mem::take(&mut wave));
                in_flight = 0;
            }
            wave.push(chunk);
            in_flight += raw_size;
        }
        self.take_wave(&wave);
        self.take_wave(&[]);
        self.finish()
    }

    fn keep(&mut self, chunk: &Chunk) {
        self.unknown.push(UnknownChunk {
            tag: chunk.tag,
            flags: chunk.flags,
            raw_size: chunk.raw_size,
            data: self.stored(chunk).to_vec(),
        });
    }

    fn stored(&self, chunk: &Chunk) -> &'a [u8] {
        self.bytes.get(chunk.stored.clone()).unwrap_or_default()
    }

    fn over_budget(&mut self, chunk: &Chunk, what: &'static str, limit: u64) {
        self.problems.push(Problem::ChunkOverBudget { tag: chunk.tag, offset: chunk.offset, what, limit });
    }

    fn damaged(&mut self, chunk: &Chunk, reason: String) {
        self.problems.push(Problem::ChunkDamaged { tag: chunk.tag, offset: chunk.offset, reason });
    }

    /// Unpacks and scans a wave while the one before is hashed: the hash cannot be spread over cores.
    fn take_wave(&mut self, wave: &[&'a Chunk]) {
        let pending = std::mem::take(&mut self.pending);
        let mut content_id = self.content_id;
        let (scanned, ()) = rayon::join(
            || -> Vec<Result<Scanned, String>> {
                wave.par_iter().map(|chunk| unpack_and_scan(chunk, self.stored(chunk))).collect()
            },
            || pending.iter().for_each(|read| read.hash(&mut content_id)),
        );
        self.content_id = content_id;
        for read in pending {
            self.take_chunk(read);
        }
        let mut accepted = Vec::new();
        for (chunk, scanned) in wave.iter().zip(scanned) {
            match scanned {
                Err(reason) => self.damaged(chunk, reason),
                Ok(scanned) if !self.budget.take_memory(scanned.raw.len() as u64, scanned.memory()) => {
                    self.over_budget(chunk, "a chunk and the memory of all values", MEMORY_BUDGET);
                }
                Ok(scanned) => accepted.push((*chunk, scanned)),
            }
        }
        self.pending = accepted.into_par_iter().map(ReadChunk::new).collect();
    }

    fn take_chunk(&mut self, read: ReadChunk<'a>) {
        let ReadChunk { chunk, scanned, list } = read;
        let scan = match scanned.content {
            Content::Nodes(_) => return self.take_nodes(chunk, scanned.raw, list),
            Content::Value(scan) => scan,
        };
        self.not_finite += scan.not_finite;
        let mut cursor = Cursor::new(&scanned.raw);
        if chunk.tag == Tag::LMAP {
            self.has_lmap = true;
            self.lightmap = Lightmap::read(&mut cursor, &mut self.problems);
            return;
        }
        let found = cursor.clone().item();
        if !matches!(found, Item::Dictionary(_)) {
            return self.damaged(chunk, format!("a dictionary expected, {} found", found.name()));
        }
        if chunk.tag == Tag::END {
            self.end = Some(read_end(&scanned.raw));
        } else {
            self.head = Some(head_record(scanned.raw, scan));
        }
    }

    fn take_nodes(&mut self, chunk: &Chunk, raw: Vec<u8>, list: NodeList) {
        if !list.is_list {
            return self.damaged(chunk, "a dictionary with an array of nodes expected".to_owned());
        }
        if list.left_out > 0 {
            self.problems.push(Problem::NotNodes { count: list.left_out, offset: chunk.offset });
        }
        self.not_finite += list.not_finite;
        self.nodes += list.nodes.len() as u64;
        self.payloads.push(raw);
        let payload = self.payloads.len() as u32;
        for (node, parent) in list.nodes.into_iter().zip(list.parents) {
            self.builder.add(node, parent, payload);
        }
    }

    fn finish(mut self) -> Result<Document, Error> {
        let Some(head) = self.head.take().or_else(|| self.end.as_ref().map(head_from_end)) else {
            let problems: Vec<String> = self.problems.into_list().iter().map(ToString::to_string).collect();
            return Err(Error::no_head(&problems));
        };
        let content_id = self.content_id.finish();
        self.check_end(content_id);
        if self.not_finite > 0 {
            self.problems.push(Problem::NotFinite { count: self.not_finite });
        }
        if !self.has_lmap
            && let Some(mut cursor) = find(&head, "lightmap")
        {
            self.lightmap = Lightmap::read(&mut cursor, &mut self.problems);
        }
        let parts = Parts {
            head,
            tree: self.builder.finish(&mut self.problems),
            payloads: self.payloads,
            lightmap: self.lightmap,
            lightmap_in_head: !self.has_lmap,
            unknown: self.unknown,
            content_id: Some(content_id),
            stored_content_id: self.end.map_or(0, |end| end.content),
        };
        Ok(Document::new(Form::Binary, parts, self.problems))
    }

    fn check_end(&mut self, computed: u64) {
        let Some(end) = &self.end else {
            return self.problems.push(Problem::EndMissing);
        };
        if end.nodes > self.nodes {
            self.problems.push(Problem::NodesLost { lost: end.nodes - self.nodes, total: end.nodes });
        }
        if self.problems.any_damage() {
            return;
        }
        if end.chunks > self.chunks {
            self.problems.push(Problem::ChunksMissing { count: end.chunks - self.chunks });
        }
        if end.content != 0 && end.content != computed {
            self.problems.push(Problem::ContentId { computed, stored: end.content });
        }
    }
}

fn unpack_and_scan(chunk: &Chunk, stored: &[u8]) -> Result<Scanned, String> {
    let raw = frame::unpack(chunk, stored)?;
    let content = if chunk.tag == Tag::NODE {
        NodeLayout::scan(&raw).map(Content::Nodes)
    } else {
        Scanner::new(&raw, 0).value().map(Content::Value)
    };
    content.map(|content| Scanned { raw, content }).map_err(|error| error.to_string())
}

fn read_end(raw: &[u8]) -> EndCounts {
    let number = |key| find(raw, key).map_or(0, |mut cursor| cursor.item().as_id());
    let count = |key| u64::try_from(number(key)).unwrap_or(0);
    EndCounts {
        version: number("version"),
        nodes: count("nodes"),
        chunks: count("chunks"),
        content: count("content"),
    }
}

/// What stands in for a lost HEAD.
fn head_from_end(end: &EndCounts) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encoder.begin_dictionary(2);
    encoder.string("format");
    encoder.string(FORMAT);
    encoder.string("version");
    encoder.int(end.version);
    encoder.finish()
}

/// HEAD in the editor's own form, without the layers that do not belong there.
fn head_record(raw: Vec<u8>, scan: Scan) -> Vec<u8> {
    let has_float_version =
        find(&raw, "version").is_some_and(|mut version| matches!(version.item(), Item::Float(_)));
    if scan.is_canonical && !has_float_version && find(&raw, "layers").is_none() {
        return raw;
    }
    let mut head = match Value::read(&mut Cursor::new(&raw)) {
        Value::Dictionary(head) => head,
        _ => Dictionary::new(),
    };
    head.remove("layers");
    integers::restore_head(&mut head);
    let mut encoder = Encoder::default();
    encoder.value(&Value::Dictionary(head));
    encoder.finish()
}
