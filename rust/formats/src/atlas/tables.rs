//! The tables of contents at the start of an `.atlas` (sections 0 and 1): all that opening one reads.

use super::bounds::Bounds;
use super::cursor::Cursor;
use super::error::Error;
use super::frame::FRAME_BYTES;
use super::limits::Limits;
use super::quadtree::{MAX_TREE_DEPTH, node_count};
use super::toc::{NEWEST_VERSION, Stub, StubDetail, Toc, TocKind};
use crate::fault::InPlace;
use crate::source::ReadAt;

pub(crate) const MAGIC: [u8; 4] = *b"ATLS";
/// The last byte of a geometry stub from version 101 on.
pub(crate) const STUB_SENTINEL: u8 = 0xD0;
/// The bytes of a setting's name as the engine writes it.
pub(crate) const NAME_BYTES: usize = 128;
/// The bytes of a setting's name in files that keep to the format text instead.
const SHORT_NAME_BYTES: usize = 8;
/// Offset, length and generation, which every stub begins with.
const STUB_HEAD: usize = 12;
/// The first version whose geometry stubs hold a box.
const BOUNDS_VERSION: u32 = 101;

/// Reads all tables.
pub(crate) fn read(source: &mut dyn ReadAt, limits: Limits) -> Result<Vec<Toc>, Error> {
    // Nothing in the file tells how long the names are; a wrong guess shifts everything behind them.
    read_with_names(source, limits, NAME_BYTES)
        .or_else(|error| read_with_names(source, limits, SHORT_NAME_BYTES).map_err(|_| error))
}

fn read_with_names(source: &mut dyn ReadAt, limits: Limits, name_bytes: usize) -> Result<Vec<Toc>, Error> {
    let size = source.size();
    let mut cursor = Cursor::new(source, 0, limits);
    let magic = cursor.take(4, "magic")?;
    if magic != MAGIC {
        return Err(Error::magic(&magic));
    }
    let count = cursor.u8("NUM_TOCS")?;
    if count == 0 {
        return Err(Error::corrupt("NUM_TOCS", 4, "at least 1", 0));
    }
    let mut tables = Vec::new();
    for slot in 0..count {
        let table = read_toc(&mut cursor, name_bytes).in_place(|| format!("table of contents {slot}"))?;
        tables.push(table);
    }
    let end = cursor.offset();
    for (slot, table) in tables.iter().enumerate() {
        check_stubs(table, end, size).in_place(|| format!("table of contents {slot}"))?;
    }
    Ok(tables.into_iter().map(|table| table.toc).collect())
}

/// A table and where its stubs lie.
struct Placed {
    toc: Toc,
    first_stub: u64,
    stub_bytes: usize,
}

fn read_toc(cursor: &mut Cursor<'_>, name_bytes: usize) -> Result<Placed, Error> {
    let kind = read_kind(cursor)?;
    let depth_offset = cursor.offset();
    let tree_depth = cursor.u32("treeDepth")?;
    if tree_depth > MAX_TREE_DEPTH {
        let expected = format!("at most {MAX_TREE_DEPTH}");
        return Err(Error::corrupt("treeDepth", depth_offset, expected, tree_depth));
    }
    let count = cursor.u32("stubCount")?;
    if kind.is_tree() && count != node_count(tree_depth) {
        let expected = format!("{} for a tree of depth {tree_depth}", node_count(tree_depth));
        return Err(Error::corrupt("stubCount", depth_offset + 4, expected, count));
    }
    let version = cursor.u32("csmVersion")?;
    if version > NEWEST_VERSION {
        return Err(Error::unrecognized("csmVersion", depth_offset + 8, "at most 150", version.to_string()));
    }
    let first_stub = cursor.offset();
    let stub_bytes = stub_bytes(kind, version, name_bytes);
    let bytes = cursor.take(u64::from(count) * stub_bytes as u64, "stubs")?;
    let stubs = bytes.chunks_exact(stub_bytes).enumerate();
    let stubs = stubs
        .map(|(index, stub)| read_stub(kind, stub, first_stub + (index * stub_bytes) as u64))
        .collect::<Result<_, _>>()?;
    Ok(Placed { toc: Toc { kind, tree_depth, version, stubs }, first_stub, stub_bytes })
}

fn read_kind(cursor: &mut Cursor<'_>) -> Result<TocKind, Error> {
    let offset = cursor.offset();
    let length = cursor.u8("tagLength")?;
    let tag = cursor.take(length.into(), "kindTag")?;
    match tag.to_ascii_lowercase().as_slice() {
        b"geom" => Ok(TocKind::Geometry { goal_batch_size: cursor.u32("mGoalBatchSize")? }),
        b"tex" => Ok(TocKind::Texture),
        b"config" => Ok(TocKind::Config),
        b"object" => Ok(TocKind::Object { goal_batch_size: cursor.u32("mGoalBatchSize")? }),
        _ => Err(Error::unrecognized(
            "kindTag",
            offset + 1,
            "\"Geom\", \"Tex\", \"Config\" or \"Object\"",
            format!("{:?}", tag.escape_ascii().to_string()),
        )),
    }
}

/// How long a stub is.
pub(crate) const fn stub_bytes(kind: TocKind, version: u32, name_bytes: usize) -> usize {
    STUB_HEAD
        + match kind {
            TocKind::Geometry { .. } if version < BOUNDS_VERSION => 8,
            TocKind::Geometry { .. } | TocKind::Object { .. } => 25,
            TocKind::Texture => 0,
            TocKind::Config => name_bytes,
        }
}

fn read_stub(kind: TocKind, bytes: &[u8], offset: u64) -> Result<Stub, Error> {
    let (head, rest) = bytes.split_at(STUB_HEAD);
    let [position, length, generation] = words(head).map(u32::from_le_bytes);
    let detail = match kind {
        TocKind::Texture => StubDetail::None,
        TocKind::Config => {
            let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
            StubDetail::Name(rest[..end].into())
        }
        TocKind::Geometry { .. } if rest.len() == 8 => {
            StubDetail::Position(words(rest).map(f32::from_le_bytes))
        }
        TocKind::Geometry { .. } | TocKind::Object { .. } => {
            let bounds = Bounds::from_floats(words(rest).map(f32::from_le_bytes));
            let sentinel = rest[24];
            if sentinel != STUB_SENTINEL && matches!(kind, TocKind::Geometry { .. }) {
                let found = format!("0x{sentinel:02X}");
                return Err(Error::corrupt("sentinel", offset + 36, "0xD0", found));
            }
            StubDetail::Bounds(bounds)
        }
    };
    Ok(Stub { offset: position, length, generation, detail })
}

/// The first `N` words of four bytes.
fn words<const N: usize>(bytes: &[u8]) -> [[u8; 4]; N] {
    let mut words = [[0; 4]; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = *bytes;
    }
    words
}

/// Sees to it that every chunk lies behind the tables and within the file.
fn check_stubs(table: &Placed, end: u64, size: u64) -> Result<(), Error> {
    if matches!(table.toc.kind, TocKind::Object { .. }) {
        return Ok(());
    }
    for (index, stub) in table.toc.stubs.iter().enumerate().filter(|(_, stub)| !stub.is_absent()) {
        let place = table.first_stub + (index * table.stub_bytes) as u64;
        let (offset, length) = (u64::from(stub.offset), u64::from(stub.length));
        let fault = if offset < end {
            Some(Error::corrupt("offset", place, format!("{end} or more, behind the tables"), offset))
        } else if length <= FRAME_BYTES {
            Some(Error::corrupt("length", place + 4, format!("more than {FRAME_BYTES}"), length))
        } else if offset + length > size {
            let found = format!("a chunk that ends at byte {}", offset + length);
            Some(Error::corrupt("offset", place, format!("a chunk within {size} bytes"), found))
        } else {
            None
        };
        if let Some(fault) = fault {
            return Err(fault).in_place(|| format!("stub {index}"));
        }
    }
    Ok(())
}
