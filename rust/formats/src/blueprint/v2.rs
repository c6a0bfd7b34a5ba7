//! Version 2: sections.

use super::opened::{CellLayout, Layout, Opened};
use super::sections::{self, SectionFrame};
use super::stream::Stream;
use super::{Document, Error, Options, Params, Problem, RoadTier, Tag, Version, metadata, records, text};
use crate::source::ReadAt;

/// The params alone; nothing behind them is read.
pub(super) fn read_params(
    source: &mut dyn ReadAt,
    options: &Options,
    problems: &mut Vec<Problem>,
) -> Result<Params, Error> {
    let frame = sections::read_params_section(source)?;
    parse_params(&mut frame.stream(source, &options.limits), problems)
}

fn parse_params(stream: &mut Stream<'_>, problems: &mut Vec<Problem>) -> Result<Params, Error> {
    let start = stream.offset();
    let params = Params {
        world_seed: stream.i32("WorldSeed")?,
        map_size: stream.map_size()?,
        crater_radius: stream.f32("CraterRadius")?,
        density_multiplier: stream.f32("DensityMultiplier")?,
        impact_center: stream.point("ImpactCenter")?,
        generated_utc: text::read(stream, "GeneratedUtc", problems)?,
        generator_git_hash: text::read(stream, "GeneratorGitHash", problems)?,
    };
    stream.finish(Tag::PARAMS, start)?;
    Ok(params)
}

/// Everything but the grids.
pub(super) fn open(source: &mut dyn ReadAt, options: &Options) -> Result<Opened, Error> {
    let mut problems = Vec::new();
    let params = read_params(source, options, &mut problems)?;
    let frames = sections::read_sections(source, &options.limits)?;
    let sections = Sections { frames: &frames, end: source.size(), map_size: params.map_size };
    let layout = sections.layout()?;
    let document = read_records(source, options, &sections, params, &mut problems)?;
    Ok(Opened::new(document, layout, problems, options))
}

/// A file's sections, by tag.
struct Sections<'f> {
    frames: &'f [SectionFrame],
    end: u64,
    map_size: u32,
}

impl Sections<'_> {
    fn find(&self, tag: Tag) -> Option<SectionFrame> {
        self.frames.iter().find(|frame| frame.tag == tag).copied()
    }

    /// Where a grid of `width` bytes a cell begins; its length must be exact.
    fn grid(&self, tag: Tag, width: u64) -> Result<Option<u64>, Error> {
        let Some(frame) = self.find(tag) else { return Ok(None) };
        frame.expect_length(width * u64::from(self.map_size).pow(2))?;
        Ok(Some(frame.start))
    }

    fn mandatory_grid(&self, tag: Tag, width: u64) -> Result<u64, Error> {
        self.grid(tag, width)?.ok_or_else(|| Error::missing(tag, self.end))
    }

    fn layout(&self) -> Result<Layout, Error> {
        let unknown = self.frames.iter().filter(|frame| !Tag::REGISTERED.contains(&frame.tag));
        Ok(Layout {
            surface: CellLayout::Apart {
                heights: self.mandatory_grid(Tag::HEIGHTS, 4)?,
                biomes: self.mandatory_grid(Tag::BIOMES, 1)?,
            },
            water_ids: self.grid(Tag::WATER_IDS, 2)?,
            water_levels: self.grid(Tag::WATER_LEVELS, 2)?,
            unknown: unknown.copied().collect(),
        })
    }

    /// Parses a section, if it is there, to its end.
    fn parse<T>(
        &self,
        source: &mut dyn ReadAt,
        options: &Options,
        tag: Tag,
        parse: impl FnOnce(&mut Stream<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let Some(frame) = self.find(tag) else { return Ok(None) };
        let mut stream = frame.stream(source, &options.limits);
        let parsed = parse(&mut stream)?;
        stream.finish(tag, frame.start)?;
        Ok(Some(parsed))
    }
}

fn read_records(
    source: &mut dyn ReadAt,
    options: &Options,
    sections: &Sections<'_>,
    params: Params,
    problems: &mut Vec<Problem>,
) -> Result<Document, Error> {
    let mut document = Document {
        version: Version::V2,
        params,
        order: sections.frames.iter().map(|frame| frame.tag).collect(),
        ..Document::default()
    };
    document.towns = sections
        .parse(source, options, Tag::TOWNS, |stream| records::read_towns(stream, options, problems))?;
    document.curve = sections
        .parse(source, options, Tag::CURVE, |stream| metadata::read(&metadata::CURVE, stream, problems))?;
    document.detail = sections
        .parse(source, options, Tag::DETAIL, |stream| metadata::read(&metadata::DETAIL, stream, problems))?;
    document.water_bodies = sections.parse(source, options, Tag::WATER_BODIES, records::read_water_bodies)?;
    for tier in RoadTier::ALL {
        document.roads[tier as usize] = sections.parse(source, options, tier.tag(), records::read_roads)?;
    }
    let expected = std::iter::once(Tag::TOWNS).chain(RoadTier::ALL.map(RoadTier::tag));
    problems.extend(expected.filter(|tag| sections.find(*tag).is_none()).map(Problem::SectionMissing));
    Ok(document)
}
