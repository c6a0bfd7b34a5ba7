//! Torque Atlas terrains: `.atlas`, and the older `.chu` and `.tqt`.
//!
//! Opening a file reads its tables only; chunks of geometry, tiles and settings are read one at a time from the
//! source they lie in. Positions are in Torque's world units with Z up.

mod bounds;
mod chu;
mod collision;
mod collision_build;
mod config;
mod container;
mod cursor;
mod dds;
mod error;
mod frame;
mod geometry;
mod problem;
mod quadtree;
mod save;
mod streams;
mod tables;
mod terrain;
mod texture;
mod toc;
mod tqt;
mod vertices;
mod writer;

pub use bounds::Bounds;
pub use chu::{Chu, ChuChunk, ChuHeader, ChuStub, TexCoords, write as write_chu};
pub use collision::Collision;
pub use collision_build::build as build_collision;
pub use config::ConfigChunk;
pub use container::{Atlas, read_config, read_geometry, read_texture};
pub use error::Error;
pub use geometry::GeometryChunk;
pub use problem::{Problem, ProblemKind};
pub use quadtree::{MAX_TREE_DEPTH, Node, node_count};
pub use terrain::{Checked, Files, Footprint, Format, Terrain, TocSummary};
pub use texture::{TextureChunk, TextureFormat};
pub use toc::{NEWEST_VERSION, Stub, StubDetail, Toc, TocKind, WRITTEN_VERSION};
pub use tqt::{Tqt, write as write_tqt};
pub use vertices::Vertices;
pub use writer::{AtlasWriter, WriteError, Written};
