//! Opening a file: which edition it is, and where its parts lie.

use super::frames::Frame;
use super::{Document, Error, Options, Params, Place, Problem, UnknownSection, Version, v1, v2};
use crate::bytes::Truncated;
use crate::source::ReadAt;

const MAGIC: &[u8; 4] = b"ISLA";

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
    pub(super) surface: Surface,
    pub(super) water_ids: Option<u64>,
    pub(super) water_levels: Option<u64>,
    pub(super) unknown: Vec<Frame>,
}

/// Where heights and biomes begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Surface {
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
    /// [`Error::Read`] when the bytes do not come.
    pub fn read_unknown(&mut self, source: &mut dyn ReadAt) -> Result<(), Error> {
        for frame in &self.layout.unknown {
            let data = source.read_vec(frame.start, frame.length())?;
            self.document.unknown.push(UnknownSection { tag: frame.tag, data });
        }
        Ok(())
    }
}

/// Tells by a file's first bytes, eight or more if there are as many, whether it is a blueprint, whole or not.
pub fn recognizes(head: &[u8]) -> bool {
    head.starts_with(MAGIC) || head.starts_with(v1::MAGIC)
}

/// Reads everything but the grids.
///
/// # Errors
/// [`Error`] says where the file departs from the format.
pub fn open(source: &mut dyn ReadAt, options: &Options) -> Result<Opened, Error> {
    match read_version(source)? {
        Version::V1 => v1::open(source, options),
        Version::V2 => v2::open(source, options),
    }
}

/// Reads the params alone, and touches nothing behind them.
///
/// # Errors
/// [`Error`] says where the file departs from the format.
pub fn read_header(
    source: &mut dyn ReadAt,
    options: &Options,
) -> Result<(Version, Params, Vec<Problem>), Error> {
    let mut problems = Vec::new();
    let version = read_version(source)?;
    let params = match version {
        Version::V1 => v1::read_params(source, &mut problems)?,
        Version::V2 => v2::read_params(source, options, &mut problems)?,
    };
    compare(&params, options, &mut problems);
    Ok((version, params, problems))
}

fn read_version(source: &mut dyn ReadAt) -> Result<Version, Error> {
    let mut head = [0; 8];
    let length = source.size().min(8) as usize;
    let head = &mut head[..length];
    source.read_at(0, head)?;
    if head == v1::MAGIC {
        return Ok(Version::V1);
    }
    let Some(version) = head.strip_prefix(MAGIC) else {
        return Err(Error::NotBlueprint { found: head.to_vec() });
    };
    let Some(version) = version.first_chunk() else {
        let cause = Truncated { offset: 4, wanted: 4, left: version.len() as u64 };
        return Err(Error::Truncated { place: Place { section: None, field: "format version" }, cause });
    };
    match u32::from_le_bytes(*version) {
        2 => Ok(Version::V2),
        found => Err(Error::Version { found }),
    }
}

/// Compares the map with what the caller expects. A seed of 0 in the file means that it is not known.
fn compare(params: &Params, options: &Options, problems: &mut Vec<Problem>) {
    let (expected, found) = (options.expected_seed, params.world_seed);
    if expected != 0 && found != 0 && expected != i64::from(found) {
        problems.push(Problem::Seed { expected, found });
    }
    let (expected, found) = (options.expected_map_size, params.map_size);
    if expected != 0 && expected != i64::from(found) {
        problems.push(Problem::MapSize { expected, found });
    }
}
