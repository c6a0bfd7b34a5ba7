//! What entities collide with, as Godot's shapes.

use super::properties::ID;
use super::tree::Tree;
use crate::gtm::scene::hits;
use crate::gtm::scene::running::hull_body::GtmHullBody;
use crate::packed::vectors3;
use godot::classes::{
    CollisionObject3D, CollisionShape3D, ConcavePolygonShape3D, ConvexPolygonShape3D, Shape3D, StaticBody3D,
};
use godot::prelude::*;
use mapwright_scene::gtm::layout::names::{EntityName, Naming};
use mapwright_scene::gtm::solids::collision::Collision;

/// A body with more hulls than this hands them to bodies below it, which have no node for each: making a node takes longer
/// than making its hull, and what a body costs when it goes grows with the square of its shapes.
const MAX_SHAPES: usize = 512;
/// How many shapes each of those has.
const SHAPES_PER_BODY: usize = 256;

/// Adds the shapes of `collision` to the body of the entity called `name`.
pub(crate) fn add_shapes(
    tree: &Tree,
    body: &Gd<CollisionObject3D>,
    naming: Naming,
    name: &EntityName,
    collision: &Collision,
) {
    let node: Gd<Node> = body.clone().upcast();
    if collision.hulls.len() > MAX_SHAPES && body.is_class("StaticBody3D") {
        for (number, hulls) in collision.hulls_by_place().chunks(SHAPES_PER_BODY).enumerate() {
            let first = hulls.first().map_or("", |hull| &collision.hulls[*hull].id_path);
            tree.add(&node, &part_of(body, &naming.hull_body(name, number, first), collision, hulls));
        }
    } else {
        for hull in &collision.hulls {
            let mut shape = ConvexPolygonShape3D::new_gd();
            shape.set_points(&vectors3(&hull.corners));
            let shape_name = naming.brush_shape(name, hull.brush, &hull.id_path);
            let mut shape = add_shape(tree, &node, &shape_name, &shape.upcast());
            shape.set_meta(ID, &hull.id.to_variant());
            hits::keep_faces(&mut shape, &collision.materials, &hull.faces);
        }
    }
    if !collision.triangles.is_empty() {
        let mut shape = ConcavePolygonShape3D::new_gd();
        shape.set_faces(&vectors3(&collision.triangles));
        let mut shape = add_shape(tree, &node, &naming.shape(name), &shape.upcast());
        hits::keep_runs(&mut shape, &collision.materials, &collision.runs);
    }
}

/// Adds a shape to a body.
pub(crate) fn add_shape(
    tree: &Tree,
    body: &Gd<Node>,
    name: &str,
    shape: &Gd<Shape3D>,
) -> Gd<CollisionShape3D> {
    let mut node = CollisionShape3D::new_alloc();
    node.set_name(name);
    node.set_shape(shape);
    tree.add(body, &node.clone().upcast());
    node
}

/// Takes away what shapes a body has without nodes.
pub(crate) fn clear_shapes(body: &mut Gd<StaticBody3D>) {
    for shape_owner in body.get_shape_owners().as_slice() {
        body.remove_shape_owner(*shape_owner as u32);
    }
}

/// A body with some of the hulls, for a body that has too many.
fn part_of(body: &Gd<CollisionObject3D>, name: &str, collision: &Collision, hulls: &[usize]) -> Gd<Node> {
    let mut part = GtmHullBody::new_alloc();
    part.set_name(name);
    part.set_meta(ID, &body.get_meta(ID));
    part.set_collision_layer(body.get_collision_layer());
    part.set_collision_mask(body.get_collision_mask());
    let hulls = || hulls.iter().map(|hull| &collision.hulls[*hull]);
    let corners: Vec<[f32; 3]> = hulls().flat_map(|hull| &hull.corners).copied().collect();
    {
        let mut part = part.bind_mut();
        part.set_corners(vectors3(&corners));
        part.set_corner_counts(hulls().map(|hull| hull.corners.len() as i32).collect());
        part.node_ids = hulls().map(|hull| hull.id).collect();
        part.materials = hits::names(&collision.materials);
        let faces = || hulls().flat_map(|hull| &hull.faces);
        part.face_normals = vectors3(&faces().map(|face| face.normal).collect::<Vec<_>>());
        part.face_materials = faces().map(|face| face.material as i32).collect();
        let ends = hulls().scan(0, |end, hull| {
            *end += hull.faces.len() as i32;
            Some(*end)
        });
        part.face_ends = ends.collect();
    }
    part.upcast()
}
