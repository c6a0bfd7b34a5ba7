//! GodotTrench maps: a room with baked light, a village on a terrain, and a large map for the benches.

mod large;
mod models;
mod nodes;
mod room;
mod textures;
mod village;

use mapwright_formats::gtm::Document;
use std::fs;
use std::io;
use std::path::Path;

/// Writes the images and models that the maps use, below `project`.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write_materials(project: &Path) -> io::Result<()> {
    textures::write(&project.join("textures"))?;
    models::write(&project.join("models"))
}

/// Writes `room.gtm`, `village.gtm`, the same village as JSON, and the prefab that it uses.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    save(&folder.join("room.gtm"), &room::map()?)?;
    save(&folder.join("well.gtm"), &village::well()?)?;
    let village = village::map()?;
    fs::write(folder.join("village.json"), village.to_json().map_err(io::Error::other)?)?;
    save(&folder.join("village.gtm"), &village)
}

/// Writes the maps that the benches read: `brushes_5000.gtm`, and `large.gtm` with 50,000 brushes, a terrain of 1025 x
/// 1025 heights and 100,000 scatter instances.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write_large(folder: &Path) -> io::Result<()> {
    save(&folder.join("brushes_5000.gtm"), &large::map(5_000, 0, 0)?)?;
    save(&folder.join("large.gtm"), &large::map(50_000, 1025, 100_000)?)
}

fn save(path: &Path, map: &Document) -> io::Result<()> {
    fs::write(path, map.to_bytes().map_err(io::Error::other)?)
}
