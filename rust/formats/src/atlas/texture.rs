//! A chunk of texture (section 4): one encoded image.

use super::dds;
use super::error::Error;
use super::problem::ProblemKind;
use super::streams::{jpeg_length, png_length};
use crate::bytes::Reader;
use crate::fault::Field;

/// The first version with a count of layers in front of the image.
const LAYERS: u32 = 150;

/// How a tile's image is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureFormat {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// DDS, with or without mipmaps.
    Dds,
}

impl TextureFormat {
    /// The number that stands for it in the file.
    pub const fn code(self) -> u8 {
        match self {
            Self::Jpeg => 0,
            Self::Png => 1,
            Self::Dds => 2,
        }
    }
}

/// A tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureChunk {
    /// How the image is encoded.
    pub format: TextureFormat,
    /// The whole encoded image.
    pub image: Vec<u8>,
    /// How many further layers the file has behind this one; they are left out.
    pub further_layers: u8,
}

impl TextureChunk {
    /// Reads a chunk's body.
    pub(crate) fn read(mut reader: Reader<'_>, version: u32) -> Result<Self, Error> {
        let start = reader.offset();
        let format = match reader.u8().field("mFormat")? {
            0 => TextureFormat::Jpeg,
            1 => TextureFormat::Png,
            2 => TextureFormat::Dds,
            code => return Err(Error::corrupt("mFormat", start, "0, 1 or 2", code)),
        };
        let layers = if version < LAYERS { 1 } else { reader.u8().field("layerCount")? };
        if layers == 0 {
            return Err(Error::corrupt("layerCount", start + 1, "at least 1", 0));
        }
        let (image, offset) = (reader.rest(), reader.offset());
        if format == TextureFormat::Dds {
            dds::check(image, offset)?;
        }
        let length = if layers == 1 { Some(image.len()) } else { first_layer(format, image) };
        let Some(image) = length.and_then(|length| image.get(..length)) else {
            return Err(Error::corrupt("image", offset, "a first layer with an end", "none"));
        };
        Ok(Self { format, image: image.to_vec(), further_layers: layers - 1 })
    }

    /// The body in the layout of version 140.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.image.len() + 1);
        bytes.push(self.format.code());
        bytes.extend(&self.image);
        bytes
    }

    pub(crate) fn problem(&self) -> Option<ProblemKind> {
        let further = self.further_layers;
        (further > 0).then_some(ProblemKind::Layers { count: further + 1 })
    }
}

/// How many of the bytes are the first of several images.
fn first_layer(format: TextureFormat, image: &[u8]) -> Option<usize> {
    match format {
        TextureFormat::Jpeg => jpeg_length(image),
        TextureFormat::Png => png_length(image),
        TextureFormat::Dds => dds::Header::read(image).ok()?.file_bytes().map(|length| length as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x02IHDRxxcrc_\0\0\0\0IEND\xaeB`\x82";

    #[test]
    fn the_first_of_several_layers_ends_where_its_image_does() {
        let body = [&[1, 2], PNG, PNG].concat();
        let chunk = TextureChunk::read(Reader::new(&body), 150).unwrap();
        assert_eq!((chunk.image.as_slice(), chunk.further_layers), (PNG, 1));
        assert_eq!(chunk.problem(), Some(ProblemKind::Layers { count: 2 }));
    }

    #[test]
    fn below_version_150_everything_behind_the_format_is_the_image() {
        let body = [&[1], PNG, PNG].concat();
        let chunk = TextureChunk::read(Reader::new(&body), 149).unwrap();
        assert_eq!(chunk.image, body[1..]);
        assert_eq!(chunk.write(), body);
    }

    #[test]
    fn what_is_no_image_is_refused_by_name_and_place() {
        let refused = |body: &[u8], version| {
            TextureChunk::read(Reader::at(body, 100), version).unwrap_err().to_string()
        };
        assert_eq!(refused(&[7], 140), "mFormat at byte 100: 0, 1 or 2 expected, 7 found");
        assert_eq!(refused(&[1, 0], 150), "layerCount at byte 101: at least 1 expected, 0 found");
        assert_eq!(
            refused(&[0, 2, 1], 150),
            "image at byte 102: a first layer with an end expected, none found"
        );
        assert_eq!(refused(b"\x02nope", 140), "magic at byte 101: DDS expected, nope found");
    }
}
