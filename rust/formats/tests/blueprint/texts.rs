use crate::bytes::{Island, SIZE, params_head, read_any, refusal};
use mapwright_formats::blueprint::Problem;

/// A file whose two texts are the given bytes, lengths included.
fn file(texts: &[u8]) -> Vec<u8> {
    let mut params = params_head(SIZE as i32);
    params.extend(texts);
    Island::complete().replacing(*b"PRMS", params).bytes()
}

fn texts(bytes: &[u8]) -> (String, String) {
    let params = read_any(&file(bytes)).unwrap().opened.document.params;
    (params.generated_utc, params.generator_git_hash)
}

#[test]
fn lengths_are_groups_of_seven_bits() {
    let cases: [(usize, &[u8]); 5] = [
        (0, &[0]),
        (127, &[0x7f]),
        (128, &[0x80, 0x01]),
        (16_383, &[0xff, 0x7f]),
        (16_384, &[0x80, 0x80, 0x01]),
    ];
    for (length, groups) in cases {
        let mut bytes = groups.to_vec();
        bytes.extend(vec![b'a'; length]);
        bytes.extend(b"\x03end");
        let (utc, hash) = texts(&bytes);
        assert_eq!((utc.len(), hash.as_str()), (length, "end"));
    }
}

#[test]
fn lengths_longer_than_they_need_to_be_are_read() {
    for groups in [&[0x83, 0x00][..], &[0x83, 0x80, 0x00], &[0x83, 0x80, 0x80, 0x80, 0x00]] {
        let bytes = [groups, b"abc", b"\x00"].concat();
        assert_eq!(texts(&bytes), ("abc".into(), String::new()));
    }
}

#[test]
fn lengths_of_more_than_31_bits_or_five_groups_are_refused() {
    let at = 20 + params_head(0).len();
    let cases: [(&[u8], i64); 3] = [
        (&[0xff, 0xff, 0xff, 0xff, 0x0f], u32::MAX.into()),
        (&[0x80, 0x80, 0x80, 0x80, 0x08], 1 << 31),
        (&[0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 0),
    ];
    for (groups, found) in cases {
        let wanted = format!(
            "PRMS: GeneratedUtc at byte {at}: a length of 0 to 2147483647 in five bytes at most expected, {found} found"
        );
        assert_eq!(refusal(&file(&[groups, b"\x00"].concat())), wanted);
    }
}

#[test]
fn the_largest_length_is_not_believed_without_its_bytes() {
    let at = 20 + params_head(0).len() + 5;
    let wanted = format!("PRMS: GeneratedUtc at byte {at}: 2147483647 bytes expected, 3 found");
    assert_eq!(refusal(&file(&[0xff, 0xff, 0xff, 0xff, 0x07, 1, 2, 3])), wanted);
}

#[test]
fn a_text_that_is_not_utf8_is_a_problem() {
    let whole = read_any(&file(b"\x04a\xffz\xc3\x02\xc3\xbc")).unwrap();
    assert_eq!(whole.opened.document.params.generated_utc, "a\u{fffd}z\u{fffd}");
    assert_eq!(whole.opened.document.params.generator_git_hash, "ü");
    let offset = 20 + params_head(0).len() as u64 + 1;
    assert_eq!(whole.problems(), [Problem::Text { field: "GeneratedUtc", offset }]);
}
