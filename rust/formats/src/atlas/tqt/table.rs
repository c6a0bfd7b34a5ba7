//! The table of a `.tqt` and its tiles (section 10).

use crate::atlas::cursor::Cursor;
use crate::atlas::dds;
use crate::atlas::error::Error;
use crate::atlas::limits::Limits;
use crate::atlas::problem::ProblemKind;
use crate::atlas::quadtree::{MAX_TREE_DEPTH, Node, node_count};
use crate::atlas::texture::{TextureChunk, TextureFormat};
use crate::bytes::Reader;
use crate::fault::{Field, InPlace};
use crate::source::ReadAt;

pub(crate) const MAGIC: [u8; 4] = *b"tqt\0";
pub(super) const VERSION: u32 = 2;
pub(super) const HEADER_BYTES: u64 = 16;
/// A tile's size, and the first word of its DDS.
const LEAST_TILE: u64 = 8;

/// A `.tqt`, of which only the tables are held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tqt {
    tree_depth: u32,
    tile_size: u32,
    /// By the transposed index of a node.
    offsets: Vec<u32>,
    /// The same, ascending.
    starts: Vec<u32>,
    limits: Limits,
}

impl Tqt {
    /// Reads the tables, and nothing else.
    ///
    /// # Errors
    /// [`Error`] when they are damaged, of another version, or point outside the file.
    pub fn open(source: &mut dyn ReadAt, limits: Limits) -> Result<Self, Error> {
        let size = source.size();
        let mut cursor = Cursor::new(source, 0, limits);
        let header = cursor.take(HEADER_BYTES, "header")?;
        let (tree_depth, tile_size) = read_header(Reader::new(&header))?;
        let bytes = cursor.take(u64::from(node_count(tree_depth)) * 4, "offsets")?;
        let offsets: Vec<_> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let end = cursor.offset();
        let outside = |&offset: &u32| u64::from(offset) < end || u64::from(offset) + LEAST_TILE > size;
        if let Some(entry) = offsets.iter().position(outside) {
            let expected = format!("a tile between byte {end} and byte {size}");
            let place = HEADER_BYTES + 4 * entry as u64;
            return Err(Error::corrupt("offsets", place, expected, offsets[entry]))
                .in_place(|| format!("entry {entry}"));
        }
        let mut starts = offsets.clone();
        starts.sort_unstable();
        Ok(Self { tree_depth, tile_size, offsets, starts, limits })
    }

    /// Levels of the tree.
    pub const fn tree_depth(&self) -> u32 {
        self.tree_depth
    }

    /// The width and height in pixels that the file says its tiles have; a tile's own header decides.
    pub const fn tile_size(&self) -> u32 {
        self.tile_size
    }

    /// Where the tile of the Atlas node `node` begins; tables here have their axes the other way round.
    pub fn offset(&self, node: Node) -> Option<u32> {
        self.offsets.get(node.transposed_index() as usize).copied()
    }

    /// Reads the length of `node`'s tile, size word and all.
    ///
    /// # Errors
    /// [`Error`] when there is no such node, or its tile leaves the file or reaches into another one.
    pub fn byte_count(&self, source: &mut dyn ReadAt, node: Node) -> Result<u32, Error> {
        self.extent(source, node).map(|(_, length)| length + 4).in_place(|| place(node))
    }

    /// Reads the tile of the Atlas node `node`.
    ///
    /// # Errors
    /// As [`byte_count`](Self::byte_count), and when the tile is no whole DDS.
    pub fn tile(&self, source: &mut dyn ReadAt, node: Node) -> Result<TextureChunk, Error> {
        self.read(source, node).in_place(|| place(node))
    }

    /// What is suspicious in a tile that could be read.
    pub(crate) fn tile_problem(&self, tile: &TextureChunk) -> Option<ProblemKind> {
        let header = dds::Header::read(&tile.image).ok()?;
        let (width, height, size) = (header.width, header.height, self.tile_size);
        let differs = (width, height) != (size, size);
        differs.then_some(ProblemKind::TileSize { stated: size, width, height })
    }

    fn read(&self, source: &mut dyn ReadAt, node: Node) -> Result<TextureChunk, Error> {
        let (start, length) = self.extent(source, node)?;
        let image = source.read_vec(start, length.into())?;
        dds::check(&image, start)?;
        Ok(TextureChunk { format: TextureFormat::Dds, image, further_layers: 0 })
    }

    /// Where the DDS of a tile begins and how long it is.
    fn extent(&self, source: &mut dyn ReadAt, node: Node) -> Result<(u64, u32), Error> {
        let Some(offset) = self.offset(node) else {
            return Err(Error::absent());
        };
        let mut cursor = Cursor::new(source, offset.into(), self.limits);
        let length = cursor.u32("chunkSize")?;
        let start = cursor.offset();
        cursor.skip(length.into(), "ddsBytes")?;
        self.limits.check_piece("chunkSize", offset.into(), length.into())?;
        let next = self.starts.partition_point(|&other| other <= offset);
        match self.starts.get(next) {
            Some(&next) if u64::from(next) < start + u64::from(length) => {
                let expected = format!("a tile that ends before the next one at byte {next}");
                let found = format!("one of {length} bytes");
                Err(Error::corrupt("chunkSize", offset.into(), expected, found))
            }
            _ => Ok((start, length)),
        }
    }
}

fn place(node: Node) -> String {
    format!("texture tile {node}")
}

fn read_header(mut reader: Reader<'_>) -> Result<(u32, u32), Error> {
    let magic: [u8; 4] = reader.array().field("fourCC")?;
    if magic != MAGIC {
        return Err(Error::magic(&magic));
    }
    let version = reader.u32().field("version")?;
    if version != VERSION {
        let found = match version {
            1 => "1, whose tiles are plain images without a size".into(),
            _ => version.to_string(),
        };
        return Err(Error::unrecognized("version", 4, "2", found));
    }
    let tree_depth = reader.u32().field("treeDepth")?;
    if !(1..=MAX_TREE_DEPTH).contains(&tree_depth) {
        return Err(Error::corrupt("treeDepth", 8, format!("1 to {MAX_TREE_DEPTH}"), tree_depth));
    }
    Ok((tree_depth, reader.u32().field("tileSize")?))
}
