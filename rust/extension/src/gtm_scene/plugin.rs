//! What makes the editor import maps.

use super::importer::GtmSceneImporter;
use super::last_import;
use super::reimports::{Reimports, is_unattended};
use godot::classes::{
    EditorFileSystem, EditorInterface, EditorPlugin, EditorSceneFormatImporter, IEditorPlugin,
};
use godot::prelude::*;

/// What is listened to of Godot's file system, and by which method.
const SIGNALS: [(&str, &str); 4] = [
    ("resources_reimporting", "on_resources_reimporting"),
    ("resources_reimported", "on_resources_reimported"),
    ("filesystem_changed", "on_filesystem_changed"),
    ("sources_changed", "on_sources_changed"),
];

/// Registers the importer of maps as long as the editor runs, and sees to it that maps follow what they depend on.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorPlugin)]
struct MapwrightEditorPlugin {
    importer: Option<Gd<EditorSceneFormatImporter>>,
    reimports: Reimports,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for MapwrightEditorPlugin {
    fn enter_tree(&mut self) {
        let importer = GtmSceneImporter::new_gd().upcast();
        self.base_mut().add_scene_format_importer_plugin(&importer);
        self.importer = Some(importer);
        let Some(mut file_system) = file_system() else { return };
        for (signal, method) in SIGNALS {
            file_system.connect(signal, &self.base().callable(method));
        }
    }

    fn exit_tree(&mut self) {
        if let Some(importer) = self.importer.take() {
            self.base_mut().remove_scene_format_importer_plugin(&importer);
        }
        let Some(mut file_system) = file_system() else { return };
        for (signal, method) in SIGNALS {
            file_system.disconnect(signal, &self.base().callable(method));
        }
    }
}

fn file_system() -> Option<Gd<EditorFileSystem>> {
    EditorInterface::singleton().get_resource_filesystem()
}

// None of these holds the plugin while it calls Godot, which calls the others meanwhile.
#[godot_api]
impl MapwrightEditorPlugin {
    #[func]
    fn on_resources_reimporting(&mut self, _paths: PackedStringArray) {
        self.reimports.begin();
    }

    #[func(gd_self)]
    fn on_resources_reimported(mut this: Gd<Self>, paths: PackedStringArray) {
        let Some(mut file_system) = file_system() else { return };
        last_import::write_faults(&mut file_system);
        this.bind_mut().reimports.end(&file_system, paths.as_slice());
        if is_unattended() {
            Self::import_waiting(this);
        } else {
            this.call_deferred("import_waiting", &[]);
        }
    }

    #[func]
    fn on_filesystem_changed(&mut self) {
        self.base_mut().call_deferred("look_around", &[]);
    }

    #[func]
    fn on_sources_changed(&mut self, _exist: bool) {
        self.base_mut().call_deferred("look_around", &[]);
    }

    /// Imports what has to be since files changed.
    #[func(gd_self)]
    fn look_around(mut this: Gd<Self>) {
        let Some(file_system) = file_system() else { return };
        this.bind_mut().reimports.look_around(&file_system);
        Self::import_waiting(this);
    }

    /// Imports what waits for it.
    #[func(gd_self)]
    fn import_waiting(mut this: Gd<Self>) {
        let Some(mut file_system) = file_system() else { return };
        let maps = this.bind_mut().reimports.start(&file_system);
        if maps.is_empty() {
            return;
        }
        let maps: PackedStringArray = maps.iter().map(GString::from).collect();
        file_system.reimport_files(&maps);
        this.bind_mut().reimports.finish();
    }
}
