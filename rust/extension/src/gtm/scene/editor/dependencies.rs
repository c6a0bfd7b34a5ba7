//! What the scenes of maps were made from besides the maps: definitions and what these name, models, materials and images.
//!
//! Godot imports a map again when the map changes, and knows of nothing else. What each map was made from is therefore kept
//! in a file beside Godot's own of the project, so that a change is seen as well that came while the editor was closed.

use super::stamps::Stamps;
use godot::classes::{ConfigFile, EditorInterface, FileAccess, ResourceLoader, ResourceUid};
use godot::global::Error;
use godot::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

const FILE: &str = "mapwright_dependencies.cfg";
const SECTION: &str = "maps";

/// What each map was made from: the stamps of these by their paths.
#[derive(Default)]
struct Record {
    maps: BTreeMap<String, BTreeMap<String, String>>,
    stamps: Stamps,
    is_read: bool,
    is_changed: bool,
}

static RECORD: Mutex<Option<Record>> = Mutex::new(None);

/// Notes what a map was made from. A path that ends in a dot stands for every file that begins so.
pub(crate) fn note(map: &str, paths: impl IntoIterator<Item = String>) {
    with_record(|record| {
        let mut look = record.stamps.look();
        let noted = paths.into_iter().map(|path| (path.clone(), look.stamp(&path))).collect();
        record.maps.insert(map.to_owned(), noted);
        record.is_changed = true;
    });
}

/// The maps among `maps` that were made from something that is not what it was, each told once. A map whose import failed
/// is one of them when nothing is known of it.
pub(crate) fn outdated(maps: &BTreeMap<String, bool>) -> Vec<String> {
    with_record(|record| {
        record.maps.retain(|map, _| maps.contains_key(map));
        let mut look = record.stamps.look();
        let mut outdated = Vec::new();
        for (map, noted) in &mut record.maps {
            let mut is_outdated = false;
            for (path, stamp) in noted {
                let now = look.stamp(path);
                is_outdated |= now != *stamp;
                *stamp = now;
            }
            if is_outdated {
                outdated.push(map.clone());
            }
        }
        for (map, _) in maps.iter().filter(|(_, is_valid)| !**is_valid) {
            if !record.maps.contains_key(map) {
                record.maps.insert(map.clone(), BTreeMap::from([(map.clone(), look.stamp(map))]));
                outdated.push(map.clone());
            }
        }
        outdated
    })
}

/// Writes what was noted to the file.
pub(crate) fn save() {
    let Some(path) = file_path() else { return };
    with_record(|record| {
        if !record.is_changed {
            return;
        }
        record.is_changed = false;
        let maps: VarDictionary =
            record.maps.iter().map(|(map, noted)| (map.to_variant(), to_godot(noted))).collect();
        let mut file = ConfigFile::new_gd();
        file.set_value(SECTION, "made_from", &maps.to_variant());
        file.set_value(SECTION, "stamps", &record.stamps.to_godot().to_variant());
        // What cannot be kept is found out again.
        file.save(&path);
    });
}

/// The resource at `path`, and all that it names, whether or not it is there. What was imported from an image or a sound
/// changes nothing in a map, however deep it stands in a scene.
pub(crate) fn with_resources_of(path: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![path.to_owned()];
    let loader = ResourceLoader::singleton();
    while let Some(path) = open.pop() {
        if !found.insert(path.clone()) || !FileAccess::file_exists(&path) || is_imported(&path) {
            continue;
        }
        let named = loader.get_dependencies(&path);
        open.extend(named.as_slice().iter().map(path_of).filter(|path| !path.is_empty()));
    }
    found
}

fn is_imported(path: &str) -> bool {
    FileAccess::file_exists(&format!("{path}.import"))
}

/// The path in what Godot tells of a dependency: the path alone, or a UID, a kind and a path.
fn path_of(dependency: &GString) -> String {
    let text = dependency.to_string();
    let mut parts = text.split("::");
    let first = parts.next().unwrap_or_default();
    let by_uid = ResourceUid::ensure_path(first).to_string();
    if by_uid.is_empty() { parts.nth(1).unwrap_or_default().to_owned() } else { by_uid }
}

fn with_record<T>(work: impl FnOnce(&mut Record) -> T) -> T {
    let mut guard: MutexGuard<'_, Option<Record>> = RECORD.lock().unwrap_or_else(PoisonError::into_inner);
    let record = guard.get_or_insert_default();
    if !record.is_read {
        record.is_read = true;
        record.read();
    }
    work(record)
}

impl Record {
    fn read(&mut self) -> Option<()> {
        let mut file = ConfigFile::new_gd();
        if file.load(&file_path()?) != Error::OK {
            return None;
        }
        let value = |key: &str| {
            let value = file.get_value_ex(SECTION, key).default(&Variant::nil()).done();
            value.try_to::<VarDictionary>().unwrap_or_default()
        };
        self.stamps = Stamps::from_godot(&value("stamps"));
        self.maps = value("made_from")
            .iter_shared()
            .filter_map(|(map, noted)| Some((map.to_string(), from_godot(&noted.try_to().ok()?))))
            .collect();
        Some(())
    }
}

fn to_godot(noted: &BTreeMap<String, String>) -> Variant {
    noted
        .iter()
        .map(|(path, stamp)| (path.to_variant(), stamp.to_variant()))
        .collect::<VarDictionary>()
        .to_variant()
}

fn from_godot(noted: &VarDictionary) -> BTreeMap<String, String> {
    noted.iter_shared().map(|(path, stamp)| (path.to_string(), stamp.to_string())).collect()
}

/// In the folder of the editor's own files of the project.
fn file_path() -> Option<String> {
    let settings = EditorInterface::singleton().get_editor_paths()?.get_project_settings_dir();
    Some(format!("{settings}/{FILE}"))
}
