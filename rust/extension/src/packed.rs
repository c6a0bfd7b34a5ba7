//! Neutral numbers as Godot's packed arrays, and these as a mesh's surface.

use godot::classes::mesh::ArrayType;
use godot::obj::EngineEnum;
use godot::prelude::*;

/// Points or directions.
pub(crate) fn vectors3(values: &[[f32; 3]]) -> PackedVector3Array {
    let mut vectors = PackedVector3Array::new();
    vectors.resize(values.len());
    for (vector, [x, y, z]) in vectors.as_mut_slice().iter_mut().zip(values) {
        *vector = Vector3::new(*x, *y, *z);
    }
    vectors
}

/// Texture coordinates, places on a map.
pub(crate) fn vectors2(values: &[[f32; 2]]) -> PackedVector2Array {
    let mut vectors = PackedVector2Array::new();
    vectors.resize(values.len());
    for (vector, [x, y]) in vectors.as_mut_slice().iter_mut().zip(values) {
        *vector = Vector2::new(*x, *y);
    }
    vectors
}

/// The arrays of a surface. Arrays that are not among `parts` stay nil.
pub(crate) fn surface_arrays(parts: impl IntoIterator<Item = (ArrayType, Variant)>) -> VarArray {
    let mut arrays = VarArray::new();
    arrays.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
    for (slot, array) in parts {
        arrays.set(slot.ord() as usize, &array);
    }
    arrays
}
