//! Chunk payloads in and out of zstd frames.

use super::container::Chunk;
use zstd::bulk::{Compressor, Decompressor};

/// What the editor compresses HEAD, NODE and END with.
pub(super) const LEVEL: i32 = 15;
/// What it compresses the large LMAP with.
pub(super) const LMAP_LEVEL: i32 = 3;

/// A zstd block unpacks to at most this much and takes three bytes or more.
const MAX_BLOCK: u64 = 128 << 10;
const MIN_BLOCK_STORED: u64 = 3;

/// Unpacks a chunk whose stored bytes are `stored`. The result has exactly the raw size of the header.
pub(super) fn unpack(chunk: &Chunk, stored: &[u8]) -> Result<Vec<u8>, String> {
    let raw_size = chunk.raw_size as usize;
    if !chunk.is_zstd() {
        return if stored.len() == raw_size {
            Ok(stored.to_vec())
        } else {
            Err(format!("{raw_size} bytes of payload expected, {} stored", stored.len()))
        };
    }
    // The header is believed only as far as its stored bytes could unpack.
    let bound = (stored.len() as u64 / MIN_BLOCK_STORED).saturating_mul(MAX_BLOCK);
    if raw_size as u64 > bound {
        return Err(format!("{} stored bytes cannot unpack to {raw_size}", stored.len()));
    }
    let mut raw = Vec::new();
    raw.try_reserve_exact(raw_size).map_err(|_| format!("{raw_size} bytes of memory are not to be had"))?;
    let unpacked = Decompressor::new().and_then(|mut zstd| zstd.decompress_to_buffer(stored, &mut raw));
    match unpacked {
        Ok(_) if raw.len() == raw_size => Ok(raw),
        Ok(_) => Err(format!("{raw_size} bytes expected, its zstd frame holds {}", raw.len())),
        Err(error) => Err(format!("zstd: {error}")),
    }
}

/// Packs `raw` into one zstd frame with a content checksum.
pub(super) fn pack(raw: &[u8], level: i32) -> std::io::Result<Vec<u8>> {
    let mut zstd = Compressor::new(level)?;
    zstd.include_checksum(true)?;
    zstd.compress(raw)
}
