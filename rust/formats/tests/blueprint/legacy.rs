use crate::bytes::{CELLS, SIZE, biome, cells, height, legacy, legacy_tail, read, read_any, refusal};
use mapwright_formats::blueprint::{Options, Params, Problem, RoadTier, Version, Window, open};

#[test]
fn version_1_reads_whole_and_says_that_it_is_old() {
    let whole = read_any(&legacy(SIZE, &legacy_tail())).unwrap();
    let document = &whole.opened.document;
    assert_eq!(document.version, Version::V1);
    assert_eq!(document.params, Params::unknown(SIZE));
    assert_eq!(whole.problems(), [Problem::Deprecated]);
    for (x, y) in cells(SIZE) {
        let index = (x * SIZE + y) as usize;
        assert_eq!((whole.heights[index], whole.biomes[index]), (height(x, y), biome(x, y)));
    }
    let towns = document.towns.as_ref().unwrap();
    assert_eq!((towns[0].position, towns[0].tier), ([10.5, 20.25], 2));
    assert!(towns.iter().all(|town| !town.is_highway_node));
}

#[test]
fn the_place_tells_the_tier() {
    let document = read_any(&legacy(SIZE, &legacy_tail())).unwrap().opened.document;
    let firsts =
        RoadTier::ALL.map(|tier| document.roads[tier as usize].as_ref().unwrap().points.first().copied());
    assert_eq!(firsts, [Some([1.0, 2.0]), Some([5.5, 6.5]), None, Some([7.0, 8.0])]);
}

#[test]
fn the_sentinels_stand_for_what_version_1_does_not_carry() {
    let params = Params::unknown(SIZE);
    assert_eq!((params.world_seed, params.map_size), (0, SIZE));
    assert_eq!((params.crater_radius, params.density_multiplier), (-1.0, -1.0));
    assert_eq!(params.impact_center, [-1.0, -1.0]);
    let options = Options { expected_seed: 5, ..Options::default() };
    assert_eq!(read(&legacy(SIZE, &legacy_tail()), &options).unwrap().problems(), [Problem::Deprecated]);
}

#[test]
fn what_follows_the_trails_is_ignored() {
    let mut bytes = legacy(SIZE, &legacy_tail());
    bytes.extend([0xff; 1000]);
    let whole = read_any(&bytes).unwrap();
    assert_eq!(whole.problems(), [Problem::Deprecated]);
    assert!(whole.opened.document.unknown.is_empty());
}

#[test]
fn a_biome_must_fit_a_byte_and_the_count() {
    let cell = CELLS - 2;
    for ordinal in [256, -1, i32::MIN, i32::MAX] {
        let mut bytes = legacy(SIZE, &legacy_tail());
        let at = 12 + cell * 8 + 4;
        bytes[at..at + 4].copy_from_slice(&i32::to_le_bytes(ordinal));
        let wanted = format!("biome at byte {at}: an ordinal of 0 to 255 expected, {ordinal} found");
        assert_eq!(refusal(&bytes), wanted);
    }
    let options = Options { biome_count: 10, ..Options::default() };
    let error = read(&legacy(SIZE, &legacy_tail()), &options).unwrap_err();
    assert!(error.to_string().contains(": an ordinal of 0 to 9 expected"), "{error}");
}

#[test]
fn a_tier_may_be_anything_unless_there_is_a_count() {
    let mut tail = legacy_tail();
    tail[12..16].copy_from_slice(&(-7_i32).to_le_bytes());
    let bytes = legacy(SIZE, &tail);
    assert_eq!(read_any(&bytes).unwrap().opened.document.towns.unwrap()[0].tier, -7);
    let options = Options { town_tier_count: 200, ..Options::default() };
    let at = 12 + 8 * CELLS + 12;
    let wanted = format!("town tier at byte {at}: an ordinal of 0 to 199 expected, -7 found");
    assert_eq!(read(&bytes, &options).unwrap_err().to_string(), wanted);
}

#[test]
fn windows_of_version_1_are_windows_of_the_whole() {
    let bytes = legacy(SIZE, &legacy_tail());
    let mut source = bytes.as_slice();
    let opened = open(&mut source, &Options::default()).unwrap();
    let window = Window { x: 100, y: 7, width: 5, height: 9 };
    let mut heights = vec![0.0; 45];
    let mut biomes = vec![0; 45];
    opened.read_surface(&mut source, window, &mut heights, &mut biomes).unwrap();
    for index in 0..45 {
        let (x, y) = window.cell(index);
        assert_eq!((heights[index], biomes[index]), (height(x, y), biome(x, y)));
    }
}

#[test]
fn a_town_count_of_two_thousand_million_is_refused() {
    let mut tail = i32::MAX.to_le_bytes().to_vec();
    tail.extend([0; 64]);
    let at = 12 + 8 * CELLS;
    let wanted = format!("townCount at byte {at}: a count of 0 to 5 expected, 2147483647 found");
    assert_eq!(refusal(&legacy(SIZE, &tail)), wanted);
}
