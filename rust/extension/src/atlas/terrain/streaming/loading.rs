//! What workers do: chunks and tiles out of the file, ready to be handed to the servers.

use crate::atlas::convert;
use crate::atlas::opened::{Opened, Part};
use crate::atlas::terrain::settings::ReadOptions;
use crate::atlas::tiles::decode;
use crate::errors::Failure;
use crate::packed::vectors3;
use crate::raw::Handed;
use godot::classes::image::Format;
use godot::classes::{ConcavePolygonShape3D, Image};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{Key, tiles_of};
use mapwright_scene::atlas::{
    ChunkMesh, MeshOptions, Packing, add_skirts, collision_faces, middle, tile_set,
};

/// Something that has been read.
pub(crate) enum Loaded {
    Chunk(LoadedChunk),
    Texture(LoadedTexture),
    Shape(LoadedShape),
}

pub(crate) struct LoadedChunk {
    /// A mesh's arrays; none where there is no triangle.
    pub(crate) arrays: Option<Handed>,
    /// Position and size of the box around it, however it is morphed.
    pub(crate) bounds: [[f32; 3]; 2],
    pub(crate) origin: [f32; 3],
    pub(crate) middle: [f32; 2],
    pub(crate) triangles: u32,
    pub(crate) bytes: u64,
}

pub(crate) struct LoadedTexture {
    pub(crate) image: Handed,
    pub(crate) bytes: u64,
}

pub(crate) struct LoadedShape {
    /// None where the chunk has no triangle.
    pub(crate) shape: Option<Handed>,
    pub(crate) origin: [f32; 3],
}

impl Loaded {
    pub(crate) const fn bytes(&self) -> u64 {
        match self {
            Self::Chunk(chunk) => chunk.bytes,
            Self::Texture(texture) => texture.bytes,
            Self::Shape(_) => 0,
        }
    }
}

/// Reads what `key` stands for.
pub(crate) fn load(opened: &Opened, key: Key, reading: &ReadOptions) -> Result<Loaded, Failure> {
    match key.tree() {
        None => load_chunk(opened, key.node(), reading).map(Loaded::Chunk),
        Some(tree) => load_texture(opened, tree, key, reading).map(Loaded::Texture),
    }
}

/// The surface of a chunk for physics.
pub(crate) fn load_shape(opened: &Opened, node: Node, reading: &ReadOptions) -> Result<LoadedShape, Failure> {
    let chunk = opened.mesh(node, reading.tex_coords)?;
    let origin = opened.local_origin(node, &chunk);
    let faces = collision_faces(&chunk, origin);
    let shape = (!faces.is_empty()).then(|| {
        let mut shape = ConcavePolygonShape3D::new_gd();
        shape.set_faces(&vectors3(&faces));
        Handed::new(shape.to_variant())
    });
    Ok(LoadedShape { shape, origin })
}

fn load_chunk(opened: &Opened, node: Node, reading: &ReadOptions) -> Result<LoadedChunk, Failure> {
    let mut chunk = opened.mesh(node, reading.tex_coords)?;
    let origin = opened.local_origin(node, &chunk);
    add_skirts(&mut chunk, reading.skirts.get(node.level as usize).copied().unwrap_or(0.0));
    let middle = middle(&chunk.vertices.tex_coords);
    let options = MeshOptions { origin, compute_normals: true, without_skirts: false };
    let mesh = ChunkMesh::new(chunk, options);
    Ok(LoadedChunk {
        bounds: mesh.reach(),
        origin,
        middle,
        triangles: mesh.indices.len() as u32 / 3,
        // Position, normal, texture coordinates and morphs as Godot keeps them, and indices of two bytes.
        bytes: (mesh.vertices.len() * (12 + 4 + 8 + 16 + 8) + mesh.indices.len() * 2) as u64,
        arrays: (!mesh.indices.is_empty())
            .then(|| Handed::new(convert::surface_arrays(&mesh, true).to_variant())),
    })
}

/// The texture that `key` stands for in a tree, its tiles put together.
pub(crate) fn load_texture(
    opened: &Opened,
    tree: u32,
    key: Key,
    reading: &ReadOptions,
) -> Result<LoadedTexture, Failure> {
    let images: Vec<_> =
        tiles_of(key).map(|tile| load_tile(opened, tree, tile, reading)).collect::<Result<_, _>>()?;
    let mut image = match <[Gd<Image>; 1]>::try_from(images) {
        Ok([image]) => image,
        Err(images) => put_together(images).ok_or_else(|| {
            let file = opened.path(Part::Textures);
            let message = format!("{file}: the tiles of {} differ in size or format", key.node());
            Failure::new(Error::ERR_FILE_CORRUPT, message)
        })?,
    };
    if !image.has_mipmaps() && !image.is_compressed() {
        image.generate_mipmaps();
    }
    let bytes = image.get_data_size() as u64;
    Ok(LoadedTexture { image: Handed::new(image.to_variant()), bytes })
}

/// One tile, decoded.
pub(crate) fn load_tile(
    opened: &Opened,
    tree: u32,
    node: Node,
    reading: &ReadOptions,
) -> Result<Gd<Image>, Failure> {
    let (tile, _) =
        opened.read(Part::Textures, |terrain, files| terrain.tile(&mut files.files, tree as usize, node))?;
    decode(opened, &tile, tree as usize, node, reading.swap_red_blue)
}

fn put_together(mut images: Vec<Gd<Image>>) -> Option<Gd<Image>> {
    if !images.iter().all(|image| packing(image).is_some()) {
        images.iter_mut().for_each(to_plain);
    }
    let first = images.first()?;
    let packing = packing(first)?;
    let (format, width, height) = (first.get_format(), first.get_width(), first.get_height());
    if images.iter().any(|image| image.get_format() != format || image.get_width() != width) {
        return None;
    }
    let tiles: Vec<_> = images.iter().map(|image| image.get_data()).collect();
    let tiles: Vec<_> = tiles.iter().map(PackedByteArray::as_slice).collect();
    let whole = tile_set(&tiles, width as usize, height as usize, packing)?;
    let side = images.len().isqrt() as i32;
    let data = PackedByteArray::from(whole.as_slice());
    Image::create_from_data(width * side, height * side, packing.mipmaps, format, &data)
}

/// An image as pixels that can be put beside others.
fn to_plain(image: &mut Gd<Image>) {
    if image.is_compressed() {
        image.decompress();
    }
    image.convert(Format::RGBA8);
}

fn packing(image: &Gd<Image>) -> Option<Packing> {
    let (block, bytes) = match image.get_format() {
        Format::L8 | Format::R8 => (1, 1),
        Format::LA8 | Format::RG8 | Format::RGB565 | Format::RGBA4444 => (1, 2),
        Format::RGB8 => (1, 3),
        Format::RGBA8 => (1, 4),
        Format::DXT1 | Format::RGTC_R => (4, 8),
        Format::DXT3 | Format::DXT5 | Format::RGTC_RG | Format::BPTC_RGBA => (4, 16),
        _ => return None,
    };
    Some(Packing { block, bytes, mipmaps: image.has_mipmaps() })
}
