//! The frame around every chunk of an `.atlas` (section 2).

use super::error::Error;
use super::limits::Limits;
use super::toc::Stub;
use crate::bytes::Reader;
use crate::fault::Field;
use crate::source::ReadAt;

/// What a frame adds to its body.
pub(crate) const FRAME_BYTES: u64 = 16;
/// The largest frame that Torque's own writer can make.
pub(crate) const LARGEST_WRITTEN_FRAME: usize = 8 << 20;

const OUTER_MARKER: [u8; 4] = *b"ATSP";
const BODY_START: usize = 12;

/// The marks before and behind a kind of chunk's body.
pub(crate) struct Markers {
    head: [u8; 4],
    tail: [u8; 4],
}

pub(crate) const GEOMETRY: Markers = Markers { head: *b"agch", tail: *b"agct" };
pub(crate) const TEXTURE: Markers = Markers { head: *b"TexH", tail: *b"TexT" };
pub(crate) const CONFIG: Markers = Markers { head: *b"CfgH", tail: *b"CfgT" };

/// A whole frame whose markers and lengths are right.
pub(crate) struct Frame {
    bytes: Vec<u8>,
    offset: u64,
}

impl Frame {
    /// Reads the frame that `stub` points at, reusing `buffer`'s memory.
    pub(crate) fn read(
        source: &mut dyn ReadAt,
        stub: &Stub,
        markers: &Markers,
        mut buffer: Vec<u8>,
        limits: Limits,
    ) -> Result<Self, Error> {
        let (offset, length) = (u64::from(stub.offset), u64::from(stub.length));
        limits.check_piece("length", offset, length)?;
        buffer.resize(stub.length as usize, 0);
        source.read_at(offset, &mut buffer)?;
        let frame = Self { bytes: buffer, offset };
        frame.check(markers)?;
        Ok(frame)
    }

    /// A reader over the body.
    pub(crate) fn body(&self) -> Reader<'_> {
        Reader::at(&self.bytes[BODY_START..self.bytes.len() - 4], self.offset + BODY_START as u64)
    }

    /// Gives the memory back for another frame.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }

    fn check(&self, markers: &Markers) -> Result<(), Error> {
        let mut reader = Reader::at(&self.bytes, self.offset);
        check_marker(&mut reader, "outerMarker", OUTER_MARKER)?;
        let body = reader.u32().field("bodySize")?;
        let wanted = self.bytes.len() as u64 - FRAME_BYTES;
        if u64::from(body) != wanted {
            let expected = format!("{wanted}, the stub's length less {FRAME_BYTES}");
            return Err(Error::corrupt("bodySize", self.offset + 4, expected, body));
        }
        check_marker(&mut reader, "typeHead", markers.head)?;
        reader.take(body as usize).field("body")?;
        check_marker(&mut reader, "typeTail", markers.tail)
    }
}

fn check_marker(reader: &mut Reader<'_>, field: &'static str, expected: [u8; 4]) -> Result<(), Error> {
    let offset = reader.offset();
    let found: [u8; 4] = reader.array().field(field)?;
    if found == expected {
        return Ok(());
    }
    Err(Error::corrupt(field, offset, expected.escape_ascii(), found.escape_ascii()))
}

/// The frame around `body`.
pub(crate) fn frame(markers: &Markers, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + FRAME_BYTES as usize);
    bytes.extend(OUTER_MARKER);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(markers.head);
    bytes.extend(body);
    bytes.extend(markers.tail);
    bytes
}
