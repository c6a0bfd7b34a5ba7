//! Where entities stand. Section 5 of `docs/formats/gtm-nodes.md`.

use super::angles;
use super::class_rules::{ClassForm, OriginRule};
use super::placed::PlacedEntity;
use crate::gtm::solids::placed_solid::PlacedSolid;
use crate::gtm::solids::polygon::{Bounds, mean};
use crate::gtm::text;
use glam::{DMat3, DVec3};

/// The place of a point entity: its position in map units and its rotation. A text tells what is wrong with a
/// property that should turn it.
pub(crate) fn point(entity: &PlacedEntity<'_, '_>) -> (DVec3, DMat3, Option<String>) {
    let transform = &entity.placement.transform;
    let node = &entity.entity;
    let (position, turned) = if ignores_place(entity) {
        (DVec3::ZERO, angles::basis(angles::unturned()))
    } else {
        let turned = transform.matrix3 * angles::basis(DVec3::from_array(node.angles));
        (transform.transform_point3(DVec3::from_array(node.origin)), orthonormal(turned))
    };
    match angles::override_of(node.classname, &node.properties) {
        None => (position, turned, None),
        Some(Ok(angles)) => (position, angles::basis(angles), None),
        Some(Err(reason)) => (position, angles::basis(angles::unturned()), Some(reason)),
    }
}

/// Whether an entity at a point has children, which by the text make it one with solids whose origin and angles do not
/// count. Where no definition names its class they count all the same, as there is nothing else to place it by, unless a
/// group among its children says that it was meant to have solids.
fn ignores_place(entity: &PlacedEntity<'_, '_>) -> bool {
    match entity.rules.form {
        ClassForm::Point => entity.has_children,
        ClassForm::Unknown => entity.has_groups,
        ClassForm::Solid => false,
    }
}

/// The axes, square to each other and of length 1.
fn orthonormal(basis: DMat3) -> DMat3 {
    let x = basis.x_axis.normalize_or(DVec3::X);
    let y = (basis.y_axis - x * basis.y_axis.dot(x)).normalize_or(DVec3::Y);
    DMat3::from_cols(x, y, x.cross(y))
}

/// The origin of an entity with solids, in map units.
pub(crate) fn origin(entity: &PlacedEntity<'_, '_>, solids: &[PlacedSolid<'_>]) -> DVec3 {
    if entity.id == 0 && entity.entity.classname == "worldspawn" {
        return DVec3::ZERO;
    }
    let all = bounds(solids.iter());
    match entity.rules.origin {
        OriginRule::Brush => {
            let marked = bounds(solids.iter().filter(|solid| solid.is_origin()));
            if marked.is_empty() { all.center() } else { marked.center() }
        }
        OriginRule::BoundsCenter => all.center(),
        OriginRule::BoundsMins => corner(all, all.min),
        OriginRule::BoundsMaxs => corner(all, all.max),
        OriginRule::Averaged => {
            let corners =
                solids.iter().flat_map(|solid| solid.faces.iter().flat_map(|face| solid.corners(face)));
            mean(corners.collect::<Vec<_>>().into_iter())
        }
        OriginRule::Absolute => stated(entity).unwrap_or(DVec3::ZERO),
        OriginRule::Relative => all.center() + stated(entity).unwrap_or(DVec3::ZERO),
    }
}

/// The box around all faces of solids.
pub(crate) fn bounds<'s, 'l: 's>(solids: impl Iterator<Item = &'s PlacedSolid<'l>>) -> Bounds {
    solids.fold(Bounds::EMPTY, |around, solid| around.union(solid.bounds))
}

fn corner(bounds: Bounds, corner: DVec3) -> DVec3 {
    if bounds.is_empty() { DVec3::ZERO } else { corner }
}

/// The `origin` property, whose numbers are z, x and y.
fn stated(entity: &PlacedEntity<'_, '_>) -> Option<DVec3> {
    let numbers = text::numbers(entity.entity.properties.get("origin")?);
    numbers.first_chunk().map(|[z, x, y]| DVec3::new(*x, *y, *z))
}

/// A position in map units as the text of an `origin` property.
pub(crate) fn origin_text(position: DVec3) -> String {
    format!("{:?} {:?} {:?}", position.z, position.x, position.y)
}
