//! A terrain as things that need no `AtlasTerrain`.

mod baked_terrain;
mod methods;
mod navigation;
