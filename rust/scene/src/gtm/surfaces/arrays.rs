//! What is drawn: arrays of vertices with one material.

/// A second material over the first, as a surface has it.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceBlend {
    /// The material's name.
    pub material: String,
    /// How much its repeats are turned and shifted, 0 to 1.
    pub detile: f64,
    /// How often it repeats.
    pub uv_scale: f64,
    /// How sharp its repeats are set off against each other, 0 to 1.
    pub sharpen: f64,
}

/// What distinguishes the surfaces of an entity. Sections 6 and 10 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceKey {
    /// The material's name.
    pub material: String,
    /// The material over it.
    pub blend: Option<SurfaceBlend>,
    /// Whether it is laid over what is behind it.
    pub is_decal: bool,
}

impl SurfaceKey {
    /// The surface's name: the material's, and what makes it special behind it.
    pub fn name(&self) -> String {
        let mut parts = vec![self.material.clone()];
        if let Some(blend) = &self.blend {
            parts.push(blend.material.clone());
            let options @ (detile, uv_scale, sharpen) = (blend.detile, blend.uv_scale, blend.sharpen);
            if options != (0.0, 1.0, 0.5) {
                parts.push(format!("{detile},{uv_scale},{sharpen}"));
            }
        }
        if self.is_decal {
            parts.push("decal".to_owned());
        }
        parts.join("|")
    }
}

/// Vertices and triangles in metres, relative to the node that carries them. Triangles turn clockwise seen from
/// their front, as Godot wants them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arrays {
    /// Positions.
    pub positions: Vec<[f32; 3]>,
    /// Normals of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Tangents of length 1, and the side of the bitangent; empty when there are none.
    pub tangents: Vec<[f32; 4]>,
    /// Texture coordinates.
    pub uvs: Vec<[f32; 2]>,
    /// Light map coordinates; empty when the surface is not baked.
    pub uv2s: Vec<[f32; 2]>,
    /// Colors; empty when the surface has none.
    pub colors: Vec<[f32; 4]>,
    /// Three vertices a triangle.
    pub indices: Vec<i32>,
}

impl Arrays {
    /// Adds the other arrays behind these.
    pub(crate) fn append(&mut self, other: Self) {
        if self.positions.is_empty() {
            *self = other;
            return;
        }
        let first = self.positions.len() as i32;
        self.positions.extend(other.positions);
        self.normals.extend(other.normals);
        self.tangents.extend(other.tangents);
        self.uvs.extend(other.uvs);
        self.uv2s.extend(other.uv2s);
        self.colors.extend(other.colors);
        self.indices.extend(other.indices.into_iter().map(|index| index + first));
    }

    /// Adds one vertex of the other arrays.
    pub(crate) fn push_from(&mut self, other: &Self, vertex: usize) {
        fn push<T: Copy>(to: &mut Vec<T>, from: &[T], vertex: usize) {
            to.extend(from.get(vertex));
        }
        push(&mut self.positions, &other.positions, vertex);
        push(&mut self.normals, &other.normals, vertex);
        push(&mut self.tangents, &other.tangents, vertex);
        push(&mut self.uvs, &other.uvs, vertex);
        push(&mut self.uv2s, &other.uv2s, vertex);
        push(&mut self.colors, &other.colors, vertex);
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }
}

/// A surface of an entity's mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Surface {
    /// Its material, a place in [`crate::gtm::build::Scene::keys`].
    pub key: usize,
    /// Its vertices and triangles.
    pub arrays: Arrays,
}
