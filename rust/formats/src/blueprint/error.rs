//! Why a blueprint could not be read or written.

use super::{MAX_MAP_SIZE, MIN_MAP_SIZE, Tag};
use crate::Fault;
use crate::bytes::Truncated;

crate::fault::format_error! {
    /// Why a blueprint could not be read or written.
    "not an ISLA island blueprint: {0}"
}

impl Error {
    /// The failure inside a section; a version 1 file has none.
    pub(super) fn in_section(self, section: Option<Tag>) -> Self {
        match section {
            Some(tag) => self.within(tag),
            None => self,
        }
    }

    /// A field that reaches past the end of its section or of the file.
    pub(super) fn truncated(field: &'static str, cause: &Truncated) -> Self {
        Self::Corrupt(Fault::truncated(field, cause))
    }

    /// A section that is not there; the file ends at byte `end`.
    pub(super) fn missing(tag: Tag, end: u64) -> Self {
        Self::corrupt("section", end, tag, "the end of the file")
    }

    /// A section whose length follows from other fields and is another one.
    pub(super) fn section_length(tag: Tag, start: u64, expected: u64, found: u64) -> Self {
        Self::corrupt("payload", start, format!("{expected} bytes"), found).within(tag)
    }

    /// A map size outside the format's bounds.
    pub(super) fn map_size(offset: u64, found: i32) -> Self {
        Self::corrupt("MapSize", offset, format!("{MIN_MAP_SIZE} to {MAX_MAP_SIZE}"), found)
    }
}
