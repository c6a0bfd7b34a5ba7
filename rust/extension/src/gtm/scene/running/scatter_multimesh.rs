//! `GtmScatterMultiMesh`: many instances of one mesh, kept in the scene itself.

use godot::classes::multi_mesh::TransformFormat;
use godot::classes::{IMultiMeshInstance3D, Mesh, MultiMesh, MultiMeshInstance3D};
use godot::prelude::*;
use godot::register::info::{PropertyInfo, PropertyUsageFlags};
use mapwright_scene::gtm::world::scatter::BUFFER_STRIDE;

/// Many instances of one mesh, as [method GtmFile.build_scene] makes them of scatter sets.
///
/// A [MultiMesh] keeps its transforms in the renderer, and where there is none, as in a headless import, they are lost. This
/// node keeps them itself and makes the [MultiMesh] anew when it is loaded.
#[derive(GodotClass)]
#[class(tool, init, base = MultiMeshInstance3D)]
pub(crate) struct GtmScatterMultiMesh {
    /// The mesh that is drawn.
    #[var(set = set_instance_mesh, usage_flags = [STORAGE])]
    instance_mesh: Option<Gd<Mesh>>,
    /// The transforms, twelve floats each: row by row the basis and, as every fourth number, the origin.
    #[var(set = set_instances, usage_flags = [STORAGE])]
    instances: PackedFloat32Array,
    base: Base<MultiMeshInstance3D>,
}

#[godot_api]
impl IMultiMeshInstance3D for GtmScatterMultiMesh {
    fn on_validate_property(&self, property: &mut PropertyInfo) {
        // It is made of what is stored, and storing it as well would store everything twice.
        if property.property_name == "multimesh" {
            property.usage = PropertyUsageFlags::EDITOR;
        }
    }
}

#[godot_api]
impl GtmScatterMultiMesh {
    #[func]
    pub(crate) fn set_instance_mesh(&mut self, mesh: Option<Gd<Mesh>>) {
        self.instance_mesh = mesh;
        self.restore();
    }

    #[func]
    pub(crate) fn set_instances(&mut self, instances: PackedFloat32Array) {
        self.instances = instances;
        self.restore();
    }

    /// Makes the multimesh of what is kept, once both parts are there.
    fn restore(&mut self) {
        let count = self.instances.len() / BUFFER_STRIDE;
        let Some(mesh) = self.instance_mesh.clone().filter(|_| count > 0) else { return };
        let mut multimesh = MultiMesh::new_gd();
        multimesh.set_transform_format(TransformFormat::TRANSFORM_3D);
        multimesh.set_mesh(&mesh);
        multimesh.set_instance_count(count as i32);
        if self.instances.len() == count * BUFFER_STRIDE {
            multimesh.set_buffer(&self.instances);
        }
        self.base_mut().set_multimesh(&multimesh);
    }
}
