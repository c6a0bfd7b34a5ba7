//! Chunks and tiles in the renderer's memory.

use super::loading::{LoadedChunk, LoadedTexture};
use crate::atlas::resource::AtlasFile;
use crate::atlas::terrain::drawing::owned::Drawable;
use godot::classes::rendering_server::{ArrayFormat, PrimitiveType};
use godot::classes::{Image, RenderingServer};
use godot::prelude::*;

/// What is in memory for drawing.
pub(crate) enum Content {
    Chunk(Mesh),
    Texture(Drawable),
}

/// A chunk's mesh in its own space.
pub(crate) struct Mesh {
    /// None where the chunk has no triangle.
    pub(crate) drawable: Option<Drawable>,
    pub(crate) origin: Vector3,
    /// The middle of its texture coordinates.
    pub(crate) middle: [f32; 2],
    pub(crate) triangles: u32,
}

impl Content {
    pub(crate) fn of_chunk(chunk: LoadedChunk) -> Self {
        let drawable = chunk.arrays.map(|arrays| {
            let mut server = RenderingServer::singleton();
            let mesh = Drawable::new(server.mesh_create());
            let arrays: VarArray = arrays.take().to();
            server
                .mesh_add_surface_from_arrays_ex(mesh.rid(), PrimitiveType::TRIANGLES, &arrays)
                .compress_format(ArrayFormat::from_ord(AtlasFile::MORPH_FORMAT as u64))
                .done();
            let [position, size] = chunk.bounds.map(|[x, y, z]| Vector3::new(x, y, z));
            server.mesh_set_custom_aabb(mesh.rid(), Aabb::new(position, size));
            mesh
        });
        let [x, y, z] = chunk.origin;
        Self::Chunk(Mesh {
            drawable,
            origin: Vector3::new(x, y, z),
            middle: chunk.middle,
            triangles: chunk.triangles,
        })
    }

    pub(crate) fn of_texture(texture: LoadedTexture) -> Self {
        let image: Gd<Image> = texture.image.take().to();
        Self::Texture(Drawable::new(RenderingServer::singleton().texture_2d_create(&image)))
    }

    pub(crate) const fn mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Chunk(mesh) => Some(mesh),
            Self::Texture(_) => None,
        }
    }

    pub(crate) fn texture(&self) -> Option<Rid> {
        match self {
            Self::Chunk(_) => None,
            Self::Texture(texture) => Some(texture.rid()),
        }
    }
}
