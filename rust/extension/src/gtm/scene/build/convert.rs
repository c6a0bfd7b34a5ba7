//! Neutral numbers as Godot's values.

use godot::prelude::*;
use mapwright_scene::math::{DAffine3, DMat3, DVec3};

pub(crate) fn vector(vector: DVec3) -> Vector3 {
    let [x, y, z] = vector.as_vec3().to_array();
    Vector3::new(x, y, z)
}

pub(crate) fn basis(basis: DMat3) -> Basis {
    Basis::from_cols(vector(basis.x_axis), vector(basis.y_axis), vector(basis.z_axis))
}

pub(crate) fn transform(basis_of: DMat3, origin: DVec3) -> Transform3D {
    Transform3D::new(basis(basis_of), vector(origin))
}

pub(crate) fn affine(transform: &Transform3D) -> DAffine3 {
    let vector = |vector: Vector3| DVec3::new(vector.x.into(), vector.y.into(), vector.z.into());
    let [x, y, z] = transform.basis.to_cols().map(vector);
    DAffine3::from_mat3_translation(DMat3::from_cols(x, y, z), vector(transform.origin))
}

pub(crate) fn color([r, g, b]: [f64; 3]) -> Color {
    Color::from_rgb(r as f32, g as f32, b as f32)
}

pub(crate) fn colors(colors: &[[f32; 4]]) -> PackedColorArray {
    let mut packed = PackedColorArray::new();
    packed.resize(colors.len());
    for (target, [r, g, b, a]) in packed.as_mut_slice().iter_mut().zip(colors) {
        *target = Color::from_rgba(*r, *g, *b, *a);
    }
    packed
}
