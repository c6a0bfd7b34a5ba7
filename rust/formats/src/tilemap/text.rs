//! Buffers in the texts that they are pasted in, and the line that Godot writes.

use super::packed::{self, Packed, broken, offset_in, shown};
use super::{Error, Loaded, TileMapData};

const PROPERTY: &str = "tile_map_data";

/// How the name of an old `TileMap`'s property ends.
const LEGACY_PROPERTY: &str = "tile_data";

/// Writes the property line as Godot 4.6 does, without a line break.
pub fn to_text(data: &TileMapData) -> String {
    format!("{PROPERTY} = {}", packed::write_bytes(&data.to_bytes()))
}

/// Reads a buffer out of any text it is found in:
///
/// - the property's line of a scene, or the `PackedByteArray(...)` of it, with numbers or with base64;
/// - numbers from 0 to 255, split by commas or white space, in square brackets or without;
/// - base64;
/// - a hex dump: digits in pairs, with or without white space, commas and `0x`.
///
/// Numbers have no leading zeros, which tells them from a hex dump of decimal digits; what could still be read in
/// two ways is decided by which reading gives a valid buffer.
///
/// # Errors
/// Text that is none of these or broken within, and buffers that [`TileMapData::read`] refuses.
pub fn read_text(text: &str) -> Result<Loaded, Error> {
    let value = value_of(text);
    if value.is_empty() {
        return Err(Error::text_empty());
    }
    let offset = offset_in(text, value);
    match packed::read(value, offset) {
        Some(array) => match array? {
            Packed::Bytes(bytes) => TileMapData::read(&bytes),
            Packed::Ints(_) => Err(Error::text_legacy(offset)),
        },
        None => read_bare(value, offset),
    }
}

/// What is left of the text without white space and the property's name.
fn value_of(text: &str) -> &str {
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    match trimmed.split_once('=') {
        Some((name, value)) if name.trim_end() == PROPERTY || name.trim_end().ends_with(LEGACY_PROPERTY) => {
            value.trim()
        }
        _ => trimmed,
    }
}

fn read_bare(value: &str, offset: usize) -> Result<Loaded, Error> {
    // A buffer begins with two zero bytes: pairs of hex digits are no numbers then, and base64 begins with an A, which
    // as a hex digit is not zero. So at most one reading gives a buffer. Any words are base64 of something.
    let base64 = base64(value).filter(|bytes| TileMapData::read(bytes).is_ok());
    let readings = [numbers(value, offset)?, hex(value), base64];
    let read = readings.into_iter().flatten().map(|bytes| TileMapData::read(&bytes));
    let unreadable = || Err(Error::text_unreadable(offset, &shown(value)));
    read.reduce(Result::or).unwrap_or_else(unreadable)
}

/// The words between commas and white space.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|token| !token.is_empty())
}

/// Numbers as Godot prints them. A list of numbers with one over 255 is an error rather than no list.
fn numbers(value: &str, offset: usize) -> Result<Option<Vec<u8>>, Error> {
    let list = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(value);
    let is_number = |token: &str| {
        token.bytes().all(|digit| digit.is_ascii_digit()) && (token == "0" || !token.starts_with('0'))
    };
    if !tokens(list).all(is_number) {
        return Ok(None);
    }
    // One word alone is rather a hex dump without spaces, or base64.
    let alone = tokens(list).nth(1).is_none();
    let byte = |token: &str| {
        let offset = offset + offset_in(value, token);
        token.parse().map_err(|_| broken(token, offset, "a number from 0 to 255"))
    };
    match tokens(list).map(byte).collect() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(_) if alone => Ok(None),
        Err(error) => Err(error),
    }
}

/// A hex dump: each word is pairs of digits; a single digit is a byte only behind `0x`.
fn hex(value: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(value.len() / 2);
    for token in tokens(value) {
        let prefixed = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X"));
        let digits = prefixed.unwrap_or(token).as_bytes();
        match (prefixed, digits.as_chunks()) {
            (Some(_), ([], [digit])) => bytes.push(nibble(*digit)?),
            (_, (pairs, [])) if !pairs.is_empty() => {
                for [high, low] in pairs {
                    bytes.push(nibble(*high)? << 4 | nibble(*low)?);
                }
            }
            _ => return None,
        }
    }
    Some(bytes)
}

fn nibble(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Base64, in quotes or without.
fn base64(value: &str) -> Option<Vec<u8>> {
    let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    packed::base64(quoted.unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use proptest::prelude::*;
    use std::fmt::Write;

    /// The worked example of the format text, and the line that stands there for it.
    const LINE: &str = "tile_map_data = PackedByteArray(0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 7, 0, 0, \
                        0, 0, 0, 0, 16, 255, 255, 255, 255, 7, 0, 0, 0, 0, 0, 0, 0)";
    const BYTES: [u8; 38] = [
        0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 16, 255, 255, 255, 255, 7,
        0, 0, 0, 0, 0, 0, 0,
    ];

    fn read(text: &str) -> Result<Vec<u8>, Error> {
        read_text(text).map(|loaded| loaded.data.to_bytes())
    }

    fn spelled(bytes: &[u8], between: &str, spell: impl Fn(u8) -> String) -> String {
        bytes.iter().map(|byte| spell(*byte)).collect::<Vec<_>>().join(between)
    }

    #[test]
    fn the_line_of_the_format_text_reads_in_every_form() {
        let base64 = "AAABAAIABwABAAEAAAACAAIABwAAAAAAABD/////BwAAAAAAAAA=";
        let numbers = LINE.trim_start_matches(|c| c != '(');
        let forms = [
            LINE.to_owned(),
            format!("  \u{feff}{LINE}\r\n").trim_start().to_owned(),
            LINE.replace(", ", ",\n\t"),
            format!("PackedByteArray{numbers}"),
            numbers.trim_matches(['(', ')']).to_owned(),
            numbers.trim_matches(['(', ')']).replace(", ", " "),
            numbers.replace('(', "[").replace(')', "]"),
            format!("tile_map_data=PackedByteArray(\"{base64}\")"),
            base64.to_owned(),
            base64.trim_end_matches('=').to_owned(),
            format!("\"{base64}\""),
            base64.replace('I', "I\n"),
        ];
        for text in forms {
            assert_eq!(read(&text).as_deref(), Ok(&BYTES[..]), "{text}");
        }
    }

    #[test]
    fn hex_dumps_read_in_every_form() {
        for between in [" ", "", ", ", ",", "\n", "\r\n  "] {
            assert_eq!(
                read(&spelled(&BYTES, between, |byte| format!("{byte:02x}"))).as_deref(),
                Ok(&BYTES[..])
            );
            assert_eq!(
                read(&spelled(&BYTES, between, |byte| format!("{byte:02X}"))).as_deref(),
                Ok(&BYTES[..])
            );
        }
        for between in [" ", ", ", "\n"] {
            assert_eq!(
                read(&spelled(&BYTES, between, |byte| format!("0x{byte:02X}"))).as_deref(),
                Ok(&BYTES[..])
            );
            assert_eq!(
                read(&spelled(&BYTES, between, |byte| format!("{byte:#x}"))).as_deref(),
                Ok(&BYTES[..])
            );
        }
        let words = BYTES.as_chunks::<2>().0.iter().fold(String::from("0x"), |mut text, [a, b]| {
            write!(text, "{a:02x}{b:02x} ").unwrap();
            text
        });
        assert_eq!(read(&words).as_deref(), Ok(&BYTES[..]));
    }

    #[test]
    fn hex_of_decimal_digits_is_hex_and_numbers_are_numbers() {
        let flipped = "00 00 02 00 02 00 07 00 00 00 00 00 00 10";
        assert_eq!(read(flipped).unwrap()[13], 0x10);
        assert_eq!(read(&flipped.replace(' ', "")).unwrap()[13], 0x10);
        assert_eq!(read("0 0 2 0 2 0 7 0 0 0 0 0 0 10").unwrap()[13], 10);
        assert_eq!(read("0,0,2,0,2,0,7,0,0,0,0,0,0,10,").unwrap()[13], 10);
    }

    #[test]
    fn empty_layers_read_from_their_text() {
        assert_eq!(read("tile_map_data = PackedByteArray()"), Ok(vec![]));
        assert_eq!(read("PackedByteArray(\"\")"), Ok(vec![]));
        for header in ["AAA=", "AAA", "0, 0", "[0, 0]", "0000", "0x0000", "00 00"] {
            assert_eq!(read(header), Ok(vec![0, 0]), "{header}");
        }
    }

    #[test]
    fn what_is_no_buffer_is_refused() {
        for text in ["", " \n", "\u{feff}"] {
            assert_eq!(read(text), Err(Error::text_empty()));
        }
        for text in [
            "tile_map_data",
            "Vector2i(1, 2)",
            "position = Vector2(0, 0)",
            "0, 0, -1",
            "00 00 1",
            "№",
            "two words",
            "AA==",
            "AQAA",
        ] {
            assert_eq!(read(text).unwrap_err().kind(), ErrorKind::Unrecognized, "{text}");
        }
        for text in ["0, 0, 256", "tile_map_data = PackedByteArray(0, 0", "PackedByteArray(0) x"] {
            assert_eq!(read(text).unwrap_err().kind(), ErrorKind::Corrupt, "{text}");
        }
        assert_eq!(read("PackedInt32Array(0, 0, 0)"), Err(Error::text_legacy(0)));
        let legacy = read("layer_0/tile_data = PackedInt32Array(0, 0, 0)");
        assert_eq!(legacy, Err(Error::text_legacy(20)));
        assert_eq!(read("1, 0"), Err(Error::unsupported_format(1)));
        assert_eq!(read("0"), Err(Error::short_header(1)));
    }

    #[test]
    fn a_partial_record_in_a_text_is_reported() {
        let loaded = read_text("PackedByteArray(0, 0, 1, 2, 3)").unwrap();
        assert_eq!(loaded.problems.len(), 1);
        assert_eq!(loaded.data.records(), []);
    }

    proptest! {
        #[test]
        fn every_buffer_comes_back_from_every_spelling(body in prop::collection::vec(any::<[u8; 12]>(), 1..20)) {
            let bytes: Vec<u8> = [0, 0].into_iter().chain(body.into_iter().flatten()).collect();
            let data = TileMapData::read(&bytes).unwrap().data;
            let line = to_text(&data);
            let texts = [
                line.clone(),
                line.trim_start_matches("tile_map_data = ").to_owned(),
                line.split('"').nth(1).unwrap().to_owned(),
                spelled(&bytes, ", ", |byte| byte.to_string()),
                spelled(&bytes, " ", |byte| format!("{byte:02x}")),
                spelled(&bytes, "", |byte| format!("{byte:02x}")),
            ];
            for text in texts {
                prop_assert_eq!(read_text(&text).map(|loaded| loaded.data), Ok(data.clone()), "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "\\PC*|[0-9a-fx ,\\[\\]\"(=]*|(tile_map_data =)?PackedByteArray\\([^)]*\\)?") {
            let _ = read_text(&text);
        }
    }
}
