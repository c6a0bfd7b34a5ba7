//! The header and the stubs: all that opening a `.chu` reads.

use crate::atlas::bounds::Bounds;
use crate::atlas::cursor::Cursor;
use crate::atlas::error::Error;
use crate::atlas::limits::Limits;
use crate::atlas::problem::{Problem, ProblemKind};
use crate::atlas::quadtree::{MAX_TREE_DEPTH, Node, node_count};
use crate::bytes::Reader;
use crate::fault::{Field, InPlace};
use crate::source::ReadAt;
use std::sync::OnceLock;

pub(crate) const MAGIC: [u8; 4] = *b"CHU3";
pub(super) const VERSION: i16 = 400;
pub(super) const HEADER_BYTES: u64 = 28;
pub(super) const STUB_BYTES: u64 = 37;
pub(super) const STUB_SENTINEL: u32 = 0xDEAD_BEEF;
/// No quantized number or place of a node is larger.
const QUANTIZED: f32 = 32768.0;
/// A chunk without vertices, indices and collision.
const LEAST_CHUNK: u64 = 19;

/// What the file says of the whole terrain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChuHeader {
    /// Levels of the tree.
    pub tree_depth: u32,
    /// Thought to be the error of the coarsest level.
    pub base_max_error: f32,
    /// World units in Z a quantized unit.
    pub vertical_scale: f32,
    /// World units a leaf is wide and high.
    pub leaf_dimensions: f32,
    /// Levels of the collision tree in chunks that have one.
    pub col_tree_depth: u32,
}

/// One node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChuStub {
    /// The node's key.
    pub label: i32,
    /// The labels of the nodes at +x, -y, -x and +y, -1 for none.
    pub neighbors: [i32; 4],
    /// The level that the chunk is placed by.
    pub level: u8,
    /// The column that the chunk is placed by.
    pub x: i16,
    /// The row that the chunk is placed by.
    pub y: i16,
    /// The least quantized Z of the chunk's vertices.
    pub min: i16,
    /// The greatest.
    pub max: i16,
    /// Where the chunk begins.
    pub chunk_offset: u32,
}

/// A `.chu`, of which only the tables are held.
#[derive(Debug)]
pub struct Chu {
    header: ChuHeader,
    /// By label.
    stubs: Vec<ChuStub>,
    /// By label: the box around a node and all below it, once somebody asked.
    pub(super) bounds: Vec<OnceLock<Bounds>>,
    pub(super) limits: Limits,
}

impl Chu {
    /// Reads the tables, and nothing else.
    ///
    /// # Errors
    /// [`Error`] when they are damaged, of another version, or point outside the file.
    pub fn open(source: &mut dyn ReadAt, limits: Limits) -> Result<Self, Error> {
        let size = source.size();
        let mut cursor = Cursor::new(source, 0, limits);
        let header_bytes = cursor.take(HEADER_BYTES, "header")?;
        let (header, count) = read_header(Reader::new(&header_bytes))?;
        let bytes = cursor.take(u64::from(count) * STUB_BYTES, "stubs")?;
        let table = StubTable { end: cursor.offset(), size, header, count };
        let mut stubs = vec![None; count as usize];
        for (place, stub) in bytes.chunks_exact(STUB_BYTES as usize).enumerate() {
            let offset = HEADER_BYTES + place as u64 * STUB_BYTES;
            table.read(Reader::at(stub, offset), &mut stubs).in_place(|| format!("stub {place}"))?;
        }
        // Every label is in range and came once, so none is missing.
        let stubs: Vec<_> = stubs.into_iter().flatten().collect();
        let bounds = stubs.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { header, stubs, bounds, limits })
    }

    /// What the file says of the whole terrain.
    pub const fn header(&self) -> &ChuHeader {
        &self.header
    }

    /// The stub of the Atlas node `node`; tables here have their axes the other way round.
    pub fn stub(&self, node: Node) -> Option<&ChuStub> {
        self.stubs.get(node.transposed_index() as usize)
    }

    /// The terrain's width and height in world units.
    pub fn terrain_size(&self) -> f32 {
        self.header.leaf_dimensions * (1u32 << (self.header.tree_depth - 1)) as f32
    }

    /// What is suspicious in the tables.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut kinds = Vec::new();
        if self.header.vertical_scale <= 0.0 {
            kinds.push(ProblemKind::VerticalScale(self.header.vertical_scale));
        }
        for (label, stub) in self.stubs.iter().enumerate() {
            let ChuStub { level, x, y, min, max, .. } = *stub;
            if min > max {
                kinds.push(ProblemKind::StubHeights { label, min, max });
            }
            if self.label_at(level, x, y) != Some(label as u32) {
                kinds.push(ProblemKind::StubLabel { label, level, x, y });
            }
        }
        kinds.into_iter().map(|kind| kind.within("table of chunks")).collect()
    }

    fn label_at(&self, level: u8, x: i16, y: i16) -> Option<u32> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        Node::new(self.header.tree_depth, level.into(), x, y).map(Node::transposed_index)
    }
}

fn read_header(mut reader: Reader<'_>) -> Result<(ChuHeader, u32), Error> {
    let reader = &mut reader;
    let magic: [u8; 4] = reader.array().field("fourCC")?;
    if magic != MAGIC {
        return Err(Error::magic(&magic));
    }
    let version = reader.i16().field("version")?;
    if version != VERSION {
        let found = version.to_string();
        return Err(Error::unrecognized("version", 4, "400", found));
    }
    let depth = reader.i16().field("treeDepth")?;
    let tree_depth = u32::try_from(depth).ok().filter(|depth| (1..=MAX_TREE_DEPTH).contains(depth));
    let Some(tree_depth) = tree_depth else {
        return Err(Error::corrupt("treeDepth", 6, format!("1 to {MAX_TREE_DEPTH}"), depth));
    };
    let base_max_error = reader.f32().field("baseMaxError")?;
    let vertical_scale = reader.f32().field("verticalScale")?;
    if !(vertical_scale * QUANTIZED).is_finite() {
        let expected = "a number that makes finite heights";
        return Err(Error::corrupt("verticalScale", 12, expected, vertical_scale));
    }
    let leaf_dimensions = reader.f32().field("leafDimensions")?;
    let farthest = leaf_dimensions * (1u32 << tree_depth) as f32 * QUANTIZED;
    if !(leaf_dimensions > 0.0 && farthest.is_finite()) {
        let expected = "a number above 0 that makes finite positions";
        return Err(Error::corrupt("leafDimensions", 16, expected, leaf_dimensions));
    }
    let count = reader.u32().field("chunkCount")?;
    if count != node_count(tree_depth) {
        let expected = format!("{} for a tree of depth {tree_depth}", node_count(tree_depth));
        return Err(Error::corrupt("chunkCount", 20, expected, count));
    }
    let col_tree_depth = reader.u32().field("colTreeDepth")?;
    let header = ChuHeader { tree_depth, base_max_error, vertical_scale, leaf_dimensions, col_tree_depth };
    Ok((header, count))
}

/// What stubs are checked against.
struct StubTable {
    end: u64,
    size: u64,
    header: ChuHeader,
    count: u32,
}

impl StubTable {
    /// Reads a stub and puts it to its label.
    fn read(&self, mut reader: Reader<'_>, stubs: &mut [Option<ChuStub>]) -> Result<(), Error> {
        let reader = &mut reader;
        let offset = reader.offset();
        let sentinel = reader.u32().field("sentinel")?;
        if sentinel != STUB_SENTINEL {
            let found = format!("0x{sentinel:08X}");
            return Err(Error::corrupt("sentinel", offset, "0xDEADBEEF", found));
        }
        let label = reader.i32().field("label")?;
        let Some(slot) = usize::try_from(label).ok().and_then(|label| stubs.get_mut(label)) else {
            let expected = format!("0 to {}", self.count - 1);
            return Err(Error::corrupt("label", offset + 4, expected, label));
        };
        if slot.is_some() {
            let found = format!("{label} once more");
            return Err(Error::corrupt("label", offset + 4, "each label once", found));
        }
        let mut neighbors = [0; 4];
        for neighbor in &mut neighbors {
            *neighbor = reader.i32().field("neighbors")?;
        }
        let level = reader.u8().field("level")?;
        if u32::from(level) >= self.header.tree_depth {
            let expected = format!("below the tree's depth {}", self.header.tree_depth);
            return Err(Error::corrupt("level", offset + 24, expected, level));
        }
        let (x, y) = (reader.i16().field("x")?, reader.i16().field("y")?);
        let (min, max) = (reader.i16().field("min")?, reader.i16().field("max")?);
        let chunk_offset = reader.u32().field("chunkOffset")?;
        let chunk = u64::from(chunk_offset);
        if chunk < self.end || chunk + LEAST_CHUNK > self.size {
            let expected = format!("a chunk between byte {} and byte {}", self.end, self.size);
            return Err(Error::corrupt("chunkOffset", offset + 33, expected, chunk_offset));
        }
        *slot = Some(ChuStub { label, neighbors, level, x, y, min, max, chunk_offset });
        Ok(())
    }
}
