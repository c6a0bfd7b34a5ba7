//! What is drawn: faces sorted by material, with texture coordinates, normals, light map coordinates, in cells.

pub mod arrays;
pub mod cells;
pub(super) mod charts;
mod emit;
pub(super) mod gather;
pub mod material_facts;
pub(super) mod phong;
mod projection;
