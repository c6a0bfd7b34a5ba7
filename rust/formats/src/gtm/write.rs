//! Writing a map: the payloads in the editor's own form, packed and framed. Sections "Chunks", "NODE" and "END" of
//! the format.

use super::budget::{MEMORY_BUDGET, RAW_BUDGET};
use super::container::{FLAG_ZSTD, chunk_header, file_header};

use super::content_id::ContentId;
use super::document::{Document, UnknownChunk};
use super::encode::Encoder;
use super::error::Error;
use super::frame;
use super::node_list::NodeLayout;
use super::node_ref::NodeRef;
use super::scan::Scanner;
use super::tag::Tag;
use rayon::prelude::*;

/// A batch is closed by the node with which it reaches this size.
const BATCH: usize = 64 << 10;

/// A NODE payload in the making.
#[derive(Default)]
struct Batch<'d> {
    parents: Vec<i64>,
    records: Vec<&'d [u8]>,
    size: usize,
}

impl Batch<'_> {
    fn encode(&self) -> Vec<u8> {
        let mut encoder = Encoder::default();
        encoder.begin_dictionary(2);
        encoder.string("parents");
        encoder.int64_array(self.parents.len(), self.parents.iter().copied());
        encoder.string("nodes");
        encoder.begin_array(self.records.len());
        for record in &self.records {
            encoder.raw(record);
        }
        encoder.finish()
    }
}

/// Hands the NODE payloads to `take`, in tree order.
fn node_payloads(document: &Document, mut take: impl FnMut(Vec<u8>)) {
    let mut batch = Batch::default();
    let mut open: Vec<(NodeRef<'_>, i64)> = document.layers().map(|layer| (layer, 0)).collect();
    open.reverse();
    while let Some((node, parent)) = open.pop() {
        batch.parents.push(parent);
        batch.records.push(node.bytes());
        batch.size += node.bytes().len();
        if batch.size >= BATCH {
            take(std::mem::take(&mut batch).encode());
        }
        let below = open.len();
        open.extend(node.children().map(|child| (child, node.id())));
        open[below..].reverse();
    }
    if !batch.records.is_empty() {
        take(batch.encode());
    }
}

impl Document {
    /// The content id, computed from the payloads that were read, or, for JSON, from those that the map is written as.
    pub fn content_id(&self) -> u64 {
        *self.content_id.get_or_init(|| content_id(self))
    }

    /// The memory of the map's values as the format counts it, which is the same in both forms of a file.
    pub fn memory(&self) -> u64 {
        Cost::of(self).memory
    }

    /// The map as a container. The same map always gives the same bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for a map past one of the budgets.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write(self)
    }
}

/// The content id of the payloads that the map is written as.
fn content_id(document: &Document) -> u64 {
    let renumbered = document.with_fresh_ids();
    let document = renumbered.as_ref().unwrap_or(document);
    let mut id = ContentId::new();
    id.add(document.head_record());
    node_payloads(document, |payload| id.add(&payload));
    id.finish()
}

fn write(document: &Document) -> Result<Vec<u8>, Error> {
    let renumbered = document.with_fresh_ids();
    let document = renumbered.as_ref().unwrap_or(document);
    let mut payloads = vec![(Tag::HEAD, document.head_record().to_vec())];
    node_payloads(document, |payload| payloads.push((Tag::NODE, payload)));
    let behind_nodes = payloads.len();
    let mut content_id = ContentId::new();
    for (_, payload) in &payloads {
        content_id.add(payload);
    }
    payloads.extend(document.lightmap_chunk().map(|lightmap| (Tag::LMAP, lightmap.encode())));
    let chunks = payloads.len() + document.unknown_chunks().len();
    payloads.push((Tag::END, end_payload(document, chunks, content_id.finish())));
    let mut cost = Cost::default();
    for (tag, payload) in &payloads {
        cost.add(*tag, payload);
    }
    cost.check()?;

    let packed: Vec<Vec<u8>> = payloads.par_iter().map(|(tag, payload)| pack(*tag, payload)).collect();
    let unknown = document.unknown_chunks().iter().map(stored);
    let (map, rest) = packed.split_at(behind_nodes);
    let mut file = file_header().to_vec();
    file.extend(map.iter().flatten());
    file.extend(unknown.flatten());
    file.extend(rest.iter().flatten());
    Ok(file)
}

/// What a map takes from the budgets of who reads it, counted chunk by chunk in the order of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cost {
    raw: u64,
    memory: u64,
    /// The largest sum of a chunk's raw size and the values up to its last.
    peak: u64,
}

impl Cost {
    /// The cost of a map as it would be written.
    pub(super) fn of(document: &Document) -> Self {
        let renumbered = document.with_fresh_ids();
        let document = renumbered.as_ref().unwrap_or(document);
        let mut cost = Self::default();
        cost.add(Tag::HEAD, document.head_record());
        node_payloads(document, |payload| cost.add(Tag::NODE, &payload));
        if let Some(lightmap) = document.lightmap_chunk() {
            cost.add(Tag::LMAP, &lightmap.encode());
        }
        cost.add(Tag::END, &end_payload(document, usize::MAX, u64::MAX));
        cost
    }

    fn add(&mut self, tag: Tag, payload: &[u8]) {
        let size = payload.len() as u64;
        let memory = if tag == Tag::NODE {
            NodeLayout::scan(payload).map(|layout| layout.memory)
        } else {
            Scanner::new(payload, 0).value().map(|scan| scan.memory)
        };
        self.raw = self.raw.saturating_add(size);
        self.memory = self.memory.saturating_add(memory.unwrap_or(u64::MAX));
        self.peak = self.peak.max(self.memory.saturating_add(size));
    }

    /// Adds values that grow by so much.
    pub(super) const fn grow(&mut self, raw: u64, memory: u64) {
        self.raw = self.raw.saturating_add(raw);
        self.memory = self.memory.saturating_add(memory);
        self.peak = self.peak.saturating_add(raw).saturating_add(memory);
    }

    /// Refuses a map that a reader would not read in full.
    pub(super) fn check(self) -> Result<(), Error> {
        let (what, limit) = if self.raw > RAW_BUDGET {
            ("the size of the map's chunks", RAW_BUDGET)
        } else if self.peak > MEMORY_BUDGET {
            ("the memory of the map's values", MEMORY_BUDGET)
        } else {
            return Ok(());
        };
        Err(Error::over_limit(what, limit))
    }
}

fn end_payload(document: &Document, chunks: usize, content_id: u64) -> Vec<u8> {
    let mut encoder = Encoder::default();
    encoder.begin_dictionary(4);
    for (key, number) in [
        ("version", document.map_version()),
        ("nodes", document.node_count() as i64),
        ("chunks", chunks as i64),
        ("content", content_id as i64),
    ] {
        encoder.string(key);
        encoder.int(number);
    }
    encoder.finish()
}

fn pack(tag: Tag, payload: &[u8]) -> Vec<u8> {
    let level = if tag == Tag::LMAP { frame::LMAP_LEVEL } else { frame::LEVEL };
    let (flags, stored) = match frame::pack(payload, level) {
        Ok(packed) => (FLAG_ZSTD, packed),
        // zstd fails for want of memory only; the container holds plain payloads as well.
        Err(_) => (0, payload.to_vec()),
    };
    let mut chunk = chunk_header(tag, flags, payload.len() as u32, stored.len() as u32).to_vec();
    chunk.extend(stored);
    chunk
}

fn stored(chunk: &UnknownChunk) -> Vec<u8> {
    let header = chunk_header(chunk.tag, chunk.flags, chunk.raw_size, chunk.data.len() as u32);
    [header.as_slice(), &chunk.data].concat()
}
