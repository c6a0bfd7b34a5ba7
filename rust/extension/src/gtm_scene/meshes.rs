//! Arrays of vertices as Godot's meshes.

use super::convert::{colors, vectors, vectors_2d};
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::classes::{ArrayMesh, Material};
use godot::obj::EngineEnum;
use godot::prelude::*;
use mapwright_scene::gtm::surface::Arrays;

/// Adds a surface to `mesh`.
pub(crate) fn add_surface(
    mesh: &mut Gd<ArrayMesh>,
    arrays: &Arrays,
    name: &str,
    material: Option<&Gd<Material>>,
) {
    let surface = mesh.get_surface_count();
    mesh.add_surface_from_arrays(PrimitiveType::TRIANGLES, &to_godot(arrays));
    if mesh.get_surface_count() == surface {
        return;
    }
    mesh.surface_set_name(surface, name);
    if let Some(material) = material {
        mesh.surface_set_material(surface, material);
    }
}

fn to_godot(arrays: &Arrays) -> VarArray {
    let mut godot = VarArray::new();
    godot.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
    let mut set = |slot: ArrayType, value: Variant| godot.set(slot.ord() as usize, &value);
    set(ArrayType::VERTEX, vectors(&arrays.positions).to_variant());
    set(ArrayType::NORMAL, vectors(&arrays.normals).to_variant());
    if !arrays.tangents.is_empty() {
        set(ArrayType::TANGENT, PackedFloat32Array::from(arrays.tangents.as_flattened()).to_variant());
    }
    set(ArrayType::TEX_UV, vectors_2d(&arrays.uvs).to_variant());
    if !arrays.uv2s.is_empty() {
        set(ArrayType::TEX_UV2, vectors_2d(&arrays.uv2s).to_variant());
    }
    if !arrays.colors.is_empty() {
        set(ArrayType::COLOR, colors(&arrays.colors).to_variant());
    }
    set(ArrayType::INDEX, PackedInt32Array::from(arrays.indices.as_slice()).to_variant());
    godot
}
