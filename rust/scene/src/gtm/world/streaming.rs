//! The world's streaming settings. Section 12 of `docs/formats/gtm-nodes.md`.

use crate::gtm::text;
use mapwright_formats::gtm::nodes::Properties;

/// How the world is split and from how far its parts are drawn, in map units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Streaming {
    /// The edge of a part.
    pub chunk_size: f64,
    /// How far parts are drawn.
    pub load_radius: f64,
}

impl Streaming {
    /// The settings when the world is streamed.
    pub fn of(world: &Properties<'_>) -> Option<Self> {
        let mode = world.get("chunk_streaming")?.trim();
        let number = |key: &str, default: f64| {
            world.get(key).and_then(text::number).filter(|number| *number > 0.0).unwrap_or(default)
        };
        (!["", "0", "false"].contains(&mode)).then(|| Self {
            chunk_size: number("chunk_size", 2048.0),
            load_radius: number("load_radius", 8192.0),
        })
    }
}
