//! Terrains as Godot's nodes. Section 9 of `docs/formats/gtm-nodes.md`.

use super::bodies::add_shape;
use super::builder::Build;
use super::convert;
use super::mesh_node::MeshNode;
use super::properties::ID;
use crate::gtm::scene::running::terrain_body::GtmTerrainBody;
use crate::workers;
use godot::classes::{HeightMapShape3D, Material};
use godot::prelude::*;
use mapwright_formats::gtm::Lightmap;
use mapwright_scene::gtm::layout::placed::Placed;
use mapwright_scene::gtm::world::terrain;
use mapwright_scene::gtm::world::terrain::{Terrain, TerrainChunk};

/// The vertices up to which a body has a terrain's very triangles, 2048 along a side. Godot Physics takes about 350 bytes a
/// vertex for them, a height map 5.
const LARGEST_OF_TRIANGLES: usize = 2048 * 2048;

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
    let is_large = terrain.heights.len() > LARGEST_OF_TRIANGLES && terrain.holes.is_empty();
    if build.options.has_collision {
        add_collision(&mut body, &terrain, is_large);
    }
    let node: Gd<Node> = body.upcast();
    build.add_to_group(placed.group, &node);
    if build.options.has_collision && is_large {
        add_height_map(build, &node, &terrain);
    }
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
        is_exact: true,
    };
    let mut instance = made_of.make(build.mesh_import.as_ref());
    instance.set_position(convert::vector(chunk.offset));
    build.tree.add(body, &instance.clone().upcast());
    if terrain.is_baked {
        build.bake(instance);
    }
}

fn add_collision(body: &mut Gd<GtmTerrainBody>, terrain: &Terrain, is_large: bool) {
    let mut body = body.bind_mut();
    body.materials = terrain.layers.iter().map(|layer| GString::from(&layer.material)).collect();
    body.vertex_materials = PackedByteArray::from(terrain.strongest_layers.as_slice());
    body.set_resolution(Vector2i::new(terrain.resolution[0] as i32, terrain.resolution[1] as i32));
    body.set_cell_size(terrain.cell_size);
    body.set_holes(PackedByteArray::from(terrain.holes.as_slice()));
    if !is_large {
        body.set_heights(PackedFloat32Array::from(terrain.heights.as_slice()));
    }
}

/// Lets a body collide by heights, whose cells are split along one diagonal everywhere.
fn add_height_map(build: &mut Build<'_>, body: &Gd<Node>, terrain: &Terrain) {
    let [width, depth] = terrain.resolution;
    let in_cells = |height: &f32| (f64::from(*height) / terrain.cell_size) as f32;
    let mut shape = HeightMapShape3D::new_gd();
    shape.set_map_width(width as i32);
    shape.set_map_depth(depth as i32);
    shape.set_map_data(&terrain.heights.iter().map(in_cells).collect::<PackedFloat32Array>());
    let mut node = add_shape(&build.tree, body, "collision", &shape.upcast());
    // The shape's own samples are one meter apart, and its middle is in the middle.
    node.set_scale(Vector3::ONE * terrain.cell_size as f32);
    let half = terrain.resolution.map(|vertices| ((vertices - 1) as f64 * terrain.cell_size * 0.5) as f32);
    node.set_position(Vector3::new(half[0], 0.0, half[1]));
    build.problem(format!(
        "terrain {}: {width} by {depth} vertices are more than a body's triangles are made of; it collides by its heights, up to a \
         cell's bend beside what is drawn",
        terrain.id
    ));
}
