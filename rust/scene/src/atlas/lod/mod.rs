//! Which chunks and tiles a terrain is drawn with, and which are brought in and thrown out, as a viewer moves.
//!
//! Everything here is arithmetic over the tables and over what is known to be in memory: nothing reads a chunk, draws
//! or waits, but for [`Survey`], which reads some chunks once.

mod area;
mod key;
mod levels;
mod lru_cache;
mod morph;
mod pager;
mod quadtree;
mod ray;
mod selection;
mod survey;
mod textures;
mod view;

pub use area::Area;
pub use key::{Key, KeyHash};
pub use levels::{Levels, TextureScale, Tolerance};
pub use pager::{Arrival, Pager};
pub use quadtree::Quadtree;
pub use ray::{Hit, Ray};
pub use selection::{Selection, Shown};
pub use survey::Survey;
pub use textures::{Binding, Ground, Tiles, finest_level, placement, texture_of, tiles_of};
pub use view::{Projection, View};
