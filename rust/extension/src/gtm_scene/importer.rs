//! Maps in the project as scenes: `load("res://house.gtm")`.

use super::builder::{Request, build};
use super::missing;
use super::options::{Options, PREFIX, specs};
use super::prefab_users::{EXTENSIONS, is_map};
use crate::errors::{Failure, guarded};
use crate::gtm;
use godot::classes::resource_loader::CacheMode;
use godot::classes::{
    EditorSceneFormatImporter, IEditorSceneFormatImporter, Object, PackedScene, ResourceLoader,
};
use godot::global::{push_error, push_warning};
use godot::prelude::*;

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

    fn import_scene(&mut self, path: GString, _flags: u32, options: VarDictionary) -> Option<Gd<Object>> {
        // Loading resources asks this very importer what it imports: it must not be held meanwhile.
        let _released = self.base_mut();
        match guarded(|| import(&path, &options)) {
            Ok(root) => Some(root.upcast()),
            Err(failure) => {
                let last = last_import(&path);
                let what_now = if last.is_some() { "; the scene of the last import is kept" } else { "" };
                push_error(&[format!("{}{what_now}", failure.message).to_variant()]);
                last
            }
        }
    }
}

/// The scene of the import before. Without it Godot would forget that scene, and all that stands in others' with it.
fn last_import(path: &GString) -> Option<Gd<Object>> {
    let mut loader = ResourceLoader::singleton();
    if !loader.exists(path) {
        return None;
    }
    let scene = loader.load_ex(path).cache_mode(CacheMode::IGNORE).done()?;
    scene.try_cast::<PackedScene>().ok()?.instantiate().map(Gd::upcast)
}

/// The options that are Mapwright's; Godot hands those of all scenes over.
fn own(options: &VarDictionary) -> VarDictionary {
    let own = options.iter_shared().filter(|(name, _)| name.to_string().starts_with(PREFIX));
    own.collect()
}

fn import(path: &GString, options: &VarDictionary) -> Result<Gd<Node3D>, Failure> {
    let name = path.to_string();
    let in_file = |failure: Failure| Failure::new(failure.code, format!("{name}: {}", failure.message));
    let document = gtm::open(path)?;
    let options = Options::read(&own(options)).map_err(in_file)?;
    let built = build(&Request { document: &document, path: &name, options }).map_err(in_file)?;
    if missing::note(&name, built.missing) {
        // The map comes again once that is imported, and then says what is wrong.
        return Ok(built.root);
    }
    let problems: Vec<String> =
        document.problems().iter().map(ToString::to_string).chain(built.problems).collect();
    for problem in &problems {
        push_warning(&[format!("{name}: {problem}").to_variant()]);
    }
    if problems.len() > 1 {
        push_warning(&[format!("{name}: {} problems in all", problems.len()).to_variant()]);
    }
    Ok(built.root)
}
