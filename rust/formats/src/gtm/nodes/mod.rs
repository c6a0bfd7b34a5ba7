//! What stands in a node, typed. Read straight from the node's record and as lenient as GodotTrench's own builder: a
//! key that is missing or of the wrong type takes its default. Sections 2 to 11 of `docs/formats/gtm-nodes.md`.

mod entity;
mod fields;
mod group;
mod map_head;
mod prefab_instance;
mod properties;
mod scatter_set;
mod solid;
mod terrain_grid;

pub use entity::{Entity, Output};
pub use group::Group;
pub use map_head::{MapHead, TextureSettings};
pub use prefab_instance::PrefabInstance;
pub use properties::Properties;
pub use scatter_set::{ScatterCollision, ScatterItem, ScatterSet};
pub use solid::{Blend, Displacement, Face, Projection, Solid};
pub use terrain_grid::{TerrainGrid, TerrainLayer};
