//! Arrays of vertices as Godot's meshes.

use super::convert::colors;
use crate::packed::{surface_arrays, vectors2, vectors3};
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::classes::{ArrayMesh, Material};
use godot::prelude::*;
use mapwright_scene::gtm::surfaces::arrays::Arrays;

/// Adds a surface to `mesh`.
pub(crate) fn add_surface(mesh: &mut Gd<ArrayMesh>, arrays: &Arrays, name: &str, material: &Gd<Material>) {
    let surface = mesh.get_surface_count();
    mesh.add_surface_from_arrays(PrimitiveType::TRIANGLES, &to_godot(arrays));
    if mesh.get_surface_count() == surface {
        return;
    }
    mesh.surface_set_name(surface, name);
    mesh.surface_set_material(surface, material);
}

/// The arrays of a surface as Godot takes them.
pub(crate) fn to_godot(arrays: &Arrays) -> VarArray {
    let mut parts = vec![
        (ArrayType::VERTEX, vectors3(&arrays.positions).to_variant()),
        (ArrayType::NORMAL, vectors3(&arrays.normals).to_variant()),
        (ArrayType::TEX_UV, vectors2(&arrays.uvs).to_variant()),
        (ArrayType::INDEX, PackedInt32Array::from(arrays.indices.as_slice()).to_variant()),
    ];
    if !arrays.tangents.is_empty() {
        let tangents = PackedFloat32Array::from(arrays.tangents.as_flattened());
        parts.push((ArrayType::TANGENT, tangents.to_variant()));
    }
    if !arrays.uv2s.is_empty() {
        parts.push((ArrayType::TEX_UV2, vectors2(&arrays.uv2s).to_variant()));
    }
    if !arrays.colors.is_empty() {
        parts.push((ArrayType::COLOR, colors(&arrays.colors).to_variant()));
    }
    surface_arrays(parts)
}
