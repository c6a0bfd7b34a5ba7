//! A chunk's triangles by place (section 3): a grid of bins, and a tree of heights over it.

use super::error::Error;
use super::problem::ProblemKind;
use super::quadtree::{MAX_TREE_DEPTH, node_count};
use crate::bytes::Reader;
use crate::fault::Field;

/// Ends a bin's list.
pub(crate) const END: u16 = 0xFFFF;

/// The grid is `2^(tree_depth - 1)` bins a side over the chunk's bounds; bin (i, j), i along x, is number
/// `i * grid + j`.
#[derive(Debug, Clone, PartialEq)]
pub struct Collision {
    /// Levels of the tree; its last one is the grid.
    pub tree_depth: u32,
    /// The least and greatest Z of each node's triangles, in the order of a tree of stubs.
    pub nodes: Vec<[f32; 2]>,
    /// Where each bin's list begins in `triangles`.
    pub offsets: Vec<u16>,
    /// Lists of triangles, each given by the place of its first index, each list ended by 0xFFFF.
    pub triangles: Vec<u16>,
}

impl Collision {
    /// Bins along each side of the grid.
    pub const fn grid(&self) -> u32 {
        1 << self.tree_depth.saturating_sub(1)
    }

    /// The triangles of bin number `bin`.
    pub fn bin(&self, bin: usize) -> &[u16] {
        let list = self.offsets.get(bin).and_then(|&offset| self.triangles.get(usize::from(offset)..));
        let list = list.unwrap_or_default();
        let end = list.iter().position(|&triangle| triangle == END);
        &list[..end.unwrap_or(list.len())]
    }

    pub(crate) fn read(reader: &mut Reader<'_>, index_count: usize) -> Result<Self, Error> {
        let start = reader.offset();
        let tree_depth = reader.u32().field("mColTreeDepth")?;
        check_depth("mColTreeDepth", start, tree_depth)?;
        let nodes = reader.take(node_count(tree_depth) as usize * 8).field("mColTree")?;
        let nodes = nodes.as_chunks::<8>().0.iter().map(|&[a, b, c, d, e, f, g, h]| {
            [f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h])]
        });
        let nodes = nodes.collect();
        let count_offset = reader.offset();
        let count = reader.u32().field("mColOffsetCount")?;
        let bins = 1 << (2 * (tree_depth - 1));
        if count != bins {
            let expected = format!("{bins} for a tree of depth {tree_depth}");
            return Err(Error::corrupt("mColOffsetCount", count_offset, expected, count));
        }
        let offsets_start = reader.offset();
        let offsets = reader.u16s(count).field("mColIndicesOffsets")?;
        let count = reader.u32().field("mColIndexCount")?;
        let triangles_start = reader.offset();
        let triangles = reader.u16s(count).field("mColIndicesBuffer")?;
        let collision = Self { tree_depth, nodes, offsets, triangles };
        collision.check_offsets(offsets_start)?;
        collision.check_triangles(triangles_start, index_count)?;
        Ok(collision)
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.tree_depth.to_le_bytes());
        bytes.extend(self.nodes.iter().flatten().flat_map(|height| height.to_le_bytes()));
        bytes.extend((self.offsets.len() as u32).to_le_bytes());
        bytes.extend(self.offsets.iter().flat_map(|offset| offset.to_le_bytes()));
        bytes.extend((self.triangles.len() as u32).to_le_bytes());
        bytes.extend(self.triangles.iter().flat_map(|triangle| triangle.to_le_bytes()));
    }

    pub(crate) fn problem(&self) -> Option<ProblemKind> {
        let count = self.nodes.iter().filter(|[min, max]| min > max || min.is_nan() || max.is_nan()).count();
        (count > 0).then_some(ProblemKind::CollisionNodes { count })
    }

    /// Every list must begin in the buffer and end there.
    fn check_offsets(&self, start: u64) -> Result<(), Error> {
        let lists_end =
            self.triangles.iter().rposition(|&triangle| triangle == END).map_or(0, |last| last + 1);
        let Some(bad) = self.offsets.iter().position(|&offset| usize::from(offset) >= lists_end) else {
            return Ok(());
        };
        let expected = format!("a list that ends within {} entries", self.triangles.len());
        let place = start + 2 * bad as u64;
        Err(Error::corrupt("mColIndicesOffsets", place, expected, self.offsets[bad]))
    }

    /// Every triangle must be one of the chunk's.
    fn check_triangles(&self, start: u64, index_count: usize) -> Result<(), Error> {
        let beyond = |&triangle: &u16| triangle != END && usize::from(triangle) + 3 > index_count;
        // The largest of all is found faster than the first that is too large.
        let largest = self.triangles.iter().map(|&triangle| if triangle == END { 0 } else { triangle }).max();
        if largest.is_none_or(|largest| !beyond(&largest)) {
            return Ok(());
        }
        let Some(bad) = self.triangles.iter().position(beyond) else { return Ok(()) };
        let expected = format!("the first of three of {index_count} indices");
        let place = start + 2 * bad as u64;
        Err(Error::corrupt("mColIndicesBuffer", place, expected, self.triangles[bad]))
    }
}

/// A collision tree has at least the level that is its grid.
pub(crate) fn check_depth(field: &'static str, offset: u64, depth: u32) -> Result<(), Error> {
    if (1..=MAX_TREE_DEPTH).contains(&depth) {
        return Ok(());
    }
    Err(Error::corrupt(field, offset, format!("1 to {MAX_TREE_DEPTH}"), depth))
}
