//! Texts as .NET's `BinaryWriter` stores them: the length in seven-bit groups, low group first, then UTF-8.

use super::stream::Stream;
use super::{Error, Problem};

/// Reads a text. Bytes that are not UTF-8 become U+FFFD and a problem, as .NET's reader does it.
pub(super) fn read(
    stream: &mut Stream<'_>,
    field: &'static str,
    problems: &mut Vec<Problem>,
) -> Result<String, Error> {
    let length = read_length(stream, field)?;
    let offset = stream.offset();
    let bytes = stream.take(field, length)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        problems.push(Problem::Text { field, offset });
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    }))
}

/// Five groups at most, together a non-negative `i32`; longer forms of a short length are allowed.
fn read_length(stream: &mut Stream<'_>, field: &'static str) -> Result<usize, Error> {
    let offset = stream.offset();
    let mut length = 0_u64;
    for group in 0..5 {
        let byte = stream.u8(field)?;
        length |= u64::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return match i32::try_from(length) {
                Ok(length) => Ok(length as usize),
                Err(_) => Err(bad_length(stream, field, offset, length)),
            };
        }
    }
    Err(bad_length(stream, field, offset, length))
}

fn bad_length(stream: &Stream<'_>, field: &'static str, offset: u64, found: u64) -> Error {
    let expected = format!("a length of 0 to {} in five bytes at most", i32::MAX);
    stream.corrupt(field, offset, expected, found)
}

/// Appends a text, its length in as few groups as it needs.
pub(super) fn write(out: &mut Vec<u8>, text: &str) {
    let mut length = text.len();
    while length > 0x7f {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(text.as_bytes());
}
