use crate::bytes::{Island, SIZE, Whole, legacy, legacy_tail, params_head, read_any, towns};
use mapwright_formats::ErrorKind;
use mapwright_formats::blueprint::{Error, Grids, Plan, Version};

fn grids(whole: &Whole) -> Grids<'_> {
    Grids {
        heights: &whole.heights,
        biomes: &whole.biomes,
        water_ids: whole.water_ids.as_deref(),
        water_levels: whole.water_levels.as_deref(),
    }
}

fn write(whole: &Whole, version: Version) -> Result<Vec<u8>, Error> {
    let plan = Plan::new(&whole.opened.document, grids(whole), version)?;
    let mut bytes = Vec::new();
    plan.write(&mut bytes).unwrap();
    assert_eq!(plan.size(), bytes.len() as u64);
    Ok(bytes)
}

fn assert_round_trip(bytes: &[u8], version: Version) {
    let written = write(&read_any(bytes).unwrap(), version).unwrap();
    let differs = written.iter().zip(bytes).position(|(written, read)| written != read);
    assert_eq!((written.len(), differs), (bytes.len(), None));
}

#[test]
fn version_2_comes_back_byte_for_byte() {
    assert_round_trip(&Island::complete().bytes(), Version::V2);
    assert_round_trip(&Island::bare(SIZE).bytes(), Version::V2);
}

#[test]
fn every_section_comes_back_in_its_place() {
    let mut curve = 5_u16.to_le_bytes().to_vec();
    curve.extend([0x11; 93]);
    let mut newer_detail = 7_u16.to_le_bytes().to_vec();
    newer_detail.extend([0x22; 50]);
    let mut table = 1_i32.to_le_bytes().to_vec();
    table.extend([1, 0, 0, 1, 0, 0, 0x80, 0x3e, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut island = Island::complete()
        .with(*b"TCRV", curve)
        .with(*b"TDTL", newer_detail)
        .with(*b"WBID", [1, 0].repeat(65536))
        .with(*b"WBTB", table)
        .with(*b"WSRF", [1, 0x20].repeat(65536))
        .with(*b"RIVR", vec![9; 70_000]);
    assert_round_trip(&island.bytes(), Version::V2);
    island.0[1..].reverse();
    assert_round_trip(&island.bytes(), Version::V2);
}

#[test]
fn odd_floats_come_back_bit_for_bit() {
    let island = Island::complete();
    let mut heights = island.0[1].1.clone();
    heights[..8].copy_from_slice(&[0x45, 0x23, 0xc1, 0x7f, 0, 0, 0, 0x80]);
    assert_round_trip(&island.replacing(*b"HGTS", heights).bytes(), Version::V2);
}

#[test]
fn version_1_comes_back_byte_for_byte() {
    assert_round_trip(&legacy(SIZE, &legacy_tail()), Version::V1);
}

#[test]
fn version_2_becomes_version_1() {
    let written = write(&read_any(&Island::complete().bytes()).unwrap(), Version::V1).unwrap();
    assert!(written == legacy(SIZE, &legacy_tail()));
    let written = write(&read_any(&Island::bare(SIZE).bytes()).unwrap(), Version::V1).unwrap();
    assert!(written == legacy(SIZE, &[0; 20]), "no towns, four tiers without paths");
}

#[test]
fn version_1_becomes_version_2_with_the_sentinels() {
    let mut whole = read_any(&legacy(SIZE, &legacy_tail())).unwrap();
    whole.opened.document.params.generated_utc = "now".into();
    let mut params = params_head(SIZE as i32);
    params[..4].fill(0);
    for place in 2..6 {
        params[place * 4..place * 4 + 4].copy_from_slice(&(-1.0_f32).to_le_bytes());
    }
    params.extend(b"\x03now\x00");
    let wanted = Island::complete()
        .replacing(*b"PRMS", params)
        .replacing(*b"TOWN", towns(&[(10.5, 20.25, 2, 0), (200.0, 3.0, 0, 0)]));
    assert!(write(&whole, Version::V2).unwrap() == wanted.bytes(), "the order of the format's table");
}

#[test]
fn lengths_of_texts_take_the_groups_they_need() {
    for (length, groups) in [(127, &[0x7f][..]), (128, &[0x80, 0x01]), (16_384, &[0x80, 0x80, 0x01])] {
        let mut params = params_head(SIZE as i32);
        params.extend(groups);
        params.extend(vec![b'x'; length]);
        params.push(0);
        assert_round_trip(&Island::complete().replacing(*b"PRMS", params).bytes(), Version::V2);
    }
}

#[test]
fn a_tier_beyond_a_byte_cannot_become_version_2() {
    for tier in [256_i32, -1] {
        let mut tail = legacy_tail();
        tail[12..16].copy_from_slice(&tier.to_le_bytes());
        let bytes = legacy(SIZE, &tail);
        let error = write(&read_any(&bytes).unwrap(), Version::V2).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(error.to_string(), format!("town tier: an ordinal of 0 to 255 expected, {tier} found"));
        assert_round_trip(&bytes, Version::V1);
    }
}

#[test]
fn grids_that_do_not_fill_the_map_are_refused() {
    let whole = read_any(&Island::complete().bytes()).unwrap();
    let document = &whole.opened.document;
    for version in [Version::V1, Version::V2] {
        let short = Grids { heights: &whole.heights[1..], ..grids(&whole) };
        let error = Plan::new(document, short, version).unwrap_err();
        assert_eq!(error.to_string(), "heights: 65536 cells expected, 65535 found");
        let short = Grids { water_levels: Some(&[]), ..grids(&whole) };
        let error = Plan::new(document, short, version).unwrap_err();
        assert_eq!(error.to_string(), "water levels: 65536 cells expected, 0 found");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}

#[test]
fn a_map_outside_the_bounds_is_not_written() {
    let whole = read_any(&Island::complete().bytes()).unwrap();
    let mut document = whole.opened.document.clone();
    for size in [0, 255, 32_769] {
        document.params.map_size = size;
        let error = Plan::new(&document, grids(&whole), Version::V2).unwrap_err();
        assert_eq!(error.to_string(), format!("MapSize: 256 to 32768 expected, {size} found"));
    }
}
