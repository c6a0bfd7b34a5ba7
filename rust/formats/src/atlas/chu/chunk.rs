//! One chunk of a `.chu`. It has no length of its own: every part says how long it is.

use super::table::Chu;
use crate::atlas::collision::check_depth;
use crate::atlas::cursor::Cursor;
use crate::atlas::error::Error;
use crate::atlas::geometry::check_indices;
use crate::atlas::problem::ProblemKind;
use crate::atlas::quadtree::{Node, node_count};
use crate::bytes::Reader;
use crate::fault::{Field, InPlace};
use crate::source::ReadAt;

pub(super) const SENTINEL: u32 = 0xBEEF_1234;
pub(super) const FOOTER: u32 = 0xB1E2_E3F4;
const COLLISION_MARK: u32 = 0xB33F_D34D;
const VERTEX_BYTES: u64 = 8;

/// The triangles of one node as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChuChunk {
    /// x, y and z, and how much z changes on the way to the coarser level; x and y from -16384 to 16384 over
    /// the node's own square.
    pub vertices: Vec<[i16; 4]>,
    /// Three a triangle, clockwise seen from above; skirts first, many of them without an area.
    pub indices: Vec<u16>,
    /// Thought to be the number of triangles.
    pub tri_count: u32,
    /// Whether the file has collision data here.
    pub has_collision: bool,
    /// How many bytes the chunk takes in the file.
    pub byte_count: u32,
}

impl Chu {
    /// Reads the chunk of the Atlas node `node`.
    ///
    /// # Errors
    /// [`Error`] when there is no such node or its chunk is damaged.
    pub fn chunk(&self, source: &mut dyn ReadAt, node: Node) -> Result<ChuChunk, Error> {
        let Some(stub) = self.stub(node) else {
            return Err(Error::absent().within(format!("geometry chunk {node}")));
        };
        ChuChunk::read(source, stub.chunk_offset.into(), self)
            .in_place(|| format!("geometry chunk {node}, label {}", stub.label))
    }

    /// What is suspicious in `node`'s chunk.
    pub(crate) fn chunk_problems(&self, node: Node, chunk: &ChuChunk) -> Vec<ProblemKind> {
        let Some(stub) = self.stub(node) else { return Vec::new() };
        let mut problems = Vec::new();
        let heights = || chunk.vertices.iter().map(|vertex| vertex[2]);
        if let (Some(min), Some(max)) = (heights().min(), heights().max())
            && (min, max) != (stub.min, stub.max)
        {
            problems.push(ProblemKind::Heights { stated: [stub.min, stub.max], found: [min, max] });
        }
        let triangles = chunk.indices.len() / 3;
        if chunk.tri_count as usize != triangles {
            problems.push(ProblemKind::TriangleCount { stated: chunk.tri_count, found: triangles });
        }
        problems
    }
}

impl ChuChunk {
    fn read(source: &mut dyn ReadAt, start: u64, chu: &Chu) -> Result<Self, Error> {
        let mut cursor = Cursor::new(source, start, chu.limits);
        expect(&mut cursor, "sentinel", SENTINEL)?;
        let vertices = read_vertices(&mut cursor)?;
        let indices = read_indices(&mut cursor, vertices.len())?;
        let tri_count = cursor.u32("triCount")?;
        let flag_offset = cursor.offset();
        let has_collision = match cursor.u8("colDataFlag")? {
            0 => false,
            1 => true,
            flag => return Err(Error::corrupt("colDataFlag", flag_offset, "0 or 1", flag)),
        };
        if has_collision {
            skip_collision(&mut cursor, chu.header().col_tree_depth)?;
        }
        expect(&mut cursor, "footer", FOOTER)?;
        let byte_count = u32::try_from(cursor.offset() - start).unwrap_or(u32::MAX);
        Ok(Self { vertices, indices, tri_count, has_collision, byte_count })
    }
}

fn read_vertices(cursor: &mut Cursor<'_>) -> Result<Vec<[i16; 4]>, Error> {
    let offset = cursor.offset();
    let count = cursor.take(2, "vertCount")?;
    let count = Reader::at(&count, offset).u16().field("vertCount")?;
    let bytes = cursor.take(u64::from(count) * VERTEX_BYTES, "vertices")?;
    let vertices = bytes.as_chunks::<8>().0.iter();
    Ok(vertices
        .map(|&[a, b, c, d, e, f, g, h]| [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes))
        .collect())
}

fn read_indices(cursor: &mut Cursor<'_>, vertex_count: usize) -> Result<Vec<u16>, Error> {
    let offset = cursor.offset();
    let count = cursor.u32("indexCount")?.cast_signed();
    if count < 0 || count % 3 != 0 {
        return Err(Error::corrupt("indexCount", offset, "a multiple of 3, not negative", count));
    }
    let length = u64::from(count.cast_unsigned()) * 2;
    let indices_offset = cursor.offset();
    let bytes = cursor.take(length, "indices")?;
    let indices: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    check_indices(&indices, vertex_count, "indices", indices_offset)?;
    Ok(indices)
}

/// Collision data is made anew where it is wanted, as Torque does; here it is only stepped over.
fn skip_collision(cursor: &mut Cursor<'_>, tree_depth: u32) -> Result<(), Error> {
    check_depth("colTreeDepth", 24, tree_depth)?;
    cursor.skip(u64::from(node_count(tree_depth)) * 4, "colTreeNodes")?;
    expect(cursor, "collisionMark", COLLISION_MARK)?;
    let bins = 1u64 << (2 * (tree_depth - 1));
    cursor.skip(bins * 2, "colOffsets")?;
    let entries = cursor.u32("bufferSize")?;
    cursor.skip(u64::from(entries) * 2, "colIndexBuffer")
}

fn expect(cursor: &mut Cursor<'_>, field: &'static str, expected: u32) -> Result<(), Error> {
    let offset = cursor.offset();
    let found = cursor.u32(field)?;
    if found == expected {
        return Ok(());
    }
    let (expected, found) = (format!("0x{expected:08X}"), format!("0x{found:08X}"));
    Err(Error::corrupt(field, offset, expected, found))
}
