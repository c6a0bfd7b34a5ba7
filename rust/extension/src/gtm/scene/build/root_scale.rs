//! *Root Scale* of the Import dock.
//!
//! Godot scales places and meshes, and leaves shapes, lights and all else as they are. A map is built at the scale that
//! is asked for, and what Godot will scale is taken back before.

use crate::gtm::scene::definitions::options::Options;
use godot::classes::mesh::ArrayType;
use godot::obj::EngineEnum;
use godot::prelude::*;

/// By how much Godot will scale what is in the scene.
#[derive(Clone, Copy)]
pub(crate) struct RootScale(f32);

impl RootScale {
    /// Reads the options of all scenes. Without *Apply Root Scale* Godot scales the root alone, and that is enough.
    pub(crate) fn read(options: &VarDictionary) -> Self {
        let is_applied = options.get("nodes/apply_root_scale").and_then(|value| value.try_to().ok());
        let scale = options.get("nodes/root_scale").and_then(|value| value.try_to_relaxed::<f32>().ok());
        let scale = scale.filter(|scale| scale.is_finite() && *scale > 0.0);
        Self(if is_applied.unwrap_or(true) { scale.unwrap_or(1.0) } else { 1.0 })
    }

    /// Makes `options` those of a map of this scale.
    pub(crate) fn apply(self, options: &mut Options) {
        options.settings.units_per_meter /= f64::from(self.0);
        options.settings.cell_size *= f64::from(self.0);
    }

    /// Takes back the scale of the places of `node` and of all below it.
    pub(crate) fn take_back(self, node: &Gd<Node>) {
        if self.is_one() {
            return;
        }
        if let Ok(mut place) = node.clone().try_cast::<Node3D>() {
            let position = place.get_position() / self.0;
            place.set_position(position);
        }
        for child in node.get_children().iter_shared() {
            self.take_back(&child);
        }
    }

    /// Takes back the scale of a surface.
    pub(crate) fn take_back_vertices(self, arrays: &mut VarArray) {
        if self.is_one() {
            return;
        }
        let slot = ArrayType::VERTEX.ord() as usize;
        let mut vertices: PackedVector3Array = arrays.at(slot).try_to().unwrap_or_default();
        for vertex in vertices.as_mut_slice() {
            *vertex /= self.0;
        }
        arrays.set(slot, &vertices.to_variant());
    }

    fn is_one(self) -> bool {
        self.0.to_bits() == 1.0_f32.to_bits()
    }
}
