use crate::ErrorKind;
use crate::bytes::Truncated;
use crate::source::ReadError;
use thiserror::Error;

/// Why an Atlas, CHU or TQT file, or one chunk or tile of it, was refused.
#[derive(Debug, Error)]
pub enum AtlasError {
    /// The first bytes belong to none of the three formats.
    #[error("magic at byte 0: \"ATLS\", \"CHU3\" or \"tqt\" expected, {found} found")]
    NotAtlas {
        /// What stands there.
        found: String,
    },
    /// A version or a kind of table that this reader does not know.
    #[error("{field} at byte {offset}: {expected} expected, {found} found")]
    Unsupported {
        /// The field's name in the format.
        field: &'static str,
        /// Where it stands.
        offset: u64,
        /// What this reader knows.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A value that the format rules out.
    #[error("{field} at byte {offset}: {expected} expected, {found} found")]
    Unexpected {
        /// The field's name in the format.
        field: &'static str,
        /// Where it stands.
        offset: u64,
        /// What the format wants there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The bytes end before the value does.
    #[error("{field}: {source}")]
    Truncated {
        /// The field's name in the format.
        field: &'static str,
        /// Where, and how much is missing.
        source: Truncated,
    },
    /// A limit of the format or of this reader would be passed.
    #[error("{field} at byte {offset}: at most {limit} allowed, {found} found")]
    Limit {
        /// What is too large.
        field: &'static str,
        /// Where it stands, or would have been written.
        offset: u64,
        /// The limit.
        limit: u64,
        /// What was asked for.
        found: u64,
    },
    /// The file has nothing there.
    #[error("{0}")]
    Absent(String),
    /// The caller asked for something that cannot be.
    #[error("{0}")]
    Refused(String),
    /// The bytes could not be had.
    #[error(transparent)]
    Source(#[from] ReadError),
    /// One of the others, with the chunk, tile or table it happened in.
    #[error("{place}: {source}")]
    In {
        /// The chunk, tile or table.
        place: String,
        /// What happened.
        source: Box<AtlasError>,
    },
}

impl AtlasError {
    /// What the failure means to the caller.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NotAtlas { .. } | Self::Unsupported { .. } => ErrorKind::Unrecognized,
            Self::Source(ReadError::Failed { .. }) => ErrorKind::Unreadable,
            Self::Unexpected { .. } | Self::Truncated { .. } | Self::Source(_) => ErrorKind::Corrupt,
            Self::Limit { .. } => ErrorKind::OutOfMemory,
            Self::Absent(_) | Self::Refused(_) => ErrorKind::InvalidData,
            Self::In { source, .. } => source.kind(),
        }
    }

    /// Whether the file merely has nothing there.
    pub fn is_absent(&self) -> bool {
        match self {
            Self::Absent(_) => true,
            Self::In { source, .. } => source.is_absent(),
            _ => false,
        }
    }

    // What is passed is a literal, a number or a fresh string; all of them are used up here.
    #[allow(clippy::needless_pass_by_value)]
    pub(crate) fn unexpected(
        field: &'static str,
        offset: u64,
        expected: impl ToString,
        found: impl ToString,
    ) -> Self {
        Self::Unexpected { field, offset, expected: expected.to_string(), found: found.to_string() }
    }
}

/// Names the place that a failure happened in.
pub(crate) trait InPlace<T> {
    fn in_place(self, place: impl FnOnce() -> String) -> Result<T, AtlasError>;
}

impl<T> InPlace<T> for Result<T, AtlasError> {
    fn in_place(self, place: impl FnOnce() -> String) -> Self {
        self.map_err(|source| AtlasError::In { place: place(), source: Box::new(source) })
    }
}

/// Names the field that a read was after.
pub(crate) trait Field<T> {
    fn field(self, field: &'static str) -> Result<T, AtlasError>;
}

impl<T> Field<T> for Result<T, Truncated> {
    fn field(self, field: &'static str) -> Result<T, AtlasError> {
        self.map_err(|source| AtlasError::Truncated { field, source })
    }
}
