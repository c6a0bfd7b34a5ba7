//! `.chu`, version 400: an older form of one geometry tree, with quantized vertices (section 9).

mod chunk;
mod mapping;
mod table;
mod write;

pub use chunk::ChuChunk;
pub use mapping::TexCoords;
pub(crate) use table::MAGIC;
pub use table::{Chu, ChuHeader, ChuStub};
pub use write::write;
