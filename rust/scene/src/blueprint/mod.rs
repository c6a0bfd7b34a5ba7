//! Islands: terrain, water, roads and images.
//!
//! A blueprint's cell `(x, y)` is the point x, z = y here, one unit a cell, in the coordinates of the whole map
//! even when only a window of it is there. Heights are raw units; whatever is laid out in space takes a scale.

mod heightfield;
mod image;
mod roads;
mod terrain;
mod water;

pub use heightfield::Heightfield;
pub use image::{biome_image, to_rows};
pub use roads::{MAX_CURVE_POINTS, MIN_SPACING, TooManyPoints, drape};
pub use terrain::{MAX_VERTICES, terrain_surface, terrain_vertices};
pub use water::{Extent, Extents, water_surface};
