use crate::bytes::{CELLS, Island, SIZE, legacy, legacy_tail, params, read, read_any, refusal, roads, towns};
use mapwright_formats::ErrorKind;
use mapwright_formats::blueprint::{Limits, Options, open};

fn kind(bytes: &[u8]) -> ErrorKind {
    read_any(bytes).expect_err("a refusal").kind()
}

#[test]
fn other_first_bytes_are_not_this_format() {
    for other in [&b""[..], b"I", b"ISL", b"PK\x03\x04abcd", b"\x07ISLA_V2\0\0\0\0", b"\x08ISLA_V1\0\0\0\0"] {
        assert_eq!(kind(other), ErrorKind::Unrecognized, "{}", other.escape_ascii());
    }
    assert_eq!(
        refusal(b"PK\x03\x04"),
        "not an ISLA island blueprint: magic at byte 0: \"ISLA\" or \"\\x07ISLA_V1\" expected, \"PK\\x03\\x04\" found"
    );
}

#[test]
fn only_version_2_is_known() {
    for version in [0_u32, 1, 3, u32::MAX] {
        let mut bytes = Island::complete().bytes();
        bytes[4..8].copy_from_slice(&version.to_le_bytes());
        assert_eq!(kind(&bytes), ErrorKind::Unrecognized);
        let wanted = format!("format version at byte 4: 2 expected, {version} found");
        assert_eq!(refusal(&bytes), format!("not an ISLA island blueprint: {wanted}"));
    }
}

#[test]
fn the_params_come_first() {
    let mut island = Island::complete();
    island.0.swap(0, 1);
    assert_eq!(refusal(&island.bytes()), "section at byte 8: PRMS first expected, HGTS found");
    assert_eq!(refusal(b"ISLA\x02\0\0\0"), "section at byte 8: PRMS expected, the end of the file found");
}

#[test]
fn a_missing_grid_is_an_error() {
    for tag in [*b"HGTS", *b"BIOM"] {
        let bytes = Island::complete().without(tag).bytes();
        let wanted = format!(
            "section at byte {}: {} expected, the end of the file found",
            bytes.len(),
            tag.escape_ascii()
        );
        assert!(refusal(&bytes).starts_with(&wanted), "{}", refusal(&bytes));
        assert_eq!(kind(&bytes), ErrorKind::Corrupt);
    }
}

#[test]
fn every_tag_comes_once() {
    let complete = Island::complete().with(*b"RIVR", vec![1]);
    for (tag, payload) in complete.0.clone() {
        let bytes = complete.clone().with(tag, payload).bytes();
        assert_eq!(kind(&bytes), ErrorKind::Corrupt, "{}", tag.escape_ascii());
        let first = complete.payload_at(tag) - 12;
        assert!(refusal(&bytes).contains(&format!("stands at byte {first} already")), "{}", refusal(&bytes));
    }
}

#[test]
fn map_sizes_outside_the_bounds_are_refused_before_anything_is_read() {
    for size in [255, 32_769, 0, -1, i32::MIN, i32::MAX] {
        let bytes = Island::complete().replacing(*b"PRMS", params(size)).bytes();
        assert_eq!(kind(&bytes), ErrorKind::Corrupt);
        let wanted = format!("PRMS: MapSize at byte 24: 256 to 32768 expected, {size} found");
        assert_eq!(refusal(&bytes), wanted);
        let mut old = legacy(SIZE, &legacy_tail());
        old[8..12].copy_from_slice(&size.to_le_bytes());
        assert_eq!(refusal(&old), format!("MapSize at byte 8: 256 to 32768 expected, {size} found"));
    }
}

#[test]
fn grids_have_the_exact_length() {
    for (tag, width) in [(*b"HGTS", 4), (*b"BIOM", 1), (*b"WBID", 2), (*b"WSRF", 2)] {
        for length in [0, CELLS * width - 1, CELLS * width + 1] {
            let island = Island::complete().without(tag).with(tag, vec![0; length]);
            let wanted = format!(
                "{}: payload at byte {}: {} bytes expected, {length} found",
                tag.escape_ascii(),
                island.payload_at(tag),
                CELLS * width,
            );
            assert_eq!(refusal(&island.bytes()), wanted);
        }
    }
}

#[test]
fn a_parsed_section_is_used_up() {
    for tag in [*b"PRMS", *b"TOWN", *b"RDHW", *b"RDBR", *b"RDRG", *b"RDTL"] {
        let complete = Island::complete();
        let mut payload = complete.0.iter().find(|section| section.0 == tag).unwrap().1.clone();
        let used = payload.len();
        payload.push(0);
        let island = complete.replacing(tag, payload);
        let wanted = format!(
            "{}: payload at byte {}: {used} bytes expected, {} found",
            tag.escape_ascii(),
            island.payload_at(tag),
            used + 1,
        );
        assert_eq!(refusal(&island.bytes()), wanted);
    }
}

#[test]
fn section_lengths_up_to_the_largest_are_held_against_the_file() {
    let island = Island::complete().with(*b"RIVR", vec![1, 2, 3]);
    let length_at = island.payload_at(*b"RIVR") - 8;
    for length in [4, u64::from(u32::MAX), 1 << 62, u64::MAX - 11, u64::MAX] {
        let mut bytes = island.bytes();
        bytes[length_at..length_at + 8].copy_from_slice(&length.to_le_bytes());
        let wanted = format!("RIVR: payload at byte {}: {length} bytes expected, 3 found", length_at + 8);
        assert_eq!(refusal(&bytes), wanted);
        assert_eq!(kind(&bytes), ErrorKind::Corrupt);
    }
}

#[test]
fn counts_are_believed_only_with_their_bytes() {
    for tag in [*b"TOWN", *b"RDHW", *b"RDTL", *b"WBTB"] {
        for count in [3_i32, -1, i32::MIN, i32::MAX, 1 << 30] {
            let mut payload = count.to_le_bytes().to_vec();
            payload.extend([0; 7]);
            let island = Island::complete().without(tag).with(tag, payload);
            let sentence = refusal(&island.bytes());
            assert!(
                sentence.contains(&format!("at byte {}: ", island.payload_at(tag)))
                    && sentence.ends_with(&format!("expected, {count} found")),
                "{sentence}"
            );
            assert_eq!(kind(&island.bytes()), ErrorKind::Corrupt);
        }
    }
}

#[test]
fn a_path_does_not_claim_the_points_of_the_next() {
    let mut payload = roads(&[&[(1.0, 2.0)], &[(3.0, 4.0)]]);
    payload[4..8].copy_from_slice(&4_i32.to_le_bytes());
    let island = Island::complete().replacing(*b"RDHW", payload);
    let at = island.payload_at(*b"RDHW") + 4;
    let wanted = format!("RDHW: pointCount at byte {at}: a count of 0 to 2 expected, 4 found");
    assert_eq!(refusal(&island.bytes()), wanted);
}

#[test]
fn half_a_file_is_an_error_wherever_it_is_cut() {
    let island = Island::complete().with(*b"RIVR", vec![1, 2, 3]);
    let bytes = island.bytes();
    let mut boundaries: Vec<usize> = island.0.iter().map(|(tag, _)| island.payload_at(*tag) - 12).collect();
    boundaries.push(bytes.len());
    let near_boundaries = boundaries.iter().flat_map(|at| at.saturating_sub(40)..at + 40);
    let everywhere = (0..bytes.len()).step_by(4093);
    for cut in near_boundaries.chain(everywhere).filter(|cut| *cut < bytes.len()) {
        // Cut between two sections, a file is whole as long as nothing mandatory is missing.
        let whole = boundaries.contains(&cut) && cut >= island.payload_at(*b"TOWN") - 12;
        assert_eq!(read_any(&bytes[..cut]).is_ok(), whole, "cut at {cut}");
    }
    let old = legacy(SIZE, &legacy_tail());
    for cut in (0..old.len() - 200).step_by(4093).chain(old.len() - 200..old.len()) {
        assert!(read_any(&old[..cut]).is_err(), "version 1 cut at {cut}");
    }
}

#[test]
fn limits_are_told_from_damage() {
    let limits = Limits { record_bytes: 1000, sections: 20 };
    let options = Options { limits, ..Options::default() };
    let full = Island::complete().replacing(*b"TOWN", towns(&[(1.0, 2.0, 0, 0); 100]));
    assert!(read(&full.bytes(), &options).is_ok());
    let over = Island::complete().replacing(*b"TOWN", towns(&[(1.0, 2.0, 0, 0); 101]));
    let error = read(&over.bytes(), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    let at = over.payload_at(*b"TOWN");
    assert_eq!(error.to_string(), format!("TOWN: count at byte {at}: at most 1000 expected, 1010 found"));

    let mut many = Island::complete();
    many.0.extend((0..13_u8).map(|index| ([b'X', b'X', b'X', index], vec![])));
    let error = read(&many.bytes(), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    many.0.pop();
    assert!(read(&many.bytes(), &options).is_ok());
}

#[test]
fn a_source_that_fails_is_not_a_broken_file() {
    struct Unplugged;
    impl mapwright_formats::source::ReadAt for Unplugged {
        fn size(&self) -> u64 {
            1 << 20
        }
        fn read_at(
            &mut self,
            offset: u64,
            buffer: &mut [u8],
        ) -> Result<(), mapwright_formats::source::ReadError> {
            let wanted = buffer.len() as u64;
            Err(mapwright_formats::source::ReadError::Failed { offset, wanted, reason: "unplugged".into() })
        }
    }
    let error = open(&mut Unplugged, &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    assert_eq!(error.to_string(), "byte 0: 8 bytes expected, none (unplugged) found");
}
