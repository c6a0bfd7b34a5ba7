//! What a GodotTrench map looks like: geometry from its nodes.

pub mod scatter;
