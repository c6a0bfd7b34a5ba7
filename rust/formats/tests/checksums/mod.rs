//! The checksums that the interop files are described by.

/// zlib's CRC-32, in the spelling of the descriptions.
pub(crate) fn crc32(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 0 { 0 } else { 0xEDB8_8320 })
    });
    format!("{:08x}", !sum)
}

/// The same over little-endian 16-bit numbers.
pub(crate) fn crc_of_u16s(numbers: &[u16]) -> String {
    crc32(&numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}
