//! Maps in the project as scenes: `load("res://house.gtm")`.

use super::builder::{Request, build};
use super::options::{Options, PREFIX, specs};
use crate::errors::{Failure, guarded};
use crate::files;
use crate::workers;
use godot::classes::{EditorSceneFormatImporter, IEditorSceneFormatImporter};
use godot::global::{push_error, push_warning};
use godot::prelude::*;
use mapwright_formats::gtm;

/// Imports GodotTrench maps as scenes.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorSceneFormatImporter)]
pub(crate) struct GtmSceneImporter {
    base: Base<EditorSceneFormatImporter>,
}

#[godot_api]
impl IEditorSceneFormatImporter for GtmSceneImporter {
    fn get_extensions(&self) -> PackedStringArray {
        ["gtm", "tdm"].into_iter().map(GString::from).collect()
    }

    fn get_import_options(&mut self, path: GString) {
        // Godot asks once without a path for the options of all scenes, then for each file.
        if !path.is_empty() && !["gtm", "tdm"].contains(&path.get_extension().to_lower().to_string().as_str())
        {
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

    fn import_scene(
        &mut self,
        path: GString,
        _flags: u32,
        options: VarDictionary,
    ) -> Option<Gd<godot::classes::Object>> {
        match guarded(|| import(&path, &options)) {
            Ok(root) => Some(root.upcast()),
            Err(failure) => {
                push_error(&[failure.message.to_variant()]);
                None
            }
        }
    }
}

/// The options that are Mapwright's; Godot hands those of all scenes over.
fn own(options: &VarDictionary) -> VarDictionary {
    let own = options.iter_shared().filter(|(name, _)| name.to_string().starts_with(PREFIX));
    own.collect()
}

fn import(path: &GString, options: &VarDictionary) -> Result<Gd<Node3D>, Failure> {
    let name = path.to_string();
    let in_file = |failure: Failure| Failure::new(failure.code, format!("{name}: {}", failure.message));
    let bytes = files::read(path)?;
    let slice = bytes.as_slice();
    let document = workers::run(|| gtm::read(slice))
        .map_err(|error| Failure::from_format(error.kind(), &name, &error))?;
    let options = Options::read(&own(options)).map_err(in_file)?;
    let built = build(&Request { document: &document, path: &name, options }).map_err(in_file)?;
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
