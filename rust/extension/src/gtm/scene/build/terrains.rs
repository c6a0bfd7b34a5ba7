//! Terrains as Godot's nodes. Section 9 of the node text.

use super::builder::Build;
use super::convert;
use super::mesh_node::MeshNode;
use super::properties::ID;
use crate::gtm::scene::running::terrain_body::GtmTerrainBody;
use crate::workers;
use godot::classes::Material;
use godot::prelude::*;
use mapwright_formats::gtm::Lightmap;
use mapwright_scene::gtm::layout::placed::Placed;
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
    let name = format!("chunk_{}_{}", chunk.place[0], chunk.place[1]);
    let made_of = MeshNode {
        name: &name,
        below: &body.get_name().to_string(),
        surfaces: vec![(&chunk.arrays, "terrain", material)],
        casts_shadows: true,
        range: None,
        is_baked: terrain.is_baked,
    };
    let mut instance = made_of.make(build.mesh_import.as_ref());
    instance.set_position(convert::vector(chunk.offset));
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
