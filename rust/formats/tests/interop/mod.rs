//! The folder of files that other programs wrote, and the checksums that describe them.

use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of it, if it is there.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/interop");
    let folder = env::var_os("MAPWRIGHT_INTEROP").map_or_else(beside, PathBuf::from).join(name);
    folder.is_dir().then_some(folder)
}

pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The files of one kind that have a description of the same stem beside them.
pub(crate) fn stem_pairs(folder: &Path, extension: &str) -> Vec<(PathBuf, PathBuf)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let described = files
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| (path.clone(), path.with_extension("json")))
        .filter(|(_, description)| description.is_file());
    let mut described: Vec<_> = described.collect();
    described.sort();
    described
}

/// zlib's CRC-32, in the spelling of the descriptions.
pub(crate) fn crc32(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 0 { 0 } else { 0xEDB8_8320 })
    });
    format!("{:08x}", !sum)
}

pub(crate) fn crc_of_u16s(numbers: &[u16]) -> String {
    crc32(&numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}
