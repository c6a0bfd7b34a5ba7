//! The container: a 12 byte header, then chunks back to back, each behind a header that can be told from
//! random bytes. Section "Container layout" of the format.

use super::error::Error;
use super::problem::{Problem, Problems};
use crate::bytes::Reader;
use memchr::memmem::Finder;
use std::fmt;
use std::ops::Range;

/// The newest container version that is read and the one that is written.
pub const CONTAINER_VERSION: u32 = 1;
/// The first eight bytes of a binary map.
pub const MAGIC: [u8; 8] = *b"\x89GTM\r\n\x1a\n";
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

/// The four characters of a chunk's tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// The top level object without its layers.
    pub const HEAD: Self = Self(*b"HEAD");
    /// A batch of whole nodes.
    pub const NODE: Self = Self(*b"NODE");
    /// The baked lighting.
    pub const LMAP: Self = Self(*b"LMAP");
    /// The counts that tell whether something is missing.
    pub const END: Self = Self(*b"END ");

    /// Whether this reader knows what the chunk holds.
    pub fn is_known(self) -> bool {
        [Self::HEAD, Self::NODE, Self::LMAP, Self::END].contains(&self)
    }

    /// Whether all four characters are printable ASCII, as a tag's are.
    pub fn is_printable(self) -> bool {
        self.0.iter().all(|byte| (0x20..0x7F).contains(byte))
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.0).trim_end())
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tag({self})")
    }
}

/// How a file was changed on its way through something that takes it for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mangling {
    /// CR LF became LF.
    CrLfToLf,
    /// LF became CR LF, also where it was CR LF already.
    LfToCrLf,
    /// LF became CR LF, except where it was CR LF already, as git does it.
    GitLfToCrLf,
    /// Line ends became CR.
    ToCr,
    /// The top bit of every byte was stripped.
    SevenBits,
    /// Read as Latin-1 and written as UTF-8.
    Utf8,
    /// Read as UTF-8 and written with replacement characters.
    Utf8Replaced,
    /// Something else behind the first four bytes.
    Unknown,
}

impl fmt::Display for Mangling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CrLfToLf => "by a line ending conversion (CR LF to LF)",
            Self::LfToCrLf => "by a line ending conversion (LF to CR LF)",
            Self::GitLfToCrLf => "by git's line ending conversion (LF to CR LF)",
            Self::ToCr => "by a line ending conversion (to CR)",
            Self::SevenBits => "by a transfer that strips the top bit",
            Self::Utf8 => "by a conversion to UTF-8",
            Self::Utf8Replaced => "by a UTF-8 round trip with replacement characters",
            Self::Unknown => "in its last four bytes",
        })
    }
}

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
        return Err(Error::Mangled { how });
    }
    if !bytes.is_empty() && MAGIC.starts_with(bytes) {
        return Err(Error::HeaderCut { length: bytes.len() });
    }
    Ok(false)
}

fn check_version(bytes: &[u8]) -> Result<(), Error> {
    let Ok(found) = Reader::new(&bytes[MAGIC.len()..]).u32() else {
        return Err(Error::HeaderCut { length: bytes.len() });
    };
    if found > CONTAINER_VERSION {
        return Err(Error::NewerContainer { found, supported: CONTAINER_VERSION });
    }
    Ok(())
}

fn mangling(bytes: &[u8]) -> Option<Mangling> {
    let known: [(&[u8], Mangling); 8] = [
        (b"\x89GTM\n", Mangling::CrLfToLf),
        (b"\x89GTM\r\r\n", Mangling::LfToCrLf),
        (b"\x89GTM\r\n\x1a\r", Mangling::GitLfToCrLf),
        (b"\x89GTM\r\x1a", Mangling::ToCr),
        (b"\x09GTM", Mangling::SevenBits),
        (b"\xC2\x89GTM", Mangling::Utf8),
        (b"\xEF\xBF\xBDGTM", Mangling::Utf8Replaced),
        (b"\x89GTM", Mangling::Unknown),
    ];
    let cut_short = MAGIC.starts_with(bytes);
    known.into_iter().find(|(start, _)| bytes.starts_with(start) && !cut_short).map(|(_, how)| how)
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
