//! A terrain as a navigation mesh. The bindings leave Godot's navigation out, so it is called by its names.

use super::baked_terrain::Baking;
use crate::atlas::opened::Opened;
use crate::errors::Failure;
use crate::packed::vectors3;
use godot::classes::{ClassDb, Engine, Object, Resource};
use godot::global::Error;
use godot::prelude::*;
use mapwright_scene::atlas::collision_faces;

/// A navigation mesh that is made without a model has so many cells along the terrain.
const NAVIGATION_CELLS: f32 = 1024.0;

pub(crate) fn bake(
    baking: &Baking,
    opened: &Opened,
    model: Option<&Gd<Resource>>,
    level: i64,
) -> Result<Gd<Resource>, Failure> {
    let lacking = || Failure::new(Error::ERR_UNAVAILABLE, "this Godot has no navigation");
    let mut source: Gd<Resource> = instantiate("NavigationMeshSourceGeometryData3D").ok_or_else(lacking)?;
    let mut width = 0.0_f32;
    for node in Baking::nodes(opened, level)? {
        let chunk = baking.geometry(opened, node)?;
        width = width.max(chunk.bounds.max[0]).max(chunk.bounds.max[1]);
        let faces = vectors3(&collision_faces(&chunk, [0.0; 3]));
        source.call("add_faces", &[faces.to_variant(), Transform3D::IDENTITY.to_variant()]);
    }
    let mesh = match model {
        Some(model) if model.is_class("NavigationMesh") => model.duplicate_resource(),
        _ => plain_mesh(width).ok_or_else(lacking)?,
    };
    let mut server = Engine::singleton().get_singleton("NavigationServer3D").ok_or_else(lacking)?;
    server.call("bake_from_source_geometry_data", &[mesh.to_variant(), source.to_variant()]);
    Ok(mesh)
}

/// A navigation mesh for a terrain of that width.
fn plain_mesh(width: f32) -> Option<Gd<Resource>> {
    let mut mesh: Gd<Resource> = instantiate("NavigationMesh")?;
    let cell = width / NAVIGATION_CELLS;
    for (name, value) in [
        ("cell_size", cell),
        ("cell_height", cell),
        ("agent_radius", cell),
        ("agent_height", cell * 2.0),
        ("agent_max_climb", cell),
    ] {
        mesh.set(name, &value.to_variant());
    }
    Some(mesh)
}

/// A new object of a class that the bindings do not have.
fn instantiate<T: Inherits<Object> + GodotClass>(class: &str) -> Option<Gd<T>> {
    ClassDb::singleton().instantiate(class).try_to::<Gd<T>>().ok()
}
