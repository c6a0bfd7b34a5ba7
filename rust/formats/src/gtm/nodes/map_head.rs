//! The top level of a map: worldspawn properties and texture settings. Section 2 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, numbers_or, text};
use super::properties::Properties;
use crate::gtm::cursor::Cursor;
use crate::gtm::document::Document;

/// What stands at the top of a map and is built. Section 2 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MapHead<'a> {
    /// The world's properties; `classname` is always `worldspawn`.
    pub properties: Properties<'a>,
    /// Settings of textures, by name.
    pub textures: Vec<(&'a str, TextureSettings)>,
}

/// How a texture is laid on faces in this map.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextureSettings {
    /// Map units that one repeat covers, both above 0; `None` leaves it to the material.
    pub size: Option<[f64; 2]>,
    /// Whether brush faces are projected along the world's axes.
    pub is_world_projected: bool,
}

impl<'a> MapHead<'a> {
    /// Reads a map's head.
    pub fn read(document: &'a Document) -> Self {
        let mut head = Self::default();
        entries(&mut document.head(), |key, value| match key {
            "properties" => head.properties = Properties::read(value),
            "textures" => {
                let textures = &mut head.textures;
                entries(value, |name, value| textures.push((name, TextureSettings::read(value))));
            }
            _ => value.skip(),
        });
        head.properties.set("classname", "worldspawn");
        head
    }
}

impl TextureSettings {
    fn read(cursor: &mut Cursor<'_>) -> Self {
        let mut settings = Self::default();
        entries(cursor, |key, value| match key {
            "size" => {
                let size = numbers_or(value, [0.0; 2]);
                settings.size = (size[0] > 0.0 && size[1] > 0.0).then_some(size);
            }
            "projection" => settings.is_world_projected = text(value) == "world",
            _ => value.skip(),
        });
        settings
    }
}
