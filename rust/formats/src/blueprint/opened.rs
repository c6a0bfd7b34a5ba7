//! An opened blueprint: all of it but the grids, and where those are.

use super::sections::SectionFrame;
use super::{Document, Error, Options, Params, Problem, UnknownSection};
use crate::source::ReadAt;

/// An opened blueprint: all of it but the grids, and where those are.
#[derive(Debug)]
pub struct Opened {
    /// Everything but the grids and the unknown sections.
    pub document: Document,
    /// What is suspicious outside the grids.
    pub problems: Vec<Problem>,
    pub(super) layout: Layout,
    pub(super) biome_count: u32,
}

/// Where the parts that are not read at once lie in the file.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) surface: CellLayout,
    pub(super) water_ids: Option<u64>,
    pub(super) water_levels: Option<u64>,
    pub(super) unknown: Vec<SectionFrame>,
}

/// Where heights and biomes begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum CellLayout {
    /// Each in a grid of its own.
    Apart { heights: u64, biomes: u64 },
    /// A cell's height and its biome side by side.
    Together { cells: u64 },
}

impl Opened {
    pub(super) fn new(
        document: Document,
        layout: Layout,
        mut problems: Vec<Problem>,
        options: &Options,
    ) -> Self {
        compare(&document.params, options, &mut problems);
        Self { document, problems, layout, biome_count: options.biome_count }
    }

    /// Reads the sections that this reader does not know into the document, as they are.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the bytes do not come.
    pub fn read_unknown(&mut self, source: &mut dyn ReadAt) -> Result<(), Error> {
        for frame in &self.layout.unknown {
            let data = source.read_vec(frame.start, frame.length())?;
            self.document.unknown.push(UnknownSection { tag: frame.tag, data });
        }
        Ok(())
    }
}

/// Compares the map with what the caller expects. A seed of 0 in the file means that it is not known.
pub(super) fn compare(params: &Params, options: &Options, problems: &mut Vec<Problem>) {
    let (expected, found) = (options.expected_seed, params.world_seed);
    if expected != 0 && found != 0 && expected != i64::from(found) {
        problems.push(Problem::Seed { expected, found });
    }
    let (expected, found) = (options.expected_map_size, params.map_size);
    if expected != 0 && expected != i64::from(found) {
        problems.push(Problem::MapSize { expected, found });
    }
}
