//! Brushes and meshes: corners, faces, projections, displacements. Sections 6 to 8 of `docs/formats/gtm-nodes.md`.

use super::fields::{all_numbers, each_number, entries, flag_or, integer_or, items, numbers_or, text};
use super::properties::as_text;
use crate::gtm::cursor::Cursor;
use crate::gtm::node_kind::NodeKind;
use crate::gtm::node_ref::NodeRef;
use std::ops::Range;

/// A brush or a mesh. Sections 6 to 8 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Solid<'a> {
    /// Positions in map units.
    pub vertices: Vec<[f64; 3]>,
    /// The vertices of all faces, one face behind the other; [`u32::MAX`] for what can be no index.
    pub indices: Vec<u32>,
    /// The faces, as stored.
    pub faces: Vec<Face<'a>>,
    /// Whether it is a mesh.
    pub is_mesh: bool,
    /// Up to this angle in degrees neighbouring faces of a mesh are smooth.
    pub smooth_angle: f64,
    /// Whether a mesh is laid over what is behind it.
    pub is_decal: bool,
}

/// One face.
#[derive(Debug, Clone, PartialEq)]
pub struct Face<'a> {
    /// Where its corners stand in [`Solid::indices`], counter-clockwise seen from outside.
    pub corners: Range<usize>,
    /// The material's name.
    pub material: &'a str,
    /// How its texture is laid on.
    pub projection: Projection,
    /// A second material over the first.
    pub blend: Option<Box<Blend<'a>>>,
    /// Its displacement, whole or not.
    pub displacement: Option<Box<Displacement>>,
    /// A color a corner, 0 to 1; empty when there are none, or not as many as corners.
    pub colors: Vec<[f32; 4]>,
    /// A texture coordinate a corner, in texture widths; empty when there are none, or not as many as corners.
    pub uvs: Vec<[f64; 2]>,
}

/// A flat texture projection: `(dot(position, axis) / scale + offset) / texture size`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The direction in which u grows.
    pub u_axis: [f64; 3],
    /// The direction in which v grows.
    pub v_axis: [f64; 3],
    /// In texels, added after the division.
    pub offset: [f64; 2],
    /// Map units per texel.
    pub scale: [f64; 2],
}

impl Default for Projection {
    fn default() -> Self {
        Self { u_axis: [1.0, 0.0, 0.0], v_axis: [0.0, 0.0, 1.0], offset: [0.0; 2], scale: [1.0; 2] }
    }
}

/// A second material, mixed in by the alpha of a corner's color.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blend<'a> {
    /// The material's name, not empty.
    pub material: &'a str,
    /// How much its repeats are turned and shifted, 0 to 1.
    pub detile: f64,
    /// How often it repeats, at least 0.001.
    pub uv_scale: f64,
    /// How sharp its repeats are set off against each other, 0 to 1.
    pub sharpen: f64,
}

/// Heights over a face with four corners.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Displacement {
    /// There are 2^power cells along an edge.
    pub power: i64,
    /// Along the face's normal, in map units; columns run from the first corner to the second, rows to the last.
    pub heights: Vec<f64>,
    /// The alphas of the vertices; may be empty or too short.
    pub alphas: Vec<f64>,
}

impl Displacement {
    /// What is taken when the power is missing.
    const DEFAULT_POWER: i64 = 3;
    /// The editor stops at 4, the builder only counts the heights; this keeps the count a number.
    const MAX_POWER: i64 = 12;

    /// Vertices along an edge; `None` when the heights are not as many as the power says.
    pub fn edge(&self) -> Option<usize> {
        if !(0..=Self::MAX_POWER).contains(&self.power) {
            return None;
        }
        let edge = (1_usize << self.power) + 1;
        (self.heights.len() == edge * edge).then_some(edge)
    }

    fn read(cursor: &mut Cursor<'_>) -> Self {
        let mut displacement = Self { power: Self::DEFAULT_POWER, ..Self::default() };
        entries(cursor, |key, value| match key {
            "power" => displacement.power = integer_or(value, Self::DEFAULT_POWER),
            "heights" => displacement.heights = all_numbers(value),
            "alphas" => displacement.alphas = all_numbers(value),
            _ => value.skip(),
        });
        displacement
    }
}

impl<'a> Solid<'a> {
    /// Reads a brush or mesh node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut solid = Self { is_mesh: node.kind() == NodeKind::Mesh, ..Self::default() };
        entries(&mut node.cursor(), |key, value| match key {
            "vertices" => {
                solid.vertices = items(value, |point| numbers_or(point, [0.0; 3]));
            }
            "faces" => solid.read_faces(value),
            "smooth_angle" => solid.smooth_angle = value.number_or(0.0),
            "decal" => solid.is_decal = flag_or(value, false),
            _ => value.skip(),
        });
        if !solid.is_mesh {
            (solid.smooth_angle, solid.is_decal) = (0.0, false);
        }
        solid
    }

    /// The vertices of a face.
    pub fn corners(&self, face: &Face<'_>) -> &[u32] {
        self.indices.get(face.corners.clone()).unwrap_or_default()
    }

    fn read_faces(&mut self, cursor: &mut Cursor<'a>) {
        let indices = &mut self.indices;
        indices.clear();
        self.faces = items(cursor, |face| Face::read(face, indices));
    }
}

impl<'a> Face<'a> {
    fn read(cursor: &mut Cursor<'a>, indices: &mut Vec<u32>) -> Self {
        let start = indices.len();
        let mut face = Self {
            corners: start..start,
            material: "",
            projection: Projection::default(),
            blend: None,
            displacement: None,
            colors: Vec::new(),
            uvs: Vec::new(),
        };
        entries(cursor, |key, value| match key {
            "indices" => {
                indices.truncate(start);
                each_number(value, |index| indices.push(as_index(index)));
                face.corners = start..indices.len();
            }
            "material" => face.material = text(value),
            "uv" => face.projection = Projection::read(value),
            "props" => face.blend = Blend::read(value).map(Box::new),
            "disp" => face.displacement = Some(Box::new(Displacement::read(value))),
            "colors" => {
                let color = |color: &mut Cursor<'_>| numbers_or(color, [1.0, 1.0, 1.0, 0.0]);
                let clamped = |value: &mut Cursor<'_>| color(value).map(|part| part.clamp(0.0, 1.0) as f32);
                face.colors = items(value, clamped);
            }
            "uvs" => face.uvs = items(value, |uv| numbers_or(uv, [0.0; 2])),
            _ => value.skip(),
        });
        if face.colors.len() != face.corners.len() {
            face.colors.clear();
        }
        if face.uvs.len() != face.corners.len() {
            face.uvs.clear();
        }
        face
    }
}

fn as_index(number: f64) -> u32 {
    if (0.0..f64::from(u32::MAX)).contains(&number) { number as u32 } else { u32::MAX }
}

impl Projection {
    fn read(cursor: &mut Cursor<'_>) -> Self {
        let mut projection = Self::default();
        entries(cursor, |key, value| match key {
            "u_axis" => projection.u_axis = numbers_or(value, projection.u_axis),
            "v_axis" => projection.v_axis = numbers_or(value, projection.v_axis),
            "offset" => projection.offset = numbers_or(value, projection.offset),
            "scale" => projection.scale = numbers_or(value, projection.scale),
            _ => value.skip(),
        });
        projection
    }
}

impl<'a> Blend<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut blend = Self { material: "", detile: 0.0, uv_scale: 1.0, sharpen: 0.5 };
        entries(cursor, |key, value| match key {
            "blend_material" => blend.material = text(value),
            "blend_detile" => blend.detile = parsed(value, blend.detile).clamp(0.0, 1.0),
            "blend_uv_scale" => blend.uv_scale = parsed(value, blend.uv_scale).max(0.001),
            "blend_detile_sharpen" => blend.sharpen = parsed(value, blend.sharpen).clamp(0.0, 1.0),
            _ => value.skip(),
        });
        (!blend.material.is_empty()).then_some(blend)
    }
}

/// The number that a text holds.
fn parsed(value: &mut Cursor<'_>, default: f64) -> f64 {
    let number = as_text(value).and_then(|text| text.trim().parse::<f64>().ok());
    number.filter(|number| number.is_finite()).unwrap_or(default)
}
