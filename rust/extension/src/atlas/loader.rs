//! Torque terrains as resources: `load("res://mountains.atlas")`.

use super::resource::AtlasFile;
use crate::errors::Failure;
use crate::loader::{Loaded, MapFormat};
use godot::prelude::*;
use mapwright_formats::atlas::Format;

/// Torque terrains as resources.
pub(crate) struct TerrainFormat;

impl MapFormat for TerrainFormat {
    fn extensions(&self) -> &'static [&'static str] {
        &["atlas", "chu", "tqt"]
    }

    fn class(&self) -> &'static str {
        "AtlasFile"
    }

    fn recognizes(&self, head: &[u8]) -> bool {
        Format::of(head).is_some()
    }

    fn load(&self, path: &GString) -> Result<Loaded, Failure> {
        let file = AtlasFile::new_gd();
        let problems = file.bind().load_file(path)?;
        Ok(Loaded { resource: file.upcast(), problems })
    }
}
