//! `.tqt`, version 2: one tree of DDS tiles (section 10).

mod table;
mod write;

pub(crate) use table::MAGIC;
pub use table::Tqt;
pub use write::write;
