//! What makes the editor import maps.

use super::importer::GtmSceneImporter;
use godot::classes::{EditorPlugin, EditorSceneFormatImporter, IEditorPlugin};
use godot::prelude::*;

/// Registers the importer of maps as long as the editor runs.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorPlugin)]
struct MapwrightEditorPlugin {
    importer: Option<Gd<EditorSceneFormatImporter>>,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for MapwrightEditorPlugin {
    fn enter_tree(&mut self) {
        let importer = GtmSceneImporter::new_gd().upcast();
        self.base_mut().add_scene_format_importer_plugin(&importer);
        self.importer = Some(importer);
    }

    fn exit_tree(&mut self) {
        if let Some(importer) = self.importer.take() {
            self.base_mut().remove_scene_format_importer_plugin(&importer);
        }
    }
}
