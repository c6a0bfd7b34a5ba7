//! What makes the editor import maps.

use super::importer::GtmSceneImporter;
use super::prefab_users::PrefabUsers;
use godot::classes::{EditorInterface, EditorPlugin, EditorSceneFormatImporter, IEditorPlugin};
use godot::prelude::*;

/// Registers the importer of maps as long as the editor runs, and sees to it that maps follow their prefabs.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorPlugin)]
struct MapwrightEditorPlugin {
    importer: Option<Gd<EditorSceneFormatImporter>>,
    /// Not here while it imports.
    #[init(val = Some(PrefabUsers::default()))]
    prefab_users: Option<PrefabUsers>,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for MapwrightEditorPlugin {
    fn enter_tree(&mut self) {
        let importer = GtmSceneImporter::new_gd().upcast();
        self.base_mut().add_scene_format_importer_plugin(&importer);
        self.importer = Some(importer);
        let callable = self.base().callable("on_resources_reimported");
        if let Some(mut file_system) = EditorInterface::singleton().get_resource_filesystem() {
            file_system.connect("resources_reimported", &callable);
        }
    }

    fn exit_tree(&mut self) {
        if let Some(importer) = self.importer.take() {
            self.base_mut().remove_scene_format_importer_plugin(&importer);
        }
        let callable = self.base().callable("on_resources_reimported");
        if let Some(mut file_system) = EditorInterface::singleton().get_resource_filesystem() {
            file_system.disconnect("resources_reimported", &callable);
        }
    }
}

#[godot_api]
impl MapwrightEditorPlugin {
    /// What is imported here comes here again while it is, and is not to be looked at: it has not changed itself.
    #[func(gd_self)]
    fn on_resources_reimported(mut this: Gd<Self>, paths: PackedStringArray) {
        let users = this.bind_mut().prefab_users.take();
        let Some(mut users) = users else { return };
        users.import(paths.as_slice());
        this.bind_mut().prefab_users = Some(users);
    }
}
