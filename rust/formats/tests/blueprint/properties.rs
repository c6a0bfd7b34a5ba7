use crate::bytes::{Island, SIZE, legacy, legacy_tail, read_any};
use mapwright_formats::blueprint::{Grids, Plan, Roads, Town, Version};
use proptest::prelude::*;

/// A version 2 file whose grids are at the end, so that small changes hit what is parsed.
fn small_sections_first() -> Vec<u8> {
    let mut island = Island::complete().with(*b"RIVR", vec![1, 2, 3]);
    island.0[1..].reverse();
    island.bytes()
}

/// Changes of bytes among the first ones, or the last ones, of a file.
fn changes(span: usize) -> impl Strategy<Value = Vec<(usize, u8)>> {
    prop::collection::vec((0..span, any::<u8>()), 1..6)
}

fn town() -> impl Strategy<Value = Town> {
    (any::<[f32; 2]>(), 0..=255_i32, any::<bool>()).prop_map(|(position, tier, is_highway_node)| Town {
        position,
        tier,
        is_highway_node,
    })
}

fn roads() -> impl Strategy<Value = Roads> {
    let paths = prop::collection::vec(prop::collection::vec(any::<[f32; 2]>(), 0..9), 0..9);
    paths.prop_map(|paths| {
        let mut roads = Roads::default();
        for path in &paths {
            roads.push(path);
        }
        roads
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn damage_never_panics(changes in changes(400)) {
        let mut bytes = small_sections_first();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        let _ = read_any(&bytes);
    }

    #[test]
    fn damage_to_version_1_never_panics(changes in changes(120)) {
        let mut bytes = legacy(SIZE, &legacy_tail());
        let length = bytes.len();
        for (at, byte) in changes {
            bytes[length - 1 - at] = byte;
        }
        let _ = read_any(&bytes);
    }

    #[test]
    fn random_bytes_behind_a_magic_never_panic(tail in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_any(&[b"ISLA\x02\0\0\0PRMS".as_slice(), &tail].concat());
        let _ = read_any(&[b"\x07ISLA_V1\0\x01\0\0".as_slice(), &tail].concat());
    }

    #[test]
    fn what_was_written_reads_the_same(
        towns in prop::collection::vec(town(), 0..9),
        tiers in prop::array::uniform4(prop::option::of(roads())),
        seed: i32,
        crater in any::<f32>(),
        utc in ".{0,200}",
    ) {
        let whole = read_any(&Island::bare(SIZE).bytes()).unwrap();
        let mut document = whole.opened.document;
        document.order.clear();
        document.towns = Some(towns);
        document.roads = tiers;
        document.params.world_seed = seed;
        document.params.crater_radius = crater;
        document.params.generated_utc = utc;
        let grids = Grids { heights: &whole.heights, biomes: &whole.biomes, water_ids: None, water_levels: None };
        let mut bytes = Vec::new();
        Plan::new(&document, grids, Version::V2).unwrap().write(&mut bytes).unwrap();

        let mut again = read_any(&bytes).unwrap().opened.document;
        again.order.clear();
        // Compared as text, where a NaN equals itself.
        prop_assert_eq!(format!("{again:?}"), format!("{document:?}"));
    }
}
