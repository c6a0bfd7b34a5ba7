//! What `AtlasFile` tells of its textures.

use super::opened::{Opened, Part};
use super::resource::{AtlasFile, node};
use crate::errors::Failure;
use godot::classes::Image;
use godot::classes::image::Format;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::atlas::{Node, TextureChunk, TextureFormat};

#[godot_api(secondary)]
impl AtlasFile {
    /// Whether the file has a tile there.
    #[func]
    fn has_tile(&self, tree: i64, level: i64, x: i64, y: i64) -> bool {
        self.opened().is_ok_and(|opened| {
            let tree = usize::try_from(tree).unwrap_or(usize::MAX);
            node(opened.terrain.texture_tree_depth(tree), level, x, y)
                .is_ok_and(|node| opened.terrain.has_tile(tree, node))
        })
    }

    /// How a tile is encoded: [code]&"jpeg"[/code], [code]&"png"[/code] or [code]&"dds"[/code]. Empty when there is
    /// no tile or it is damaged.
    #[func]
    fn get_tile_format(&self, tree: i64, level: i64, x: i64, y: i64) -> StringName {
        self.attempt_or_default(|opened| {
            Ok(match self.tile(opened, tree, level, x, y)?.format {
                TextureFormat::Jpeg => "jpeg".into(),
                TextureFormat::Png => "png".into(),
                TextureFormat::Dds => "dds".into(),
            })
        })
    }

    /// A tile as it is encoded: a whole JPEG, PNG or DDS file. Empty when there is no tile or it is damaged.
    #[func]
    fn get_tile_bytes(&self, tree: i64, level: i64, x: i64, y: i64) -> PackedByteArray {
        self.attempt_or_default(|opened| {
            Ok(PackedByteArray::from(self.tile(opened, tree, level, x, y)?.image.as_slice()))
        })
    }

    /// A tile as an image; compressed DDS stays compressed. [code]null[/code] when there is no tile or it cannot be
    /// decoded.
    ///
    /// Some terrains were made from images whose red and blue were the other way round, and no file says so: they
    /// look far too blue. [param swap_red_blue] puts JPEG and PNG right. It does not touch DDS, which says itself
    /// where its colors are.
    #[func]
    fn get_tile_image(
        &self,
        tree: i64,
        level: i64,
        x: i64,
        y: i64,
        #[opt(default = false)] swap_red_blue: bool,
    ) -> Option<Gd<Image>> {
        let decode = || {
            let opened = self.opened()?;
            let (slot, node) = place(&opened, tree, level, x, y)?;
            decode(&opened, &self.tile_at(&opened, slot, node)?, slot, node, swap_red_blue)
        };
        self.attempt(decode).ok()
    }
}

impl AtlasFile {
    /// A tile, whose problems are noted.
    fn tile(&self, opened: &Opened, tree: i64, level: i64, x: i64, y: i64) -> Result<TextureChunk, Failure> {
        let (slot, node) = place(opened, tree, level, x, y)?;
        self.tile_at(opened, slot, node)
    }

    fn tile_at(&self, opened: &Opened, slot: usize, node: Node) -> Result<TextureChunk, Failure> {
        let (tile, problems) =
            opened.read(Part::Textures, |terrain, reading| terrain.tile(&mut reading.files, slot, node))?;
        self.note(problems);
        Ok(tile)
    }
}

/// The tree and the node that a caller names.
fn place(opened: &Opened, tree: i64, level: i64, x: i64, y: i64) -> Result<(usize, Node), Failure> {
    let Ok(slot) = usize::try_from(tree) else {
        return Err(Failure::new(Error::ERR_INVALID_DATA, format!("there is no texture tree {tree}")));
    };
    Ok((slot, node(opened.terrain.texture_tree_depth(slot), level, x, y)?))
}

/// Decodes the tile at `node` of a tree. Swaps red and blue if wanted, but not in DDS, which says itself where its
/// colors are.
pub(super) fn decode(
    opened: &Opened,
    tile: &TextureChunk,
    tree: usize,
    node: Node,
    swap_red_blue: bool,
) -> Result<Gd<Image>, Failure> {
    let mut image = decode_bytes(tile).ok_or_else(|| {
        let file = opened.path(Part::Textures);
        let message = format!("{file}: texture tile {node} of tree {tree} cannot be decoded");
        Failure::new(Error::ERR_FILE_CORRUPT, message)
    })?;
    if swap_red_blue && tile.format != TextureFormat::Dds {
        swap_ends(&mut image);
    }
    Ok(image)
}

/// The image, unless its first bytes are not those of its format; Godot would print an error over it.
fn decode_bytes(tile: &TextureChunk) -> Option<Gd<Image>> {
    let start: &[u8] = match tile.format {
        TextureFormat::Jpeg => b"\xff\xd8\xff",
        TextureFormat::Png => b"\x89PNG\r\n\x1a\n",
        TextureFormat::Dds => b"DDS ",
    };
    if !tile.image.starts_with(start) {
        return None;
    }
    let bytes = PackedByteArray::from(tile.image.as_slice());
    let mut image = Image::new_gd();
    let outcome = match tile.format {
        TextureFormat::Jpeg => image.load_jpg_from_buffer(&bytes),
        TextureFormat::Png => image.load_png_from_buffer(&bytes),
        TextureFormat::Dds => image.load_dds_from_buffer(&bytes),
    };
    (outcome == Error::OK && !image.is_empty()).then_some(image)
}

/// Swaps red and blue of every pixel, of formats that have both.
fn swap_ends(image: &mut Gd<Image>) {
    let bytes_a_pixel = match image.get_format() {
        Format::RGB8 => 3,
        Format::RGBA8 => 4,
        _ => return,
    };
    let mut pixels = image.get_data();
    for pixel in pixels.as_mut_slice().chunks_exact_mut(bytes_a_pixel) {
        pixel.swap(0, 2);
    }
    let (width, height, mipmaps) = (image.get_width(), image.get_height(), image.has_mipmaps());
    let format = image.get_format();
    image.set_data(width, height, mipmaps, format, &pixels);
}
