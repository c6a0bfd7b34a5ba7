//! The ids of map nodes that bodies keep.

use crate::gtm::scene::build::properties::ID;
use godot::classes::CollisionObject3D;
use godot::prelude::*;

/// The id that a body of shapes of one node has, -1 where it has no shape of this index.
pub(crate) fn own_id(body: &Gd<CollisionObject3D>, shape: i64) -> i64 {
    let is_there = (0..shape_count(body)).contains(&shape);
    id_of(&body.clone().upcast()).filter(|_| is_there).unwrap_or(-1)
}

/// How many shapes a body has.
pub(crate) fn shape_count(body: &Gd<CollisionObject3D>) -> i64 {
    let owners = body.get_shape_owners();
    owners.as_slice().iter().map(|owner| i64::from(body.shape_owner_get_shape_count(*owner as u32))).sum()
}

/// The id of the map's node that a node was made of.
pub(crate) fn id_of(node: &Gd<Node>) -> Option<i64> {
    if node.has_meta(ID) { node.get_meta(ID).try_to().ok() } else { None }
}
