use super::{MAX_MAP_SIZE, Tag, Window};
use crate::ErrorKind;
use crate::bytes::Truncated;
use crate::source::ReadError;
use std::fmt;
use thiserror::Error;

/// Which part of the file a failure is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The section, or `None` in a version 1 file, which has none.
    pub section: Option<Tag>,
    /// The field's name in the format.
    pub field: &'static str,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some(tag) => write!(formatter, "{tag} {}", self.field),
            None => formatter.write_str(self.field),
        }
    }
}

/// Why a blueprint could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// Neither version's first bytes.
    #[error("\"ISLA\" or \"\\x07ISLA_V1\" expected at byte 0, found \"{}\"", .found.escape_ascii())]
    NotBlueprint {
        /// The first bytes, eight at most.
        found: Vec<u8>,
    },
    /// A version that this reader does not know.
    #[error("format version 2 expected at byte 4, found {found}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// A field reaches past the end of its section or of the file.
    #[error("{place}: {cause}")]
    Truncated {
        /// The field.
        place: Place,
        /// Where, and how many bytes were left.
        cause: Truncated,
    },
    /// A section claims more bytes than the file has.
    #[error("section {tag}: {length} bytes of payload expected at byte {offset}, {left} left")]
    SectionPastEnd {
        /// The section.
        tag: Tag,
        /// Where its payload begins.
        offset: u64,
        /// The payload's length as the section states it.
        length: u64,
        /// How many bytes the file has from there.
        left: u64,
    },
    /// The first section is not the params.
    #[error("section PRMS expected first, at byte {offset}, found {found}")]
    ParamsNotFirst {
        /// Where the section begins.
        offset: u64,
        /// The section that stands there.
        found: Tag,
    },
    /// A tag comes twice.
    #[error("section {tag} at byte {offset} stands at byte {first} already; each may come once")]
    Duplicate {
        /// The section.
        tag: Tag,
        /// Where the second one begins.
        offset: u64,
        /// Where the first one begins.
        first: u64,
    },
    /// A mandatory section is not there.
    #[error("section {tag} expected, the file ends at byte {offset} without it")]
    Missing {
        /// The section.
        tag: Tag,
        /// The file's length.
        offset: u64,
    },
    /// A section whose length follows from other fields has another one.
    #[error("section {tag}: {expected} bytes of payload expected at byte {offset}, found {found}")]
    SectionLength {
        /// The section.
        tag: Tag,
        /// Where its payload begins.
        offset: u64,
        /// What the other fields ask for.
        expected: u64,
        /// The length that the section states.
        found: u64,
    },
    /// A value that the format rules out.
    #[error("{place}: {expected} expected at byte {offset}, found {found}")]
    Value {
        /// The field.
        place: Place,
        /// Where it stands.
        offset: u64,
        /// What the format allows.
        expected: String,
        /// What the file has.
        found: i64,
    },
    /// More than the reader's limits allow.
    #[error("{place}: at most {limit} allowed at byte {offset}, found {found}")]
    TooLarge {
        /// The field.
        place: Place,
        /// Where it stands.
        offset: u64,
        /// The limit.
        limit: u64,
        /// What the file asks for.
        found: u64,
    },
    /// The window that the caller asked for is empty or not inside the map.
    #[error("a region inside (0, 0, {size}, {size}) expected, found {window}")]
    Window {
        /// The caller's window.
        window: Window,
        /// The map's cells a side.
        size: u32,
    },
    /// What the caller wants written cannot be expressed in the format.
    #[error("{what}: {expected} expected, found {found}")]
    Unwritable {
        /// The part.
        what: String,
        /// What the format allows.
        expected: String,
        /// What the caller has.
        found: String,
    },
    /// The bytes did not come.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl Error {
    /// What the failure means to the caller.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NotBlueprint { .. } | Self::Version { .. } => ErrorKind::Unrecognized,
            Self::TooLarge { .. } => ErrorKind::OutOfMemory,
            Self::Window { .. } | Self::Unwritable { .. } => ErrorKind::InvalidData,
            Self::Read(ReadError::Failed { .. }) => ErrorKind::Unreadable,
            _ => ErrorKind::Corrupt,
        }
    }

    /// A map size outside the format's bounds.
    pub(super) fn map_size(place: Place, offset: u64, found: i32) -> Self {
        let expected = format!("{} to {MAX_MAP_SIZE}", super::MIN_MAP_SIZE);
        Self::Value { place, offset, expected, found: found.into() }
    }
}
