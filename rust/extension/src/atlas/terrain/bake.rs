//! A terrain as things that need no `AtlasTerrain`: a scene of meshes, a navigation mesh.

use super::loading::{Loaded, load, load_shape};
use super::node::AtlasTerrain;
use super::settings::Reading;
use crate::atlas::convert;
use crate::atlas::opened::{Opened, Part};
use crate::errors::{Failure, guarded};
use godot::classes::base_material_3d::{Flags, TextureParam};
use godot::classes::mesh::{ArrayFormat, PrimitiveType};
use godot::classes::{
    ArrayMesh, ClassDb, CollisionShape3D, ConcavePolygonShape3D, EditorInterface, Engine, Image,
    ImageTexture, MeshInstance3D, Node, Node3D, Object, PackedScene, Resource, ResourceSaver,
    StandardMaterial3D, StaticBody3D,
};
use godot::global::{Error, push_error};
use godot::prelude::*;
use mapwright_formats::atlas::Node as Place;
use mapwright_scene::atlas::lod::{Key, Quadtree, placement, tiles_of};
use mapwright_scene::atlas::{ChunkMesh, MeshOptions, collision_faces, middle, origin};
use std::collections::HashMap;

/// A navigation mesh that is made without a model has so many cells along the terrain.
const NAVIGATION_CELLS: f32 = 1024.0;
/// More levels of tiles below the finest chunks are not put together.
const MOST_FINER: u32 = 3;

#[godot_api(secondary)]
impl AtlasTerrain {
    /// The terrain as a plain scene: a [MeshInstance3D] for each chunk of [param level], the finest for -1, with a
    /// [StandardMaterial3D] of its own tile, and where [member collision] is not disabled a [StaticBody3D] each. Where a
    /// level is not complete, coarser chunks take its place. The root has the terrain's name and no transform. It belongs
    /// to the caller. [code]null[/code] without a source or when a chunk is damaged.
    #[func(gd_self)]
    fn bake_scene(this: Gd<Self>, #[opt(default = -1)] level: i64) -> Option<Gd<Node3D>> {
        let work = || {
            let (opened, baking) = Baking::of(&this)?;
            baking.scene(&opened, level)
        };
        match guarded(work) {
            Ok(mut scene) => {
                let name = this.clone().upcast::<Node>().get_name();
                scene.set_name(&if name.is_empty() { "Terrain".into() } else { name });
                Some(scene)
            }
            Err(failure) => {
                push_error(&[failure.message.to_variant()]);
                None
            }
        }
    }

    /// A navigation mesh of the chunks of [param level], the finest for -1, in the terrain's own space. Its parameters are
    /// those of [param model], a [NavigationMesh]; for [code]null[/code], cells are a 1024th of the terrain, and agents as large as
    /// two of them. Takes its time. [code]null[/code] without a source or when a chunk is damaged.
    #[func(gd_self)]
    fn bake_navigation_mesh(
        this: Gd<Self>,
        model: Option<Gd<Resource>>,
        #[opt(default = -1)] level: i64,
    ) -> Option<Gd<Resource>> {
        let work = || {
            let (opened, baking) = Baking::of(&this)?;
            baking.navigation(&opened, model.as_ref(), level)
        };
        match guarded(work) {
            Ok(mesh) => Some(mesh),
            Err(failure) => {
                push_error(&[failure.message.to_variant()]);
                None
            }
        }
    }

    /// What the inspector's button does: [method bake_scene] into a file beside the source, whose path it prints.
    #[func(gd_self)]
    fn save_baked_scene(this: Gd<Self>) -> Error {
        let Some(scene) = Self::bake_scene(this.clone(), -1) else { return Error::FAILED };
        let mut packed = PackedScene::new_gd();
        let error = packed.pack(&scene);
        scene.free();
        if error != Error::OK {
            return error;
        }
        save(&packed.upcast(), &beside(&this, "_baked.scn"))
    }

    /// What the inspector's button does: [method bake_navigation_mesh] into a file beside the source, whose path it
    /// prints.
    #[func(gd_self)]
    fn save_navigation_mesh(this: Gd<Self>) -> Error {
        let Some(mesh) = Self::bake_navigation_mesh(this.clone(), None, -1) else { return Error::FAILED };
        save(&mesh, &beside(&this, "_navigation.res"))
    }
}

/// A file beside the terrain's source, or in the project's folder where that has none.
fn beside(terrain: &Gd<AtlasTerrain>, ending: &str) -> GString {
    let source = terrain.bind().source.as_ref().map(|source| source.get_path()).unwrap_or_default();
    let start = if source.begins_with("res://") && !source.contains("::") {
        source.get_basename().to_string()
    } else {
        "res://terrain".to_owned()
    };
    format!("{start}{ending}").as_str().into()
}

fn save(resource: &Gd<Resource>, path: &GString) -> Error {
    let error = ResourceSaver::singleton().save_ex(resource).path(path).done();
    if error != Error::OK {
        push_error(&[format!("{path}: the file cannot be written").to_variant()]);
        return error;
    }
    godot_print!("Saved {path}.");
    if Engine::singleton().is_editor_hint()
        && let Some(mut files) = EditorInterface::singleton().get_resource_filesystem()
    {
        files.scan();
    }
    Error::OK
}

/// What is asked of a scene.
struct Baking {
    reading: Reading,
    tree: Option<u32>,
    collides: bool,
}

impl Baking {
    fn of(terrain: &Gd<AtlasTerrain>) -> Result<(std::sync::Arc<Opened>, Self), Failure> {
        let me = terrain.bind();
        let Some(source) = &me.source else {
            return Err(Failure::new(Error::ERR_INVALID_DATA, "the terrain has no source"));
        };
        let source = source.bind();
        let reading = Reading {
            tex_coords: source.tex_coords(),
            swap_red_blue: me.swaps_red_blue(),
            skirts: Vec::new(),
        };
        Ok((source.opened()?, Self { reading, tree: me.ground_tree(), collides: me.collides() }))
    }

    fn scene(&self, opened: &Opened, level: i64) -> Result<Gd<Node3D>, Failure> {
        let nodes = self.nodes(opened, level)?;
        // Chunks of one level fit together, others need what hides the gaps.
        let mixed = nodes.iter().any(|node| node.level != nodes[0].level);
        let mut root = Node3D::new_alloc();
        let mut materials = HashMap::new();
        for node in nodes {
            match self.chunk(opened, node, mixed, &mut materials) {
                Ok(chunk) => add(&mut root, &chunk.upcast()),
                Err(failure) => {
                    root.free();
                    return Err(failure);
                }
            }
        }
        let owner = root.clone().upcast::<Node>();
        for mut node in owner.find_children_ex("*").owned(false).done().iter_shared() {
            node.set_owner(&owner);
        }
        Ok(root)
    }

    fn navigation(
        &self,
        opened: &Opened,
        model: Option<&Gd<Resource>>,
        level: i64,
    ) -> Result<Gd<Resource>, Failure> {
        let lacking = || Failure::new(Error::ERR_UNAVAILABLE, "this Godot has no navigation");
        let mut source: Gd<Resource> =
            instantiate("NavigationMeshSourceGeometryData3D").ok_or_else(lacking)?;
        let mut width = 0.0_f32;
        for node in self.nodes(opened, level)? {
            let chunk = self.geometry(opened, node)?;
            width = width.max(chunk.bounds.max[0]).max(chunk.bounds.max[1]);
            let faces = convert::vectors3(&collision_faces(&chunk, [0.0; 3]));
            source.call("add_faces", &[faces.to_variant(), Transform3D::IDENTITY.to_variant()]);
        }
        let model = model.filter(|model| model.is_class("NavigationMesh"));
        let mesh = match model {
            Some(model) => model.duplicate_resource(),
            None => {
                let mut mesh: Gd<Resource> = instantiate("NavigationMesh").ok_or_else(lacking)?;
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
                mesh
            }
        };
        let mut server = Engine::singleton().get_singleton("NavigationServer3D").ok_or_else(lacking)?;
        server.call("bake_from_source_geometry_data", &[mesh.to_variant(), source.to_variant()]);
        Ok(mesh)
    }

    /// The nodes of `level`, and coarser ones where it is not complete.
    fn nodes(&self, opened: &Opened, level: i64) -> Result<Vec<Place>, Failure> {
        let quadtree =
            opened.read(Part::Geometry, |terrain, files| Quadtree::read(terrain, &mut files.files))?;
        let level = u32::try_from(level).unwrap_or(u32::MAX).min(quadtree.depth() - 1);
        let mut nodes = Vec::new();
        let mut open = vec![Place::ROOT];
        while let Some(node) = open.pop() {
            if quadtree.can_split(node) && (node.level < level || !quadtree.has_chunk(node)) {
                open.extend(node.children().into_iter().filter(|child| quadtree.has_any(*child)));
            } else if quadtree.has_chunk(node) {
                nodes.push(node);
            }
        }
        Ok(nodes)
    }

    fn geometry(
        &self,
        opened: &Opened,
        node: Place,
    ) -> Result<mapwright_formats::atlas::GeometryChunk, Failure> {
        opened.read(Part::Geometry, |terrain, files| {
            terrain.mesh(&mut files.files, node, self.reading.tex_coords, &mut files.buffer)
        })
    }

    fn chunk(
        &self,
        opened: &Opened,
        node: Place,
        with_skirts: bool,
        materials: &mut HashMap<Option<Key>, Gd<StandardMaterial3D>>,
    ) -> Result<Gd<MeshInstance3D>, Failure> {
        let chunk = self.geometry(opened, node)?;
        let origin = origin(&opened.terrain, node, Some(chunk.bounds)).unwrap_or_default();
        let middle = middle(&chunk.vertices.tex_coords);
        let options = MeshOptions { origin, compute_normals: true, without_skirts: !with_skirts };
        let mesh = ChunkMesh::new(chunk, options);
        let mut array_mesh = ArrayMesh::new_gd();
        if !mesh.indices.is_empty() {
            let arrays = convert::surface_arrays(&mesh, false);
            let key = self.texture(opened, node, middle);
            let material = match materials.get(&key) {
                Some(material) => material.clone(),
                None => self.material(opened, key)?,
            };
            array_mesh
                .add_surface_from_arrays_ex(PrimitiveType::TRIANGLES, &arrays)
                .flags(ArrayFormat::default())
                .done();
            array_mesh.surface_set_material(0, &material);
            materials.insert(key, material);
        }
        let mut instance = MeshInstance3D::new_alloc();
        instance.set_name(&format!("Chunk_{}_{}_{}", node.level, node.x, node.y));
        instance.set_mesh(&array_mesh);
        instance.set_position(convert::vector3(origin));
        if self.collides {
            match self.body(opened, node) {
                Ok(Some(body)) => add(&mut instance.clone().upcast(), &body.upcast()),
                Ok(None) => {}
                Err(failure) => {
                    instance.free();
                    return Err(failure);
                }
            }
        }
        Ok(instance)
    }

    fn body(&self, opened: &Opened, node: Place) -> Result<Option<Gd<StaticBody3D>>, Failure> {
        let Loaded::Shape(loaded) = load_shape(opened, node, &self.reading)? else { return Ok(None) };
        let Some(shape) = loaded.shape else { return Ok(None) };
        let shape: Gd<ConcavePolygonShape3D> = shape.take().to();
        let mut collision = CollisionShape3D::new_alloc();
        collision.set_shape(&shape);
        let body = StaticBody3D::new_alloc();
        add(&mut body.clone().upcast(), &collision.upcast());
        Ok(Some(body))
    }

    /// The finest texture that covers a chunk.
    fn texture(&self, opened: &Opened, node: Place, [u, v]: [f32; 2]) -> Option<Key> {
        let tree = self.tree?;
        let levels = opened.terrain.texture_tree_depth(tree as usize);
        let is_leaf = node.level + 1 == opened.terrain.tree_depth();
        let finest = node.level + if is_leaf { MOST_FINER } else { 0 };
        (0..levels.min(finest + 1)).rev().find_map(|level| {
            let square = level.min(node.level);
            let side = 1u32 << square;
            let along = |coordinate: f32| ((coordinate * side as f32) as u32).min(side - 1);
            let place = Place { level: square, x: along(v), y: along(u) };
            let key = Key::texture(tree, place, level - square);
            tiles_of(key).all(|tile| opened.terrain.has_tile(tree as usize, tile)).then_some(key)
        })
    }

    fn material(&self, opened: &Opened, key: Option<Key>) -> Result<Gd<StandardMaterial3D>, Failure> {
        let mut material = StandardMaterial3D::new_gd();
        material.set_roughness(1.0);
        material.set_specular(0.1);
        if let Some(key) = key
            && let Loaded::Texture(texture) = load(opened, key, &self.reading)?
        {
            let image: Gd<Image> = texture.image.take().to();
            if let Some(texture) = ImageTexture::create_from_image(&image) {
                let (scale, [u, v]) = placement(key);
                material.set_texture(TextureParam::ALBEDO, &texture);
                material.set_flag(Flags::USE_TEXTURE_REPEAT, false);
                material.set_uv1_scale(Vector3::new(scale, scale, 1.0));
                material.set_uv1_offset(Vector3::new(u, v, 0.0));
            }
        }
        Ok(material)
    }
}

fn add(parent: &mut Gd<Node3D>, child: &Gd<Node>) {
    parent.add_child_ex(child).force_readable_name(true).done();
}

/// A new object of a class that the bindings do not have.
fn instantiate<T: Inherits<Object> + GodotClass>(class: &str) -> Option<Gd<T>> {
    ClassDb::singleton().instantiate(class).try_to::<Gd<T>>().ok()
}
