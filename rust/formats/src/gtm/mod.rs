//! GodotTrench maps: `.gtm` and `.tdm`, in their binary and their JSON form.
//!
//! [`read`] gives a [`Document`]: the records of the nodes in the container's own encoding, scanned and found sound,
//! and the tree that they form. What is in a record is read through a [`Cursor`] when it is needed.

mod budget;
mod build;
mod container;
mod content_id;
mod cursor;
mod document;
mod edit;
mod encode;
mod error;
mod frame;
mod ids;
mod integers;
mod json_nodes;
mod json_read;
mod json_reading;
mod json_value;
mod json_write;
mod lightmap;
mod lightmap_write;
mod mangling;
mod node;
mod node_kind;
mod node_list;
mod node_ref;
pub mod nodes;
mod probes;
mod problem;
mod read;
mod scan;
mod scatter;
mod tag;
mod terrain;
mod tree;
mod value;
mod wire;
mod write;

pub use budget::{MEMORY_BUDGET, RAW_BUDGET};
pub use build::{MapBuilder, OpenNode};
pub use container::{CONTAINER_VERSION, FLAG_ZSTD, MAX_RAW_SIZE};
pub use cursor::{Cursor, Item, float32s, float64s, int32s, int64s};
pub use document::{Document, FORMAT, Form, MAP_VERSION, UnknownChunk};
pub use edit::Place;
pub use error::Error;
pub use lightmap::{Chart, LIGHT_TEXEL, LIGHTMAP_VERSION, Lightmap};
pub use mangling::{MAGIC, Mangling};
pub use node_kind::NodeKind;
pub use node_ref::NodeRef;
pub use probes::{PROBE_SH, Probes};
pub use problem::Problem;
pub use read::read;
pub use scatter::{Columns, FIELDS, INSTANCES, Instance, STEPS};
pub use tag::Tag;
pub use terrain::{BYTE_KEYS, any_base64};
pub use tree::MAX_DEPTH;
pub use value::{Dictionary, Value};
pub use wire::MAX_NESTING;
