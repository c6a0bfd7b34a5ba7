//! Writes a `.chu` (section 9).

use super::chunk::{ChuChunk, FOOTER, SENTINEL};
use super::table::{ChuHeader, ChuStub, HEADER_BYTES, MAGIC, STUB_BYTES, STUB_SENTINEL, VERSION};

/// A `.chu` of these nodes, each with its stub and its chunk, in this order and without collision data.
///
/// The stubs' `chunk_offset` is computed; everything else is written as it stands.
pub fn write(header: &ChuHeader, nodes: &[(ChuStub, ChuChunk)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.tree_depth as i16).to_le_bytes());
    for float in [header.base_max_error, header.vertical_scale, header.leaf_dimensions] {
        bytes.extend(float.to_le_bytes());
    }
    bytes.extend((nodes.len() as u32).to_le_bytes());
    bytes.extend(header.col_tree_depth.to_le_bytes());
    let chunks: Vec<_> = nodes.iter().map(|(_, chunk)| chunk_bytes(chunk)).collect();
    let mut offset = HEADER_BYTES as usize + nodes.len() * STUB_BYTES as usize;
    for ((stub, _), chunk) in nodes.iter().zip(&chunks) {
        write_stub(&mut bytes, stub, offset as u32);
        offset += chunk.len();
    }
    bytes.extend(chunks.into_iter().flatten());
    bytes
}

fn write_stub(bytes: &mut Vec<u8>, stub: &ChuStub, chunk_offset: u32) {
    bytes.extend(STUB_SENTINEL.to_le_bytes());
    bytes.extend(stub.label.to_le_bytes());
    bytes.extend(stub.neighbors.iter().flat_map(|label| label.to_le_bytes()));
    bytes.push(stub.level);
    bytes.extend([stub.x, stub.y, stub.min, stub.max].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(chunk_offset.to_le_bytes());
}

fn chunk_bytes(chunk: &ChuChunk) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(SENTINEL.to_le_bytes());
    bytes.extend((chunk.vertices.len() as u16).to_le_bytes());
    bytes.extend(chunk.vertices.iter().flatten().flat_map(|number| number.to_le_bytes()));
    bytes.extend((chunk.indices.len() as u32).to_le_bytes());
    bytes.extend(chunk.indices.iter().flat_map(|index| index.to_le_bytes()));
    bytes.extend(chunk.tri_count.to_le_bytes());
    bytes.push(0);
    bytes.extend(FOOTER.to_le_bytes());
    bytes
}
