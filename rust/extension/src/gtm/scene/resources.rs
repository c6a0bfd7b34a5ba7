//! Resources and images by path.

use godot::classes::{DirAccess, FileAccess, Image, ImageTexture, Resource, ResourceLoader, Texture2D};
use godot::prelude::*;
use std::collections::{HashMap, HashSet};

/// What stands for a resource where the project was exported, or imported it.
const STANDS_FOR: [&str; 2] = [".import", ".remap"];

/// The files of folders, each listed once: a name may stand for many files, most of which are not there, and asking
/// Godot for each takes longer than all else that becomes of it.
#[derive(Default)]
pub(crate) struct Folders {
    /// In small letters, as some systems do not tell them apart.
    files: HashMap<String, HashSet<String>>,
}

impl Folders {
    /// Whether it is worth asking Godot for what is at `path`.
    pub(crate) fn may_have(&mut self, path: &str) -> bool {
        let (folder, name) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
        if !self.files.contains_key(folder) {
            self.files.insert(folder.to_owned(), list(folder));
        }
        let is_file = self.files.get(folder).is_some_and(|files| files.contains(&name.to_lowercase()));
        // A project may have made the resource itself.
        is_file || ResourceLoader::singleton().has_cached(path)
    }
}

fn list(folder: &str) -> HashSet<String> {
    if !DirAccess::dir_exists_absolute(folder) {
        return HashSet::new();
    }
    let files = DirAccess::get_files_at(folder);
    let names = files.as_slice().iter().map(|file| {
        let name = file.to_string().to_lowercase();
        STANDS_FOR.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name).to_owned()
    });
    names.collect()
}

/// The resource at a path; `None` where there is none, or one of another kind.
pub(crate) fn load<T: Inherits<Resource>>(path: &str) -> Option<Gd<T>> {
    let mut loader = ResourceLoader::singleton();
    if path.is_empty() || !loader.exists(path) {
        return None;
    }
    loader.load(path)?.try_cast().ok()
}

/// An image that the project did not import, as a game finds it in `user://`.
pub(crate) fn load_image(path: &str) -> Option<Gd<Texture2D>> {
    if path.starts_with("res://") || !FileAccess::file_exists(path) {
        return None;
    }
    let mut image = Image::load_from_file(path)?;
    image.generate_mipmaps();
    ImageTexture::create_from_image(&image).map(Gd::upcast)
}
