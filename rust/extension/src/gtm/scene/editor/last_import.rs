//! What stays of a map that cannot be imported: the scene of its last import, and the fault in its `.import` file.
//!
//! Godot does not learn from an importer of scenes in an extension that a file is broken. It takes no scene for a success,
//! leaves the scene of the import before where it is, and names it in the `.import` file. Were no scene there, Godot would
//! import the map again each time that it looks at the project. So a scene of nothing is put in its place, and once Godot has
//! written the `.import` file, the fault is added as Godot writes it for a broken `.glb`: `valid=false`, which shows the
//! red cross. Where the map was sound before, the path of its scene stays beside it, so that what uses the map still opens.

use godot::classes::{
    ConfigFile, DirAccess, EditorFileSystem, EditorInterface, FileAccess, PackedScene, ProjectSettings,
    ResourceSaver,
};
use godot::global::Error;
use godot::prelude::*;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::sync::{Mutex, PoisonError};

/// The metadata of the scene that stands for none.
const NO_SCENE: &str = "mapwright_no_scene";

/// The maps that could not be imported, and whose `.import` files do not say so yet.
static BROKEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Notes that a map could not be imported. Tells whether there is a scene of an import before.
///
/// Nothing is loaded here: Godot imports what it is asked to load and has no scene of.
pub(crate) fn keep(map: &str) -> bool {
    BROKEN.lock().unwrap_or_else(PoisonError::into_inner).insert(map.to_owned());
    let Some(scene) = scene_path(map) else { return false };
    if is_of_a_map(&scene) {
        return true;
    }
    let before = scene_in_import_file(map).filter(|before| is_of_a_map(before));
    if before.is_some_and(|before| DirAccess::copy_absolute(&before, &scene) == Error::OK) {
        return true;
    }
    let mut nothing = PackedScene::new_gd();
    nothing.set_meta(NO_SCENE, &true.to_variant());
    // Godot says itself what it cannot save.
    ResourceSaver::singleton().save_ex(&nothing).path(&scene).done();
    false
}

/// Notes that a map could be imported.
pub(crate) fn replace(map: &str) {
    BROKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(map);
}

/// Says in the `.import` files of the maps that could not be imported that it is so; after Godot has written these.
pub(crate) fn write_faults(file_system: &mut Gd<EditorFileSystem>) {
    let broken = std::mem::take(&mut *BROKEN.lock().unwrap_or_else(PoisonError::into_inner));
    for map in broken {
        let is_kept = scene_path(&map).is_some_and(|scene| is_of_a_map(&scene));
        if write_fault(&absolute(&format!("{map}.import")), is_kept).is_ok() {
            file_system.update_file(&map);
        }
    }
}

/// The file keeps its time: a later one makes Godot import the map again.
fn write_fault(import_file: &str, is_kept: bool) -> std::io::Result<()> {
    let text = with_fault(&fs::read_to_string(import_file)?, is_kept);
    let time = fs::metadata(import_file)?.modified()?;
    fs::write(import_file, text)?;
    File::options().write(true).open(import_file)?.set_modified(time)
}

/// The text of an `.import` file, with the fault in it. Without a scene that is kept it names none.
fn with_fault(text: &str, is_kept: bool) -> String {
    let (head, options) = text.split_at(text.find("[params]").unwrap_or(text.len()));
    let mut lines: Vec<&str> = Vec::new();
    for line in head.split_inclusive('\n') {
        let is_path = line.starts_with("path=");
        if is_kept || !(is_path || line.starts_with("dest_files=")) {
            lines.push(line);
        }
        if is_path {
            lines.push("valid=false\n");
        }
    }
    lines.concat() + options
}

/// Where Godot puts the scene of a map.
fn scene_path(map: &str) -> Option<String> {
    let settings = EditorInterface::singleton().get_editor_paths()?.get_project_settings_dir();
    let path = GString::from(map);
    Some(format!("{}/imported/{}-{}.scn", settings.get_base_dir(), path.get_file(), path.md5_text()))
}

/// The scene that the `.import` file names: another one when the map was moved.
fn scene_in_import_file(map: &str) -> Option<String> {
    let mut import_file = ConfigFile::new_gd();
    if import_file.load(&format!("{map}.import")) != Error::OK {
        return None;
    }
    import_file.get_value_ex("remap", "path").default(&"".to_variant()).done().try_to().ok()
}

/// Whether a scene is at `path`, and not what stands for none. That one is small, and not compressed.
fn is_of_a_map(path: &str) -> bool {
    const LARGEST: i64 = 1 << 12;
    if !FileAccess::file_exists(path) {
        return false;
    }
    let is_small = FileAccess::get_size(path) < LARGEST;
    let stands_for_none =
        |bytes: &[u8]| bytes.windows(NO_SCENE.len()).any(|part| part == NO_SCENE.as_bytes());
    !(is_small && stands_for_none(FileAccess::get_file_as_bytes(path).as_slice()))
}

fn absolute(path: &str) -> String {
    ProjectSettings::singleton().globalize_path(path).to_string()
}

#[cfg(test)]
mod tests {
    use super::with_fault;

    const TEXT: &str = "[remap]\n\nimporter=\"scene\"\nuid=\"uid://a\"\npath=\"res://a.scn\"\n\n[deps]\n\n\
        source_file=\"res://a.gtm\"\ndest_files=[\"res://a.scn\"]\n\n[params]\n\npath=\"mine\"\n";

    #[test]
    fn a_fault_stands_where_godot_writes_it() {
        let expected = "[remap]\n\nimporter=\"scene\"\nuid=\"uid://a\"\nvalid=false\n\n[deps]\n\n\
            source_file=\"res://a.gtm\"\n\n[params]\n\npath=\"mine\"\n";
        assert_eq!(with_fault(TEXT, false), expected);
    }

    #[test]
    fn the_scene_that_is_kept_stays_beside_the_fault() {
        let expected = TEXT.replace("path=\"res://a.scn\"\n", "path=\"res://a.scn\"\nvalid=false\n");
        assert_eq!(with_fault(TEXT, true), expected);
    }
}
