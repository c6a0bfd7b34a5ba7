//! Map files as resources: `load("res://island.dat")`.
//!
//! One `ResourceFormatLoader` serves every format. It looks at the first bytes of a file before it claims it,
//! because other people use the same file endings.

use crate::atlas::TerrainFormat;
use crate::blueprint::IslandFormat;
use crate::errors::{Failure, guarded};
use crate::files;
use godot::classes::{IResourceFormatLoader, Resource, ResourceLoader};
use godot::global::{Error, push_error, push_warning};
use godot::prelude::*;
use std::cell::RefCell;

/// How many of a file's first bytes a format may look at.
const HEAD: usize = 16;

/// The formats that load as resources. A new one adds its line here.
const FORMATS: &[&dyn MapFormat] = &[&IslandFormat, &TerrainFormat];

/// What the loader needs to know of a format.
pub(crate) trait MapFormat: Sync {
    /// The file endings, lower case and without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// The class of the resource that comes out.
    fn class(&self) -> &'static str;

    /// Tells by a file's first bytes, sixteen at most, whether it is of this format.
    fn recognizes(&self, head: &[u8]) -> bool;

    /// Loads the file.
    fn load(&self, path: &GString) -> Result<Loaded, Failure>;
}

/// A resource, and what its file had to complain about.
pub(crate) struct Loaded {
    pub(crate) resource: Gd<Resource>,
    pub(crate) problems: Vec<String>,
}

/// Registers the loader; at the scene stage, when `ResourceLoader` is there.
pub(crate) fn register() {
    let loader = MapFormatLoader::new_gd();
    ResourceLoader::singleton().add_resource_format_loader(&loader);
    REGISTERED.set(Some(loader));
}

/// Takes the loader out again, before the library goes.
pub(crate) fn unregister() {
    if let Some(loader) = REGISTERED.take() {
        ResourceLoader::singleton().remove_resource_format_loader(&loader);
    }
}

thread_local! {
    /// The loader that was registered. Stages begin and end on the main thread.
    static REGISTERED: RefCell<Option<Gd<MapFormatLoader>>> = const { RefCell::new(None) };
}

/// Loads Mapwright's map files as resources.
#[derive(GodotClass)]
#[class(tool, internal, init, base = ResourceFormatLoader)]
struct MapFormatLoader {}

#[godot_api]
impl IResourceFormatLoader for MapFormatLoader {
    fn get_recognized_extensions(&self) -> PackedStringArray {
        FORMATS.iter().flat_map(|format| format.extensions()).map(|&extension| extension.into()).collect()
    }

    fn handles_type(&self, class: StringName) -> bool {
        FORMATS.iter().any(|format| serves(*format, &class))
    }

    fn recognize_path(&self, path: GString, class: StringName) -> bool {
        format_of(&path).is_some_and(|format| class.is_empty() || serves(format, &class))
    }

    fn get_resource_type(&self, path: GString) -> GString {
        format_of(&path).map_or_else(GString::new, |format| format.class().into())
    }

    fn exists(&self, path: GString) -> bool {
        format_of(&path).is_some()
    }

    fn load(
        &self,
        path: GString,
        _original_path: GString,
        _use_sub_threads: bool,
        _cache_mode: i32,
    ) -> Variant {
        let Some(format) = format_of(&path) else {
            return Error::ERR_FILE_UNRECOGNIZED.to_variant();
        };
        match guarded(|| format.load(&path)) {
            Ok(loaded) => {
                for problem in &loaded.problems {
                    push_warning(&[format!("{path}: {problem}").to_variant()]);
                }
                loaded.resource.to_variant()
            }
            Err(failure) => {
                push_error(&[failure.message.to_variant()]);
                failure.code.to_variant()
            }
        }
    }
}

/// Tells whether a request for `class` may be answered with the resource of `format`.
fn serves(format: &dyn MapFormat, class: &StringName) -> bool {
    *class == "Resource" || *class == format.class()
}

/// The format of a file, by its ending and its first bytes.
fn format_of(path: &GString) -> Option<&'static dyn MapFormat> {
    let extension = path.get_extension().to_lower().to_string();
    let ours = |format: &&dyn MapFormat| format.extensions().contains(&extension.as_str());
    // Most files that Godot asks about are of other kinds; they are not even opened.
    if !FORMATS.iter().any(ours) {
        return None;
    }
    let head = files::read_head(path, HEAD).ok()?;
    FORMATS.iter().copied().find(|format| ours(format) && format.recognizes(head.as_slice()))
}
