//! Opening reads the tables and nothing else; a chunk or tile reads itself and nothing else.

use crate::bytes::{Table, atlas, dds, geometry_body, geometry_frame, texture_frame, vertices};
use mapwright_formats::atlas::{Files, Limits, Node, Terrain, TexCoords, write_tqt};
use mapwright_formats::source::{ReadAt, ReadError};

/// Says how many of its bytes were read, and is as large as it likes: behind its bytes there is nothing but zeros.
struct Counted<'b> {
    bytes: &'b [u8],
    size: u64,
    read: u64,
}

impl ReadAt for Counted<'_> {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        self.read += buffer.len() as u64;
        let start = (offset as usize).min(self.bytes.len());
        let length = buffer.len().min(self.bytes.len() - start);
        buffer.fill(0);
        buffer[..length].copy_from_slice(&self.bytes[start..start + length]);
        Ok(())
    }
}

#[test]
fn a_terrain_of_two_gigabytes_opens_by_its_tables() {
    let chunk = geometry_frame(&geometry_body(140, &vertices(), None));
    let tile = texture_frame(&[&[2], dds(0).as_slice()].concat());
    let (chunk_bytes, tile_bytes) = (chunk.len() as u64, tile.len() as u64);
    let bytes = atlas(&[
        Table::geometry(3, 140, vec![Some(chunk); 21]),
        Table::textures(3, 140, vec![Some(tile); 21]),
    ]);
    let tables = 5 + (21 + 21 * 37) + (16 + 21 * 12);
    let mut source = Counted { bytes: &bytes, size: 2 << 30, read: 0 };
    let terrain = Terrain::open(&mut source, Limits::default()).unwrap();
    assert!(source.read <= tables + 4, "{} bytes read of tables of {tables}", source.read);
    source.read = 0;
    let mut files = Files::one(source);
    terrain.mesh(&mut files, Node::from_index(9), TexCoords::Engine, &mut Vec::new()).unwrap();
    assert_eq!(files.geometry().read, chunk_bytes);
    terrain.tile(&mut files, 0, Node::from_index(9)).unwrap();
    assert_eq!(files.geometry().read, chunk_bytes + tile_bytes);
}

#[test]
fn a_tqt_of_two_gigabytes_opens_by_its_table() {
    let bytes = write_tqt(4, 4, |_| dds(0));
    let mut source = Counted { bytes: &bytes, size: 2 << 30, read: 0 };
    let terrain = Terrain::open(&mut source, Limits::default()).unwrap();
    assert!(source.read <= 4 + 16 + 85 * 4, "{} bytes read", source.read);
    source.read = 0;
    let mut files = Files::one(source);
    terrain.tile(&mut files, 0, Node::from_index(30)).unwrap();
    assert_eq!(files.textures().read, 4 + dds(0).len() as u64);
}
