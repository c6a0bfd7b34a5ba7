//! What a map looks like, rule by rule. Expected values are worked out from the format's description.

mod brush;
mod covered;
mod displacement;
mod entity;
mod hostile;
mod layout;
mod light;
mod mesh;
mod names;
mod prefab;
mod scatter;
mod support;
mod terrain;
mod world;
