//! The chunks of a terrain as plain nodes: meshes, materials, static bodies.

use crate::atlas::convert;
use crate::atlas::opened::{Opened, Part};
use crate::atlas::terrain::node::AtlasTerrain;
use crate::atlas::terrain::settings::ReadOptions;
use crate::atlas::terrain::streaming::loading::{load_shape, load_texture};
use crate::errors::Failure;
use godot::classes::base_material_3d::{Flags, TextureParam};
use godot::classes::mesh::{ArrayFormat, PrimitiveType};
use godot::classes::{
    ArrayMesh, CollisionShape3D, ConcavePolygonShape3D, Image, ImageTexture, MeshInstance3D, Node, Node3D,
    StandardMaterial3D, StaticBody3D,
};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::atlas::{GeometryChunk, Node as Place};
use mapwright_scene::atlas::lod::{Key, Quadtree, finest_level, placement, texture_of, tiles_of};
use mapwright_scene::atlas::{ChunkMesh, MeshOptions, middle};
use std::collections::HashMap;
use std::sync::Arc;

/// What is asked of a scene.
pub(crate) struct Baking {
    reading: ReadOptions,
    tree: Option<u32>,
    collides: bool,
}

impl Baking {
    pub(crate) fn of(terrain: &Gd<AtlasTerrain>) -> Result<(Arc<Opened>, Self), Failure> {
        let me = terrain.bind();
        let Some(source) = &me.source else {
            return Err(Failure::new(Error::ERR_INVALID_DATA, "the terrain has no source"));
        };
        let source = source.bind();
        let reading = ReadOptions {
            tex_coords: source.tex_coords(),
            swap_red_blue: me.swaps_red_blue(),
            skirts: Vec::new(),
        };
        Ok((source.opened()?, Self { reading, tree: me.ground_tree(), collides: me.collides() }))
    }

    pub(crate) fn scene(&self, opened: &Opened, level: i64) -> Result<Gd<Node3D>, Failure> {
        let nodes = Self::nodes(opened, level)?;
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

    /// The nodes of `level`, and coarser ones where it is not complete.
    pub(crate) fn nodes(opened: &Opened, level: i64) -> Result<Vec<Place>, Failure> {
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

    pub(crate) fn geometry(&self, opened: &Opened, node: Place) -> Result<GeometryChunk, Failure> {
        opened.mesh(node, self.reading.tex_coords)
    }

    fn chunk(
        &self,
        opened: &Opened,
        node: Place,
        with_skirts: bool,
        materials: &mut HashMap<Option<Key>, Gd<StandardMaterial3D>>,
    ) -> Result<Gd<MeshInstance3D>, Failure> {
        let chunk = self.geometry(opened, node)?;
        let origin = opened.local_origin(node, &chunk);
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
        let Some(shape) = load_shape(opened, node, &self.reading)?.shape else { return Ok(None) };
        let shape: Gd<ConcavePolygonShape3D> = shape.take().to();
        let mut collision = CollisionShape3D::new_alloc();
        collision.set_shape(&shape);
        let body = StaticBody3D::new_alloc();
        add(&mut body.clone().upcast(), &collision.upcast());
        Ok(Some(body))
    }

    /// The finest texture that covers a chunk.
    fn texture(&self, opened: &Opened, node: Place, middle: [f32; 2]) -> Option<Key> {
        let tree = self.tree?;
        let levels = opened.terrain.texture_tree_depth(tree as usize);
        let is_leaf = node.level + 1 == opened.terrain.tree_depth();
        let finest = finest_level(node, is_leaf, levels);
        let mut keys = (0..=finest).rev().map(|level| texture_of(node, middle, tree, level));
        keys.find(|key| tiles_of(*key).all(|tile| opened.terrain.has_tile(tree as usize, tile)))
    }

    fn material(&self, opened: &Opened, key: Option<Key>) -> Result<Gd<StandardMaterial3D>, Failure> {
        let mut material = StandardMaterial3D::new_gd();
        material.set_roughness(1.0);
        material.set_specular(0.1);
        if let (Some(key), Some(tree)) = (key, self.tree) {
            let image: Gd<Image> = load_texture(opened, tree, key, &self.reading)?.image.take().to();
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
