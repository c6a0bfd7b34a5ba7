//! When maps are imported again: a prefab or something else that they were made from has changed, or something that they
//! missed is there. Godot's importers cannot declare such dependencies.

use super::dependencies;
use super::missing::maps_that_missed;
use super::prefab_users::{PrefabUsers, maps};
use godot::classes::{DisplayServer, EditorFileSystem, Os};
use godot::prelude::*;
use std::collections::BTreeSet;

/// Which maps are to be imported again, and whether that can be now.
#[derive(Default)]
pub(crate) struct Reimports {
    prefab_users: PrefabUsers,
    waiting: BTreeSet<String>,
    /// Whether Godot is importing.
    is_busy: bool,
    /// Whether it is because it was asked to here.
    is_ours: bool,
}

impl Reimports {
    /// Godot begins to import.
    pub(crate) fn begin(&mut self) {
        self.is_busy = true;
    }

    /// Godot has imported `paths`.
    ///
    /// What is imported here comes here again, and is not looked at: the maps did not change themselves.
    pub(crate) fn end(&mut self, file_system: &Gd<EditorFileSystem>, paths: &[GString]) {
        self.is_busy = false;
        dependencies::save();
        if !self.is_ours {
            self.waiting.extend(self.prefab_users.of(file_system, paths));
            self.waiting.extend(maps_that_missed(paths));
        }
    }

    /// Looks for what changed otherwise.
    pub(crate) fn look_around(&mut self, file_system: &Gd<EditorFileSystem>) {
        if !self.cannot_import(file_system) {
            self.waiting.extend(dependencies::outdated(&maps(file_system)));
        }
    }

    fn cannot_import(&self, file_system: &Gd<EditorFileSystem>) -> bool {
        self.is_busy || self.is_ours || file_system.is_scanning() && !is_unattended()
    }

    /// What can be imported now. [`Self::finish`] is to follow.
    pub(crate) fn start(&mut self, file_system: &Gd<EditorFileSystem>) -> BTreeSet<String> {
        if self.cannot_import(file_system) {
            return BTreeSet::new();
        }
        let maps = std::mem::take(&mut self.waiting);
        self.is_ours = !maps.is_empty();
        maps
    }

    pub(crate) fn finish(&mut self) {
        self.is_ours = false;
    }
}

/// Whether Godot runs without its dialogs.
///
/// It then quits or exports as soon as everything is imported, so nothing can wait. With them it can: the dialog of one
/// import stays until all have heard of its end, and does not bear a second.
pub(crate) fn is_unattended() -> bool {
    let ends_by_itself = |argument: &GString| {
        ["--import", "--export"].iter().any(|start| argument.to_string().starts_with(start))
    };
    DisplayServer::singleton().get_name() == "headless"
        || Os::singleton().get_cmdline_args().as_slice().iter().any(ends_by_itself)
}
