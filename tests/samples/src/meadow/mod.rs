//! A meadow of tiles: a scene with `TileMapLayer`s and an old `TileMap`, and a buffer as it is found in a hex dump.

mod land;
mod scene;
mod shapes;
mod tiles;

use land::Land;
use mapwright_formats::tilemap::{Record, TileMapData};
use std::fs;
use std::io;
use std::path::Path;

/// Writes `meadow.tscn` and `meadow_pasted.txt`.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    let land = Land::grow();
    fs::write(folder.join("meadow.tscn"), scene::text(&land))?;
    fs::write(folder.join("meadow_pasted.txt"), pasted(&land))
}

/// A layer's buffer as a hex dump that was copied by hand: its last record is cut off, one alternative has bit 15 set.
fn pasted(land: &Land) -> String {
    let mut records = land.paths().to_vec();
    if let Some(record) = records.get_mut(4) {
        record.alternative_tile |= mapwright_formats::tilemap::RESERVED_BIT;
    }
    let bytes = TileMapData::from(records).to_bytes();
    let whole = &bytes[..bytes.len() - Record::SIZE / 2];
    let line = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    whole.chunks(16).map(|bytes| line(bytes) + "\n").collect()
}
