//! The arrays of a mesh.

/// A surface of triangles. The front of a triangle is where its corners run clockwise.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surface {
    /// A position a vertex, y up.
    pub positions: Vec<[f32; 3]>,
    /// A unit vector a vertex.
    pub normals: Vec<[f32; 3]>,
    /// A texture coordinate a vertex.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertices a triangle.
    pub indices: Vec<u32>,
}
