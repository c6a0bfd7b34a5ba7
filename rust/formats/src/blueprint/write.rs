//! Writing: a list of parts whose length is known before the first byte goes out.

use super::sections::{FILE_HEADER, SECTION_HEADER};
use super::{Document, Error, MAX_MAP_SIZE, MIN_MAP_SIZE, Params, RoadTier, Roads, Tag, Town, Version};
use super::{WaterBody, text, v1};
use std::collections::HashSet;
use std::io::{self, Write};

/// Numbers become bytes in pieces of this many.
const PIECE: usize = 16 * 1024;

/// The grids of a whole map, in file order.
#[derive(Debug, Clone, Copy)]
pub struct Grids<'g> {
    /// HGTS.
    pub heights: &'g [f32],
    /// BIOM.
    pub biomes: &'g [u8],
    /// WBID.
    pub water_ids: Option<&'g [u16]>,
    /// WSRF.
    pub water_levels: Option<&'g [u16]>,
}

/// A file about to be written: everything that could be wrong has been checked.
#[derive(Debug)]
pub struct Plan<'g> {
    parts: Vec<Part<'g>>,
}

#[derive(Debug)]
enum Part<'g> {
    Owned(Vec<u8>),
    Bytes(&'g [u8]),
    F32(&'g [f32]),
    U16(&'g [u16]),
    /// Version 1's cells: a height, then the biome in 32 bits.
    Cells(&'g [f32], &'g [u8]),
}

impl<'g> Plan<'g> {
    /// Plans a file of the given version.
    ///
    /// Version 2 keeps the order of the sections that were read; what is new follows in the format's order.
    /// Version 1 has no place for the params, the highway flag, water, metadata and unknown sections.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when the grids do not fill the map or a value does not fit its field.
    pub fn new(document: &'g Document, grids: Grids<'g>, version: Version) -> Result<Self, Error> {
        check_grids(&document.params, &grids)?;
        let parts = match version {
            Version::V1 => plan_v1(document, grids)?,
            Version::V2 => plan_v2(document, grids)?,
        };
        Ok(Self { parts })
    }

    /// The length of the file.
    pub fn size(&self) -> u64 {
        self.parts.iter().map(Part::size).sum()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.parts.iter().try_for_each(|part| part.write(out))
    }
}

impl Part<'_> {
    const fn size(&self) -> u64 {
        let size = match self {
            Self::Owned(bytes) => bytes.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::F32(numbers) => size_of_val(*numbers),
            Self::U16(numbers) => size_of_val(*numbers),
            Self::Cells(heights, _) => heights.len() * v1::CELL as usize,
        };
        size as u64
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Owned(bytes) => out.write_all(bytes),
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::F32(numbers) => write_pieces(out, numbers.iter().map(|number| number.to_le_bytes())),
            Self::U16(numbers) => write_pieces(out, numbers.iter().map(|number| number.to_le_bytes())),
            Self::Cells(heights, biomes) => write_pieces(
                out,
                heights.iter().zip(*biomes).map(|(height, biome)| {
                    let [h0, h1, h2, h3] = height.to_le_bytes();
                    [h0, h1, h2, h3, *biome, 0, 0, 0]
                }),
            ),
        }
    }
}

fn write_pieces<const N: usize>(
    out: &mut dyn Write,
    mut numbers: impl Iterator<Item = [u8; N]>,
) -> io::Result<()> {
    let mut piece = Vec::with_capacity(PIECE * N);
    loop {
        piece.clear();
        piece.extend(numbers.by_ref().take(PIECE).flatten());
        if piece.is_empty() {
            return Ok(());
        }
        out.write_all(&piece)?;
    }
}

fn check_grids(params: &Params, grids: &Grids<'_>) -> Result<(), Error> {
    let size = params.map_size;
    if !(MIN_MAP_SIZE..=MAX_MAP_SIZE).contains(&size) {
        return Err(Error::invalid("MapSize", format!("{MIN_MAP_SIZE} to {MAX_MAP_SIZE}"), size));
    }
    let cells = size as usize * size as usize;
    let lengths = [
        ("heights", Some(grids.heights.len())),
        ("biomes", Some(grids.biomes.len())),
        ("water ids", grids.water_ids.map(<[u16]>::len)),
        ("water levels", grids.water_levels.map(<[u16]>::len)),
    ];
    for (what, length) in lengths {
        if let Some(length) = length.filter(|length| *length != cells) {
            return Err(Error::invalid(what, format!("{cells} cells"), length));
        }
    }
    Ok(())
}

fn plan_v2<'g>(document: &'g Document, grids: Grids<'g>) -> Result<Vec<Part<'g>>, Error> {
    let mut header = Vec::with_capacity(FILE_HEADER as usize);
    header.extend(b"ISLA");
    header.extend(Version::V2.number().to_le_bytes());
    let mut parts = vec![Part::Owned(header)];
    for tag in section_order(document) {
        let Some(payload) = plan_section(document, grids, tag)? else { continue };
        let mut frame = Vec::with_capacity(SECTION_HEADER as usize);
        frame.extend(tag.0);
        frame.extend(payload.size().to_le_bytes());
        parts.extend([Part::Owned(frame), payload]);
    }
    Ok(parts)
}

/// Every section that may be written, once: the params, the order of the file that was read, then the rest.
fn section_order(document: &Document) -> Vec<Tag> {
    let mut seen = HashSet::new();
    let known = std::iter::once(Tag::PARAMS).chain(document.order.iter().copied()).chain(Tag::REGISTERED);
    let all = known.chain(document.unknown.iter().map(|section| section.tag));
    all.filter(|tag| seen.insert(*tag)).collect()
}

fn plan_section<'g>(document: &'g Document, grids: Grids<'g>, tag: Tag) -> Result<Option<Part<'g>>, Error> {
    Ok(match tag {
        Tag::PARAMS => Some(Part::Owned(params_bytes(&document.params))),
        Tag::HEIGHTS => Some(Part::F32(grids.heights)),
        Tag::BIOMES => Some(Part::Bytes(grids.biomes)),
        Tag::TOWNS => document.towns.as_deref().map(towns_bytes).transpose()?.map(Part::Owned),
        Tag::CURVE => document.curve.as_ref().map(|record| Part::Owned(record.to_bytes())),
        Tag::DETAIL => document.detail.as_ref().map(|record| Part::Owned(record.to_bytes())),
        Tag::WATER_IDS => grids.water_ids.map(Part::U16),
        Tag::WATER_BODIES => {
            document.water_bodies.as_deref().map(water_bodies_bytes).transpose()?.map(Part::Owned)
        }
        Tag::WATER_LEVELS => grids.water_levels.map(Part::U16),
        _ => match RoadTier::ALL.into_iter().find(|tier| tier.tag() == tag) {
            Some(tier) => {
                document.roads[tier as usize].as_ref().map(roads_bytes).transpose()?.map(Part::Owned)
            }
            None => document
                .unknown
                .iter()
                .find(|section| section.tag == tag)
                .map(|section| Part::Bytes(&section.data)),
        },
    })
}

fn plan_v1<'g>(document: &Document, grids: Grids<'g>) -> Result<Vec<Part<'g>>, Error> {
    let mut header = v1::MAGIC.to_vec();
    header.extend(document.params.map_size.to_le_bytes());
    let mut tail = legacy_towns_bytes(document.towns.as_deref().unwrap_or_default())?;
    let none = Roads::default();
    for roads in &document.roads {
        tail.extend(roads_bytes(roads.as_ref().unwrap_or(&none))?);
    }
    Ok(vec![Part::Owned(header), Part::Cells(grids.heights, grids.biomes), Part::Owned(tail)])
}

fn params_bytes(params: &Params) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(params.world_seed.to_le_bytes());
    out.extend(params.map_size.to_le_bytes());
    out.extend(params.crater_radius.to_le_bytes());
    out.extend(params.density_multiplier.to_le_bytes());
    put_point(&mut out, params.impact_center);
    text::write(&mut out, &params.generated_utc);
    text::write(&mut out, &params.generator_git_hash);
    out
}

fn towns_bytes(towns: &[Town]) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(4 + 10 * towns.len());
    put_count(&mut out, "towns", towns.len())?;
    for town in towns {
        let tier = u8::try_from(town.tier)
            .map_err(|_| Error::invalid("town tier", "an ordinal of 0 to 255", town.tier))?;
        put_point(&mut out, town.position);
        out.extend([tier, u8::from(town.is_highway_node)]);
    }
    Ok(out)
}

fn legacy_towns_bytes(towns: &[Town]) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(4 + 12 * towns.len());
    put_count(&mut out, "towns", towns.len())?;
    for town in towns {
        put_point(&mut out, town.position);
        out.extend(town.tier.to_le_bytes());
    }
    Ok(out)
}

fn roads_bytes(roads: &Roads) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(4 + 4 * roads.ends.len() + 8 * roads.points.len());
    put_count(&mut out, "paths", roads.ends.len())?;
    for path in roads.paths() {
        put_count(&mut out, "points", path.len())?;
        for point in path {
            put_point(&mut out, *point);
        }
    }
    Ok(out)
}

fn water_bodies_bytes(bodies: &[WaterBody]) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(4 + 20 * bodies.len());
    put_count(&mut out, "water bodies", bodies.len())?;
    for body in bodies {
        out.extend(body.id.to_le_bytes());
        out.extend([body.body_type, body.salinity]);
        out.extend(body.surface_level.to_le_bytes());
        out.extend(body.pixel_count.to_le_bytes());
        put_point(&mut out, body.centroid);
    }
    Ok(out)
}

fn put_point(out: &mut Vec<u8>, [x, y]: [f32; 2]) {
    out.extend(x.to_le_bytes());
    out.extend(y.to_le_bytes());
}

fn put_count(out: &mut Vec<u8>, what: &'static str, count: usize) -> Result<(), Error> {
    let narrow =
        i32::try_from(count).map_err(|_| Error::invalid(what, format!("at most {}", i32::MAX), count))?;
    out.extend(narrow.to_le_bytes());
    Ok(())
}
