//! The `.atlas` container: its tables, and its chunks one at a time.

use super::config::ConfigChunk;
use super::error::Error;
use super::frame::{CONFIG, Frame, GEOMETRY, TEXTURE};
use super::geometry::GeometryChunk;
use super::limits::Limits;
use super::quadtree::Node;
use super::tables;
use super::texture::TextureChunk;
use super::toc::{Stub, Toc, TocKind};
use crate::fault::InPlace;
use crate::source::ReadAt;

/// An `.atlas`, of which only the tables are held.
#[derive(Debug, Clone, PartialEq)]
pub struct Atlas {
    tocs: Vec<Toc>,
    limits: Limits,
}

impl Atlas {
    /// Reads the tables, and nothing else.
    ///
    /// # Errors
    /// [`Error`] when a table is damaged, of an unknown kind or version, or points outside the file.
    pub fn open(source: &mut dyn ReadAt, limits: Limits) -> Result<Self, Error> {
        Ok(Self { tocs: tables::read(source, limits)?, limits })
    }

    /// All tables, in the order of the file.
    pub fn tocs(&self) -> &[Toc] {
        &self.tocs
    }

    /// The table of the terrain's geometry: the first of its kind.
    pub fn geometry_toc(&self) -> Option<&Toc> {
        self.tocs.iter().find(|toc| matches!(toc.kind, TocKind::Geometry { .. }))
    }

    /// The tables of textures, in the order of the file.
    pub fn texture_tocs(&self) -> impl Iterator<Item = &Toc> {
        self.tocs.iter().filter(|toc| toc.kind == TocKind::Texture)
    }

    /// The tables of settings, in the order of the file.
    pub fn config_tocs(&self) -> impl Iterator<Item = &Toc> {
        self.tocs.iter().filter(|toc| toc.kind == TocKind::Config)
    }

    /// Reads the chunk of geometry that place `index` of `toc` points at. `buffer` lends its memory.
    ///
    /// # Errors
    /// [`Error::InvalidData`] where there is none, another one when it is damaged.
    pub fn read_geometry(
        &self,
        source: &mut dyn ReadAt,
        toc: &Toc,
        index: u32,
        buffer: &mut Vec<u8>,
    ) -> Result<GeometryChunk, Error> {
        let place = || format!("geometry chunk {}", Node::from_index(index));
        let frame = present(toc, index)
            .and_then(|stub| Frame::read(source, stub, &GEOMETRY, std::mem::take(buffer), self.limits))
            .in_place(place)?;
        let chunk = GeometryChunk::read(frame.body(), toc.version).in_place(place);
        *buffer = frame.into_buffer();
        chunk
    }

    /// Reads the tile that place `index` of `toc` points at.
    ///
    /// # Errors
    /// As [`read_geometry`](Self::read_geometry).
    pub fn read_texture(
        &self,
        source: &mut dyn ReadAt,
        toc: &Toc,
        index: u32,
    ) -> Result<TextureChunk, Error> {
        present(toc, index)
            .and_then(|stub| Frame::read(source, stub, &TEXTURE, Vec::new(), self.limits))
            .and_then(|frame| TextureChunk::read(frame.body(), toc.version))
            .in_place(|| format!("texture tile {}", Node::from_index(index)))
    }

    /// Reads the settings that place `index` of `toc` points at.
    ///
    /// # Errors
    /// As [`read_geometry`](Self::read_geometry).
    pub fn read_config(&self, source: &mut dyn ReadAt, toc: &Toc, index: u32) -> Result<ConfigChunk, Error> {
        present(toc, index)
            .and_then(|stub| Frame::read(source, stub, &CONFIG, Vec::new(), self.limits))
            .and_then(|frame| ConfigChunk::read(frame.body()))
            .in_place(|| format!("config chunk {index}"))
    }
}

/// The stub at place `index`, if a chunk is there.
fn present(toc: &Toc, index: u32) -> Result<&Stub, Error> {
    let stub = toc.stubs.get(index as usize).filter(|stub| !stub.is_absent());
    stub.ok_or_else(Error::absent)
}
