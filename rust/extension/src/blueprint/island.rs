//! A blueprint in memory: the document and its grids, which go from the file straight into Godot's arrays.

use crate::errors::Failure;
use crate::files::Fork;
use crate::raw;
use godot::builtin::{PackedByteArray, PackedFloat32Array};
use godot::global::Error;
use mapwright_formats::blueprint::{
    self, Document, Grids, Opened, Options, Plan, Problem, UnknownSection, Version, Window, check_water,
};
use mapwright_formats::source::ReadAt;
use mapwright_scene::blueprint::Heightfield;
use std::panic::resume_unwind;
use std::thread;

/// A blueprint, or as much of it as was asked for.
#[derive(Default)]
pub(super) struct Island {
    pub(super) document: Document,
    /// What the grids cover.
    pub(super) region: Window,
    pub(super) heights: PackedFloat32Array,
    pub(super) biomes: PackedByteArray,
    pub(super) water_ids: Option<Vec<u16>>,
    pub(super) water_levels: Option<Vec<u16>>,
    pub(super) problems: Vec<String>,
}

/// How much of a file to read.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    Header,
    Region(Window),
    Whole,
}

impl Island {
    pub(super) fn read(
        source: &mut dyn Fork,
        options: &Options,
        extent: Extent,
    ) -> Result<Self, blueprint::Error> {
        match extent {
            Extent::Header => Self::read_header(source, options),
            Extent::Region(region) => Self::read_grids(source, options, Some(region)),
            Extent::Whole => Self::read_grids(source, options, None),
        }
    }

    fn read_header(source: &mut dyn ReadAt, options: &Options) -> Result<Self, blueprint::Error> {
        let (version, params, problems) = blueprint::read_header(source, options)?;
        let document = Document { version, params, ..Document::default() };
        Ok(Self { document, problems: sentences(&problems), ..Self::default() })
    }

    /// Everything, or what belongs to a region. Unknown sections may be grids; a region goes without them.
    fn read_grids(
        source: &mut dyn Fork,
        options: &Options,
        region: Option<Window>,
    ) -> Result<Self, blueprint::Error> {
        let mut opened = blueprint::open(source, options)?;
        let map_size = opened.document.params.map_size;
        if region.is_none() {
            opened.read_unknown(source)?;
        }
        let region = region.unwrap_or(Window::whole(map_size));
        region.check(map_size)?;
        let (surface, water) = read_both(source, &opened, region)?;
        opened.problems.extend(surface.problem);
        opened.problems.extend(water.problems);
        Ok(Self {
            document: opened.document,
            region,
            heights: surface.heights,
            biomes: surface.biomes,
            water_ids: water.ids,
            water_levels: water.levels,
            problems: sentences(&opened.problems),
        })
    }

    /// The terrain's heights.
    pub(super) fn field(&self) -> Heightfield<'_> {
        Heightfield::new(self.heights.as_slice(), self.region)
    }

    /// Plans the file of a whole map. Version 1 does not store a time: a file that is converted from it gets `now`.
    pub(super) fn with_plan<T>(
        &self,
        version: i64,
        now: &str,
        work: impl FnOnce(&Plan<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let version = match version {
            1 => Version::V1,
            2 => Version::V2,
            _ => return Err(invalid(format!("version: 1 or 2 expected, {version} found"))),
        };
        let map_size = self.document.params.map_size;
        if map_size == 0 || self.region != Window::whole(map_size) {
            return Err(invalid("only a blueprint that was loaded whole can be saved".into()));
        }
        let stamped;
        let mut document = &self.document;
        if document.version == Version::V1 {
            stamped = stamp(document, now);
            document = &stamped;
        }
        let grids = Grids {
            heights: self.heights.as_slice(),
            biomes: self.biomes.as_slice(),
            water_ids: self.water_ids.as_deref(),
            water_levels: self.water_levels.as_deref(),
        };
        let plan = Plan::new(document, grids, version)
            .map_err(|error| Failure::from_format(error.kind(), "", &error))?;
        work(&plan)
    }

    pub(super) fn unknown(&self) -> &[UnknownSection] {
        &self.document.unknown
    }
}

/// The grids of the ground.
struct Ground {
    heights: PackedFloat32Array,
    biomes: PackedByteArray,
    problem: Option<Problem>,
}

/// The grids of the water, checked.
struct Water {
    ids: Option<Vec<u16>>,
    levels: Option<Vec<u16>>,
    problems: Vec<Problem>,
}

/// Reads the ground and the water of a region, those of a large one side by side.
fn read_both(
    source: &mut dyn Fork,
    opened: &Opened,
    region: Window,
) -> Result<(Ground, Water), blueprint::Error> {
    /// Fewer cells are read before a thread has started.
    const WORTH_A_THREAD: usize = 1 << 20;
    let large = region.cells() >= WORTH_A_THREAD && opened.has_water_ids();
    if let (true, Some(mut ours), Some(mut theirs)) = (large, source.fork(), source.fork()) {
        return thread::scope(|scope| {
            let water = scope.spawn(move || Water::read(theirs.as_mut(), opened, region));
            let surface = Ground::read(ours.as_mut(), opened, region);
            let water = water.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok((surface?, water?))
        });
    }
    Ok((Ground::read(source, opened, region)?, Water::read(source, opened, region)?))
}

impl Ground {
    fn read(source: &mut dyn ReadAt, opened: &Opened, region: Window) -> Result<Self, blueprint::Error> {
        let mut heights = PackedFloat32Array::new();
        heights.resize(region.cells());
        let mut biomes = PackedByteArray::new();
        biomes.resize(region.cells());
        let problem = opened.read_surface(source, region, heights.as_mut_slice(), biomes.as_mut_slice())?;
        Ok(Self { heights, biomes, problem })
    }
}

impl Water {
    fn read(source: &mut dyn ReadAt, opened: &Opened, region: Window) -> Result<Self, blueprint::Error> {
        let mut ids = opened.has_water_ids().then(|| empty_grid(region));
        if let Some(ids) = &mut ids {
            opened.read_water_ids(source, region, ids)?;
        }
        let mut levels = opened.has_water_levels().then(|| empty_grid(region));
        if let Some(levels) = &mut levels {
            opened.read_water_levels(source, region, levels)?;
        }
        let Document { params, water_bodies, .. } = &opened.document;
        let place = (region, params.map_size);
        let problems = check_water(water_bodies.as_deref(), ids.as_deref(), levels.as_deref(), place);
        Ok(Self { ids, levels, problems })
    }
}

fn empty_grid(region: Window) -> Vec<u16> {
    let mut grid = vec![0; region.cells()];
    raw::expect_to_fill(&mut grid);
    grid
}

fn stamp(document: &Document, now: &str) -> Document {
    let mut stamped = document.clone();
    stamped.params.generated_utc = now.into();
    stamped
}

fn invalid(message: String) -> Failure {
    Failure::new(Error::ERR_INVALID_DATA, message)
}

fn sentences(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(Problem::to_string).collect()
}
