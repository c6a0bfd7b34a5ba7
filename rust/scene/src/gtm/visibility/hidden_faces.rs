//! Faces that nobody can see, because others of the map cover them. Section 10 of `docs/formats/gtm-nodes.md`.

use super::bounds_tree::BoundsTree;
use super::clipping::{Convex, LEAST_AREA, Remains, area};
use super::inside;
use crate::gtm::solids::placed_solid::{PlacedFace, PlacedSolid};
use crate::gtm::solids::polygon::{Bounds, PlaneAxes};
use crate::gtm::solids::triangulation::triangulate;
use glam::DVec3;
use rayon::prelude::*;
use std::collections::HashMap;

/// Faces whose normals are closer than this look the same way.
const SAME_WAY: f64 = 0.9995;
/// Faces closer than this lie in one plane, in map units; points are moved as far off their face.
const SAME_PLANE: f64 = 0.02;

/// Which faces may hide others: of static, visible entities, opaque, and drawn on one side.
pub(crate) trait Opacity: Sync {
    /// Whether the faces of this solid count at all.
    fn counts(&self, solid: usize) -> bool;
    /// Whether a face of such a solid is opaque.
    fn is_opaque(&self, solid: &PlacedSolid<'_>, face: &PlacedFace) -> bool;
}

/// Who wins where two faces that look the same way lie in one plane: sheets laid over solids, brushes, closed meshes;
/// then the lower id, then the lower face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    OpenMesh,
    Brush,
    ClosedMesh,
}

struct Candidate<'s, 'l> {
    solid: &'s PlacedSolid<'l>,
    number: usize,
    rank: Rank,
    /// Whether all its faces are there, so that it has an inside.
    is_closed: bool,
    /// Whether all its faces are opaque.
    is_opaque: bool,
}

/// The faces that are covered, as a solid and the face's place in it.
pub(crate) fn covered_faces(solids: &[PlacedSolid<'_>], opacity: &dyn Opacity) -> Vec<(usize, usize)> {
    let candidates: Vec<Candidate<'_, '_>> = solids
        .par_iter()
        .enumerate()
        .filter(|(number, solid)| !solid.is_displaced && !solid.is_origin() && opacity.counts(*number))
        .map(|(number, solid)| Candidate {
            solid,
            number,
            rank: rank(solid),
            is_closed: solid.faces.len() == solid.solid.faces.len()
                && (!solid.solid.is_mesh || is_closed(solid)),
            is_opaque: solid.faces.iter().all(|face| opacity.is_opaque(solid, face)),
        })
        .collect();
    let boxes = candidates.iter().enumerate();
    let tree =
        BoundsTree::new(boxes.map(|(place, candidate)| (candidate.solid.bounds, place as u32)).collect());
    let search = Search { candidates: &candidates, tree: &tree, opacity };
    candidates.par_iter().enumerate().flat_map_iter(|(place, _)| search.covered_of(place)).collect()
}

fn rank(solid: &PlacedSolid<'_>) -> Rank {
    if !solid.solid.is_mesh {
        Rank::Brush
    } else if is_closed(solid) {
        Rank::ClosedMesh
    } else {
        Rank::OpenMesh
    }
}

/// Whether every edge of a mesh is run along once in each direction.
fn is_closed(mesh: &PlacedSolid<'_>) -> bool {
    let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
    for face in &mesh.faces {
        let vertices = mesh.corner_indices(face);
        for (place, from) in vertices.iter().enumerate() {
            let to = vertices[(place + 1) % vertices.len()];
            let count = edges.entry((*from, to)).or_default();
            *count += 1;
        }
    }
    edges.iter().all(|((from, to), count)| *count == 1 && edges.get(&(*to, *from)) == Some(&1))
}

struct Search<'a, 's, 'l> {
    candidates: &'a [Candidate<'s, 'l>],
    tree: &'a BoundsTree,
    opacity: &'a dyn Opacity,
}

impl<'s, 'l> Search<'_, 's, 'l> {
    fn covered_of(&self, place: usize) -> Vec<(usize, usize)> {
        let own = &self.candidates[place];
        let mut near = Vec::new();
        self.tree.touching(own.solid.bounds.grown(SAME_PLANE), |other| {
            if other as usize != place {
                near.push(&self.candidates[other as usize]);
            }
        });
        // Found in the order of the tree; the order of the map makes the result the same every time.
        near.sort_unstable_by_key(|candidate| candidate.number);
        if near.is_empty() {
            return Vec::new();
        }
        let faces = own.solid.faces.iter().enumerate();
        faces
            .filter(|(_, face)| self.opacity.is_opaque(own.solid, face))
            .filter(|(_, face)| self.is_covered(own, face, &near))
            .map(|(face, _)| (own.number, face))
            .collect()
    }

    fn is_covered(&self, own: &Candidate<'s, 'l>, face: &PlacedFace, near: &[&Candidate<'s, 'l>]) -> bool {
        let corners: Vec<DVec3> = own.solid.corners(face).collect();
        let bounds = Bounds::of(corners.iter().copied()).grown(SAME_PLANE);
        let near: Vec<_> = near.iter().copied().filter(|other| other.solid.bounds.touches(bounds)).collect();
        is_swallowed(face, &corners, &near) || self.is_overlaid(own, face, &corners, &near)
    }

    /// Whether the faces in the same plane cover the face.
    fn is_overlaid(
        &self,
        own: &Candidate<'s, 'l>,
        face: &PlacedFace,
        corners: &[DVec3],
        near: &[&Candidate<'s, 'l>],
    ) -> bool {
        let covers: Vec<_> = near
            .iter()
            .flat_map(|other| other.solid.faces.iter().map(move |cover| (*other, cover)))
            .filter(|(other, cover)| covers(own, face, corners, other, cover))
            .filter(|(other, cover)| self.opacity.is_opaque(other.solid, cover))
            .collect();
        let covering: f64 = covers.iter().map(|(_, cover)| cover.double_area * 0.5).sum();
        if covers.is_empty() || covering < face.double_area * 0.5 - LEAST_AREA {
            return false;
        }
        let axes = PlaneAxes::new(face.normal);
        let base = corners[0];
        let mut remains = Remains::new(convex_parts(own.solid, face, axes, base));
        for (other, cover) in covers {
            for part in convex_parts(other.solid, cover, axes, base) {
                remains.subtract(&part);
            }
            if !remains.is_open() {
                break;
            }
        }
        remains.is_empty()
    }
}

/// Whether the face lies wholly inside another solid.
fn is_swallowed(face: &PlacedFace, corners: &[DVec3], near: &[&Candidate<'_, '_>]) -> bool {
    let around = Bounds::of(corners.iter().copied());
    let might = |other: &Candidate<'_, '_>| {
        other.is_opaque && other.is_closed && other.solid.bounds.grown(SAME_PLANE).contains(around)
    };
    let mut points = Vec::new();
    near.iter().filter(|other| might(other)).any(|other| {
        if points.is_empty() {
            let nudge = face.normal * SAME_PLANE;
            let all = corners.iter().copied().chain([face.center]);
            points.extend(all.flat_map(|point| [point + nudge, point - nudge]));
        }
        inside::contains(other.solid, &points, corners)
    })
}

/// Whether `cover` lies in the plane of `face` and hides what it covers of it.
fn covers(
    own: &Candidate<'_, '_>,
    face: &PlacedFace,
    corners: &[DVec3],
    other: &Candidate<'_, '_>,
    cover: &PlacedFace,
) -> bool {
    let alike = face.normal.dot(cover.normal);
    let hides = if alike > SAME_WAY {
        let precedence =
            |of: &Candidate<'_, '_>, face: &PlacedFace| (of.rank, of.solid.id, face.stored, of.number);
        precedence(other, cover) < precedence(own, face)
    } else {
        alike < -SAME_WAY && own.is_closed && other.is_closed
    };
    hides && corners.iter().all(|corner| cover.normal.dot(*corner - cover.center).abs() < SAME_PLANE)
}

/// A face in flat convex parts, counter-clockwise on the plane.
fn convex_parts(solid: &PlacedSolid<'_>, face: &PlacedFace, axes: PlaneAxes, base: DVec3) -> Vec<Convex> {
    let corners: Vec<DVec3> = solid.corners(face).collect();
    let flatten = |corner: DVec3| axes.flatten(corner - base);
    let mut parts: Vec<Convex> = if solid.solid.is_mesh {
        let triangles = triangulate(&corners, face.normal).into_iter();
        triangles.map(|triangle| triangle.map(|place| flatten(corners[place])).to_vec()).collect()
    } else {
        vec![corners.into_iter().map(flatten).collect()]
    };
    for part in parts.iter_mut().filter(|part| area(part) < 0.0) {
        part.reverse();
    }
    parts
}
