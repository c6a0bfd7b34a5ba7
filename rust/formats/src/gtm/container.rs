//! The container: a 12 byte header, then chunks back to back, each behind a header that can be told from
//! random bytes. Section "Container layout" of the format.

use super::error::Error;
use super::mangling::{MAGIC, mangling};
use super::problem::{Problem, Problems};
use super::tag::Tag;
use crate::bytes::Reader;
use memchr::memmem::Finder;
use std::ops::Range;

/// The newest container version that is read and the one that is written.
pub const CONTAINER_VERSION: u32 = 1;
/// What a chunk header begins with.
pub(super) const SYNC: [u8; 4] = *b"\x89GTC";
/// The size of a chunk header.
const CHUNK_HEADER: usize = 24;
/// A larger raw size means that the chunk header is damaged.
pub const MAX_RAW_SIZE: u32 = 1 << 30;
/// Bit 0 of the flags: the payload is a zstd frame.
pub const FLAG_ZSTD: u32 = 1;

const FILE_HEADER: usize = 12;
const CHECK_SEED: u32 = 0x4754_4D43;

/// One chunk as its header states it; the payload is checked to lie inside the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) tag: Tag,
    pub(super) flags: u32,
    pub(super) raw_size: u32,
    /// Where the header begins.
    pub(super) offset: usize,
    /// Where the payload lies in the file.
    pub(super) stored: Range<usize>,
}

impl Chunk {
    /// Reads the header at `offset`; `None` when no valid one stands there.
    fn parse(bytes: &[u8], offset: usize) -> Option<Self> {
        let mut reader = Reader::new(bytes.get(offset..)?.strip_prefix(&SYNC)?);
        let tag = Tag(reader.array().ok()?);
        let [flags, raw_size, stored_size, check] =
            [reader.u32().ok()?, reader.u32().ok()?, reader.u32().ok()?, reader.u32().ok()?];
        let sound = check == header_check(tag, flags, raw_size, stored_size)
            && tag.is_printable()
            && raw_size <= MAX_RAW_SIZE;
        let start = offset + CHUNK_HEADER;
        sound.then(|| Self {
            tag,
            flags,
            raw_size,
            offset,
            stored: start..start.saturating_add(stored_size as usize),
        })
    }

    pub(super) const fn is_zstd(&self) -> bool {
        self.flags & FLAG_ZSTD != 0
    }
}

fn header_check(tag: Tag, flags: u32, raw_size: u32, stored_size: u32) -> u32 {
    u32::from_le_bytes(tag.0) ^ flags ^ raw_size ^ stored_size ^ CHECK_SEED
}

/// The 24 bytes before a payload.
pub(super) fn chunk_header(tag: Tag, flags: u32, raw_size: u32, stored_size: u32) -> [u8; CHUNK_HEADER] {
    let mut header = [0; CHUNK_HEADER];
    let check = header_check(tag, flags, raw_size, stored_size);
    header[..4].copy_from_slice(&SYNC);
    header[4..8].copy_from_slice(&tag.0);
    for (slot, number) in header[8..].chunks_exact_mut(4).zip([flags, raw_size, stored_size, check]) {
        slot.copy_from_slice(&number.to_le_bytes());
    }
    header
}

/// The 12 bytes that a binary map begins with.
pub(super) fn file_header() -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..].copy_from_slice(&CONTAINER_VERSION.to_le_bytes());
    header
}

/// Whether the bytes are a binary map; a JSON map is anything that this leaves undecided.
pub(super) fn is_binary(bytes: &[u8]) -> Result<bool, Error> {
    if bytes.starts_with(&MAGIC) {
        return check_version(bytes).map(|()| true);
    }
    if let Some(how) = mangling(bytes) {
        return Err(Error::mangled(how));
    }
    if !bytes.is_empty() && MAGIC.starts_with(bytes) {
        return Err(Error::corrupt("file header", 0, "12 bytes", bytes.len()));
    }
    Ok(false)
}

fn check_version(bytes: &[u8]) -> Result<(), Error> {
    let Ok(found) = Reader::new(&bytes[MAGIC.len()..]).u32() else {
        return Err(Error::corrupt("file header", 0, "12 bytes", bytes.len()));
    };
    if found > CONTAINER_VERSION {
        return Err(Error::unrecognized(
            "container version",
            8,
            format!("at most {CONTAINER_VERSION}"),
            found,
        ));
    }
    Ok(())
}

/// Walks the chunks of a binary map in file order. What is no chunk is skipped to the next sync marker with a
/// sound header, and said.
pub(super) fn chunks(bytes: &[u8], problems: &mut Problems) -> Vec<Chunk> {
    let finder = Finder::new(&SYNC);
    let next = |from: usize| next_chunk(bytes, from, &finder);
    let mut found = Vec::new();
    let mut position = FILE_HEADER;
    while position < bytes.len() {
        let Some(chunk) = next(position) else {
            problems.push(Problem::Skipped { from: position, to: bytes.len() });
            break;
        };
        if chunk.offset > position {
            problems.push(Problem::Skipped { from: position, to: chunk.offset });
        }
        position = match chunk_end(bytes, &chunk, next) {
            End::At(end) => {
                found.push(chunk);
                end
            }
            End::Lost(following) => {
                problems.push(Problem::ChunkCut { tag: chunk.tag, offset: chunk.offset });
                following.unwrap_or(bytes.len())
            }
        };
    }
    found
}

enum End {
    At(usize),
    /// The payload is not whole; the next sound header stands at the given place, if there is one.
    Lost(Option<usize>),
}

/// Where a chunk ends. Bytes lost from a payload pull the next chunk inside the range that the header states;
/// a range that ends where a chunk or the file does is taken at its word.
fn chunk_end(bytes: &[u8], chunk: &Chunk, next: impl Fn(usize) -> Option<Chunk>) -> End {
    let end = chunk.stored.end;
    if end == bytes.len() || Chunk::parse(bytes, end).is_some() {
        return End::At(end);
    }
    match next(chunk.stored.start) {
        Some(following) if following.offset < end => End::Lost(Some(following.offset)),
        _ if end > bytes.len() => End::Lost(None),
        _ => End::At(end),
    }
}

fn next_chunk(bytes: &[u8], from: usize, finder: &Finder<'_>) -> Option<Chunk> {
    finder.find_iter(bytes.get(from..)?).find_map(|distance| Chunk::parse(bytes, from + distance))
}
