//! Version 1, the legacy layout: positional and untagged.

use super::opened::{CellLayout, Layout, Opened};
use super::stream::Stream;
use super::{Document, Error, Options, Params, Problem, Roads, Version, records};
use crate::source::{ReadAt, check};

/// The .NET string that opens the file: its length, then its letters.
pub(super) const MAGIC: &[u8; 8] = b"\x07ISLA_V1";
/// The magic and the map size, before the first cell.
const HEADER: u64 = 12;
/// A height and a 32-bit biome ordinal.
pub(super) const CELL: u64 = 8;

/// The params: only the map size is known.
pub(super) fn read_params(source: &mut dyn ReadAt, problems: &mut Vec<Problem>) -> Result<Params, Error> {
    problems.push(Problem::Deprecated);
    let range = (MAGIC.len() as u64, source.size().min(HEADER));
    let map_size = Stream::new(source, None, range, 0).map_size()?;
    Ok(Params::unknown(map_size))
}

/// Everything but the grids. What follows the last road block is ignored.
pub(super) fn open(source: &mut dyn ReadAt, options: &Options) -> Result<Opened, Error> {
    let mut problems = Vec::new();
    let params = read_params(source, &mut problems)?;
    let size = source.size();
    let grid = CELL * u64::from(params.map_size).pow(2);
    check(size, HEADER, grid).map_err(|cause| Error::truncated("heights and biomes", &cause))?;

    let mut stream = Stream::new(source, None, (HEADER + grid, size), options.limits.record_bytes);
    let towns = records::read_legacy_towns(&mut stream, options)?;
    let mut roads: [Option<Roads>; 4] = Default::default();
    for tier in &mut roads {
        *tier = Some(records::read_roads(&mut stream)?);
    }
    let document =
        Document { version: Version::V1, params, towns: Some(towns), roads, ..Document::default() };
    let layout = Layout {
        surface: CellLayout::Together { cells: HEADER },
        water_ids: None,
        water_levels: None,
        unknown: Vec::new(),
    };
    Ok(Opened::new(document, layout, problems, options))
}
