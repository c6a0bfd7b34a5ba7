//! What is wrong at one place. The errors of all formats tell it in the same words.

use crate::bytes::Truncated;
use crate::source::ReadError;
use std::borrow::Cow;
use std::fmt;

/// Where something is wrong, what was expected there and what was found.
///
/// ```
/// use mapwright_formats::Fault;
///
/// let fault = Fault::new("treeDepth", "1 to 13", 99).at(8).within("table of contents 0");
/// assert_eq!(fault.to_string(), "table of contents 0: treeDepth at byte 8: 1 to 13 expected, 99 found");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The part of the file, from the outermost to the innermost: a chunk, a section, a record. Empty for the file itself.
    pub place: String,
    /// The field's name in the format. Empty where a place is all that can be named.
    pub field: Cow<'static, str>,
    /// The byte of the file. `None` for a value that is in no file.
    pub offset: Option<u64>,
    /// What the format, the reader or the method takes.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl Fault {
    /// A fault that has no place in a file yet.
    // What is passed is a literal, a number or a fresh string; all of them are used up here.
    #[allow(clippy::needless_pass_by_value)]
    pub fn new(field: impl Into<Cow<'static, str>>, expected: impl ToString, found: impl ToString) -> Self {
        Self {
            place: String::new(),
            field: field.into(),
            offset: None,
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// The fault at byte `offset`.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The fault inside `place`, which is put before the place that it has.
    #[must_use]
    pub fn within(mut self, place: impl fmt::Display) -> Self {
        self.place =
            if self.place.is_empty() { place.to_string() } else { format!("{place}: {}", self.place) };
        self
    }

    /// More than `limit` of something.
    pub fn limit(field: impl Into<Cow<'static, str>>, offset: u64, limit: u64, found: u64) -> Self {
        Self::new(field, format!("at most {limit}"), found).at(offset)
    }

    /// A field that reaches past the end of the bytes.
    pub fn truncated(field: impl Into<Cow<'static, str>>, cause: &Truncated) -> Self {
        Self::new(field, format!("{} bytes", cause.wanted), cause.left).at(cause.offset)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(formatter, "{}: ", self.place)?;
        }
        match (self.field.is_empty(), self.offset) {
            (true, None) => {}
            (true, Some(offset)) => write!(formatter, "byte {offset}: ")?,
            (false, None) => write!(formatter, "{}: ", self.field)?,
            (false, Some(offset)) => write!(formatter, "{} at byte {offset}: ", self.field)?,
        }
        write!(formatter, "{} expected, {} found", self.expected, self.found)
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Truncated(cause) => Self::truncated("", &cause),
            ReadError::Failed { offset, wanted, reason } => {
                Self::new("", format!("{wanted} bytes"), format!("none ({reason})")).at(offset)
            }
        }
    }
}

/// An error that has a place in a file.
pub(crate) trait Within {
    fn within(self, place: String) -> Self;
}

/// Names the place that a failure happened in.
pub(crate) trait InPlace: Sized {
    fn in_place(self, place: impl FnOnce() -> String) -> Self;
}

impl<T, E: Within> InPlace for Result<T, E> {
    fn in_place(self, place: impl FnOnce() -> String) -> Self {
        self.map_err(|error| error.within(place()))
    }
}

/// Names the field that a read was after.
pub(crate) trait Field<T> {
    fn field(self, field: &'static str) -> Result<T, Fault>;
}

impl<T> Field<T> for Result<T, Truncated> {
    fn field(self, field: &'static str) -> Result<T, Fault> {
        self.map_err(|cause| Fault::truncated(field, &cause))
    }
}

/// The error of a format: the same kinds for each, with a sentence of its own for files that are something else.
macro_rules! format_error {
    ($(#[$documentation:meta])* $unrecognized:literal) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub enum Error {
            /// The system did not give or take the bytes.
            #[error("{0}")]
            Unreadable($crate::Fault),
            /// The bytes are not this format, or a version newer than this reader.
            #[error($unrecognized)]
            Unrecognized($crate::Fault),
            /// The bytes are this format, damaged past use.
            #[error("{0}")]
            Corrupt($crate::Fault),
            /// A value that the caller passed in is wrong.
            #[error("{0}")]
            InvalidData($crate::Fault),
            /// A limit of the format or of this reader would be passed.
            #[error("{0}")]
            OutOfMemory($crate::Fault),
        }

        impl Error {
            /// What the failure means to the caller.
            pub const fn kind(&self) -> $crate::ErrorKind {
                match self {
                    Self::Unreadable(_) => $crate::ErrorKind::Unreadable,
                    Self::Unrecognized(_) => $crate::ErrorKind::Unrecognized,
                    Self::Corrupt(_) => $crate::ErrorKind::Corrupt,
                    Self::InvalidData(_) => $crate::ErrorKind::InvalidData,
                    Self::OutOfMemory(_) => $crate::ErrorKind::OutOfMemory,
                }
            }

            /// Where it is, what was expected and what was found.
            pub const fn fault(&self) -> &$crate::Fault {
                match self {
                    Self::Unreadable(fault)
                    | Self::Unrecognized(fault)
                    | Self::Corrupt(fault)
                    | Self::InvalidData(fault)
                    | Self::OutOfMemory(fault) => fault,
                }
            }

            /// A field of a file whose bytes the format rules out.
            pub(crate) fn corrupt(
                field: &'static str,
                offset: u64,
                expected: impl ToString,
                found: impl ToString,
            ) -> Self {
                Self::Corrupt($crate::Fault::new(field, expected, found).at(offset))
            }

            /// A field that tells that the file is another format, or a newer one.
            pub(crate) fn unrecognized(
                field: &'static str,
                offset: u64,
                expected: impl ToString,
                found: impl ToString,
            ) -> Self {
                Self::Unrecognized($crate::Fault::new(field, expected, found).at(offset))
            }

            /// A value of the caller's that cannot be.
            pub(crate) fn invalid(
                field: impl Into<std::borrow::Cow<'static, str>>,
                expected: impl ToString,
                found: impl ToString,
            ) -> Self {
                Self::InvalidData($crate::Fault::new(field, expected, found))
            }

            /// The same failure inside `place`, which is put before the place that it has.
            #[must_use]
            pub fn within(self, place: impl std::fmt::Display) -> Self {
                match self {
                    Self::Unreadable(fault) => Self::Unreadable(fault.within(place)),
                    Self::Unrecognized(fault) => Self::Unrecognized(fault.within(place)),
                    Self::Corrupt(fault) => Self::Corrupt(fault.within(place)),
                    Self::InvalidData(fault) => Self::InvalidData(fault.within(place)),
                    Self::OutOfMemory(fault) => Self::OutOfMemory(fault.within(place)),
                }
            }
        }

        impl $crate::fault::Within for Error {
            fn within(self, place: String) -> Self {
                Self::within(self, place)
            }
        }

        impl From<$crate::Fault> for Error {
            fn from(fault: $crate::Fault) -> Self {
                Self::Corrupt(fault)
            }
        }

        impl From<$crate::source::ReadError> for Error {
            fn from(error: $crate::source::ReadError) -> Self {
                match error {
                    $crate::source::ReadError::Truncated(_) => Self::Corrupt(error.into()),
                    $crate::source::ReadError::Failed { .. } => Self::Unreadable(error.into()),
                }
            }
        }
    };
}

pub(crate) use format_error;
