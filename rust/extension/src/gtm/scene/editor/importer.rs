//! Maps in the project as scenes: `load("res://house.gtm")`.

use super::dependencies::with_resources_of;
use super::prefab_users::{EXTENSIONS, is_map};
use super::{dependencies, last_import, missing, problems_told};
use crate::errors::{Failure, guarded};
use crate::gtm::scene::build::builder::{Request, build};
use crate::gtm::scene::build::mesh_node::MeshImport;
use crate::gtm::scene::definitions::options::{Options, PREFIX, specs};
use crate::{gtm, tell};
use godot::classes::{EditorSceneFormatImporter, IEditorSceneFormatImporter, Object, ResourceUid};
use godot::global::Error;
use godot::prelude::*;
use std::collections::BTreeSet;

/// Imports GodotTrench maps as scenes.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorSceneFormatImporter)]
pub(crate) struct GtmSceneImporter {
    base: Base<EditorSceneFormatImporter>,
}

#[godot_api]
impl IEditorSceneFormatImporter for GtmSceneImporter {
    fn get_extensions(&self) -> PackedStringArray {
        EXTENSIONS.into_iter().map(GString::from).collect()
    }

    fn get_import_options(&mut self, path: GString) {
        // Godot asks once without a path for the options of all scenes, then for each file.
        if !path.is_empty() && !is_map(&path) {
            return;
        }
        for spec in specs() {
            let name = spec.full_name();
            self.base_mut()
                .add_import_option_advanced_ex(spec.default.get_type(), &name, &spec.default)
                .hint(spec.hint)
                .hint_string(spec.hint_string)
                .done();
        }
    }

    fn import_scene(&mut self, path: GString, flags: u32, options: VarDictionary) -> Option<Gd<Object>> {
        // Loading resources asks this very importer what it imports: it must not be held meanwhile.
        let _released = self.base_mut();
        let mesh_import = MeshImport::read(flags, &options);
        let options = own(&options);
        match guarded(|| import(&path, mesh_import, &options)) {
            Ok(root) => {
                last_import::replace(&path.to_string());
                Some(root.upcast())
            }
            Err(failure) => {
                fail(&path.to_string(), &failure, &options);
                None
            }
        }
    }
}

/// Says why a map cannot be imported. It is tried again when it has changed, or what its options name.
fn fail(map: &str, failure: &Failure, options: &VarDictionary) {
    let is_kept = last_import::keep(map);
    let what_now = if is_kept { "; the scene of the last import is kept" } else { "" };
    tell::error(&format!("{}{what_now}", failure.message));
    problems_told::forget(map);
    dependencies::note(map, resources_of(options).into_iter().chain([map.to_owned()]));
}

/// The options that are Mapwright's; Godot hands those of all scenes over.
fn own(options: &VarDictionary) -> VarDictionary {
    let own = options.iter_shared().filter(|(name, _)| name.to_string().starts_with(PREFIX));
    own.collect()
}

/// Puts what is wrong with a file in words that need no knowledge of the format, in front of the bytes.
fn in_words(name: &str, failure: Failure) -> Failure {
    let what = match failure.code {
        Error::ERR_FILE_UNRECOGNIZED => "the file is not a GodotTrench map",
        Error::ERR_FILE_CORRUPT | Error::ERR_INVALID_DATA => "the map is damaged",
        Error::ERR_OUT_OF_MEMORY => "the map is too large",
        _ => "the file cannot be read",
    };
    let detail = failure.message.strip_prefix(name).unwrap_or(&failure.message).trim_start_matches(": ");
    Failure::new(failure.code, format!("{name}: {what}: {detail}"))
}

/// The resources that options name, with all that these name.
fn resources_of(options: &VarDictionary) -> BTreeSet<String> {
    let values = options.values_array();
    let texts = values.iter_shared().filter_map(|value| value.try_to::<GString>().ok());
    let paths = texts.map(|text| ResourceUid::ensure_path(&text));
    let files = paths.filter(|path| path.begins_with("res://") && !path.get_extension().is_empty());
    files.flat_map(|path| with_resources_of(&path.to_string())).collect()
}

fn import(path: &GString, mesh_import: MeshImport, options: &VarDictionary) -> Result<Gd<Node3D>, Failure> {
    let name = path.to_string();
    let in_file = |failure: Failure| Failure::new(failure.code, format!("{name}: {}", failure.message));
    let document = gtm::open(path).map_err(|failure| in_words(&name, failure))?;
    let mut read = Options::read(options).map_err(in_file)?;
    mesh_import.root_scale.apply(&mut read);
    let request = Request { document: &document, path: &name, options: read, mesh_import: Some(mesh_import) };
    let built = build(&request).map_err(in_file)?;
    mesh_import.root_scale.take_back(&built.root.clone().upcast());
    dependencies::note(&name, resources_of(options).into_iter().chain(built.made_from.iter().cloned()));
    let problems = document.problems().iter().map(ToString::to_string).chain(built.few_problems()).collect();
    // The map comes again once what it missed is imported, and then says what is wrong.
    if !missing::note(&name, built.missing) {
        problems_told::tell(&name, problems);
    }
    Ok(built.root)
}
