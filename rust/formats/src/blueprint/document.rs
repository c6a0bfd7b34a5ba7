//! An island without its grids: params, towns, roads, water bodies, metadata.

use super::{Record, Tag};

/// Which edition of the format a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Version {
    /// The legacy layout: positional, without sections.
    V1,
    /// Sections, each with its tag and length.
    #[default]
    V2,
}

impl Version {
    /// The number in the format's own counting.
    pub const fn number(self) -> u32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }
}

/// A blueprint without its grids.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// The edition of the file that was read.
    pub version: Version,
    /// What the map was generated from.
    pub params: Params,
    /// Towns; `None` when the file has no such section.
    pub towns: Option<Vec<Town>>,
    /// Roads by [`RoadTier`]; `None` when the file has no such section.
    pub roads: [Option<Roads>; 4],
    /// TCRV: the height curve. Metadata only, the heights are curved already.
    pub curve: Option<Record>,
    /// TDTL: the detail passes. Metadata only as well.
    pub detail: Option<Record>,
    /// WBTB: the water bodies.
    pub water_bodies: Option<Vec<WaterBody>>,
    /// Sections that this reader does not know, as they are.
    pub unknown: Vec<UnknownSection>,
    /// The sections in the order of the file; empty for version 1. Writing keeps it.
    pub order: Vec<Tag>,
}

/// PRMS: the resolved inputs of the generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// The seed; 0 when unknown.
    pub world_seed: i32,
    /// Cells a side.
    pub map_size: u32,
    /// The crater's radius; -1 when unknown.
    pub crater_radius: f32,
    /// -1 when unknown.
    pub density_multiplier: f32,
    /// The crater's centre in cells; (-1, -1) when unknown.
    pub impact_center: [f32; 2],
    /// When the file was written.
    pub generated_utc: String,
    /// The generator's short commit hash, or empty.
    pub generator_git_hash: String,
}

impl Params {
    /// The params of a map whose generation inputs are unknown: the format's sentinels.
    pub const fn unknown(map_size: u32) -> Self {
        Self {
            world_seed: 0,
            map_size,
            crater_radius: -1.0,
            density_multiplier: -1.0,
            impact_center: [-1.0, -1.0],
            generated_utc: String::new(),
            generator_git_hash: String::new(),
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        Self::unknown(0)
    }
}

/// A town.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Town {
    /// In cells; the second coordinate is the map's north/south axis.
    pub position: [f32; 2],
    /// The tier's ordinal. Version 1 stores 32 bits, version 2 eight.
    pub tier: i32,
    /// Whether the highways were laid through it. Version 1 does not say: `false`.
    pub is_highway_node: bool,
}

/// The tiers of roads, in the order of the version 1 file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoadTier {
    /// RDHW.
    Highway,
    /// RDBR.
    Branch,
    /// RDRG.
    Rugged,
    /// RDTL.
    Trail,
}

impl RoadTier {
    /// Every tier, in order.
    pub const ALL: [Self; 4] = [Self::Highway, Self::Branch, Self::Rugged, Self::Trail];

    /// The section that holds the tier.
    pub const fn tag(self) -> Tag {
        match self {
            Self::Highway => Tag::HIGHWAYS,
            Self::Branch => Tag::BRANCHES,
            Self::Rugged => Tag::RUGGED,
            Self::Trail => Tag::TRAILS,
        }
    }

    /// The tier's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Highway => "highway",
            Self::Branch => "branch",
            Self::Rugged => "rugged",
            Self::Trail => "trail",
        }
    }

    /// The tier of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

/// The roads of one tier: paths, kept in one piece.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Roads {
    /// The points of all paths, one path after the other, in cells.
    pub points: Vec<[f32; 2]>,
    /// Where each path ends in `points`.
    pub ends: Vec<usize>,
}

impl Roads {
    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &[[f32; 2]]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.points[start..end])
    }

    /// Adds a path.
    pub fn push(&mut self, path: &[[f32; 2]]) {
        self.points.extend_from_slice(path);
        self.ends.push(self.points.len());
    }
}

/// WBTB: one body of water.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaterBody {
    /// Its id in the WBID grid: 1 the ocean, 2 and up the lakes.
    pub id: u16,
    /// 0 ocean, 1 lake.
    pub body_type: u8,
    /// 0 fresh, 1 salt.
    pub salinity: u8,
    /// The one level of the whole body, in raw height units.
    pub surface_level: f32,
    /// How many cells it covers.
    pub pixel_count: i32,
    /// The middle of its cells.
    pub centroid: [f32; 2],
}

/// A section that this reader does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSection {
    /// Its code.
    pub tag: Tag,
    /// Its payload.
    pub data: Vec<u8>,
}
