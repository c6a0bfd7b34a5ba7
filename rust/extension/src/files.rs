//! Files through Godot's eyes, so that `res://` paths work from a `.pck` as well.

use crate::errors::Failure;
use godot::classes::FileAccess;
use godot::classes::file_access::ModeFlags;
use godot::global::Error;
use godot::prelude::*;

/// Opens `path` for reading; `res://`, `user://` and absolute paths, packed or not.
pub(crate) fn open(path: &GString) -> Result<Gd<FileAccess>, Failure> {
    if let Some(file) = FileAccess::open(path, ModeFlags::READ) {
        return Ok(file);
    }
    Err(match FileAccess::get_open_error() {
        Error::ERR_FILE_NOT_FOUND => Failure::new(Error::ERR_FILE_NOT_FOUND, format!("{path}: no such file")),
        _ => Failure::new(Error::ERR_FILE_CANT_OPEN, format!("{path}: the file cannot be opened")),
    })
}

/// The whole of `path`.
pub(crate) fn read(path: &GString) -> Result<PackedByteArray, Failure> {
    let mut file = open(path)?;
    let length = file.get_length();
    let bytes = file.get_buffer(length as i64);
    if bytes.len() as u64 == length {
        return Ok(bytes);
    }
    let message = format!("{path}: the file ends at byte {}, {length} expected", bytes.len());
    Err(Failure::new(Error::ERR_FILE_CANT_OPEN, message))
}
