//! Writes a `.tqt` (section 10).

use super::table::{HEADER_BYTES, MAGIC, VERSION};
use crate::atlas::quadtree::{Node, node_count};

/// A `.tqt` of `tree_depth` levels; `tile` gives the DDS of each Atlas node.
pub fn write(tree_depth: u32, tile_size: u32, mut tile: impl FnMut(Node) -> Vec<u8>) -> Vec<u8> {
    let count = node_count(tree_depth);
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend([VERSION, tree_depth, tile_size].iter().flat_map(|word| word.to_le_bytes()));
    bytes.resize(HEADER_BYTES as usize + 4 * count as usize, 0);
    for node in (0..count).map(Node::from_index) {
        let offset = (bytes.len() as u32).to_le_bytes();
        let entry = HEADER_BYTES as usize + 4 * node.transposed_index() as usize;
        bytes[entry..entry + 4].copy_from_slice(&offset);
        let dds = tile(node);
        bytes.extend((dds.len() as u32).to_le_bytes());
        bytes.extend(dds);
    }
    bytes
}
