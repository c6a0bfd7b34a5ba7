//! Writing a map: the payloads in the editor's own form, packed and framed. Sections "Chunks", "NODE" and "END" of
//! the format.

use super::budget::{Budget, MEMORY_BUDGET, RAW_BUDGET};
use super::container::{FLAG_ZSTD, Tag, chunk_header, file_header};
use super::content_id::ContentId;
use super::document::{Document, NodeRef, UnknownChunk};
use super::encode::Encoder;
use super::error::Error;
use super::frame;
use super::node::NodeLayout;
use super::scan::Scanner;
use rayon::prelude::*;
use std::collections::HashMap;

/// A batch is closed by the node that takes it past this size.
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
        if batch.size > BATCH {
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

/// The content id of the payloads that the map is written as.
pub(super) fn content_id(document: &Document) -> u64 {
    let mut id = ContentId::new();
    id.add(document.head_record());
    node_payloads(document, |payload| id.add(&payload));
    id.finish()
}

/// Writes the map as a container. The same map always gives the same bytes.
///
/// # Errors
/// [`Error::Limit`] for a map past one of the budgets, [`Error::Unstorable`] for a tree that the container cannot
/// hold.
pub(super) fn write(document: &Document) -> Result<Vec<u8>, Error> {
    let renumbered = document.with_fresh_ids();
    let document = renumbered.as_ref().unwrap_or(document);
    check_tree(document)?;
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
    check_budgets(&payloads)?;

    let packed: Vec<Vec<u8>> = payloads.par_iter().map(|(tag, payload)| pack(*tag, payload)).collect();
    let unknown = document.unknown_chunks().iter().map(stored);
    let (map, rest) = packed.split_at(behind_nodes);
    let mut file = file_header().to_vec();
    file.extend(map.iter().flatten());
    file.extend(unknown.flatten());
    file.extend(rest.iter().flatten());
    Ok(file)
}

/// The container finds a node's parent by its id, among the nodes before it: a tree in which that would find
/// another node, or none, cannot be held.
pub(super) fn check_tree(document: &Document) -> Result<(), Error> {
    let mut latest = HashMap::new();
    let mut open: Vec<NodeRef<'_>> = document.layers().collect();
    open.reverse();
    while let Some(node) = open.pop() {
        if let Some(parent) = node.parent()
            && latest.get(&parent.id()) != Some(&parent.index())
        {
            let (expected, found) = match parent.id() {
                0 => ("an integer other than 0", "no id".to_owned()),
                id => ("an id of its own", format!("id {id}, which a later node repeats")),
            };
            return Err(Error::Unstorable { path: format!("{}.id", parent.path()), expected, found });
        }
        if node.id() != 0 {
            latest.insert(node.id(), node.index());
        }
        let below = open.len();
        open.extend(node.children());
        open[below..].reverse();
    }
    Ok(())
}

/// What a reader will take from its budgets, in the order in which it will.
fn check_budgets(payloads: &[(Tag, Vec<u8>)]) -> Result<(), Error> {
    let mut budget = Budget::new();
    for (tag, payload) in payloads {
        if !budget.take_raw(payload.len() as u64) {
            return Err(Error::Limit {
                what: "the size of the map's chunks",
                limit: RAW_BUDGET,
                offset: None,
            });
        }
        let memory = if *tag == Tag::NODE {
            NodeLayout::scan(payload).map(|layout| layout.memory)
        } else {
            Scanner::new(payload, 0).value().map(|scan| scan.memory)
        };
        let fits = memory.is_ok_and(|memory| budget.take_memory(payload.len() as u64, memory));
        if !fits {
            return Err(Error::Limit {
                what: "the memory of the map's values",
                limit: MEMORY_BUDGET,
                offset: None,
            });
        }
    }
    Ok(())
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
