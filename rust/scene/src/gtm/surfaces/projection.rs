//! Texture coordinates. Section 6 of `docs/formats/gtm-nodes.md`.

use glam::{DAffine3, DVec2, DVec3};
use mapwright_formats::gtm::nodes::Projection;

/// A scale closer to 0 than this counts as 1.
const LEAST_SCALE: f64 = 1e-9;

/// A texture projection for placed corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Laid {
    pub(crate) u_axis: DVec3,
    pub(crate) v_axis: DVec3,
    offset: DVec2,
    scale: DVec2,
}

impl Laid {
    /// A face's own projection, carried along with its placement.
    pub(crate) fn placed(projection: &Projection, transform: &DAffine3) -> Self {
        let scale = projection.scale.map(|part| if part.abs() < LEAST_SCALE { 1.0 } else { part });
        let carry = |axis: [f64; 3], scale: f64, offset: f64| {
            // The inverse transpose of a rotation is the rotation itself, and prefabs only rotate.
            let turned = transform.transform_vector3(DVec3::from_array(axis));
            (turned, offset - turned.dot(transform.translation) / scale)
        };
        let (u_axis, u_offset) = carry(projection.u_axis, scale[0], projection.offset[0]);
        let (v_axis, v_offset) = carry(projection.v_axis, scale[1], projection.offset[1]);
        Self { u_axis, v_axis, offset: DVec2::new(u_offset, v_offset), scale: DVec2::from_array(scale) }
    }

    /// The projection along the world axis that a placed normal is closest to.
    pub(crate) fn world(normal: DVec3) -> Self {
        let size = normal.abs();
        let (u_axis, v_axis) = if size.x >= size.y && size.x >= size.z {
            (if normal.x >= 0.0 { DVec3::NEG_Z } else { DVec3::Z }, DVec3::NEG_Y)
        } else if size.y >= size.z {
            (DVec3::X, DVec3::Z)
        } else {
            (if normal.z >= 0.0 { DVec3::X } else { DVec3::NEG_X }, DVec3::NEG_Y)
        };
        Self { u_axis, v_axis, offset: DVec2::ZERO, scale: DVec2::ONE }
    }

    /// The coordinate of a placed position, for a texture of this size.
    pub(crate) fn uv(&self, position: DVec3, texture_size: DVec2) -> DVec2 {
        let along = DVec2::new(position.dot(self.u_axis), position.dot(self.v_axis));
        (along / self.scale + self.offset) / texture_size
    }

    /// The tangent of a face with this normal: its direction, and the side that the bitangent is on.
    pub(crate) fn tangent(&self, normal: DVec3) -> [f32; 4] {
        tangent(normal, self.u_axis, self.v_axis)
    }
}

/// The tangent along `u`, turned so that the bitangent is on the side of `v`.
pub(crate) fn tangent(normal: DVec3, u: DVec3, v: DVec3) -> [f32; 4] {
    let along = u.normalize_or(DVec3::X);
    let side = if normal.cross(u).dot(v) > 0.0 { -1.0 } else { 1.0 };
    along.extend(side).as_vec4().to_array()
}
