//! `.tqt`, version 2: one tree of DDS tiles (section 9c).

mod table;
mod write;

pub(crate) use table::MAGIC;
pub use table::Tqt;
pub use write::write;
