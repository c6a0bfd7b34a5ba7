//! ISLA island blueprints: `.dat`, version 2 and the legacy version 1.
//!
//! A blueprint is a square map. Its grids (heights, biomes, water) are up to a gigabyte each, so they never
//! become part of a document here: [`open`] reads everything else and notes where each grid lies, and the
//! `read_*` methods of [`Opened`] fetch any window of a grid straight into the caller's slice. [`Plan`] writes
//! the same parts back.
//!
//! ```
//! use mapwright_formats::blueprint::{Document, Grids, Options, Params, Plan, Version, Window, open};
//!
//! let document = Document { params: Params::unknown(256), ..Document::default() };
//! let (heights, biomes) = (vec![0.5; 256 * 256], vec![3; 256 * 256]);
//! let grids = Grids { heights: &heights, biomes: &biomes, water_ids: None, water_levels: None };
//! let mut bytes = Vec::new();
//! Plan::new(&document, grids, Version::V2)?.write(&mut bytes).expect("memory takes it");
//!
//! let mut source = bytes.as_slice();
//! let island = open(&mut source, &Options::default())?;
//! let window = Window { x: 10, y: 20, width: 2, height: 2 };
//! let (mut heights, mut biomes) = ([0.0; 4], [0; 4]);
//! island.read_surface(&mut source, window, &mut heights, &mut biomes)?;
//! assert_eq!((heights, biomes), ([0.5; 4], [3; 4]));
//! # Ok::<(), mapwright_formats::blueprint::Error>(())
//! ```
//!
//! A grid's first index is the map's x, its second index the map's north/south axis: cell `(x, y)` of a map
//! `size` cells a side stands at `x * size + y`.

mod document;
mod error;
mod grids;
mod metadata;
mod opened;
mod options;
mod problem;
mod read;
mod records;
mod sections;
mod stream;
mod tag;
mod text;
mod v1;
mod v2;
mod water;
mod window;
mod write;

pub use document::{Document, Params, RoadTier, Roads, Town, UnknownSection, Version, WaterBody};
pub use error::Error;
pub use metadata::{Record, Value};
pub use opened::Opened;
pub use options::{Limits, Options};
pub use problem::{Cells, Problem};
pub use read::{open, read_header, recognizes};
pub use tag::Tag;
pub use water::{check_water, decode_water_level, encode_water_level};
pub use window::Window;
pub use write::{Grids, Plan};

/// The smallest map, in cells a side.
pub const MIN_MAP_SIZE: u32 = 256;
/// The largest map, in cells a side.
pub const MAX_MAP_SIZE: u32 = 32_768;
