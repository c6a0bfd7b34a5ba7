//! `TileMapLayer.tile_map_data` buffers, the text they lie in, and the data of the older `TileMap` node.
//!
//! A buffer is a `u16` header, 0 in the only format there is, and records of twelve bytes; all little endian.
//! An empty layer is an empty buffer. Godot applies records in order, so the last one of a coordinate counts, and
//! an erased cell stays in the buffer as a tombstone.
//!
//! ```
//! use mapwright_formats::tilemap::{Cell, TileMapData};
//!
//! let cell = Cell { x: 1, y: 2, source_id: 7, ..Cell::default() };
//! let bytes = TileMapData::from(vec![cell.to_record(0)?]).to_bytes();
//! let mut data = TileMapData::read(&bytes)?.data;
//! data.translate(10, 0)?;
//! let moved = data.records()[0];
//! assert_eq!((moved.x, moved.y, moved.source_id), (11, 2, 7));
//! assert_eq!(data.to_bytes().len(), 2 + 12);
//! # Ok::<(), mapwright_formats::tilemap::Error>(())
//! ```

mod buffer;
mod cell;
mod columns;
mod compare;
mod error;
mod legacy;
mod packed;
mod painted;
mod problem;
mod record;
mod scene;
mod text;

pub use buffer::{Loaded, TileMapData};
pub use cell::Cell;
pub use columns::{COLUMNS, Columns, ColumnsMut};
pub use compare::{Conflict, Diff, Merge};
pub use error::Error;
pub use painted::UsedRect;
pub use problem::Problem;
pub use record::{
    ALTERNATIVE_ID, ERASED_SOURCE, RESERVED_BIT, Record, TRANSFORM_FLIP_H, TRANSFORM_FLIP_V,
    TRANSFORM_TRANSPOSE,
};
pub use scene::{LayerKind, SceneLayer, list_scene_layers, replace_scene_layer};
pub use text::{read_text, to_text};
