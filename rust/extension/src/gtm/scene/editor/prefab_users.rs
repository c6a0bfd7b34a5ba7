//! Which maps use a prefab.

use crate::gtm;
use godot::classes::{EditorFileSystem, EditorFileSystemDirectory};
use godot::prelude::*;
use mapwright_scene::gtm::layout::prefabs::{dependents, prefab_paths};
use std::collections::{BTreeMap, BTreeSet};

/// What maps end in.
pub(crate) const EXTENSIONS: [&str; 2] = ["gtm", "tdm"];

/// Whether `path` is that of a map.
pub(crate) fn is_map(path: &GString) -> bool {
    EXTENSIONS.contains(&path.get_extension().to_lower().to_string().as_str())
}

/// The prefabs that each map names, as far as the maps were looked at.
#[derive(Default)]
pub(crate) struct PrefabUsers {
    prefabs: BTreeMap<String, Vec<String>>,
}

impl PrefabUsers {
    /// The maps that use one of `changed` and are not among these.
    pub(crate) fn of(&mut self, file_system: &Gd<EditorFileSystem>, changed: &[GString]) -> BTreeSet<String> {
        let changed: Vec<String> =
            changed.iter().filter(|path| is_map(path)).map(ToString::to_string).collect();
        if changed.is_empty() {
            return BTreeSet::new();
        }
        for path in &changed {
            self.prefabs.remove(path);
        }
        let maps = maps(file_system);
        self.prefabs.retain(|path, _| maps.contains_key(path));
        for path in maps.into_keys() {
            self.prefabs.entry(path).or_insert_with_key(|path| read_prefab_paths(path));
        }
        dependents(&self.prefabs, &changed)
    }
}

/// The paths of the prefabs that a map names. A map that cannot be read names none.
fn read_prefab_paths(path: &str) -> Vec<String> {
    gtm::open(&path.into()).map(|document| prefab_paths(&document, path)).unwrap_or_default()
}

/// The paths of all maps in the project, and whether the import of each went well.
pub(crate) fn maps(file_system: &Gd<EditorFileSystem>) -> BTreeMap<String, bool> {
    let mut maps = BTreeMap::new();
    let mut open: Vec<Gd<EditorFileSystemDirectory>> = file_system.get_filesystem().into_iter().collect();
    while let Some(folder) = open.pop() {
        let files = (0..folder.get_file_count()).map(|index| (index, folder.get_file_path(index)));
        let of_maps = files.filter(|(_, path)| is_map(path));
        maps.extend(of_maps.map(|(index, path)| (path.to_string(), folder.get_file_import_is_valid(index))));
        open.extend((0..folder.get_subdir_count()).filter_map(|index| folder.get_subdir(index)));
    }
    maps
}
