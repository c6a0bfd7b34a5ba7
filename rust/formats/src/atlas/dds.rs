//! DDS streams, read as far as needed to tell whether one is whole: its pixels are Godot's business.

use super::error::Error;
use crate::bytes::Reader;
use crate::fault::Field;

const MAGIC: [u8; 4] = *b"DDS ";
const HEADER_BYTES: u32 = 124;
const PIXEL_FORMAT_BYTES: u32 = 32;
const FLAG_MIP_COUNT: u32 = 0x2_0000;
const FLAG_FOUR_CC: u32 = 0x4;
const CAPS2_CUBEMAP: u32 = 0x200;
const CAPS2_FACES: u32 = 0xFC00;
const CAPS2_VOLUME: u32 = 0x20_0000;
/// Wider and higher images are no tiles.
const LARGEST_SIDE: u32 = 1 << 16;
/// More levels than the widest image has.
const MOST_MIPS: u32 = 17;

/// How pixels are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// Blocks of four by four pixels, this many bytes each.
    Blocks(u64),
    /// Single pixels of this many bits.
    Pixels(u64),
    /// A packing that this reader has no size for.
    Unknown,
}

/// What a DDS header says about the bytes behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Levels, the full size included.
    pub mip_count: u32,
    start_of_pixels: u64,
    surfaces: u64,
    depth: u32,
    packing: Packing,
}

impl Header {
    /// Reads the header at the start of `bytes`.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Error> {
        Self::read_at(bytes, 0)
    }

    fn read_at(bytes: &[u8], origin: u64) -> Result<Self, Error> {
        let mut reader = Reader::at(bytes, origin);
        let magic: [u8; 4] = reader.array().field("DDS magic")?;
        if magic != MAGIC {
            return Err(Error::corrupt("magic", origin, "DDS", magic.escape_ascii()));
        }
        expect(&mut reader, "dwSize", HEADER_BYTES)?;
        let flags = reader.u32().field("dwFlags")?;
        let height = side(&mut reader, "dwHeight")?;
        let width = side(&mut reader, "dwWidth")?;
        let _pitch = reader.u32().field("dwPitchOrLinearSize")?;
        let depth = reader.u32().field("dwDepth")?;
        let mip_offset = reader.offset();
        let stated_mips = reader.u32().field("dwMipMapCount")?;
        let mip_count = if flags & FLAG_MIP_COUNT == 0 { 1 } else { stated_mips.max(1) };
        if mip_count > MOST_MIPS {
            return Err(Error::corrupt("dwMipMapCount", mip_offset, "at most 17", mip_count));
        }
        reader.take(44).field("dwReserved1")?;
        let mut packing = pixel_format(&mut reader)?;
        reader.take(4).field("dwCaps")?;
        let caps2 = reader.u32().field("dwCaps2")?;
        reader.take(12).field("dwReserved2")?;
        let mut surfaces =
            if caps2 & CAPS2_CUBEMAP == 0 { 1 } else { (caps2 & CAPS2_FACES).count_ones().into() };
        if packing.is_none() {
            let (dxgi, array) = dx10(&mut reader)?;
            packing = Some(dxgi);
            surfaces *= u64::from(array.max(1));
        }
        Ok(Self {
            width,
            height,
            mip_count,
            start_of_pixels: reader.offset() - origin,
            surfaces,
            depth: if caps2 & CAPS2_VOLUME == 0 { 1 } else { depth.max(1) },
            packing: packing.unwrap_or(Packing::Unknown),
        })
    }

    /// How long the whole stream is, where the packing is one whose size is known.
    pub(crate) fn file_bytes(&self) -> Option<u64> {
        let mut pixels = 0u64;
        for mip in 0..self.mip_count {
            let shrunk = |size: u32| u64::from((size >> mip).max(1));
            let (width, height) = (shrunk(self.width), shrunk(self.height));
            let slice = match self.packing {
                Packing::Blocks(bytes) => width.div_ceil(4) * height.div_ceil(4) * bytes,
                Packing::Pixels(bits) => (width * bits).div_ceil(8) * height,
                Packing::Unknown => return None,
            };
            pixels = pixels.checked_add(slice.checked_mul(shrunk(self.depth))?)?;
        }
        pixels.checked_mul(self.surfaces)?.checked_add(self.start_of_pixels)
    }
}

/// Sees to it that `bytes`, which begin at byte `origin` of the file, hold a whole DDS stream.
pub(crate) fn check(bytes: &[u8], origin: u64) -> Result<Header, Error> {
    let header = Header::read_at(bytes, origin)?;
    match header.file_bytes() {
        Some(wanted) if wanted > bytes.len() as u64 => {
            let expected = format!(
                "{wanted} bytes for {}x{} pixels and {} levels",
                header.width, header.height, header.mip_count
            );
            Err(Error::corrupt("DDS stream", origin, expected, bytes.len()))
        }
        _ => Ok(header),
    }
}

/// The packing that the header's own pixel format names; none when a second header names it.
fn pixel_format(reader: &mut Reader<'_>) -> Result<Option<Packing>, Error> {
    expect(reader, "ddspf.dwSize", PIXEL_FORMAT_BYTES)?;
    let flags = reader.u32().field("ddspf.dwFlags")?;
    let four_cc: [u8; 4] = reader.array().field("ddspf.dwFourCC")?;
    let bits = reader.u32().field("ddspf.dwRGBBitCount")?;
    reader.take(16).field("ddspf masks")?;
    if flags & FLAG_FOUR_CC == 0 {
        return Ok(Some(if (1..=128).contains(&bits) {
            Packing::Pixels(bits.into())
        } else {
            Packing::Unknown
        }));
    }
    Ok(match &four_cc {
        b"DX10" => None,
        b"DXT1" | b"ATI1" | b"BC4U" | b"BC4S" => Some(Packing::Blocks(8)),
        b"DXT2" | b"DXT3" | b"DXT4" | b"DXT5" | b"ATI2" | b"BC5U" | b"BC5S" | b"A2XY" => {
            Some(Packing::Blocks(16))
        }
        // Direct3D 9 numbers its floating-point formats instead of spelling them.
        [111, 0, 0, 0] => Some(Packing::Pixels(16)),
        [112 | 114, 0, 0, 0] => Some(Packing::Pixels(32)),
        [36 | 113 | 115, 0, 0, 0] => Some(Packing::Pixels(64)),
        [116, 0, 0, 0] => Some(Packing::Pixels(128)),
        _ => Some(Packing::Unknown),
    })
}

/// The second header: the packing by its DXGI number, and how many images there are.
fn dx10(reader: &mut Reader<'_>) -> Result<(Packing, u32), Error> {
    let format = reader.u32().field("dxgiFormat")?;
    reader.take(8).field("resourceDimension")?;
    let array = reader.u32().field("arraySize")?;
    reader.take(4).field("miscFlags2")?;
    let packing = match format {
        1..=4 => Packing::Pixels(128),
        5..=8 => Packing::Pixels(96),
        9..=22 => Packing::Pixels(64),
        23..=47 | 67 | 87..=93 => Packing::Pixels(32),
        48..=59 | 85 | 86 | 115 => Packing::Pixels(16),
        60..=65 => Packing::Pixels(8),
        70..=72 | 79..=81 => Packing::Blocks(8),
        73..=78 | 82..=84 | 94..=99 => Packing::Blocks(16),
        _ => Packing::Unknown,
    };
    Ok((packing, array))
}

fn expect(reader: &mut Reader<'_>, field: &'static str, expected: u32) -> Result<(), Error> {
    let offset = reader.offset();
    let found = reader.u32().field(field)?;
    if found == expected { Ok(()) } else { Err(Error::corrupt(field, offset, expected, found)) }
}

fn side(reader: &mut Reader<'_>, field: &'static str) -> Result<u32, Error> {
    let offset = reader.offset();
    let found = reader.u32().field(field)?;
    if (1..=LARGEST_SIDE).contains(&found) {
        return Ok(found);
    }
    Err(Error::corrupt(field, offset, format!("1 to {LARGEST_SIDE}"), found))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header as the DirectX documentation lays it out: 32-bit words from the magic on.
    fn header(width: u32, height: u32, mips: u32, four_cc: [u8; 4], bits: u32) -> Vec<u8> {
        let mut words = [0u32; 32];
        words[0] = u32::from_le_bytes(*b"DDS ");
        words[1] = 124;
        words[2] = 0x2_1007;
        words[3] = height;
        words[4] = width;
        words[7] = mips;
        words[19] = 32;
        words[20] = if four_cc == [0; 4] { 0x41 } else { 4 };
        words[21] = u32::from_le_bytes(four_cc);
        words[22] = bits;
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn whole(header: &[u8], pixels: usize) -> bool {
        check(&[header, &vec![0; pixels]].concat(), 0).is_ok()
    }

    #[test]
    fn a_stream_is_whole_with_its_last_byte_and_not_before() {
        let cases = [
            (header(16, 16, 5, *b"DXT1", 0), 128 + 32 + 8 + 8 + 8),
            (header(16, 16, 5, *b"DXT5", 0), 256 + 64 + 16 + 16 + 16),
            (header(4, 4, 1, [0; 4], 32), 64),
            (header(4, 4, 3, [0; 4], 24), 48 + 12 + 3),
            (header(5, 3, 1, *b"DXT1", 0), 16),
            (header(7, 2, 0, [0; 4], 8), 14),
        ];
        for (header, pixels) in cases {
            assert!(whole(&header, pixels));
            assert!(!whole(&header, pixels - 1));
        }
    }

    #[test]
    fn the_second_header_counts() {
        let mut extended = header(8, 8, 1, *b"DX10", 0);
        extended.extend([98u32, 3, 0, 1, 0].iter().flat_map(|word| word.to_le_bytes()));
        assert!(whole(&extended, 64));
        assert!(!whole(&extended, 63));
    }

    #[test]
    fn huge_sizes_are_refused_without_being_computed_wrong() {
        assert!(!whole(&header(u32::MAX, 4, 1, *b"DXT1", 0), 64));
        assert!(!whole(&header(1 << 16, 1 << 16, 17, [0; 4], 128), 64));
        assert!(!whole(&header(4, 4, u32::MAX, *b"DXT1", 0), 64));
    }
}
