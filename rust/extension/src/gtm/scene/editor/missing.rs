//! What maps missed when they were imported, so that they are imported again once it is there.
//!
//! Godot imports scenes in the order of their paths: the model that a map scatters may come after the map.

use godot::classes::{FileAccess, ResourceLoader};
use godot::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// By the map's path: the paths of models, and of materials the path up to the dot before the ending.
static MISSED: Mutex<BTreeMap<String, Vec<String>>> = Mutex::new(BTreeMap::new());

/// Notes what a map missed. Tells whether some of it is in the project, waits to be imported, and was not waited for before.
pub(crate) fn note(map: &str, missing: Vec<String>) -> bool {
    let mut missed = MISSED.lock().unwrap_or_else(PoisonError::into_inner);
    let before = missed.insert(map.to_owned(), missing.clone()).unwrap_or_default();
    missing.iter().any(|path| !before.contains(path) && is_importable(path))
}

fn is_importable(path: &str) -> bool {
    let ending = GString::from(path).get_extension().to_lower();
    let endings = ResourceLoader::singleton().get_recognized_extensions_for_type("PackedScene");
    FileAccess::file_exists(path) && endings.contains(&ending)
}

/// The maps that missed one of `paths`.
pub(crate) fn maps_that_missed(paths: &[GString]) -> Vec<String> {
    let missed = MISSED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_there = |missing: &String| {
        let mut paths = paths.iter().map(ToString::to_string);
        paths.any(|path| path == *missing || missing.ends_with('.') && path.starts_with(missing.as_str()))
    };
    let maps = missed.iter().filter(|(_, missing)| missing.iter().any(is_there));
    maps.map(|(map, _)| map.clone()).collect()
}
