//! The packed arrays of Godot's text format, as they stand behind a property's name.

use super::Error;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Base64 as Godot takes it: with or without padding, and whatever the unused bits of the end are.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// How much of a text an error shows.
const SHOWN: usize = 24;

/// An array in Godot's text form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Packed {
    Bytes(Vec<u8>),
    Ints(Vec<i32>),
}

/// The names that Godot 4 reads, those of older versions included.
const BYTES: [&str; 3] = ["PackedByteArray", "PoolByteArray", "ByteArray"];
const INTS: [&str; 4] = ["PackedInt32Array", "PackedIntArray", "PoolIntArray", "IntArray"];

/// Reads `Name(...)`, which lies at `offset` in the text that errors are told about. `None` when no packed array
/// of bytes or integers begins there.
pub(super) fn read(text: &str, offset: usize) -> Option<Result<Packed, Error>> {
    let open = text.find('(')?;
    let name = text[..open].trim();
    let body = Body { text: &text[open + 1..], offset: offset + open + 1 };
    if BYTES.contains(&name) {
        return Some(body.bytes().map(Packed::Bytes));
    }
    INTS.contains(&name).then(|| body.numbers().map(Packed::Ints))
}

/// Writes the bytes as Godot 4.6 does.
pub(super) fn write_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "PackedByteArray()".into();
    }
    format!("PackedByteArray(\"{}\")", BASE64.encode(bytes))
}

/// Writes the integers as Godot does.
pub(super) fn write_ints(ints: &[i32]) -> String {
    let ints: Vec<String> = ints.iter().map(i32::to_string).collect();
    format!("PackedInt32Array({})", ints.join(", "))
}

/// Base64 with white space anywhere; `None` when it is none.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    BASE64.decode(digits).ok()
}

/// An error about what stands at `offset`.
pub(super) fn broken(text: &str, offset: usize, expected: &'static str) -> Error {
    Error::text_broken(offset, expected, &shown(text))
}

/// The first characters of a text.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// What follows the opening bracket.
struct Body<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Body<'a> {
    fn bytes(&self) -> Result<Vec<u8>, Error> {
        let inner = self.inner()?;
        let Some(quoted) = inner.strip_prefix('"') else { return self.numbers() };
        let quoted = quoted.strip_suffix('"').ok_or_else(|| self.broken(inner, "a closing quote"))?;
        base64(quoted).ok_or_else(|| self.broken(quoted, "base64"))
    }

    fn numbers<T: std::str::FromStr>(&self) -> Result<Vec<T>, Error> {
        let inner = self.inner()?;
        if inner.is_empty() {
            return Ok(Vec::new());
        }
        let expected = if size_of::<T>() == 1 { "a number from 0 to 255" } else { "a 32-bit number" };
        let number = |token: &str| {
            let token = token.trim();
            token.parse().map_err(|_| self.broken(token, expected))
        };
        inner.split(',').map(number).collect()
    }

    /// What stands between the brackets, without white space at its ends.
    fn inner(&self) -> Result<&'a str, Error> {
        let end = self.text.trim_end();
        let inner = end.strip_suffix(')').ok_or_else(|| self.broken(end, "a closing bracket at the end"))?;
        Ok(inner.trim())
    }

    fn broken(&self, part: &str, expected: &'static str) -> Error {
        broken(part, self.offset + offset_in(self.text, part), expected)
    }
}

/// Where `part`, a slice of `whole`, begins in it.
pub(super) fn offset_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn bytes(text: &str) -> Result<Vec<u8>, Error> {
        match read(text, 0).unwrap()? {
            Packed::Bytes(bytes) => Ok(bytes),
            Packed::Ints(ints) => panic!("{ints:?}"),
        }
    }

    #[test]
    fn every_spelling_of_an_array_is_read() {
        for text in ["PackedByteArray(0, 1,255)", "PoolByteArray( 0 , 1 , 255 )", "ByteArray\n(\"AAH/\")"] {
            assert_eq!(bytes(text), Ok(vec![0, 1, 255]), "{text}");
        }
        for text in ["PackedByteArray()", "PackedByteArray( )", "PackedByteArray(\"\")"] {
            assert_eq!(bytes(text), Ok(vec![]), "{text}");
        }
        let ints = read("PoolIntArray( 1, -2147483648 )", 0).unwrap();
        assert_eq!(ints, Ok(Packed::Ints(vec![1, i32::MIN])));
        assert_eq!(read("PackedStringArray(\"a\")", 0), None);
        assert_eq!(read("12", 0), None);
    }

    #[test]
    fn a_broken_array_says_where() {
        let told = |text| {
            let error = bytes(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corrupt);
            (error.fault().offset.unwrap(), error.fault().expected.clone())
        };
        assert_eq!(told("PackedByteArray(0, 256)"), (19, "a number from 0 to 255".into()));
        assert_eq!(told("PackedByteArray(-1)"), (16, "a number from 0 to 255".into()));
        assert_eq!(told("PackedByteArray(0, 1"), (16, "a closing bracket at the end".into()));
        assert_eq!(told("PackedByteArray(\"AA*A\")"), (17, "base64".into()));
        assert_eq!(told("PackedByteArray(\"AAAA)"), (16, "a closing quote".into()));
    }

    #[test]
    fn what_is_written_is_what_godot_writes() {
        assert_eq!(write_bytes(&[]), "PackedByteArray()");
        assert_eq!(write_bytes(&[0, 0, 255]), "PackedByteArray(\"AAD/\")");
        assert_eq!(write_bytes(&[0, 0]), "PackedByteArray(\"AAA=\")");
        assert_eq!(write_ints(&[]), "PackedInt32Array()");
        assert_eq!(write_ints(&[1, -2]), "PackedInt32Array(1, -2)");
    }
}
