//! Short texts that are others when files are others.

use crate::gtm::scene::resources;
use godot::classes::{DirAccess, FileAccess, ProjectSettings, Texture2D};
use godot::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::time::UNIX_EPOCH;

/// Images, of which a map's scene depends on the size only.
const IMAGES: [&str; 6] = ["png", "jpg", "jpeg", "webp", "tga", "bmp"];
/// What Godot writes beside files.
const BESIDES: [&str; 3] = ["import", "uid", "remap"];

/// The stamps of files, worked out once for each time and size of a file.
#[derive(Default)]
pub(crate) struct Stamps {
    known: HashMap<String, Known>,
}

struct Known {
    /// Nanoseconds.
    time: i64,
    size: i64,
    stamp: String,
}

/// One look at the files, in which each folder is listed once.
pub(crate) struct Look<'s> {
    stamps: &'s mut Stamps,
    folders: HashMap<String, Vec<String>>,
}

impl Stamps {
    pub(crate) fn look(&mut self) -> Look<'_> {
        Look { stamps: self, folders: HashMap::new() }
    }

    pub(crate) fn to_godot(&self) -> VarDictionary {
        let entry = |known: &Known| varray![known.time, known.size, known.stamp.as_str()];
        self.known.iter().map(|(path, known)| (path.to_variant(), entry(known).to_variant())).collect()
    }

    pub(crate) fn from_godot(kept: &VarDictionary) -> Self {
        let known = kept.iter_shared().filter_map(|(path, entry)| {
            let entry: VarArray = entry.try_to().ok()?;
            let number = |index| entry.get(index)?.try_to::<i64>().ok();
            let stamp = entry.get(2)?.to_string();
            Some((path.to_string(), Known { time: number(0)?, size: number(1)?, stamp }))
        });
        Self { known: known.collect() }
    }

    /// Empty where there is no file.
    fn of_file(&mut self, path: &str) -> String {
        let Some((time, size)) = time_and_size(path) else { return String::new() };
        if let Some(known) = self.known.get(path)
            && (known.time, known.size) == (time, size)
        {
            return known.stamp.clone();
        }
        let stamp = work_out(path);
        self.known.insert(path.to_owned(), Known { time, size, stamp: stamp.clone() });
        stamp
    }
}

impl Look<'_> {
    /// The stamp of a file, or, where `path` ends in a dot, of all files that begin so.
    pub(crate) fn stamp(&mut self, path: &str) -> String {
        if !path.ends_with('.') {
            return self.stamps.of_file(path);
        }
        let (folder, start) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
        let files = self.folders.entry(folder.to_owned()).or_insert_with_key(|folder| list(folder));
        let first = files.partition_point(|file| file.as_str() < start);
        let of_all = files[first..].iter().take_while(|file| file.starts_with(start));
        let of_all = of_all.map(|file| format!("{file}:{}", self.stamps.of_file(&format!("{folder}{file}"))));
        of_all.collect::<Vec<_>>().join("|")
    }
}

/// The files in a folder, sorted.
fn list(folder: &str) -> Vec<String> {
    if !DirAccess::dir_exists_absolute(folder) {
        return Vec::new();
    }
    let files = DirAccess::get_files_at(folder);
    let mut files: Vec<String> = files.as_slice().iter().map(ToString::to_string).collect();
    files.retain(|file| !BESIDES.iter().any(|ending| file.ends_with(&format!(".{ending}"))));
    files.sort_unstable();
    files
}

fn time_and_size(path: &str) -> Option<(i64, i64)> {
    let path = ProjectSettings::singleton().globalize_path(path).to_string();
    let data = fs::metadata(path).ok()?;
    let time = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((time.as_nanos() as i64, data.len() as i64))
}

fn work_out(path: &str) -> String {
    let ending = GString::from(path).get_extension().to_lower().to_string();
    let image = IMAGES.contains(&ending.as_str()).then(|| resources::load::<Texture2D>(path)).flatten();
    match image {
        Some(image) => format!("{} x {}", image.get_width(), image.get_height()),
        None => FileAccess::get_md5(path).to_string(),
    }
}
