//! The framing of version 2: a tag, a 64-bit length, a payload.

use super::stream::Stream;
use super::{Error, Limits, Tag};
use crate::Fault;
use crate::source::ReadAt;
use std::collections::HashMap;

/// Magic and version, before the first section.
pub(super) const FILE_HEADER: u64 = 8;
/// Tag and length, before each payload.
pub(super) const SECTION_HEADER: u64 = 12;

/// Where a section lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct SectionFrame {
    pub(super) tag: Tag,
    /// Where its payload begins.
    pub(super) start: u64,
    /// Where its payload ends; inside the file.
    pub(super) end: u64,
}

impl SectionFrame {
    pub(super) const fn length(&self) -> u64 {
        self.end - self.start
    }

    /// Asserts the length that other fields ask for.
    pub(super) fn expect_length(&self, expected: u64) -> Result<(), Error> {
        if self.length() == expected {
            return Ok(());
        }
        Err(Error::section_length(self.tag, self.start, expected, self.length()))
    }

    /// A cursor over the payload.
    pub(super) fn stream<'s>(&self, source: &'s mut dyn ReadAt, limits: &Limits) -> Stream<'s> {
        Stream::new(source, Some(self.tag), (self.start, self.end), limits.record_bytes)
    }
}

/// The section that begins at `offset`; its payload is inside the file.
pub(super) fn read_section(source: &mut dyn ReadAt, offset: u64) -> Result<SectionFrame, Error> {
    let size = source.size();
    let mut header = Stream::new(source, None, (offset, size.min(offset + SECTION_HEADER)), 0);
    let tag = Tag(header.array("section tag")?);
    let length = u64::from_le_bytes(header.array("section length")?);
    let start = offset + SECTION_HEADER;
    let left = size - start;
    if length > left {
        return Err(Error::section_length(tag, start, length, left));
    }
    Ok(SectionFrame { tag, start, end: start + length })
}

/// The first section, which must be the params.
pub(super) fn read_params_section(source: &mut dyn ReadAt) -> Result<SectionFrame, Error> {
    if source.size() == FILE_HEADER {
        return Err(Error::missing(Tag::PARAMS, FILE_HEADER));
    }
    let frame = read_section(source, FILE_HEADER)?;
    if frame.tag == Tag::PARAMS {
        return Ok(frame);
    }
    Err(Error::corrupt("section", FILE_HEADER, "PRMS first", frame.tag))
}

/// All sections, in order, each tag once.
pub(super) fn read_sections(source: &mut dyn ReadAt, limits: &Limits) -> Result<Vec<SectionFrame>, Error> {
    let mut seen = HashMap::new();
    let mut frames = Vec::new();
    let mut next = FILE_HEADER;
    while next < source.size() {
        if frames.len() as u64 == limits.sections {
            return Err(Error::OutOfMemory(Fault::limit(
                "sections",
                next,
                limits.sections,
                limits.sections + 1,
            )));
        }
        let frame = read_section(source, next)?;
        if let Some(first) = seen.insert(frame.tag, next) {
            let found = format!("{}, which stands at byte {first} already", frame.tag);
            return Err(Error::corrupt("section", next, "each section once", found));
        }
        next = frame.end;
        frames.push(frame);
    }
    Ok(frames)
}
