//! GodotTrench maps: the node tree to geometry, places and plain values.
//!
//! [`layout`] walks the tree with its prefabs, [`solids`] places brushes and meshes, `visibility` leaves out what nobody can
//! see, [`surfaces`] makes what is drawn, [`world`] reads what stands beside the solids. [`build`] runs them in this order.

pub mod build;
pub mod layout;
pub mod solids;
pub mod surfaces;
pub mod text;
mod visibility;
pub mod world;
