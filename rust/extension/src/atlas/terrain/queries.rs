//! What `AtlasTerrain` tells about itself.

use super::node::AtlasTerrain;
use crate::atlas::opened::Opened;
use godot::classes::Node3D;
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{Hit, Ray};
use mapwright_scene::atlas::{position, to_torque};
use std::sync::Arc;

#[godot_api(secondary)]
impl AtlasTerrain {
    /// The height of the terrain under or above a place in the world, from the finest chunk there, whatever is drawn;
    /// the topmost one under an overhang. [code]NAN[/code] outside of the terrain and without a source. It comes from
    /// the file, not from physics, and needs no collision.
    #[func(gd_self)]
    fn get_height(this: Gd<Self>, world_position: Vector3) -> f64 {
        let transform = transform_of(&this);
        let Some(opened) = opened_of(&this).filter(|_| transform.basis.determinant() != 0.0) else {
            return f64::NAN;
        };
        let local = transform.affine_inverse() * world_position;
        match opened.height_at(to_torque([local.x, local.z])) {
            Ok(Some(height)) => f64::from((transform * Vector3::new(local.x, height, local.z)).y),
            _ => f64::NAN,
        }
    }

    /// Where a ray first meets the finest chunks, from either side: [code]position[/code] and [code]normal[/code]
    /// ([Vector3], in the world), and [code]level[/code], [code]x[/code] and [code]y[/code] of the chunk. Empty where it
    /// meets nothing, and before [signal source_loaded]. It walks the file's quadtree, not physics, and needs no
    /// collision.
    #[func(gd_self)]
    fn intersect_ray(this: Gd<Self>, from: Vector3, to: Vector3) -> VarDictionary {
        let transform = transform_of(&this);
        if transform.basis.determinant() == 0.0 {
            return VarDictionary::new();
        }
        let inverse = transform.affine_inverse();
        let local = |point: Vector3| {
            let point = inverse * point;
            [point.x, point.y, point.z]
        };
        let ray = Ray { from: local(from), to: local(to) };
        let Some(opened) = opened_of(&this) else { return VarDictionary::new() };
        let chunks =
            this.bind().progress.session().map(|session| session.quadtree().along(&ray)).unwrap_or_default();
        let Some((node, hit)) = nearest(&opened, &ray, &chunks) else { return VarDictionary::new() };
        let [x, y, z] = hit.normal;
        // Normals stay upright on their surface when the terrain is stretched.
        let normal = (inverse.basis.transposed() * Vector3::new(x, y, z)).normalized();
        vdict! {
            "position" => from.lerp(to, hit.along as f32),
            "normal" => normal,
            "level" => node.level,
            "x" => node.x,
            "y" => node.y,
        }
    }

    /// Numbers about the terrain, empty before [signal source_loaded].
    ///
    /// What is drawn, before the camera culls it: [code]visible_chunks[/code], [code]visible_chunks_by_level[/code]
    /// ([PackedInt32Array]), [code]visible_triangles[/code].
    ///
    /// What is in memory: [code]resident_chunks[/code], [code]resident_textures[/code], [code]resident_bytes[/code] of
    /// [code]memory_limit[/code], and [code]needed_bytes[/code], the part that is visible.
    ///
    /// What is being read: [code]loading[/code] and [code]queued[/code].
    ///
    /// Since the source was set: [code]loaded_chunks[/code], [code]loaded_textures[/code], [code]evicted[/code],
    /// [code]failed[/code].
    ///
    /// Of the last frame: [code]selection_usec[/code], [code]upload_usec[/code], [code]frame_usec[/code] (the whole
    /// frame) and [code]uploaded_bytes[/code].
    ///
    /// [code]level_errors[/code] ([PackedFloat32Array]) has the geometric error of each level in units.
    /// [code]lod_bias[/code] is 1 while everything fits the memory budget. Where it does not fit, screen-space errors are
    /// divided by it, so that coarser chunks are drawn. [code]collision_shapes[/code] is the number of chunks that have a
    /// collision shape.
    #[func]
    fn get_statistics(&self) -> VarDictionary {
        self.progress.session().map(|session| session.statistics().to_dictionary()).unwrap_or_default()
    }

    /// The chunks that are drawn, as level, x and y; before the camera leaves out what it does not see.
    #[func]
    fn get_visible_chunks(&self) -> Array<Vector3i> {
        let nodes = self.progress.session().map(|session| session.shown()).unwrap_or_default();
        nodes.iter().map(|node| Vector3i::new(node.level as i32, node.x as i32, node.y as i32)).collect()
    }

    /// Whether everything is there that the last frame asked for, and nothing is morphing or fading any more.
    #[func]
    fn is_settled(&self) -> bool {
        self.progress.is_settled(self.source.is_some())
    }
}

fn transform_of(terrain: &Gd<AtlasTerrain>) -> Transform3D {
    let node = terrain.clone().upcast::<Node3D>();
    if node.is_inside_tree() { node.get_global_transform() } else { node.get_transform() }
}

fn opened_of(terrain: &Gd<AtlasTerrain>) -> Option<Arc<Opened>> {
    let source = terrain.bind().source.clone()?;
    source.bind().opened().ok()
}

/// The first hit among chunks in the order in which the ray enters them.
fn nearest(opened: &Opened, ray: &Ray, chunks: &[(f64, Node)]) -> Option<(Node, Hit)> {
    let torque = |[x, y, z]: [f32; 3]| {
        let [east, north] = to_torque([x, z]);
        debug_assert_eq!(position([east, north, y]), [x, y, z]);
        [east, north, y]
    };
    let (from, to) = (torque(ray.from), torque(ray.to));
    let mut best: Option<(Node, Hit)> = None;
    for (entry, node) in chunks {
        if best.is_some_and(|(_, hit)| hit.along < *entry) {
            break;
        }
        let Ok(surface) = opened.heights_of(*node) else { continue };
        let hit = surface.first_hit(from, to);
        if let Some(hit) = hit.filter(|hit| best.is_none_or(|(_, best)| hit.along < best.along)) {
            best = Some((*node, hit));
        }
    }
    best
}
