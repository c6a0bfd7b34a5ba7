//! Terrains as Godot's nodes. Section 9 of the node text.

use super::bodies::add_shape;
use super::builder::Build;
use super::convert;
use super::mesh_node::MeshNode;
use super::properties::ID;
use crate::packed::vectors3;
use crate::workers;
use godot::classes::{ConcavePolygonShape3D, HeightMapShape3D, Material, Shape3D, StaticBody3D};
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
    let mut body = StaticBody3D::new_alloc();
    body.set_name(&build.options.naming.terrain(placed, &terrain.label));
    body.set_meta(ID, &terrain.id.to_variant());
    body.set_position(convert::vector(terrain.position));
    body.set_collision_layer(build.options.collision_layer);
    body.set_collision_mask(build.options.collision_mask);
    let node: Gd<Node> = body.upcast();
    build.add_to_group(placed.group, &node);
    let material = build.materials.of_terrain(&terrain);
    for chunk in &terrain.chunks {
        add_chunk(build, &node, &terrain, chunk, &material);
    }
    if build.options.has_collision {
        add_collision(build, &node, &terrain);
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

fn add_collision(build: &mut Build<'_>, body: &Gd<Node>, terrain: &Terrain) {
    if !terrain.has_holes {
        let mut shape = add_shape(&build.tree, body, "collision", &height_map(terrain));
        // The shape's own samples are one metre apart and its middle is in the middle.
        shape.set_scale(Vector3::ONE * terrain.cell_size as f32);
        let half =
            terrain.resolution.map(|vertices| ((vertices - 1) as f64 * terrain.cell_size * 0.5) as f32);
        shape.set_position(Vector3::new(half[0], 0.0, half[1]));
        return;
    }
    for chunk in &terrain.chunks {
        let name = format!("collision_{}_{}", chunk.place[0], chunk.place[1]);
        let positions = &chunk.arrays.positions;
        let corners: Vec<[f32; 3]> =
            chunk.arrays.indices.iter().map(|vertex| positions[*vertex as usize]).collect();
        let mut shape = ConcavePolygonShape3D::new_gd();
        shape.set_faces(&vectors3(&corners));
        let mut node = add_shape(&build.tree, body, &name, &shape.upcast());
        node.set_position(convert::vector(chunk.offset));
    }
}

fn height_map(terrain: &Terrain) -> Gd<Shape3D> {
    let [width, depth] = terrain.resolution;
    let heights: Vec<f32> =
        terrain.heights.iter().map(|height| (f64::from(*height) / terrain.cell_size) as f32).collect();
    let mut shape = HeightMapShape3D::new_gd();
    shape.set_map_width(width as i32);
    shape.set_map_depth(depth as i32);
    shape.set_map_data(&PackedFloat32Array::from(heights));
    shape.upcast()
}
