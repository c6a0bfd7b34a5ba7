//! Why an Atlas, CHU or TQT file, or one chunk or tile of it, was refused.

crate::fault::format_error! {
    /// Why an Atlas, CHU or TQT file, or one chunk or tile of it, was refused.
    "not a Torque terrain: {0}"
}

impl Error {
    /// First bytes that belong to none of the three formats.
    pub(super) fn magic(found: &[u8]) -> Self {
        let found = if found.is_empty() { "no byte".into() } else { format!("\"{}\"", found.escape_ascii()) };
        Self::unrecognized("magic", 0, "\"ATLS\", \"CHU3\" or \"tqt\"", found)
    }

    /// A chunk or tile that the file does not have.
    pub(super) fn absent() -> Self {
        Self::invalid("", "a chunk that the file has", "none")
    }
}
