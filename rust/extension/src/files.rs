//! Files through Godot's eyes, so that `res://` paths work from a `.pck` as well.

use crate::errors::Failure;
use crate::raw;
use godot::classes::FileAccess;
use godot::classes::ProjectSettings;
use godot::classes::file_access::ModeFlags;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::bytes::Truncated;
use mapwright_formats::source::{ReadAt, ReadError, check};
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Packed files are fetched in pieces of this many bytes, so that no second copy of a whole grid is made.
const PACKED_PIECE: usize = 1 << 20;

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

/// The first bytes of `path`, `count` at most.
pub(crate) fn read_head(path: &GString, count: usize) -> Result<PackedByteArray, Failure> {
    Ok(open(path)?.get_buffer(count as i64))
}

/// A file to read from at any place.
pub(crate) enum Source {
    /// A file that the system opens as well.
    Disk(DiskFile),
    /// A file that only Godot reaches, in a pack for example.
    Packed(PackedFile),
}

/// A file that only Godot reaches.
pub(crate) struct PackedFile(Gd<FileAccess>);

/// A file of the system's: reads go straight into their target.
pub(crate) struct DiskFile {
    file: File,
    size: u64,
}

impl Source {
    /// Opens `path` as [`open`] does.
    pub(crate) fn open(path: &GString) -> Result<Self, Failure> {
        let packed = open(path)?;
        Ok(on_disk(&packed).map_or(Self::Packed(PackedFile(packed)), Self::Disk))
    }

    fn reader(&mut self) -> &mut dyn ReadAt {
        match self {
            Self::Disk(file) => file,
            Self::Packed(file) => file,
        }
    }
}

/// The same file by the system's own means, when there is one: Godot names no absolute path for a packed file.
fn on_disk(opened: &Gd<FileAccess>) -> Option<DiskFile> {
    let path = opened.get_path_absolute().to_string();
    if !Path::new(&path).is_absolute() {
        return None;
    }
    let file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    (size == opened.get_length()).then_some(DiskFile { file, size })
}

/// A source that a second thread can read at the same time, through a handle of its own.
pub(crate) trait Fork: ReadAt {
    /// The same bytes for another thread; `None` when only one can read them.
    fn fork(&self) -> Option<Box<dyn ReadAt + Send + '_>>;
}

impl Fork for Source {
    fn fork(&self) -> Option<Box<dyn ReadAt + Send + '_>> {
        match self {
            // Where reads name their place. Elsewhere two handles of a file share its cursor.
            Self::Disk(disk) if cfg!(unix) => {
                let file = disk.file.try_clone().ok()?;
                Some(Box::new(DiskFile { file, size: disk.size }))
            }
            _ => None,
        }
    }
}

impl Fork for &[u8] {
    fn fork(&self) -> Option<Box<dyn ReadAt + Send + '_>> {
        Some(Box::new(*self))
    }
}

impl ReadAt for Source {
    fn size(&self) -> u64 {
        match self {
            Self::Disk(file) => file.size(),
            Self::Packed(file) => file.size(),
        }
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        self.reader().read_at(offset, buffer)
    }

    fn read_f32_at(&mut self, offset: u64, numbers: &mut [f32]) -> Result<(), ReadError> {
        self.reader().read_f32_at(offset, numbers)
    }

    fn read_u16_at(&mut self, offset: u64, numbers: &mut [u16]) -> Result<(), ReadError> {
        self.reader().read_u16_at(offset, numbers)
    }
}

impl ReadAt for DiskFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        check(self.size, offset, buffer.len() as u64)?;
        read_exact_at(&self.file, offset, buffer).map_err(|error| ReadError::Failed {
            offset,
            wanted: buffer.len() as u64,
            reason: error.to_string(),
        })
    }

    #[cfg(target_endian = "little")]
    fn read_f32_at(&mut self, offset: u64, numbers: &mut [f32]) -> Result<(), ReadError> {
        self.read_at(offset, raw::bytes_of_f32(numbers))
    }

    #[cfg(target_endian = "little")]
    fn read_u16_at(&mut self, offset: u64, numbers: &mut [u16]) -> Result<(), ReadError> {
        self.read_at(offset, raw::bytes_of_u16(numbers))
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_exact_at(mut file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    use std::io::Read;
    file.seek(io::SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}

impl ReadAt for PackedFile {
    fn size(&self) -> u64 {
        self.0.get_length()
    }

    fn read_at(&mut self, mut offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        check(self.size(), offset, buffer.len() as u64)?;
        self.0.seek(offset);
        for piece in buffer.chunks_mut(PACKED_PIECE) {
            let bytes = self.0.get_buffer(piece.len() as i64);
            if bytes.len() != piece.len() {
                let short = Truncated { offset, wanted: piece.len() as u64, left: bytes.len() as u64 };
                return Err(short.into());
            }
            piece.copy_from_slice(bytes.as_slice());
            offset += piece.len() as u64;
        }
        Ok(())
    }
}

/// What becomes of the file that a new one takes the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Previous {
    /// It is replaced.
    Replace,
    /// It is copied to `<name>.bak` first.
    KeepAsBak,
}

/// What a new file is written to, in any order.
pub(crate) trait Target: Write + Seek {}

impl<T: Write + Seek> Target for T {}

/// Writes `path` so that a reader sees either the old file or the whole new one, whatever happens meanwhile:
/// into a file beside it, through to the disk, then renamed.
pub(crate) fn write_atomically(
    path: &GString,
    previous: Previous,
    write: impl FnOnce(&mut dyn Target) -> io::Result<()>,
) -> Result<(), Failure> {
    let target = system_path(path);
    let fresh = beside(&target);
    let written = write_through(&fresh, write)
        .and_then(|()| keep(&target, previous))
        .and_then(|()| fs::rename(&fresh, &target));
    if let Err(error) = written {
        // The first failure is the one to report; a leftover that cannot be removed adds nothing to it.
        let _ = fs::remove_file(&fresh);
        let message = format!("{path}: the file cannot be written: {error}");
        return Err(Failure::new(Error::ERR_FILE_CANT_WRITE, message));
    }
    Ok(())
}

/// Where `path` lies on the system's disk; links are followed, so that the file they name is replaced.
fn system_path(path: &GString) -> PathBuf {
    let global = PathBuf::from(ProjectSettings::singleton().globalize_path(path).to_string());
    fs::canonicalize(&global).unwrap_or(global)
}

/// A name in the same folder that nothing else uses.
fn beside(target: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()))
}

fn write_through(fresh: &Path, write: impl FnOnce(&mut dyn Target) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 18, File::create_new(fresh)?);
    write(&mut writer)?;
    writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn keep(target: &Path, previous: Previous) -> io::Result<()> {
    if previous == Previous::Replace || !target.exists() {
        return Ok(());
    }
    let mut name = target.as_os_str().to_owned();
    name.push(".bak");
    fs::copy(target, name).map(|_| ())
}
