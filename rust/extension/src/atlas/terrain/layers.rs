use super::settings::LAYERS;
use godot::prelude::*;

/// The parameters of the shader, for a layer of texture.
pub(super) struct Layer {
    pub(super) fine: StringName,
    pub(super) coarse: StringName,
    pub(super) fine_placement: StringName,
    pub(super) coarse_placement: StringName,
}

/// The parameters of the shader.
pub(super) struct Parameters {
    pub(super) morph: StringName,
    /// In the order of the settings' trees.
    pub(super) layers: [Layer; LAYERS],
    pub(super) sources: [StringName; 4],
    pub(super) source_count: StringName,
    pub(super) source_tiling: StringName,
}

impl Parameters {
    pub(super) fn new() -> Self {
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
