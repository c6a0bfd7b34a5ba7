//! A brush or mesh in the map's space, without the faces that cannot be built. Sections 6, 8 and 15 of `docs/formats/gtm-nodes.md`.

use super::polygon::{Bounds, mean, newell};
use super::texture_class::TextureClass;
use crate::gtm::layout::names::id_path;
use crate::gtm::layout::placed::Placed;
use glam::{DAffine3, DVec3};
use mapwright_formats::gtm::nodes::{Face, Solid};

/// A face whose squared Newell length is less than this has no area.
const LEAST_SQUARED_LENGTH: f64 = 1e-12;
/// A corner farther from the middle than this, in map units, is no place that could be drawn.
const FARTHEST: f64 = 1e9;
/// Brushes need this many vertices and faces.
const LEAST_OF_BRUSH: usize = 4;
/// Meshes need this many vertices.
const LEAST_OF_MESH: usize = 3;

/// A placed brush or mesh.
#[derive(Debug)]
pub(crate) struct PlacedSolid<'l> {
    /// The id of its node, with the prefab's number.
    pub(crate) id: i64,
    /// What it is called by, whatever else the map has.
    pub(crate) id_path: String,
    /// The id of its node when it may have been baked: only the map's own nodes are.
    pub(crate) baked_id: Option<i64>,
    /// What the node holds; its vertices were moved to `vertices`.
    pub(crate) solid: Solid<'l>,
    /// Placed, in map units.
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) transform: DAffine3,
    /// The faces that can be built.
    pub(crate) faces: Vec<PlacedFace>,
    /// Around the corners of all faces.
    pub(crate) bounds: Bounds,
    /// Whether one of a brush's faces is displaced, so that the others are not there.
    pub(crate) is_displaced: bool,
}

/// A face that can be built.
#[derive(Debug)]
pub(crate) struct PlacedFace {
    /// Its place in the stored faces.
    pub(crate) stored: usize,
    /// Of length 1, outwards.
    pub(crate) normal: DVec3,
    pub(crate) double_area: f64,
    /// The mean of its corners.
    pub(crate) center: DVec3,
    /// The material's place in the table of names.
    pub(crate) material: usize,
    pub(crate) class: TextureClass,
    /// Whether it is covered by others, so that it collides but does not draw.
    pub(crate) is_covered: bool,
}

impl<'l> PlacedSolid<'l> {
    /// Places a brush or mesh; `None` for one that is skipped without a word.
    pub(crate) fn new(placed: &Placed<'l>) -> Result<Option<Self>, String> {
        let mut solid = Solid::read(placed.node);
        let transform = placed.placement.transform;
        let place = |vertex: [f64; 3]| transform.transform_point3(DVec3::from_array(vertex));
        let vertices: Vec<DVec3> = std::mem::take(&mut solid.vertices).into_iter().map(place).collect();
        if !solid.is_mesh && (vertices.len() < LEAST_OF_BRUSH || solid.faces.len() < LEAST_OF_BRUSH)
            || vertices.len() < LEAST_OF_MESH
        {
            return Ok(None);
        }
        let id = placed.built_id();
        if vertices.iter().any(|vertex| !vertex.abs().cmple(DVec3::splat(FARTHEST)).all()) {
            return Err(format!("solid {id} is left out: a corner is more than {FARTHEST:e} units away"));
        }
        let is_in_range = |index: &u32| (*index as usize) < vertices.len();
        if !solid.is_mesh && !solid.indices.iter().all(is_in_range) {
            return Err(format!("brush {id} is left out: a face has a corner that is none of its vertices"));
        }
        let mut placed = Self {
            id,
            id_path: id_path(&placed.placement, placed.node.id()),
            baked_id: (placed.placement.occurrence == 0).then(|| placed.node.id()),
            solid,
            vertices,
            transform,
            faces: Vec::new(),
            bounds: Bounds::EMPTY,
            is_displaced: false,
        };
        placed.place_faces();
        let least = if placed.solid.is_mesh { 1 } else { LEAST_OF_BRUSH };
        Ok((placed.faces.len() >= least).then_some(placed))
    }

    fn place_faces(&mut self) {
        self.faces.reserve(self.solid.faces.len());
        for (stored, face) in self.solid.faces.iter().enumerate() {
            let indices = self.solid.corners(face);
            let vertex = |index: &u32| self.vertices.get(*index as usize).copied();
            if indices.len() < 3 || indices.iter().any(|index| vertex(index).is_none()) {
                continue;
            }
            let corners = || indices.iter().filter_map(vertex);
            let sum = newell(corners());
            if sum.length_squared() < LEAST_SQUARED_LENGTH {
                continue;
            }
            let double_area = sum.length();
            self.bounds = self.bounds.union(Bounds::of(corners()));
            self.is_displaced |= !self.solid.is_mesh && is_displaced(face);
            self.faces.push(PlacedFace {
                stored,
                normal: sum / double_area,
                double_area,
                center: mean(indices.iter().map(|index| self.vertices[*index as usize])),
                material: 0,
                class: TextureClass::Solid,
                is_covered: false,
            });
        }
    }

    /// The stored form of a face.
    pub(crate) fn stored(&self, face: &PlacedFace) -> &Face<'l> {
        &self.solid.faces[face.stored]
    }

    /// The vertices of a face; all are there.
    pub(crate) fn corner_indices(&self, face: &PlacedFace) -> &[u32] {
        self.solid.corners(self.stored(face))
    }

    /// The corners of a face, counter-clockwise from outside.
    pub(crate) fn corners(&self, face: &PlacedFace) -> impl ExactSizeIterator<Item = DVec3> + Clone {
        self.corner_indices(face).iter().map(|index| self.vertices[*index as usize])
    }

    /// Whether all of a brush's faces mark an origin.
    pub(crate) fn is_origin(&self) -> bool {
        !self.solid.is_mesh && self.faces.iter().all(|face| face.class == TextureClass::Origin)
    }

    /// The faces that are there: all, or only the displaced ones.
    pub(crate) fn built_faces(&self) -> impl Iterator<Item = (usize, &PlacedFace)> {
        let faces = self.faces.iter().enumerate();
        faces.filter(|(_, face)| !self.is_displaced || is_displaced(self.stored(face)))
    }
}

/// Whether a brush face has a displacement that holds.
pub(crate) fn is_displaced(face: &Face<'_>) -> bool {
    face.corners.len() == 4
        && face.displacement.as_ref().is_some_and(|displacement| displacement.edge().is_some())
}
