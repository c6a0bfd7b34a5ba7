//! Imports maps again when a prefab that they use has changed, or something that they missed is there. Godot's importers
//! cannot declare such dependencies.

use super::missing::maps_that_missed;
use crate::gtm;
use godot::classes::{EditorFileSystem, EditorFileSystemDirectory, EditorInterface};
use godot::prelude::*;
use mapwright_scene::gtm::library::{dependents, prefab_paths};
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
    /// Imports the maps that use or missed one of `changed`.
    pub(crate) fn import(&mut self, changed: &[GString]) {
        let Some(mut file_system) = EditorInterface::singleton().get_resource_filesystem() else { return };
        let mut maps = self.users(&file_system, changed);
        maps.extend(maps_that_missed(changed));
        if !maps.is_empty() {
            let maps: PackedStringArray = maps.iter().map(GString::from).collect();
            file_system.reimport_files(&maps);
        }
    }

    /// The maps that use one of `changed` and are not among these.
    fn users(&mut self, file_system: &Gd<EditorFileSystem>, changed: &[GString]) -> BTreeSet<String> {
        let changed: Vec<String> =
            changed.iter().filter(|path| is_map(path)).map(ToString::to_string).collect();
        if changed.is_empty() {
            return BTreeSet::new();
        }
        for path in &changed {
            self.prefabs.remove(path);
        }
        let maps = maps(file_system);
        self.prefabs.retain(|path, _| maps.contains(path));
        for path in maps {
            self.prefabs.entry(path).or_insert_with_key(|path| read_prefab_paths(path));
        }
        dependents(&self.prefabs, &changed)
    }
}

/// The paths of the prefabs that a map names. A map that cannot be read names none.
fn read_prefab_paths(path: &str) -> Vec<String> {
    gtm::open(&path.into()).map(|document| prefab_paths(&document, path)).unwrap_or_default()
}

/// The paths of all maps in the project.
fn maps(file_system: &Gd<EditorFileSystem>) -> Vec<String> {
    let mut maps = Vec::new();
    let mut open: Vec<Gd<EditorFileSystemDirectory>> = file_system.get_filesystem().into_iter().collect();
    while let Some(folder) = open.pop() {
        let files = (0..folder.get_file_count()).map(|index| folder.get_file_path(index));
        maps.extend(files.filter(is_map).map(|path| path.to_string()));
        open.extend((0..folder.get_subdir_count()).filter_map(|index| folder.get_subdir(index)));
    }
    maps
}
