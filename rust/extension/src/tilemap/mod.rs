//! Tile map data in Godot.

mod cells;
mod codec;
mod columns;
mod scenes;

use crate::errors::Failure;
use godot::global::Error;
use mapwright_formats::tilemap;

impl From<tilemap::Error> for Failure {
    fn from(error: tilemap::Error) -> Self {
        Self::from_format(error.kind(), "", &error)
    }
}

/// A value that the caller passed in is wrong.
fn invalid(message: String) -> Failure {
    Failure::new(Error::ERR_INVALID_DATA, message)
}
