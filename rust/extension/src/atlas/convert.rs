//! Chunks and tables as Godot's values.

use crate::packed;
use crate::packed::{vectors2, vectors3};
use godot::builtin::{PackedInt32Array, VarDictionary, vdict};
use godot::classes::mesh::ArrayType;
use godot::prelude::*;
use mapwright_formats::atlas::{Bounds, Collision, GeometryChunk, Stub, StubDetail, TocSummary};
use mapwright_scene::atlas::{ChunkMesh, TilePlacement, turned_box};

pub(super) fn toc(toc: &TocSummary) -> VarDictionary {
    vdict! {
        "kind" => toc.kind.tag(),
        "tree_depth" => toc.tree_depth,
        "stub_count" => toc.stub_count,
        "version" => toc.version,
        "goal_batch_size" => toc.kind.goal_batch_size().unwrap_or(0),
    }
}

pub(super) fn stub(stub: &Stub) -> VarDictionary {
    let mut fields = vdict! {
        "offset" => stub.offset,
        "length" => stub.length,
        "generation" => stub.generation,
        "absent" => stub.is_absent(),
    };
    match &stub.detail {
        StubDetail::Bounds(bounds) => {
            let (position, size) = turned_box(*bounds, [0.0; 3]);
            fields.set("bounds", Aabb::new(vector3(position), vector3(size)));
        }
        StubDetail::Position(position) => fields.set("position", vector2(*position)),
        StubDetail::Name(name) => fields.set("name", &text(name)),
        StubDetail::None => {}
    }
    fields
}

/// A chunk with Y up.
pub(super) fn chunk(mesh: &ChunkMesh, has_normals: bool, collision: Option<&Collision>) -> VarDictionary {
    vdict! {
        "vertices" => &vectors3(&mesh.vertices),
        "normals" => &vectors3(&mesh.normals),
        "uvs" => &vectors2(&mesh.uvs),
        "morph_offsets" => &vectors3(&mesh.morph_offsets),
        "uv_morph_offsets" => &vectors2(&mesh.uv_morph_offsets),
        "indices" => &integers(&mesh.indices),
        "skirt_index_count" => mesh.skirt_index_count,
        "bounds" => Aabb::new(vector3(mesh.bounds_position), vector3(mesh.bounds_size)),
        "collision" => &collision_of(collision),
        "has_normals" => has_normals,
    }
}

/// A chunk as stored.
pub(super) fn stored_chunk(chunk: &GeometryChunk) -> VarDictionary {
    let vertices = &chunk.vertices;
    let Bounds { min, max } = chunk.bounds;
    let size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
    vdict! {
        "vertices" => &vectors3(&vertices.points),
        "normals" => &vectors3(&vertices.normals),
        "uvs" => &vectors2(&vertices.tex_coords),
        "morph_offsets" => &vectors3(&vertices.point_morph_offsets),
        "uv_morph_offsets" => &vectors2(&vertices.tex_morph_offsets),
        "indices" => &integers(&chunk.indices),
        "skirt_index_count" => chunk.skirt_index_count,
        "bounds" => Aabb::new(vector3(min), vector3(size)),
        "collision" => &collision_of(chunk.collision.as_ref()),
        "has_normals" => vertices.has_normals,
        "previous_chunk" => chunk.previous_chunk,
    }
}

pub(super) fn placement(placement: &TilePlacement) -> VarDictionary {
    vdict! {
        "level" => placement.tile.level,
        "x" => placement.tile.x,
        "y" => placement.tile.y,
        "uv_scale" => Vector2::splat(placement.scale),
        "uv_offset" => vector2(placement.offset),
    }
}

/// The arrays of a mesh's surface, with the morph offsets in two custom channels if wanted.
pub(super) fn surface_arrays(mesh: &ChunkMesh, with_morph: bool) -> VarArray {
    let mut parts = vec![
        (ArrayType::VERTEX, vectors3(&mesh.vertices).to_variant()),
        (ArrayType::NORMAL, vectors3(&mesh.normals).to_variant()),
        (ArrayType::TEX_UV, vectors2(&mesh.uvs).to_variant()),
        (ArrayType::INDEX, integers(&mesh.indices).to_variant()),
    ];
    if with_morph {
        let four = |&[x, y, z]: &[f32; 3]| [x, y, z, 0.0];
        parts.extend([
            (ArrayType::CUSTOM0, floats(&mesh.morph_offsets, four).to_variant()),
            (ArrayType::CUSTOM1, floats(&mesh.uv_morph_offsets, |offset| *offset).to_variant()),
        ]);
    }
    packed::surface_arrays(parts)
}

/// A name or setting of the file. Torque does not say what its text is encoded in.
pub(super) fn text(bytes: &[u8]) -> GString {
    String::from_utf8_lossy(bytes).as_ref().into()
}

pub(super) const fn vector3([x, y, z]: [f32; 3]) -> Vector3 {
    Vector3::new(x, y, z)
}

pub(super) const fn vector2([x, y]: [f32; 2]) -> Vector2 {
    Vector2::new(x, y)
}

fn integers(values: &[u16]) -> PackedInt32Array {
    let mut integers = PackedInt32Array::new();
    integers.resize(values.len());
    for (integer, value) in integers.as_mut_slice().iter_mut().zip(values) {
        *integer = i32::from(*value);
    }
    integers
}

fn floats<T, const N: usize>(values: &[T], spread: impl Fn(&T) -> [f32; N]) -> PackedFloat32Array {
    let mut floats = PackedFloat32Array::new();
    floats.resize(values.len() * N);
    for (slot, value) in floats.as_mut_slice().as_chunks_mut().0.iter_mut().zip(values) {
        *slot = spread(value);
    }
    floats
}

/// Empty when there is none.
fn collision_of(collision: Option<&Collision>) -> VarDictionary {
    let Some(collision) = collision else { return VarDictionary::new() };
    vdict! {
        "tree_depth" => collision.tree_depth,
        "nodes" => &vectors2(&collision.nodes),
        "offsets" => &integers(&collision.offsets),
        "indices" => &integers(&collision.triangles),
    }
}
