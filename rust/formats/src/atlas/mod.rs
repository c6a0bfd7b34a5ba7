//! Torque Atlas terrains: `.atlas`, and the older `.chu` and `.tqt`.
//!
//! Opening a file reads its tables only; chunks of geometry, tiles and settings are read one at a time from the
//! source they lie in. Positions are in Torque's world units with Z up.
//!
//! ```
//! use mapwright_formats::atlas::{AtlasWriter, Files, Limits, StubDetail, Terrain, TexCoords, Toc, TocKind, Stub};
//! use mapwright_formats::atlas::ConfigChunk;
//! use std::io::Cursor;
//!
//! let stub = Stub { offset: 0, length: 0, generation: 1, detail: StubDetail::Name(b"sky".to_vec().into()) };
//! let toc = Toc { kind: TocKind::Config, tree_depth: 0, version: 140, stubs: vec![stub] };
//! let mut writer = AtlasWriter::new(Cursor::new(Vec::new()), vec![toc])?;
//! let settings = ConfigChunk { previous_chunk: 0, entries: vec![(b"type".to_vec(), b"clear".to_vec())] };
//! writer.config(0, 0, &settings)?;
//! let bytes = writer.finish()?.into_inner();
//!
//! let terrain = Terrain::open(&mut bytes.as_slice(), Limits::default())?;
//! let mut files = Files::one(bytes.as_slice());
//! assert_eq!(terrain.config(&mut files, b"SKY")?, settings);
//! # Ok::<(), mapwright_formats::atlas::WriteError>(())
//! ```

mod bounds;
mod chu;
mod collision;
mod collision_build;
mod config;
mod container;
mod cursor;
mod dds;
mod error;
mod files;
mod footprint;
mod frame;
mod geometry;
mod limits;
mod problem;
mod quadtree;
mod save;
mod streams;
mod tables;
mod terrain;
mod texture;
mod toc;
mod tqt;
mod validate;
mod vertices;
mod writer;

pub use bounds::Bounds;
pub use chu::{Chu, ChuChunk, ChuHeader, ChuStub, TexCoords, write as write_chu};
pub use collision::Collision;
pub use collision_build::build as build_collision;
pub use config::ConfigChunk;
pub use container::Atlas;
pub use error::Error;
pub use files::{Files, Format};
pub use footprint::Footprint;
pub use geometry::GeometryChunk;
pub use limits::Limits;
pub use problem::{Problem, ProblemKind};
pub use quadtree::{MAX_TREE_DEPTH, Node, node_count};
pub use terrain::{Checked, Terrain, TocSummary};
pub use texture::{TextureChunk, TextureFormat};
pub use toc::{NEWEST_VERSION, Stub, StubDetail, Toc, TocKind, WRITTEN_VERSION};
pub use tqt::{Tqt, write as write_tqt};
pub use vertices::Vertices;
pub use writer::{AtlasWriter, WriteError, Written};
