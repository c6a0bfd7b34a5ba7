//! The kinds of failures, the same for every format.

/// What a failure means to the caller, the same for every format.
///
/// Each format's error type says where and what; its `kind()` says which of these it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The bytes are not this format, or a version newer than this reader.
    Unrecognized,
    /// The bytes are this format, damaged past use.
    Corrupt,
    /// A value that the caller passed in is wrong.
    InvalidData,
    /// A limit of the format or of this reader would be passed.
    OutOfMemory,
    /// The system did not give the bytes.
    Unreadable,
}
