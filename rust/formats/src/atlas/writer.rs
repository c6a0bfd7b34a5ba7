//! Writes `.atlas` files of version 140, chunk by chunk.

use super::config::ConfigChunk;
use super::error::Error;
use super::frame::{CONFIG, GEOMETRY, LARGEST_WRITTEN_FRAME, Markers, TEXTURE, frame};
use super::geometry::GeometryChunk;
use super::tables::{MAGIC, NAME_BYTES, STUB_SENTINEL, stub_bytes};
use super::texture::TextureChunk;
use super::toc::{Stub, StubDetail, Toc, WRITTEN_VERSION};
use crate::Fault;
use std::io::{self, Seek, SeekFrom, Write};
use thiserror::Error;

/// Why a file could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// What should have been written cannot be read, or does not fit the format.
    #[error(transparent)]
    Atlas(#[from] super::error::Error),
    /// The target did not take it.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Where a frame was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    offset: u32,
    length: u32,
}

/// Writes the tables, then the chunks in whatever order they are given, then the tables once more.
pub struct AtlasWriter<W> {
    sink: W,
    position: u64,
    tocs: Vec<Toc>,
}

impl<W: Write + Seek> AtlasWriter<W> {
    /// Begins a file with these tables. A stub's chunk is absent until it is written.
    ///
    /// # Errors
    /// [`WriteError`] when there are none or more than a file can have, or the sink fails.
    pub fn new(mut sink: W, mut tocs: Vec<Toc>) -> Result<Self, WriteError> {
        if tocs.is_empty() || tocs.len() > usize::from(u8::MAX) {
            return Err(Error::invalid("NUM_TOCS", "1 to 255 tables of contents", tocs.len()).into());
        }
        for toc in &mut tocs {
            toc.version = WRITTEN_VERSION;
            for stub in &mut toc.stubs {
                (stub.offset, stub.length) = (0, 0);
            }
        }
        let tables = table_bytes(&tocs);
        sink.write_all(&tables)?;
        Ok(Self { sink, position: tables.len() as u64, tocs })
    }

    /// Writes the geometry of stub `index` of table `toc`.
    ///
    /// # Errors
    /// [`WriteError`] when the chunk is larger than the format allows, or the sink fails.
    pub fn geometry(&mut self, toc: usize, index: u32, chunk: &GeometryChunk) -> Result<Written, WriteError> {
        self.chunk(toc, index, &GEOMETRY, &chunk.write())
    }

    /// Writes the tile of stub `index` of table `toc`.
    ///
    /// # Errors
    /// As [`geometry`](Self::geometry).
    pub fn texture(&mut self, toc: usize, index: u32, chunk: &TextureChunk) -> Result<Written, WriteError> {
        self.chunk(toc, index, &TEXTURE, &chunk.write())
    }

    /// Writes the settings of stub `index` of table `toc`.
    ///
    /// # Errors
    /// As [`geometry`](Self::geometry).
    pub fn config(&mut self, toc: usize, index: u32, chunk: &ConfigChunk) -> Result<Written, WriteError> {
        self.chunk(toc, index, &CONFIG, &chunk.write()?)
    }

    /// Lets stub `index` of table `toc` point at a frame that is written already.
    pub fn share(&mut self, toc: usize, index: u32, written: Written) {
        if let Some(stub) = self.stub(toc, index) {
            (stub.offset, stub.length) = (written.offset, written.length);
        }
    }

    /// The stub `index` of table `toc`, to change what it says besides the place of its chunk.
    pub fn stub(&mut self, toc: usize, index: u32) -> Option<&mut Stub> {
        self.tocs.get_mut(toc)?.stubs.get_mut(index as usize)
    }

    /// Writes the tables as they are now, and gives the sink back.
    ///
    /// # Errors
    /// [`WriteError`] when the sink fails.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.sink.seek(SeekFrom::Start(0))?;
        self.sink.write_all(&table_bytes(&self.tocs))?;
        self.sink.seek(SeekFrom::Start(self.position))?;
        Ok(self.sink)
    }

    fn chunk(
        &mut self,
        toc: usize,
        index: u32,
        markers: &Markers,
        body: &[u8],
    ) -> Result<Written, WriteError> {
        let bytes = frame(markers, body);
        limit("chunk", self.position, bytes.len() as u64, LARGEST_WRITTEN_FRAME as u64)?;
        let end = self.position + bytes.len() as u64;
        limit("end of the file", self.position, end, u32::MAX.into())?;
        self.sink.write_all(&bytes)?;
        let written = Written { offset: self.position as u32, length: bytes.len() as u32 };
        self.share(toc, index, written);
        self.position = end;
        Ok(written)
    }
}

fn limit(field: &'static str, offset: u64, found: u64, limit: u64) -> Result<(), Error> {
    if found <= limit { Ok(()) } else { Err(Error::OutOfMemory(Fault::limit(field, offset, limit, found))) }
}

fn table_bytes(tocs: &[Toc]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(tocs.len() as u8);
    for toc in tocs {
        let tag = toc.kind.tag();
        bytes.push(tag.len() as u8);
        bytes.extend(tag.bytes());
        bytes.extend(toc.kind.goal_batch_size().into_iter().flat_map(u32::to_le_bytes));
        for number in [toc.tree_depth, toc.stubs.len() as u32, toc.version] {
            bytes.extend(number.to_le_bytes());
        }
        for stub in &toc.stubs {
            let start = bytes.len();
            write_stub(&mut bytes, stub);
            bytes.resize(start + stub_bytes(toc.kind, toc.version, NAME_BYTES), 0);
        }
    }
    bytes
}

fn write_stub(bytes: &mut Vec<u8>, stub: &Stub) {
    for number in [stub.offset, stub.length, stub.generation] {
        bytes.extend(number.to_le_bytes());
    }
    match &stub.detail {
        StubDetail::Bounds(bounds) => {
            bytes.extend(bounds.to_floats().into_iter().flat_map(f32::to_le_bytes));
            bytes.push(STUB_SENTINEL);
        }
        StubDetail::Name(name) => bytes.extend(name.iter().take(NAME_BYTES)),
        StubDetail::Position(_) | StubDetail::None => {}
    }
}
