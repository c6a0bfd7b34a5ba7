//! A chunk's vertices (section 3), each field in an array of its own.

use super::error::Error;
use super::problem::ProblemKind;
use crate::bytes::Reader;
use crate::fault::Field;

/// The first version that has the texture's morph offset before the point's.
const TEX_MORPH_FIRST: u32 = 130;
/// The first version that stores normals.
const NORMALS: u32 = 140;
/// What a vertex without a stored normal has instead.
const UP: [f32; 3] = [0.0, 0.0, 1.0];
const SHORT: usize = 40;
const LONG: usize = 52;

/// All arrays are of one length; positions in world units, Z up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Vertices {
    /// Positions within the terrain.
    pub points: Vec<[f32; 3]>,
    /// Texture coordinates over the whole terrain, 0 to 1.
    pub tex_coords: Vec<[f32; 2]>,
    /// What is added to the texture coordinates, times the morph, on the way to the next coarser level.
    pub tex_morph_offsets: Vec<[f32; 2]>,
    /// What is added to the position, times the morph, on the way to the next coarser level.
    pub point_morph_offsets: Vec<[f32; 3]>,
    /// Unit normals; straight up where the file stores none.
    pub normals: Vec<[f32; 3]>,
    /// Whether the file stores the normals.
    pub has_normals: bool,
}

impl Vertices {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Reads the count and the vertices in the layout of `version`.
    pub(crate) fn read(reader: &mut Reader<'_>, version: u32) -> Result<Self, Error> {
        let count = reader.u32().field("mVertCount")?;
        let start = reader.offset();
        let stride = if version < NORMALS { SHORT } else { LONG };
        let length = usize::try_from(u64::from(count) * stride as u64).unwrap_or(usize::MAX);
        let bytes = reader.take(length).field("vertices")?;
        let vertices = match version {
            NORMALS.. => Self::long(bytes.as_chunks().0),
            TEX_MORPH_FIRST.. => Self::short::<20, 28>(bytes.as_chunks().0),
            _ => Self::short::<32, 20>(bytes.as_chunks().0),
        };
        vertices.check_points(start, stride)?;
        Ok(vertices)
    }

    /// Appends the count and the vertices in the layout of version 140.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.reserve(self.len() * LONG);
        for index in 0..self.len() {
            put(bytes, self.points[index]);
            put(bytes, self.tex_coords[index]);
            put(bytes, self.tex_morph_offsets[index]);
            put(bytes, self.point_morph_offsets[index]);
            put(bytes, self.normals[index]);
        }
    }

    fn short<const TEX_MORPH: usize, const POINT_MORPH: usize>(vertices: &[[u8; SHORT]]) -> Self {
        Self {
            points: column::<SHORT, 0, 3>(vertices),
            tex_coords: column::<SHORT, 12, 2>(vertices),
            tex_morph_offsets: column::<SHORT, TEX_MORPH, 2>(vertices),
            point_morph_offsets: column::<SHORT, POINT_MORPH, 3>(vertices),
            normals: vec![UP; vertices.len()],
            has_normals: false,
        }
    }

    fn long(vertices: &[[u8; LONG]]) -> Self {
        Self {
            points: column::<LONG, 0, 3>(vertices),
            tex_coords: column::<LONG, 12, 2>(vertices),
            tex_morph_offsets: column::<LONG, 20, 2>(vertices),
            point_morph_offsets: column::<LONG, 28, 3>(vertices),
            normals: column::<LONG, 40, 3>(vertices),
            has_normals: true,
        }
    }

    /// A point that is not a number would spoil every box, ray and mesh it comes into.
    fn check_points(&self, start: u64, stride: usize) -> Result<(), Error> {
        let finite = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
        // Looking at all of them at once is faster than looking for the first.
        if self.points.as_flattened().iter().fold(true, |all, value| all & value.is_finite()) {
            return Ok(());
        }
        let index = self.points.iter().position(|point| !finite(point)).unwrap_or_default();
        let found = format!("{:?}", self.points[index]);
        let offset = start + (index * stride) as u64;
        Err(Error::corrupt("point", offset, "finite numbers", found).within(format!("vertex {index}")))
    }

    /// What is suspicious in the fields that the positions do not depend on.
    pub(crate) fn problems(&self) -> Vec<ProblemKind> {
        let odd = [
            ("texture coordinates", count_odd(&self.tex_coords)),
            ("texture morph offsets", count_odd(&self.tex_morph_offsets)),
            ("morph offsets", count_odd(&self.point_morph_offsets)),
            ("normals", count_odd(&self.normals)),
        ];
        let odd = odd.into_iter().filter(|(_, count)| *count > 0);
        odd.map(|(field, count)| ProblemKind::NotFinite { field, count }).collect()
    }
}

/// The `K` floats at byte `AT` of every vertex of `N` bytes.
fn column<const N: usize, const AT: usize, const K: usize>(vertices: &[[u8; N]]) -> Vec<[f32; K]> {
    let float = |vertex: &[u8; N], at: usize| {
        f32::from_le_bytes([vertex[at], vertex[at + 1], vertex[at + 2], vertex[at + 3]])
    };
    vertices.iter().map(|vertex| std::array::from_fn(|index| float(vertex, AT + index * 4))).collect()
}

fn put<const K: usize>(bytes: &mut Vec<u8>, values: [f32; K]) {
    for value in values {
        bytes.extend(value.to_le_bytes());
    }
}

fn count_odd<const K: usize>(values: &[[f32; K]]) -> usize {
    values.iter().filter(|value| value.iter().any(|number| !number.is_finite())).count()
}
