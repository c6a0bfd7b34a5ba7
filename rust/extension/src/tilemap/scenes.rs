//! The layers of a scene's text as GDScript sees them.

use godot::prelude::*;
use mapwright_formats::tilemap::{SceneLayer, list_scene_layers};

/// The layers of `scene`; none when its syntax is broken.
pub(super) fn list(scene: &str) -> Array<VarDictionary> {
    list_scene_layers(scene).unwrap_or_default().iter().map(layer).collect()
}

fn layer(layer: &SceneLayer) -> VarDictionary {
    let (data, cells, problems) = match &layer.content {
        Ok(loaded) => {
            let problems = loaded.problems.sentences();
            (loaded.data.to_bytes(), loaded.data.painted().len(), problems)
        }
        Err(error) => (Vec::new(), 0, vec![error.to_string()]),
    };
    let problems: PackedStringArray = problems.iter().map(GString::from).collect();
    vdict! {
        "path" => layer.path.as_str(),
        "name" => layer.name.as_str(),
        "kind" => layer.kind.name(),
        "cells" => cells as i64,
        "property" => layer.property.as_str(),
        "data" => &PackedByteArray::from(data),
        "problems" => &problems,
    }
}
