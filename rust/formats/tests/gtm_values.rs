//! The value encoding: types, header bits, nesting, text, counts, and the one shape that values get.

mod craft;

use craft::*;
use mapwright_formats::gtm::{Document, Problem, Tag, read};
use serde_json::{Value, json};

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// The value that a map with `value` in HEAD gives back; `None` when HEAD was lost.
fn round(value: Vec<u8>) -> Option<Value> {
    let document = load(&small_map(&[("k", value)]));
    let json: Value = serde_json::from_str(&document.to_json().expect("the map is written")).expect("JSON");
    json.get("k").cloned()
}

fn is_unreadable(value: Vec<u8>) -> bool {
    let document = load(&small_map(&[("k", value)]));
    matches!(document.problems()[..], [Problem::ChunkDamaged { tag: Tag::HEAD, .. }, ..])
}

#[test]
fn every_type_reads_as_the_text_says() {
    for (value, expected) in [
        (null(), json!(null)),
        (boolean(0), json!(false)),
        (boolean(1), json!(true)),
        (int(-5), json!(-5)),
        (int64(i64::MIN), json!(i64::MIN)),
        (float(2.0), json!(2.0)),
        (float32(0.1), json!(f64::from(0.1_f32))),
        (string("日本 ✓"), json!("日本 ✓")),
        (array(&[int(1), float(1.0)]), json!([1, 1.0])),
        (dictionary(&[("b", int(1)), ("a", int(2))]), json!({"b": 1, "a": 2})),
        (bytes(&[1, 2, 3]), json!("AQID")),
        (int32s(&[1, -2]), json!([1, -2])),
        (int64s(&[1, i64::MAX]), json!([1, i64::MAX])),
        (float32s(&[0.5, -0.0]), json!([0.5, -0.0])),
        (float64s(&[0.1]), json!([0.1])),
    ] {
        assert_eq!(round(value), Some(expected.clone()), "{expected}");
    }
}

#[test]
fn bit_16_widens_integers_and_floats_and_nothing_else() {
    for kind in [0, 1, 4, 27, 28, 29, 30, 31, 32, 33_u32] {
        let mut value = (kind | 1 << 16).to_le_bytes().to_vec();
        value.extend([0; 8]);
        assert!(is_unreadable(value), "type {kind}");
    }
}

#[test]
fn any_other_header_bit_and_any_other_type_makes_the_chunk_unreadable() {
    for bit in (8..32).filter(|bit| *bit != 16) {
        let mut value = (2_u32 | 1 << bit).to_le_bytes().to_vec();
        value.extend([0; 4]);
        assert!(is_unreadable(value), "bit {bit}");
    }
    for kind in (5..27).chain(34..256_u32) {
        let mut value = kind.to_le_bytes().to_vec();
        value.extend([0; 64]);
        assert!(is_unreadable(value), "type {kind}");
    }
}

#[test]
fn bit_31_of_a_count_is_ignored_for_containers_and_not_for_packed_arrays() {
    let shared = |mut value: Vec<u8>| {
        value[7] |= 0x80;
        value
    };
    assert_eq!(round(shared(array(&[int(1)]))), Some(json!([1])));
    assert_eq!(round(shared(dictionary(&[("a", int(1))]))), Some(json!({"a": 1})));
    for packed in [int32s(&[1]), int64s(&[1]), float32s(&[1.0]), float64s(&[1.0]), bytes(&[1]), string("x")] {
        assert!(is_unreadable(shared(packed.clone())), "{packed:?}");
    }
}

/// HEAD is one container itself.
#[test]
fn a_value_may_stand_in_128_containers_and_no_more() {
    assert!(!is_unreadable(nested(127, int(7))));
    assert!(is_unreadable(nested(128, int(7))));
    assert!(is_unreadable(nested(100_000, int(7))));
}

#[test]
fn counts_are_believed_only_as_far_as_there_are_bytes() {
    for kind in [4, 27, 28, 29, 30, 31, 32, 33_u32] {
        for count in [1, 1000, 0x7FFF_FFFF, u32::MAX] {
            let value = [kind.to_le_bytes(), count.to_le_bytes()].concat();
            let map = file(&[chunk("HEAD", &value), chunk("END ", &end(0, 1, 0))]);
            let problems = load(&map).problems().to_vec();
            assert!(
                matches!(problems[..], [Problem::ChunkDamaged { tag: Tag::HEAD, .. }, ..]),
                "type {kind}, count {count}: {problems:?}"
            );
        }
    }
}

#[test]
fn text_must_be_utf_8_and_padding_may_be_anything() {
    assert!(is_unreadable(string_of(b"\xFF\xFE")));
    let mut padded = string("x");
    let last = padded.len() - 1;
    padded[last] = 9;
    assert_eq!(round(padded), Some(json!("x")));
    let unpadded = dictionary(&[("format", string_of(b"x")[..9].to_vec())]);
    let map = file(&[chunk("HEAD", &unpadded), chunk("END ", &end(0, 1, 0))]);
    assert!(matches!(load(&map).problems()[0], Problem::ChunkDamaged { .. }));
}

#[test]
fn keys_are_strings_and_a_repeated_key_keeps_its_place_and_the_last_value() {
    let odd = [27_u32.to_le_bytes().to_vec(), 1_u32.to_le_bytes().to_vec(), int(1), int(2)].concat();
    assert!(is_unreadable(odd));
    for others in [0, 40] {
        let names: Vec<String> = (0..others).map(|index| format!("k{index}")).collect();
        let mut entries = vec![("x", int(1))];
        entries.extend(names.iter().map(|name| (name.as_str(), int(0))));
        entries.extend([("y", int(2)), ("x", int(3))]);
        let found = load(&small_map(&[("k", dictionary(&entries))])).to_json().expect("the map is written");
        let (x, y) = (found.find("\"x\": 3"), found.find("\"y\": 2"));
        assert!(x.is_some() && x < y, "{found}");
        assert_eq!(found.matches("\"x\"").count(), 1);
    }
}

#[test]
fn numbers_that_are_not_finite_become_null_and_are_counted() {
    let map = small_map(&[
        ("scalar", float(f64::NAN)),
        ("narrow", float32(f32::INFINITY)),
        ("packed", float64s(&[1.5, f64::NEG_INFINITY])),
    ]);
    let document = load(&map);
    let json: Value = serde_json::from_str(&document.to_json().expect("the map is written")).expect("JSON");
    assert_eq!(json["scalar"], json!(null));
    assert_eq!(json["narrow"], json!(null));
    assert_eq!(json["packed"], json!([1.5, null]));
    assert_eq!(document.problems(), [Problem::NotFinite { count: 3 }]);
}

/// The form of a value in the file: what the editor would have written gives the same payload again.
fn written(value: Vec<u8>) -> Vec<u8> {
    let saved = load(&small_map(&[("k", value)])).to_bytes().expect("the map is written");
    let raw_size = u32::from_le_bytes(saved[24..28].try_into().expect("four bytes")) as usize;
    let stored = u32::from_le_bytes(saved[28..32].try_into().expect("four bytes")) as usize;
    zstd::bulk::decompress(&saved[36..36 + stored], raw_size).expect("a frame")
}

fn assert_written(value: Vec<u8>, expected: Vec<u8>, what: &str) {
    assert_eq!(written(value), head(&[("k", expected)]), "{what}");
}

#[test]
fn long_number_arrays_are_packed_and_short_ones_are_not() {
    let ints = |count: i32| (0..count).map(int).collect::<Vec<_>>();
    let numbers = |count: i32| (0..count).collect::<Vec<_>>();
    assert_written(array(&ints(31)), array(&ints(31)), "31 integers");
    assert_written(array(&ints(32)), int32s(&numbers(32)), "32 integers");
    assert_written(int32s(&numbers(31)), array(&ints(31)), "31 packed integers");
    let halves: Vec<f64> = (0..32).map(|index| f64::from(index) / 2.0).collect();
    let plain: Vec<Vec<u8>> = halves.iter().map(|value| float(*value)).collect();
    let narrow: Vec<f32> = halves.iter().map(|value| *value as f32).collect();
    assert_written(array(&plain), float32s(&narrow), "32 floats that f32 holds");
    assert_written(float64s(&halves), float32s(&narrow), "32 packed doubles that f32 holds");
    let tenths: Vec<f64> = (0..32).map(|index| f64::from(index) / 10.0).collect();
    let plain: Vec<Vec<u8>> = tenths.iter().map(|value| float(*value)).collect();
    assert_written(array(&plain), float64s(&tenths), "32 floats that need 64 bits");
}

#[test]
fn mixed_and_wide_arrays_stay_plain_however_long() {
    let mut mixed: Vec<Vec<u8>> = (0..40).map(int).collect();
    mixed[7] = float(0.5);
    assert_written(array(&mixed), array(&mixed), "integers and a float");
    let mut wide: Vec<Vec<u8>> = (0..40).map(int).collect();
    wide[7] = int64(1 << 31);
    assert_written(array(&wide), array(&wide), "an integer that needs 64 bits");
    let packed: Vec<i64> = (0..40).map(|index| if index == 7 { 1 << 31 } else { index }).collect();
    assert_written(int64s(&packed), array(&wide), "the same, packed");
}

#[test]
fn scalars_take_the_editors_form() {
    assert_written(int64(5), int(5), "a small integer in 64 bits");
    assert_written(float32(0.5), float(0.5), "a float in 32 bits");
    assert_written(boolean(2), boolean(1), "a bool of 2");
}
