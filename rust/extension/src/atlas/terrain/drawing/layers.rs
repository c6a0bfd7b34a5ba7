//! The names of the shader's parameters.

use crate::atlas::terrain::settings::LAYERS;
use godot::prelude::*;

/// The parameters of the shader, for a layer of texture.
pub(crate) struct Layer {
    pub(crate) fine: StringName,
    pub(crate) coarse: StringName,
    pub(crate) fine_placement: StringName,
    pub(crate) coarse_placement: StringName,
}

/// The parameters of the shader.
pub(crate) struct Parameters {
    pub(crate) morph: StringName,
    /// In the order of the settings' trees.
    pub(crate) layers: [Layer; LAYERS],
    pub(crate) sources: [StringName; 4],
    pub(crate) source_count: StringName,
    pub(crate) source_tiling: StringName,
}

impl Parameters {
    pub(crate) fn new() -> Self {
        let layer = |name: &str| Layer {
            fine: format!("terrain_{name}").as_str().into(),
            coarse: format!("terrain_{name}_coarse").as_str().into(),
            fine_placement: format!("terrain_{name}_placement").as_str().into(),
            coarse_placement: format!("terrain_{name}_coarse_placement").as_str().into(),
        };
        Self {
            morph: "terrain_morph".into(),
            layers: ["texture", "opacity", "light"].map(layer),
            sources: [0, 1, 2, 3].map(|source| format!("terrain_source_{source}").as_str().into()),
            source_count: "terrain_source_count".into(),
            source_tiling: "terrain_source_tiling".into(),
        }
    }
}
