//! Opening a file: which version it is.

use super::opened::{Opened, compare};
use super::{Error, Options, Params, Problem, Version, v1, v2};
use crate::bytes::Truncated;
use crate::source::ReadAt;

const MAGIC: &[u8; 4] = b"ISLA";

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
        let found = format!("\"{}\"", head.escape_ascii());
        return Err(Error::unrecognized("magic", 0, "\"ISLA\" or \"\\x07ISLA_V1\"", found));
    };
    let Some(version) = version.first_chunk() else {
        let cause = Truncated { offset: 4, wanted: 4, left: version.len() as u64 };
        return Err(Error::truncated("format version", &cause));
    };
    match u32::from_le_bytes(*version) {
        2 => Ok(Version::V2),
        found => Err(Error::unrecognized("format version", 4, "2", found)),
    }
}
