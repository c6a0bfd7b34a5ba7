//! What makes the editor import maps.

use super::importer::GtmSceneImporter;
use super::last_import;
use super::reimports::{Reimports, is_unattended};
use super::settings_keeper::SettingsKeeper;
use godot::classes::object::ConnectFlags;
use godot::classes::{
    EditorFileSystem, EditorInterface, EditorPlugin, EditorSceneFormatImporter, EditorScenePostImportPlugin,
    IEditorPlugin,
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
    settings_keeper: Option<Gd<EditorScenePostImportPlugin>>,
    reimports: Reimports,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for MapwrightEditorPlugin {
    fn enter_tree(&mut self) {
        let importer = GtmSceneImporter::new_gd().upcast();
        self.base_mut().add_scene_format_importer_plugin(&importer);
        self.importer = Some(importer);
        let keeper = SettingsKeeper::new_gd().upcast();
        self.base_mut().add_scene_post_import_plugin(&keeper);
        self.settings_keeper = Some(keeper);
        let Some(mut file_system) = file_system() else { return };
        for (signal, method) in SIGNALS {
            file_system.connect(signal, &self.base().callable(method));
        }
    }

    fn exit_tree(&mut self) {
        if let Some(importer) = self.importer.take() {
            self.base_mut().remove_scene_format_importer_plugin(&importer);
        }
        if let Some(keeper) = self.settings_keeper.take() {
            self.base_mut().remove_scene_post_import_plugin(&keeper);
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

// What imports does not hold the plugin meanwhile: Godot calls the others.
#[godot_api]
impl MapwrightEditorPlugin {
    /// Godot's own windows draw frames while they hear of the end of an import, which lasts until all have heard of it. Who
    /// connects last hears last.
    #[func]
    fn on_resources_reimporting(&mut self, _paths: PackedStringArray) {
        self.reimports.begin();
        let callable = self.base().callable("on_resources_reimported");
        if let Some(mut file_system) = file_system() {
            file_system.disconnect("resources_reimported", &callable);
            file_system.connect("resources_reimported", &callable);
        }
    }

    #[func(gd_self)]
    fn on_resources_reimported(mut this: Gd<Self>, paths: PackedStringArray) {
        let Some(mut file_system) = file_system() else { return };
        last_import::write_faults(&mut file_system);
        this.bind_mut().reimports.end(&file_system, paths.as_slice());
        if is_unattended() {
            import_waiting(this, file_system);
        } else {
            wait(&this);
        }
    }

    #[func(gd_self)]
    fn on_filesystem_changed(this: Gd<Self>) {
        wait(&this);
    }

    #[func(gd_self)]
    fn on_sources_changed(this: Gd<Self>, _exist: bool) {
        if is_unattended() {
            Self::look_around(this);
        } else {
            wait(&this);
        }
    }

    /// Imports what has to be since files changed.
    #[func(gd_self)]
    fn look_around(mut this: Gd<Self>) {
        let Some(file_system) = file_system() else { return };
        this.bind_mut().reimports.look_around(&file_system);
        import_waiting(this, file_system);
    }
}

/// Looks around in the next frame. Deferred calls cannot import: the dialog of an import does not open during these.
fn wait(plugin: &Gd<MapwrightEditorPlugin>) {
    let callable = plugin.callable("look_around");
    let Some(mut tree) = plugin.get_tree_or_null() else { return };
    if !tree.is_connected("process_frame", &callable) {
        tree.connect_flags("process_frame", &callable, ConnectFlags::ONE_SHOT);
    }
}

fn import_waiting(mut plugin: Gd<MapwrightEditorPlugin>, mut file_system: Gd<EditorFileSystem>) {
    let maps = plugin.bind_mut().reimports.start(&file_system);
    if maps.is_empty() {
        return;
    }
    let maps: PackedStringArray = maps.iter().map(GString::from).collect();
    // The editor imports textures again that it sees in 3D for the first time, and would do so in a frame of the dialog.
    let editor = plugin.get_parent().filter(|editor| editor.is_processing());
    let set_processing =
        |processes| editor.clone().into_iter().for_each(|mut editor| editor.set_process(processes));
    set_processing(false);
    file_system.reimport_files(&maps);
    set_processing(true);
    plugin.bind_mut().reimports.finish();
}
