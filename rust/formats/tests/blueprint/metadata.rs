use crate::bytes::{Island, read_any, refusal};
use mapwright_formats::blueprint::{Problem, Record, Tag, Value};

/// TCRV: every `f32` its place in the record, every `i32` a thousand times that.
fn curve(version: u16) -> Vec<u8> {
    let mut out = version.to_le_bytes().to_vec();
    floats(&mut out, 1..=12);
    if version >= 4 {
        floats(&mut out, 13..=18);
        for offset in [19_000_i32, 20_000, -21_000] {
            out.extend(offset.to_le_bytes());
        }
    }
    if version >= 5 {
        out.push(2);
        floats(&mut out, 23..=24);
    }
    out
}

fn floats(out: &mut Vec<u8>, places: std::ops::RangeInclusive<u8>) {
    places.for_each(|place| out.extend(f32::from(place).to_le_bytes()));
}

fn read_curve(payload: Vec<u8>) -> (Record, Vec<Problem>) {
    let whole = read_any(&Island::complete().with(*b"TCRV", payload).bytes()).unwrap();
    (whole.opened.document.curve.unwrap(), whole.opened.problems)
}

#[test]
fn the_curve_grows_with_its_version() {
    for (version, length, fields) in [(1, 50, 13), (2, 50, 13), (3, 50, 13), (4, 86, 22), (5, 95, 25)] {
        assert_eq!(curve(version).len(), length);
        let (record, problems) = read_curve(curve(version));
        assert_eq!((record.values.len(), record.rest.len()), (fields, 0));
        assert_eq!(record.get("curve_version"), Some(Value::U16(version)));
        assert_eq!(problems, []);
    }
}

#[test]
fn the_curve_has_its_fields_in_the_order_of_the_format() {
    let (record, _) = read_curve(curve(5));
    let named = [
        ("knot1", 1),
        ("knot4", 4),
        ("spike_max", 5),
        ("sea", 6),
        ("orange_ceil", 7),
        ("red_ceil", 8),
        ("bench_lo", 9),
        ("bench_hi", 10),
        ("peak_cap", 11),
        ("tail_slope", 12),
        ("bench_amp", 13),
        ("plateau_amp", 14),
        ("shelf_span_min", 15),
        ("shelf_span_max", 16),
        ("elev_freq_islands", 17),
        ("strength_freq_islands", 18),
        ("k5", 23),
        ("k6", 24),
    ];
    for (name, place) in named {
        assert_eq!(record.get(name), Some(Value::F32(f32::from(place as u8))), "{name}");
    }
    assert_eq!(record.get("bench_seed_offset"), Some(Value::I32(19_000)));
    assert_eq!(record.get("plateau_seed_offset"), Some(Value::I32(20_000)));
    assert_eq!(record.get("strength_seed_offset"), Some(Value::I32(-21_000)));
    assert_eq!(record.get("preset_id"), Some(Value::U8(2)));
}

#[test]
fn a_known_version_has_its_exact_length() {
    for version in 1..=5 {
        let mut long = curve(version);
        long.push(0);
        assert!(
            refusal(&Island::complete().with(*b"TCRV", long).bytes()).starts_with("TCRV: payload at byte ")
        );
        let mut short = curve(version);
        short.pop();
        assert!(refusal(&Island::complete().with(*b"TCRV", short).bytes()).starts_with("TCRV: "));
    }
}

#[test]
fn a_newer_version_is_read_as_far_as_it_is_known() {
    let mut payload = curve(9);
    payload.extend([1, 2, 3]);
    let (record, problems) = read_curve(payload);
    assert_eq!((record.values.len(), record.rest.as_slice()), (25, &[1, 2, 3][..]));
    assert_eq!(problems, [Problem::NewerRecord { tag: Tag::CURVE, found: 9, newest: 5, kept: 3 }]);
}

#[test]
fn the_detail_record_has_its_fields_in_order() {
    let mut payload = 1_u16.to_le_bytes().to_vec();
    floats(&mut payload, 1..=8);
    payload.extend((-5_i32).to_le_bytes());
    assert_eq!(payload.len(), 38);
    let whole = read_any(&Island::complete().with(*b"TDTL", payload.clone()).bytes()).unwrap();
    let names = [
        "relief_amp_m",
        "relief_freq_islands",
        "inc_k",
        "inc_p",
        "inc_cap_m",
        "sea_clamp_raw",
        "crater_excl_factor",
        "shelf_inc_weight",
    ];
    let record = whole.opened.document.detail.unwrap();
    for (index, name) in names.iter().enumerate() {
        assert_eq!(record.get(name), Some(Value::F32((index + 1) as f32)), "{name}");
    }
    assert_eq!(record.get("detail_version"), Some(Value::U16(1)));
    assert_eq!(record.get("relief_seed_offset"), Some(Value::I32(-5)));
    payload.push(0);
    assert!(
        refusal(&Island::complete().with(*b"TDTL", payload).bytes()).starts_with("TDTL: payload at byte ")
    );
}
