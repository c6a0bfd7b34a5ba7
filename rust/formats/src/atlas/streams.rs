//! Where an encoded image ends when another one follows it.

use crate::bytes::Reader;

const PNG_SIGNATURE: usize = 8;
/// Length and CRC around a PNG chunk's tag and data.
const PNG_CHUNK_BYTES: usize = 4;

/// The length of the PNG that `bytes` begin with, if it is whole.
pub(crate) fn png_length(bytes: &[u8]) -> Option<usize> {
    let mut reader = Reader::new(bytes);
    reader.take(PNG_SIGNATURE).ok()?;
    loop {
        // PNG alone is big endian.
        let length = u32::from_be_bytes(reader.array().ok()?);
        let tag: [u8; 4] = reader.array().ok()?;
        reader.take(length as usize).ok()?;
        reader.take(PNG_CHUNK_BYTES).ok()?;
        if tag == *b"IEND" {
            return Some(bytes.len() - reader.left());
        }
    }
}

/// The length of the JPEG that `bytes` begin with, if it is whole.
pub(crate) fn jpeg_length(bytes: &[u8]) -> Option<usize> {
    const START: u8 = 0xD8;
    const END: u8 = 0xD9;
    let mut reader = Reader::new(bytes);
    loop {
        while reader.u8().ok()? != 0xFF {}
        match reader.u8().ok()? {
            END => return Some(bytes.len() - reader.left()),
            // A stuffed byte of the picture, padding, a restart or the start: nothing follows that has a length.
            0x00 | 0xFF | 0x01 | 0xD0..=START => {}
            _segment => {
                let length = u16::from_be_bytes(reader.array().ok()?);
                reader.take(usize::from(length).checked_sub(2)?).ok()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jpeg_ends_at_its_end_mark_and_not_within_a_segment() {
        let comment =
            b"\xff\xd8\xff\xfe\x00\x06\xff\xd9\xff\xd9\xff\xda\x00\x02ab\xff\x00\xff\xd0c\xff\xd9rest";
        assert_eq!(jpeg_length(comment), Some(comment.len() - 4));
    }

    #[test]
    fn streams_without_an_end_have_no_length() {
        assert_eq!(jpeg_length(b"\xff\xd8\xff\xda\x00\x02abc"), None);
        assert_eq!(jpeg_length(b"\xff\xd8\xff\xfe\x00\x01\xff\xd9"), None);
        assert_eq!(png_length(b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT"), None);
        assert_eq!(png_length(b""), None);
    }
}
