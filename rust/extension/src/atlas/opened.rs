//! A terrain and the files it is read from, for any number of threads at once.

use super::companion::beside;
use crate::errors::Failure;
use crate::files::Source;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::atlas::{self, Files, Format, GeometryChunk, Limits, Node, Terrain, TexCoords};
use mapwright_formats::source::{ReadAt, ReadError};
use mapwright_scene::atlas::{Heights, Locator, origin};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Surfaces of so many chunks are kept for the next question about heights.
const KEPT_HEIGHTS: usize = 32;

/// Bytes on disk, in a pack or in memory.
pub(super) enum Bytes {
    File(Source),
    Memory(PackedByteArray),
}

impl ReadAt for Bytes {
    fn size(&self) -> u64 {
        match self {
            Self::File(file) => file.size(),
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        match self {
            Self::File(file) => file.read_at(offset, buffer),
            Self::Memory(bytes) => bytes.as_slice().read_at(offset, buffer),
        }
    }
}

/// Where the bytes come from, so that another thread can have them as well.
enum Origin {
    Memory(PackedByteArray),
    Disk { main: SourceFile, companion: Option<SourceFile> },
}

/// A file as it was when it was opened.
struct SourceFile {
    path: GString,
    size: u64,
}

impl SourceFile {
    /// Opens a file for the first time.
    fn open(path: GString) -> Result<(Self, Bytes), Failure> {
        let source = Source::open(&path)?;
        Ok((Self { path, size: source.size() }, Bytes::File(source)))
    }

    /// Opens it once more. The tables that were read are those of the file as it was.
    fn reopen(&self) -> Result<Bytes, Failure> {
        let source = Source::open(&self.path)?;
        if source.size() == self.size {
            return Ok(Bytes::File(source));
        }
        let message = format!("{}: the file has changed since it was loaded", self.path);
        Err(Failure::new(Error::ERR_FILE_CORRUPT, message))
    }
}

/// Which of a pair's files something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Geometry,
    Textures,
}

/// What one thread reads with.
pub(super) struct Reader {
    pub(super) files: Files<Bytes>,
    /// Memory for frames, kept from one chunk to the next.
    pub(super) buffer: Vec<u8>,
}

pub(crate) struct Opened {
    pub(super) terrain: Terrain,
    /// What is wrong with the file that should have been the companion.
    pub(super) companion_problem: Option<String>,
    origin: Origin,
    idle: Mutex<Vec<Reader>>,
    locator: OnceLock<Locator>,
    heights: Mutex<VecDeque<(Node, Arc<Heights>)>>,
}

impl Opened {
    /// Opens a file, and the one that makes a pair with it.
    pub(super) fn open(path: &GString) -> Result<Self, Failure> {
        let (main, mut bytes) = SourceFile::open(path.clone())?;
        let terrain = read_tables(&mut bytes, &main.path.to_string())?;
        let extension = match terrain.format() {
            Format::Chu => "tqt",
            Format::Tqt => "chu",
            _ => return Ok(Self::alone(terrain, main, bytes, None)),
        };
        let Some(path) = beside(path, extension) else {
            return Ok(Self::alone(terrain, main, bytes, None));
        };
        let is_chu = terrain.format() == Format::Chu;
        match Self::open_companion(path, is_chu) {
            Ok((companion, other, partner)) => {
                let (chu, tqt) = if is_chu { (main, companion) } else { (companion, main) };
                let files = if is_chu { Files::pair(bytes, other) } else { Files::pair(other, bytes) };
                let (geometry, textures) = if is_chu { (terrain, partner) } else { (partner, terrain) };
                let Some(terrain) = geometry.join(textures) else {
                    return Err(Failure::new(Error::FAILED, format!("{}: no pair", chu.path)));
                };
                Ok(Self::new(terrain, Origin::Disk { main: chu, companion: Some(tqt) }, files, None))
            }
            Err(failure) => {
                let problem = format!("the companion was left out: {}", failure.message);
                Ok(Self::alone(terrain, main, bytes, Some(problem)))
            }
        }
    }

    /// Opens what is in memory.
    pub(super) fn from_buffer(buffer: &PackedByteArray) -> Result<Self, Failure> {
        let mut bytes = Bytes::Memory(buffer.clone());
        let terrain = read_tables(&mut bytes, "")?;
        Ok(Self::new(terrain, Origin::Memory(buffer.clone()), Files::one(bytes), None))
    }

    /// The path of the file that `part` is in; empty for memory.
    pub(super) fn path(&self, part: Part) -> String {
        match (&self.origin, part) {
            (Origin::Memory(_), _) => String::new(),
            (Origin::Disk { companion: Some(tqt), .. }, Part::Textures) => tqt.path.to_string(),
            (Origin::Disk { main, .. }, _) => main.path.to_string(),
        }
    }

    /// Runs `work` with the files, which no other thread has meanwhile.
    pub(super) fn read<T>(
        &self,
        part: Part,
        work: impl FnOnce(&Terrain, &mut Reader) -> Result<T, atlas::Error>,
    ) -> Result<T, Failure> {
        let idle = lock(&self.idle).pop();
        let mut reading = match idle {
            Some(reading) => reading,
            None => Reader { files: self.reopen()?, buffer: Vec::new() },
        };
        let outcome = work(&self.terrain, &mut reading);
        lock(&self.idle).push(reading);
        outcome.map_err(|error| failure(&self.path(part), &error))
    }

    /// A chunk as far as it is drawn.
    pub(super) fn mesh(&self, node: Node, tex_coords: TexCoords) -> Result<GeometryChunk, Failure> {
        self.read(Part::Geometry, |terrain, Reader { files, buffer }| {
            terrain.mesh(files, node, tex_coords, buffer)
        })
    }

    /// Where the local space of a chunk begins.
    pub(super) fn local_origin(&self, node: Node, chunk: &GeometryChunk) -> [f32; 3] {
        origin(&self.terrain, node, Some(chunk.bounds)).unwrap_or_default()
    }

    /// The height of the surface at a place in Torque's x and y, where there is any.
    pub(super) fn height_at(&self, place: [f32; 2]) -> Result<Option<f32>, Failure> {
        let mut highest: Option<f32> = None;
        for node in self.locator()?.nodes_at(&self.terrain, place) {
            let height = self.heights_of(node)?.sample(place);
            highest = highest.into_iter().chain(height).reduce(f32::max);
        }
        Ok(highest)
    }

    fn locator(&self) -> Result<&Locator, Failure> {
        if let Some(locator) = self.locator.get() {
            return Ok(locator);
        }
        let locator =
            self.read(Part::Geometry, |terrain, reading| Locator::new(terrain, &mut reading.files))?;
        Ok(self.locator.get_or_init(|| locator))
    }

    pub(super) fn heights_of(&self, node: Node) -> Result<Arc<Heights>, Failure> {
        let known = |kept: &VecDeque<(Node, Arc<Heights>)>| kept.iter().position(|(other, _)| *other == node);
        {
            let mut kept = lock(&self.heights);
            if let Some(entry) = known(&kept).and_then(|place| kept.remove(place)) {
                kept.push_front(entry.clone());
                return Ok(entry.1);
            }
        }
        let heights = Arc::new(Heights::new(&self.mesh(node, TexCoords::Engine)?));
        let mut kept = lock(&self.heights);
        kept.truncate(KEPT_HEIGHTS - 1);
        kept.push_front((node, Arc::clone(&heights)));
        Ok(heights)
    }

    fn open_companion(path: GString, wants_tqt: bool) -> Result<(SourceFile, Bytes, Terrain), Failure> {
        let (place, mut bytes) = SourceFile::open(path)?;
        let terrain = read_tables(&mut bytes, &place.path.to_string())?;
        let wanted = if wants_tqt { Format::Tqt } else { Format::Chu };
        if terrain.format() == wanted {
            return Ok((place, bytes, terrain));
        }
        let (wanted, found) = (wanted.name(), terrain.format().name());
        let message = format!("{}: a .{wanted} expected, a .{found} found", place.path);
        Err(Failure::new(Error::ERR_FILE_UNRECOGNIZED, message))
    }

    fn alone(terrain: Terrain, main: SourceFile, bytes: Bytes, companion_problem: Option<String>) -> Self {
        Self::new(terrain, Origin::Disk { main, companion: None }, Files::one(bytes), companion_problem)
    }

    fn new(terrain: Terrain, origin: Origin, files: Files<Bytes>, companion_problem: Option<String>) -> Self {
        Self {
            terrain,
            companion_problem,
            origin,
            idle: Mutex::new(vec![Reader { files, buffer: Vec::new() }]),
            locator: OnceLock::new(),
            heights: Mutex::new(VecDeque::new()),
        }
    }

    fn reopen(&self) -> Result<Files<Bytes>, Failure> {
        match &self.origin {
            Origin::Memory(bytes) => Ok(Files::one(Bytes::Memory(bytes.clone()))),
            Origin::Disk { main, companion: None } => Ok(Files::one(main.reopen()?)),
            Origin::Disk { main, companion: Some(tqt) } => Ok(Files::pair(main.reopen()?, tqt.reopen()?)),
        }
    }
}

fn read_tables(bytes: &mut Bytes, path: &str) -> Result<Terrain, Failure> {
    Terrain::open(bytes, Limits::default()).map_err(|error| failure(path, &error))
}

pub(super) fn failure(path: &str, error: &atlas::Error) -> Failure {
    Failure::from_format(error.kind(), path, error)
}

/// A panic elsewhere leaves these values whole, since each is changed in one step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
