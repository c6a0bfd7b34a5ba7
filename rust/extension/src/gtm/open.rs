//! Maps from the project's files, and from bytes.

use crate::errors::Failure;
use crate::files;
use crate::workers;
use godot::prelude::*;
use mapwright_formats::gtm::{self, Document};

/// Reads the map at a path.
pub(crate) fn open(path: &GString) -> Result<Document, Failure> {
    read(files::read(path)?.as_slice(), &path.to_string())
}

/// Reads a map; `file` is the path that it has, empty for a buffer.
pub(super) fn read(bytes: &[u8], file: &str) -> Result<Document, Failure> {
    workers::run(|| gtm::read(bytes)).map_err(|error| failure(file, &error))
}

pub(super) fn failure(file: &str, error: &gtm::Error) -> Failure {
    Failure::from_format(error.kind(), file, error)
}
