//! A chunk of geometry (section 3).

use super::bounds::Bounds;
use super::collision::Collision;
use super::error::Error;
use super::problem::ProblemKind;
use super::vertices::Vertices;
use crate::bytes::Reader;
use crate::fault::Field;

/// The first version with a box behind the vertices.
const BOUNDS_BEHIND: u32 = 101;
/// The first version with the box in front, collision data and a sentinel at the end.
const COLLISION: u32 = 120;
const BODY_SENTINEL: u32 = 0xCEFE_DEEF;
const WITH_COLLISION: u8 = 0xDF;
const WITHOUT_COLLISION: u8 = 0x0F;

/// The triangles of one node, in terrain space with Z up.
#[derive(Debug, Clone, PartialEq)]
pub struct GeometryChunk {
    /// Where the chunk lay before it was last written. Often nonsense; nothing follows it.
    pub previous_chunk: u32,
    /// The box around the chunk: as stored, or around the vertices below version 101.
    pub bounds: Bounds,
    /// Three a triangle, clockwise seen from above.
    pub indices: Vec<u16>,
    /// How many of the last indices are skirts, which hide the cracks between levels.
    pub skirt_index_count: u32,
    /// What the indices point into.
    pub vertices: Vertices,
    /// Triangles by place, for rays; only some chunks have it.
    pub collision: Option<Collision>,
}

impl GeometryChunk {
    /// The indices of the surface, without the skirts.
    pub fn surface_indices(&self) -> &[u16] {
        &self.indices[..self.indices.len() - self.skirt_index_count as usize]
    }

    /// Reads a chunk's body, which `version` gives the layout of.
    pub(crate) fn read(mut reader: Reader<'_>, version: u32) -> Result<Self, Error> {
        let reader = &mut reader;
        let previous_chunk = reader.u32().field("previousChunk")?;
        let front = if version < COLLISION { None } else { Some(read_bounds(reader)?) };
        let list = IndexList::read(reader)?;
        let vertices = Vertices::read(reader, version)?;
        list.check(vertices.len())?;
        let behind = match version {
            BOUNDS_BEHIND..COLLISION => Some(read_bounds(reader)?),
            _ => None,
        };
        let collision = if version < COLLISION { None } else { read_end(reader, list.indices.len())? };
        if reader.left() > 0 {
            let found = format!("{} bytes more", reader.left());
            return Err(Error::corrupt("body", reader.offset(), "its end", found));
        }
        Ok(Self {
            previous_chunk,
            bounds: front.or(behind).unwrap_or_else(|| Bounds::of_points(&vertices.points)),
            indices: list.indices,
            skirt_index_count: list.skirts,
            vertices,
            collision,
        })
    }

    /// The body in the layout of version 140, without a previous chunk.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.bounds.to_floats().into_iter().flat_map(f32::to_le_bytes));
        bytes.extend((self.indices.len() as u32).to_le_bytes());
        bytes.extend(self.skirt_index_count.to_le_bytes());
        bytes.extend(self.indices.iter().flat_map(|index| index.to_le_bytes()));
        self.vertices.write(&mut bytes);
        bytes.push(if self.collision.is_some() { WITH_COLLISION } else { WITHOUT_COLLISION });
        if let Some(collision) = &self.collision {
            collision.write(&mut bytes);
        }
        bytes.extend(BODY_SENTINEL.to_le_bytes());
        bytes
    }

    /// What is suspicious in a chunk that could be read.
    pub(crate) fn problems(&self) -> Vec<ProblemKind> {
        let mut problems = self.vertices.problems();
        if !self.bounds.is_ordered() {
            problems.push(ProblemKind::ChunkBounds);
        }
        problems.extend(self.collision.as_ref().and_then(Collision::problem));
        problems
    }
}

fn read_bounds(reader: &mut Reader<'_>) -> Result<Bounds, Error> {
    let mut floats = [0.0; 6];
    for float in &mut floats {
        *float = reader.f32().field("mBounds")?;
    }
    Ok(Bounds::from_floats(floats))
}

/// The collision data, if any, and the sentinel behind it.
fn read_end(reader: &mut Reader<'_>, index_count: usize) -> Result<Option<Collision>, Error> {
    let offset = reader.offset();
    let collision = match reader.u8().field("colFlag")? {
        WITH_COLLISION => Some(Collision::read(reader, index_count)?),
        WITHOUT_COLLISION => None,
        flag => {
            return Err(Error::corrupt("colFlag", offset, "0xDF or 0x0F", format!("0x{flag:02X}")));
        }
    };
    let offset = reader.offset();
    let sentinel = reader.u32().field("postColSentinel")?;
    if sentinel != BODY_SENTINEL {
        let found = format!("0x{sentinel:08X}");
        return Err(Error::corrupt("postColSentinel", offset, "0xCEFEDEEF", found));
    }
    Ok(collision)
}

/// A triangle list whose counts make sense.
struct IndexList {
    offset: u64,
    indices: Vec<u16>,
    skirts: u32,
}

impl IndexList {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let start = reader.offset();
        let count = reader.u32().field("mIndexCount")?;
        let skirts = reader.u32().field("mSkirtSkipCount")?;
        if count % 3 != 0 {
            return Err(Error::corrupt("mIndexCount", start, "a multiple of 3", count));
        }
        if skirts > count || skirts % 3 != 0 {
            let expected = format!("a multiple of 3, at most {count}");
            return Err(Error::corrupt("mSkirtSkipCount", start + 4, expected, skirts));
        }
        let offset = reader.offset();
        let indices = reader.u16s(count).field("mIndex")?;
        Ok(Self { offset, indices, skirts })
    }

    fn check(&self, vertex_count: usize) -> Result<(), Error> {
        check_indices(&self.indices, vertex_count, "mIndex", self.offset)
    }
}

/// Sees to it that every index, the first at byte `offset`, names a vertex.
pub(crate) fn check_indices(
    indices: &[u16],
    vertex_count: usize,
    field: &'static str,
    offset: u64,
) -> Result<(), Error> {
    let largest = indices.iter().copied().max();
    if largest.is_none_or(|largest| usize::from(largest) < vertex_count) {
        return Ok(());
    }
    let bad = indices.iter().position(|&index| usize::from(index) >= vertex_count).unwrap_or_default();
    let expected = format!("an index of {vertex_count} vertices");
    Err(Error::corrupt(field, offset + 2 * bad as u64, expected, indices[bad]))
}
