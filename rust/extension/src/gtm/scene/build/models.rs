//! Models from the project: their meshes, whether they carry scripts, and the shapes that they collide with.

use super::convert;
use crate::gtm::scene::resources;
use crate::packed::surface_arrays;
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::classes::{
    ArrayMesh, CollisionObject3D, ConcavePolygonShape3D, Material, Mesh, MeshInstance3D, PackedScene,
    Resource, Shape3D,
};
use godot::prelude::*;
use mapwright_scene::math::DAffine3;
use std::collections::HashMap;

/// A model, opened once.
#[derive(Clone)]
pub(crate) struct Model {
    /// The name of its file, without the ending.
    pub(crate) name: String,
    /// Its scene; `None` for a single mesh.
    pub(crate) scene: Option<Gd<PackedScene>>,
    pub(crate) parts: Vec<Part>,
    /// Whether a script is anywhere in it.
    pub(crate) has_script: bool,
    /// Whether it brings bodies of its own.
    pub(crate) has_bodies: bool,
}

/// A mesh of a model.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) mesh: Gd<Mesh>,
    /// From the mesh to the model.
    pub(crate) transform: DAffine3,
    pub(crate) material: Option<Gd<Material>>,
}

/// The models of one build.
#[derive(Default)]
pub(crate) struct Models {
    opened: HashMap<String, Option<Model>>,
}

impl Models {
    /// The model at a path; `None` when there is none.
    pub(crate) fn get(&mut self, path: &str) -> Option<Model> {
        if let Some(model) = self.opened.get(path) {
            return model.clone();
        }
        let model = open(path);
        self.opened.insert(path.to_owned(), model.clone());
        model
    }

    /// The paths that were asked for.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.opened.keys()
    }

    /// The paths at which there was none.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &String> {
        self.opened.iter().filter(|(_, model)| model.is_none()).map(|(path, _)| path)
    }
}

fn open(path: &str) -> Option<Model> {
    let resource = resources::load::<Resource>(path)?;
    let name = GString::from(path).get_file().get_basename().to_string();
    let mut model = Model { name, scene: None, parts: Vec::new(), has_script: false, has_bodies: false };
    match resource.try_cast::<PackedScene>() {
        Ok(scene) => {
            let root = scene.instantiate()?;
            model.look_at(&root, DAffine3::IDENTITY);
            root.free();
            model.scene = Some(scene);
        }
        Err(resource) => {
            let mesh = resource.try_cast::<Mesh>().ok()?;
            let name = model.name.clone();
            model.parts.push(Part { name, mesh, transform: DAffine3::IDENTITY, material: None });
        }
    }
    Some(model)
}

impl Model {
    fn look_at(&mut self, node: &Gd<Node>, outer: DAffine3) {
        self.has_script |= node.get_script().is_some();
        self.has_bodies |= node.clone().try_cast::<CollisionObject3D>().is_ok();
        let transform = match node.clone().try_cast::<Node3D>() {
            Ok(node) => outer * convert::affine(&node.get_transform()),
            Err(_) => outer,
        };
        if let Ok(instance) = node.clone().try_cast::<MeshInstance3D>()
            && let Some(mesh) = dressed(&instance)
        {
            let name = instance.get_name().to_string();
            self.parts.push(Part { name, mesh, transform, material: instance.get_material_override() });
        }
        for child in node.get_children().iter_shared() {
            self.look_at(&child, transform);
        }
    }

    /// One shape of all its triangles: a convex hull or the triangles themselves.
    pub(crate) fn shape(&self, is_convex: bool) -> Option<Gd<Shape3D>> {
        let triangles = self.triangles();
        if triangles.is_empty() {
            return None;
        }
        if !is_convex {
            let mut shape = ConcavePolygonShape3D::new_gd();
            shape.set_faces(&triangles);
            return Some(shape.upcast());
        }
        let arrays = surface_arrays([(ArrayType::VERTEX, triangles.to_variant())]);
        let mut mesh = ArrayMesh::new_gd();
        mesh.add_surface_from_arrays(PrimitiveType::TRIANGLES, &arrays);
        mesh.create_convex_shape_ex().clean(true).simplify(false).done().map(Gd::upcast)
    }

    fn triangles(&self) -> PackedVector3Array {
        let mut triangles = Vec::new();
        for part in &self.parts {
            let transform = convert::transform(part.transform.matrix3, part.transform.translation);
            triangles.extend(part.mesh.get_faces().as_slice().iter().map(|corner| transform * *corner));
        }
        PackedVector3Array::from(triangles)
    }
}

/// The mesh of an instance, with the materials that the instance gives to its surfaces.
fn dressed(instance: &Gd<MeshInstance3D>) -> Option<Gd<Mesh>> {
    let mesh = instance.get_mesh()?;
    let overrides: Vec<(i32, Gd<Material>)> = (0..instance.get_surface_override_material_count())
        .filter_map(|surface| Some((surface, instance.get_surface_override_material(surface)?)))
        .collect();
    if overrides.is_empty() {
        return Some(mesh);
    }
    let mut copy = mesh.duplicate_resource();
    for (surface, material) in overrides {
        copy.surface_set_material(surface, &material);
    }
    Some(copy)
}
