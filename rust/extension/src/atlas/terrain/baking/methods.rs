//! A terrain as things that need no `AtlasTerrain`: a scene of meshes, a navigation mesh.

use super::baked_terrain::Baking;
use super::navigation;
use crate::atlas::terrain::node::AtlasTerrain;
use crate::errors::{Failure, guarded};
use godot::classes::{EditorInterface, Engine, Node, Node3D, PackedScene, Resource, ResourceSaver};
use godot::global::{Error, push_error};
use godot::prelude::*;

#[godot_api(secondary)]
impl AtlasTerrain {
    /// The terrain as a plain scene: a [MeshInstance3D] for each chunk of [param level], the finest for -1, with a
    /// [StandardMaterial3D] of its own tile, and where [member collision] is not disabled a [StaticBody3D] each. Where a
    /// level is not complete, coarser chunks take its place. The root has the terrain's name and no transform. It belongs
    /// to the caller. [code]null[/code] without a source or when a chunk is damaged.
    #[func(gd_self)]
    fn bake_scene(this: Gd<Self>, #[opt(default = -1)] level: i64) -> Option<Gd<Node3D>> {
        let work = || {
            let (opened, baking) = Baking::of(&this)?;
            baking.scene(&opened, level)
        };
        let mut scene = or_push(guarded(work))?;
        let name = this.clone().upcast::<Node>().get_name();
        scene.set_name(&if name.is_empty() { "Terrain".into() } else { name });
        Some(scene)
    }

    /// A navigation mesh of the chunks of [param level], the finest for -1, in the terrain's own space. Its parameters are
    /// those of [param model], a [NavigationMesh]; for [code]null[/code], cells are a 1024th of the terrain, and agents as large as
    /// two of them. Takes its time. [code]null[/code] without a source or when a chunk is damaged.
    #[func(gd_self)]
    fn bake_navigation_mesh(
        this: Gd<Self>,
        model: Option<Gd<Resource>>,
        #[opt(default = -1)] level: i64,
    ) -> Option<Gd<Resource>> {
        let work = || {
            let (opened, baking) = Baking::of(&this)?;
            navigation::bake(&baking, &opened, model.as_ref(), level)
        };
        or_push(guarded(work))
    }

    /// What the inspector's button does: [method bake_scene] into a file beside the source, whose path it prints.
    #[func(gd_self)]
    fn save_baked_scene(this: Gd<Self>) -> Error {
        let Some(scene) = Self::bake_scene(this.clone(), -1) else { return Error::FAILED };
        let mut packed = PackedScene::new_gd();
        let error = packed.pack(&scene);
        scene.free();
        if error != Error::OK {
            return error;
        }
        save(&packed.upcast(), &beside(&this, "_baked.scn"))
    }

    /// What the inspector's button does: [method bake_navigation_mesh] into a file beside the source, whose path it
    /// prints.
    #[func(gd_self)]
    fn save_navigation_mesh(this: Gd<Self>) -> Error {
        let Some(mesh) = Self::bake_navigation_mesh(this.clone(), None, -1) else { return Error::FAILED };
        save(&mesh, &beside(&this, "_navigation.res"))
    }
}

/// What was made; what went wrong goes to the Output panel.
fn or_push<T>(outcome: Result<T, Failure>) -> Option<T> {
    outcome.map_err(|failure| push_error(&[failure.message.to_variant()])).ok()
}

/// A file beside the terrain's source, or in the project's folder where that has none.
fn beside(terrain: &Gd<AtlasTerrain>, ending: &str) -> GString {
    let source = terrain.bind().source.as_ref().map(|source| source.get_path()).unwrap_or_default();
    let start = if source.begins_with("res://") && !source.contains("::") {
        source.get_basename().to_string()
    } else {
        "res://terrain".to_owned()
    };
    format!("{start}{ending}").as_str().into()
}

fn save(resource: &Gd<Resource>, path: &GString) -> Error {
    let error = ResourceSaver::singleton().save_ex(resource).path(path).done();
    if error != Error::OK {
        push_error(&[format!("{path}: the file cannot be written").to_variant()]);
        return error;
    }
    godot_print!("Saved {path}.");
    if Engine::singleton().is_editor_hint()
        && let Some(mut files) = EditorInterface::singleton().get_resource_filesystem()
    {
        files.scan();
    }
    Error::OK
}
