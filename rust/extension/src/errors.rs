//! The one place where failures become Godot's `Error`, and where panics stop.

use godot::global::Error;
use mapwright_formats::ErrorKind;

/// A failure on its way to GDScript: the code that a method returns and the sentence that
/// `get_error_message()` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What the method returns.
    pub(crate) code: Error,
    /// One plain sentence: the file, the byte offset, what was expected and what was found.
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: Error, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A format's failure; `file` is the path the user gave, empty for a buffer.
    pub(crate) fn from_format(kind: ErrorKind, file: &str, error: &dyn std::error::Error) -> Self {
        let message = if file.is_empty() { error.to_string() } else { format!("{file}: {error}") };
        Self::new(code_of(kind), message)
    }
}

/// Godot's `Error` for each kind of failure.
pub(crate) const fn code_of(kind: ErrorKind) -> Error {
    match kind {
        ErrorKind::Unrecognized => Error::ERR_FILE_UNRECOGNIZED,
        ErrorKind::Corrupt => Error::ERR_FILE_CORRUPT,
        ErrorKind::InvalidData => Error::ERR_INVALID_DATA,
        ErrorKind::OutOfMemory => Error::ERR_OUT_OF_MEMORY,
        ErrorKind::Unreadable => Error::ERR_FILE_CANT_OPEN,
    }
}

/// Keeps the sentence of a failure, empty after success, and gives what the method returns.
pub(crate) fn report(outcome: Result<(), Failure>, sentence: &mut String) -> Error {
    let (code, message) = match outcome {
        Ok(()) => (Error::OK, String::new()),
        Err(failure) => (failure.code, failure.message),
    };
    *sentence = message;
    code
}

/// Runs `work`, and turns a panic in it into a failure, so that no input takes the engine down.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let reason = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no reason given");
        Err(Failure::new(Error::FAILED, format!("internal error, please report it: {reason}")))
    })
}
