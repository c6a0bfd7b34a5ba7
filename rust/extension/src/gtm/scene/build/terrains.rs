//! Terrains as Godot's nodes. Section 9 of the node text.

use super::builder::Build;
use super::convert;
use super::meshes::add_surface;
use super::properties::ID;
use crate::gtm::scene::running::terrain_body::GtmTerrainBody;
use crate::workers;
use godot::classes::{ArrayMesh, Material, MeshInstance3D};
use godot::prelude::*;
use mapwright_formats::gtm::Lightmap;
use mapwright_scene::gtm::layout::tree::Placed;
use mapwright_scene::gtm::world::terrain;
use mapwright_scene::gtm::world::terrain::{Terrain, TerrainChunk};

/// Adds the node of a terrain.
pub(crate) fn add(build: &mut Build<'_>, placed: &Placed<'_>, lightmap: Option<&Lightmap>) {
    let settings = &build.options.settings;
    let terrain = match workers::run(|| terrain::build(placed, lightmap, settings)) {
        Ok(terrain) => terrain,
        Err(problem) => return build.problem(problem),
    };
    let mut body = GtmTerrainBody::new_alloc();
    body.set_name(&build.options.naming.terrain(placed, &terrain.label));
    body.set_meta(ID, &terrain.id.to_variant());
    body.set_position(convert::vector(terrain.position));
    body.set_collision_layer(build.options.collision_layer);
    body.set_collision_mask(build.options.collision_mask);
    if build.options.has_collision {
        add_collision(&mut body, &terrain);
    }
    let node: Gd<Node> = body.upcast();
    build.add_to_group(placed.group, &node);
    let material = build.materials.of_terrain(&terrain);
    for chunk in &terrain.chunks {
        add_chunk(build, &node, &terrain, chunk, &material);
    }
}

fn add_chunk(
    build: &mut Build<'_>,
    body: &Gd<Node>,
    terrain: &Terrain,
    chunk: &TerrainChunk,
    material: &Gd<Material>,
) {
    let mut mesh = ArrayMesh::new_gd();
    add_surface(&mut mesh, &chunk.arrays, "terrain", Some(material));
    let mut instance = MeshInstance3D::new_alloc();
    instance.set_name(&format!("chunk_{}_{}", chunk.place[0], chunk.place[1]));
    instance.set_position(convert::vector(chunk.offset));
    instance.set_mesh(&mesh);
    build.tree.add(body, &instance.clone().upcast());
    if terrain.is_baked {
        build.bake(instance);
    }
}

fn add_collision(body: &mut Gd<GtmTerrainBody>, terrain: &Terrain) {
    let mut body = body.bind_mut();
    body.materials = terrain.layers.iter().map(|layer| GString::from(&layer.material)).collect();
    body.vertex_materials = PackedByteArray::from(terrain.strongest_layers.as_slice());
    body.set_resolution(Vector2i::new(terrain.resolution[0] as i32, terrain.resolution[1] as i32));
    body.set_cell_size(terrain.cell_size);
    body.set_holes(PackedByteArray::from(terrain.holes.as_slice()));
    body.set_heights(PackedFloat32Array::from(terrain.heights.as_slice()));
}
