//! Static bodies for the finest chunks, everywhere or around the bodies that move.

use crate::atlas::terrain::drawing::owned::Body;
use crate::atlas::terrain::streaming::loading::LoadedShape;
use godot::classes::physics_server_3d::{BodyMode, BodyState};
use godot::classes::{ConcavePolygonShape3D, PhysicsServer3D};
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::Quadtree;
use std::collections::{HashMap, HashSet};

/// Shapes that are being made at a time: the engine takes them over on the main thread, each costing it a moment.
const MOST_LOADING: usize = 2;
/// A shape stays until bodies are so many times further away than what it came by.
const KEPT: f32 = 1.5;

/// Where there is something to collide with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Where {
    #[default]
    Nowhere,
    AroundBodies,
    Everywhere,
}

/// How the terrain takes part in physics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Physics {
    pub(crate) space: Rid,
    pub(crate) transform: Transform3D,
    pub(crate) owner: u64,
    pub(crate) layer: u32,
    pub(crate) mask: u32,
}

#[derive(Default)]
pub(crate) struct Collision {
    physics: Option<Physics>,
    shapes: HashMap<Node, Option<Shape>>,
    loading: HashSet<Node>,
    wanted: Where,
    /// What was last looked around, and how far.
    looked_around: Option<(Vec<Vector3>, f32)>,
    /// What is still to be made, the first last.
    queue: Vec<Node>,
}

struct Shape {
    body: Body,
    /// Bodies do not hold their shapes.
    _faces: Gd<ConcavePolygonShape3D>,
    origin: Vector3,
}

impl Collision {
    /// Takes away what is not wanted any more, and gives what is to be made. `bodies` are where bodies are, in the
    /// terrain's space.
    pub(crate) fn update(
        &mut self,
        quadtree: &Quadtree,
        wanted: Where,
        bodies: &[Vector3],
        margin: f32,
        physics: Physics,
    ) -> Vec<Node> {
        self.move_to(physics);
        if wanted != self.wanted {
            self.wanted = wanted;
            self.looked_around = None;
            self.queue = match wanted {
                Where::Everywhere => quadtree.finest(|_| true),
                _ => Vec::new(),
            };
        }
        match wanted {
            Where::Nowhere => self.shapes.clear(),
            Where::AroundBodies => self.look_around(quadtree, bodies, margin),
            Where::Everywhere => {}
        }
        let mut next = Vec::new();
        while self.loading.len() < MOST_LOADING
            && let Some(node) = self.queue.pop()
        {
            if !self.shapes.contains_key(&node) && self.loading.insert(node) {
                next.push(node);
            }
        }
        next
    }

    /// Bodies at rest cost nothing.
    fn look_around(&mut self, quadtree: &Quadtree, bodies: &[Vector3], margin: f32) {
        let is_known = |(places, reach): &(Vec<_>, f32)| places == bodies && *reach == margin;
        if self.looked_around.as_ref().is_some_and(is_known) {
            return;
        }
        self.looked_around = Some((bodies.to_vec(), margin));
        let around = |reach: f32| -> HashSet<Node> {
            let near =
                |body: &Vector3| quadtree.finest(|area| area.distance_on_ground([body.x, body.z]) <= reach);
            bodies.iter().flat_map(near).collect()
        };
        let kept = around(margin * KEPT);
        self.shapes.retain(|node, _| kept.contains(node));
        self.queue = around(margin).into_iter().collect();
    }

    pub(crate) fn arrive(&mut self, node: Node, loaded: Option<LoadedShape>) {
        if !self.loading.remove(&node) {
            return;
        }
        let shape = loaded.and_then(|loaded| {
            let physics = self.physics?;
            let shape: Gd<ConcavePolygonShape3D> = loaded.shape?.take().to();
            let [x, y, z] = loaded.origin;
            Some(create(shape, Vector3::new(x, y, z), &physics))
        });
        // What came for a body that has moved on goes again.
        self.looked_around = None;
        // A chunk without a surface has a place as well, so that it is not asked for again.
        self.shapes.insert(node, shape);
    }

    /// Takes everything away; what is wanted then is made anew.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn shapes(&self) -> usize {
        self.shapes.values().flatten().count()
    }

    fn move_to(&mut self, physics: Physics) {
        if self.physics == Some(physics) {
            return;
        }
        self.physics = Some(physics);
        for shape in self.shapes.values().flatten() {
            place(&shape.body, shape.origin, &physics);
        }
    }
}

fn create(shape: Gd<ConcavePolygonShape3D>, origin: Vector3, physics: &Physics) -> Shape {
    let mut server = PhysicsServer3D::singleton();
    let body = Body::new(server.body_create());
    server.body_set_mode(body.rid(), BodyMode::STATIC);
    server.body_add_shape(body.rid(), shape.get_rid());
    server.body_attach_object_instance_id(body.rid(), physics.owner);
    place(&body, origin, physics);
    Shape { body, _faces: shape, origin }
}

fn place(body: &Body, origin: Vector3, physics: &Physics) {
    let mut server = PhysicsServer3D::singleton();
    let transform = physics.transform * Transform3D::new(Basis::IDENTITY, origin);
    server.body_set_state(body.rid(), BodyState::TRANSFORM, &transform.to_variant());
    server.body_set_collision_layer(body.rid(), physics.layer);
    server.body_set_collision_mask(body.rid(), physics.mask);
    server.body_set_space(body.rid(), physics.space);
}
