//! What of a map a ray has hit.

use super::build::properties::PROPERTIES;
use super::running::body_ids::{id_of, shape_count};
use super::running::hull_body::{GtmHullBody, closest};
use super::running::terrain_body::GtmTerrainBody;
use godot::classes::{CollisionObject3D, CollisionShape3D, ConcavePolygonShape3D};
use godot::prelude::*;
use mapwright_scene::gtm::solids::collision::{HullFace, Run};

/// The metadata of a shape's node with the names of its faces' materials: one a face, or a single one for all.
const MATERIALS: &str = "_gt_materials";
/// The metadata of a hull's node with the directions of its faces, when these have several materials.
const NORMALS: &str = "_gt_normals";
/// The metadata of the node of triangles: where each run of them ends.
const RUN_ENDS: &str = "_gt_run_ends";
/// The metadata with the ids of the solids that the runs are of.
const RUN_IDS: &str = "_gt_run_ids";

/// What a ray has hit; empty when it is of no map.
pub(crate) fn hit(found: &VarDictionary) -> VarDictionary {
    let Some(hit) = Hit::new(found) else { return VarDictionary::new() };
    let Some((id, entity_id)) = hit.ids() else { return VarDictionary::new() };
    let (node_id, material) = hit.node_id_and_material();
    vdict! { "node_id" => node_id.unwrap_or(id), "entity_id" => entity_id, "material" => &material }
}

/// A ray's hit, in the space of the body.
struct Hit {
    body: Gd<CollisionObject3D>,
    shape: i64,
    face: Option<usize>,
    position: Vector3,
    normal: Vector3,
}

impl Hit {
    fn new(found: &VarDictionary) -> Option<Self> {
        fn value<T: FromGodot>(found: &VarDictionary, key: &str) -> Option<T> {
            found.get(key).and_then(|value| value.try_to().ok())
        }
        let body: Gd<CollisionObject3D> = value(found, "collider")?;
        let transform =
            if body.is_inside_tree() { body.get_global_transform() } else { body.get_transform() };
        let position: Vector3 = value(found, "position").unwrap_or_default();
        let normal: Vector3 = value(found, "normal").unwrap_or_default();
        Some(Self {
            shape: value(found, "shape").unwrap_or(-1),
            face: value::<i64>(found, "face_index").and_then(|face| usize::try_from(face).ok()),
            position: transform.affine_inverse() * position,
            // What is at a right angle stays so, however the body is scaled.
            normal: transform.basis.transposed() * normal,
            body,
        })
    }

    /// The ids of the closest node of the map and of the closest entity, -1 where there is none.
    fn ids(&self) -> Option<(i64, i64)> {
        let mut node: Option<Gd<Node>> = Some(self.body.clone().upcast());
        let mut first = None;
        while let Some(current) = node {
            let id = id_of(&current);
            first = first.or(id);
            if let Some(id) = id.filter(|_| current.has_meta(PROPERTIES)) {
                return Some((first.unwrap_or(id), id));
            }
            node = current.get_parent();
        }
        Some((first?, -1))
    }

    fn node_id_and_material(&self) -> (Option<i64>, GString) {
        if let Ok(body) = self.body.clone().try_cast::<GtmHullBody>() {
            let body = body.bind();
            return (Some(body.get_hit_node_id(self.shape)), body.material_at(self.shape, self.normal));
        }
        if let Ok(body) = self.body.clone().try_cast::<GtmTerrainBody>() {
            return (None, body.bind().material_at(self.position));
        }
        self.of_node().unwrap_or_default()
    }

    /// What the node of the shape tells.
    fn of_node(&self) -> Option<(Option<i64>, GString)> {
        let body = self.body.clone();
        let is_there = (0..shape_count(&body)).contains(&self.shape);
        let owner = is_there.then(|| body.shape_find_owner(self.shape as i32))?;
        let node = body.shape_owner_get_owner(owner)?.try_cast::<CollisionShape3D>().ok()?;
        let materials: PackedStringArray = metadata(&node, MATERIALS).unwrap_or_default();
        let material = |place: usize| materials.get(place).unwrap_or_default();
        let Some(ends) = metadata::<PackedInt32Array>(&node, RUN_ENDS) else {
            let normals: PackedVector3Array = metadata(&node, NORMALS).unwrap_or_default();
            let normal = node.get_transform().basis.transposed() * self.normal;
            let face = closest(normals.as_slice(), normal).unwrap_or_default();
            return Some((id_of(&node.upcast()), material(face)));
        };
        let triangle = self.face.or_else(|| self.triangle(&node))?;
        let run =
            ends.as_slice().partition_point(|end| usize::try_from(*end).is_ok_and(|end| end <= triangle));
        let ids: PackedInt64Array = metadata(&node, RUN_IDS).unwrap_or_default();
        Some((ids.get(run), material(run)))
    }

    /// The triangle at the hit: Jolt Physics tells its number only when the project asks for that.
    fn triangle(&self, node: &Gd<CollisionShape3D>) -> Option<usize> {
        let shape = node.get_shape()?.try_cast::<ConcavePolygonShape3D>().ok()?;
        let place = node.get_transform().affine_inverse() * self.position;
        let faces = shape.get_faces();
        let misses = faces.as_slice().as_chunks().0.iter().map(|corners| miss(place, corners));
        misses.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(triangle, _)| triangle)
    }
}

/// How far a place is beside a triangle, roughly where it is far.
fn miss(place: Vector3, corners: &[Vector3; 3]) -> f32 {
    let [a, b, c] = *corners;
    let normal = (b - a).cross(c - a).normalized_or_zero();
    let beyond = |from: Vector3, to: Vector3| {
        let outwards = (to - from).cross(normal).normalized_or_zero();
        (place - from).dot(outwards)
    };
    let outside = beyond(a, b).max(beyond(b, c)).max(beyond(c, a)).max(0.0);
    (place - a).dot(normal).abs() + outside
}

/// Keeps the materials of a hull's faces with its node.
pub(crate) fn keep_faces(node: &mut Gd<CollisionShape3D>, names: &[String], faces: &[HullFace]) {
    let materials: PackedStringArray =
        faces.iter().map(|face| GString::from(&names[face.material])).collect();
    node.set_meta(MATERIALS, &materials.to_variant());
    if faces.len() > 1 {
        let normals: PackedVector3Array = faces.iter().map(|face| Vector3::from_array(face.normal)).collect();
        node.set_meta(NORMALS, &normals.to_variant());
    }
}

/// Keeps with the node of triangles what these are of.
pub(crate) fn keep_runs(node: &mut Gd<CollisionShape3D>, names: &[String], runs: &[Run]) {
    let materials: PackedStringArray = runs.iter().map(|run| GString::from(&names[run.material])).collect();
    let ends: PackedInt32Array = runs.iter().map(|run| run.end as i32).collect();
    let ids: PackedInt64Array = runs.iter().map(|run| run.id).collect();
    node.set_meta(MATERIALS, &materials.to_variant());
    node.set_meta(RUN_ENDS, &ends.to_variant());
    node.set_meta(RUN_IDS, &ids.to_variant());
}

/// Names as Godot keeps them.
pub(crate) fn names(names: &[String]) -> PackedStringArray {
    names.iter().map(GString::from).collect()
}

fn metadata<T: FromGodot>(node: &Gd<CollisionShape3D>, name: &str) -> Option<T> {
    if node.has_meta(name) { node.get_meta(name).try_to().ok() } else { None }
}
