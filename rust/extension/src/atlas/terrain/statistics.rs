//! The numbers of `AtlasTerrain.get_statistics`.

use godot::builtin::{PackedFloat32Array, PackedInt32Array, VarDictionary, vdict};

/// How a terrain fares.
#[derive(Debug, Clone, Default)]
pub(super) struct Statistics {
    pub(super) visible_by_level: Vec<i32>,
    pub(super) visible_triangles: u64,
    pub(super) resident_chunks: u32,
    pub(super) resident_textures: u32,
    pub(super) resident_bytes: u64,
    pub(super) needed_bytes: u64,
    pub(super) memory_limit: u64,
    pub(super) queued: u64,
    pub(super) loading: u64,
    pub(super) loaded_chunks: u64,
    pub(super) loaded_textures: u64,
    pub(super) evicted: u64,
    pub(super) failed: u64,
    pub(super) uploaded_bytes: u64,
    pub(super) collision_shapes: u64,
    pub(super) lod_bias: f32,
    pub(super) level_errors: Vec<f32>,
    pub(super) selection_usec: u64,
    pub(super) upload_usec: u64,
    pub(super) frame_usec: u64,
}

impl Statistics {
    pub(super) fn to_dictionary(&self) -> VarDictionary {
        let visible: i32 = self.visible_by_level.iter().sum();
        vdict! {
            "visible_chunks" => visible,
            "visible_chunks_by_level" => &PackedInt32Array::from(self.visible_by_level.as_slice()),
            "visible_triangles" => self.visible_triangles as i64,
            "resident_chunks" => self.resident_chunks,
            "resident_textures" => self.resident_textures,
            "resident_bytes" => self.resident_bytes as i64,
            "needed_bytes" => self.needed_bytes as i64,
            "memory_limit" => self.memory_limit as i64,
            "queued" => self.queued as i64,
            "loading" => self.loading as i64,
            "loaded_chunks" => self.loaded_chunks as i64,
            "loaded_textures" => self.loaded_textures as i64,
            "evicted" => self.evicted as i64,
            "failed" => self.failed as i64,
            "uploaded_bytes" => self.uploaded_bytes as i64,
            "collision_shapes" => self.collision_shapes as i64,
            "lod_bias" => self.lod_bias,
            "level_errors" => &PackedFloat32Array::from(self.level_errors.as_slice()),
            "selection_usec" => self.selection_usec as i64,
            "upload_usec" => self.upload_usec as i64,
            "frame_usec" => self.frame_usec as i64,
        }
    }
}
