use crate::bytes::{CELLS, Island, SIZE, biome, cells, height, params, read, read_any, roads};
use mapwright_formats::blueprint::{Options, Problem, RoadTier, Tag, Version, open, recognizes};

#[test]
fn params_come_as_they_stand() {
    let whole = read_any(&Island::complete().bytes()).unwrap();
    let params = &whole.opened.document.params;
    assert_eq!(whole.opened.document.version, Version::V2);
    assert_eq!((params.world_seed, params.map_size), (4711, SIZE));
    assert_eq!((params.crater_radius, params.density_multiplier), (-3.5, 0.75));
    assert_eq!(params.impact_center, [120.5, 99.0]);
    assert_eq!(params.generated_utc, "2026-01-02T03:04:05Z");
    assert_eq!(params.generator_git_hash, "abc1234");
    assert_eq!(whole.problems(), []);
}

#[test]
fn the_first_index_of_a_grid_is_x() {
    let whole = read_any(&Island::bare(SIZE).bytes()).unwrap();
    assert_eq!((whole.heights.len(), whole.biomes.len()), (CELLS, CELLS));
    for (x, y) in cells(SIZE) {
        let index = (x * SIZE + y) as usize;
        assert_eq!(whole.heights[index], height(x, y));
        assert_eq!(whole.biomes[index], biome(x, y));
    }
}

#[test]
fn towns_and_roads_come_as_they_stand() {
    let whole = read_any(&Island::complete().bytes()).unwrap();
    let document = &whole.opened.document;
    let towns = document.towns.as_ref().unwrap();
    assert_eq!(towns[0].position, [10.5, 20.25]);
    assert_eq!((towns[0].tier, towns[0].is_highway_node), (2, true));
    assert_eq!((towns[1].tier, towns[1].is_highway_node), (0, false));
    let lengths = RoadTier::ALL.map(|tier| {
        document.roads[tier as usize].as_ref().unwrap().paths().map(<[_]>::len).collect::<Vec<_>>()
    });
    assert_eq!(lengths, [vec![2, 0], vec![1], vec![], vec![3]]);
    let trail = document.roads[RoadTier::Trail as usize].as_ref().unwrap();
    assert_eq!(trail.paths().next().unwrap(), [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]);
}

#[test]
fn the_tag_and_not_the_place_tells_the_tier() {
    let mut island = Island::complete();
    island.0[1..].reverse();
    let whole = read_any(&island.bytes()).unwrap();
    let highway = whole.opened.document.roads[RoadTier::Highway as usize].as_ref().unwrap();
    assert_eq!(highway.paths().next().unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(whole.heights[257], height(1, 1));
    assert_eq!(whole.problems(), []);
}

#[test]
fn missing_towns_and_roads_are_problems_and_empty_ones_are_not() {
    let whole = read_any(&Island::bare(SIZE).bytes()).unwrap();
    let missing = [Tag::TOWNS, Tag::HIGHWAYS, Tag::BRANCHES, Tag::RUGGED, Tag::TRAILS];
    assert_eq!(whole.problems(), missing.map(Problem::SectionMissing));
    assert_eq!(whole.opened.document.towns, None);

    let mut island = Island::complete();
    for tag in [*b"RDHW", *b"RDBR", *b"RDRG", *b"RDTL"] {
        island = island.replacing(tag, roads(&[]));
    }
    assert_eq!(read_any(&island.bytes()).unwrap().problems(), []);
}

#[test]
fn unknown_sections_are_kept_wherever_they_stand() {
    let mut island = Island::complete();
    island.0.insert(1, (*b"RIVR", vec![1, 2, 3]));
    island.0.push(([0, 0xff, 7, b'"'], vec![]));
    let whole = read_any(&island.bytes()).unwrap();
    let unknown = &whole.opened.document.unknown;
    assert_eq!((unknown[0].tag, unknown[0].data.as_slice()), (Tag(*b"RIVR"), &[1, 2, 3][..]));
    assert_eq!((unknown[1].tag, unknown[1].data.len()), (Tag([0, 0xff, 7, b'"']), 0));
    assert_eq!(whole.problems(), []);
}

#[test]
fn a_seed_that_was_not_expected_is_a_problem_unless_it_is_the_sentinel() {
    let options = Options { expected_seed: 4712, expected_map_size: 512, ..Options::default() };
    let mut island = Island::complete();
    let mismatch = Problem::MapSize { expected: 512, found: 256 };
    let seed = Problem::Seed { expected: 4712, found: 4711 };
    assert_eq!(read(&island.bytes(), &options).unwrap().problems(), [seed, mismatch.clone()]);

    let mut sentinel = params(SIZE as i32);
    sentinel[..4].fill(0);
    island = island.replacing(*b"PRMS", sentinel);
    assert_eq!(read(&island.bytes(), &options).unwrap().problems(), [mismatch]);

    let right = Options { expected_seed: 4711, expected_map_size: 256, ..Options::default() };
    assert_eq!(read(&Island::complete().bytes(), &right).unwrap().problems(), []);
}

#[test]
fn ordinals_are_checked_only_against_counts_that_were_given() {
    let mut island = Island::complete();
    let mut biomes = island.0[2].1.clone();
    biomes[CELLS - 1] = 255;
    island = island.replacing(*b"BIOM", biomes);
    assert!(read_any(&island.bytes()).is_ok());

    let enough = Options { biome_count: 256, town_tier_count: 3, ..Options::default() };
    assert!(read(&island.bytes(), &enough).is_ok());
    let few = Options { biome_count: 255, ..Options::default() };
    let at = island.payload_at(*b"BIOM") + CELLS - 1;
    let wanted = format!("BIOM: biome at byte {at}: an ordinal of 0 to 254 expected, 255 found");
    assert_eq!(read(&island.bytes(), &few).unwrap_err().to_string(), wanted);
    let few = Options { town_tier_count: 2, ..Options::default() };
    let at = island.payload_at(*b"TOWN") + 4 + 8;
    let wanted = format!("TOWN: town tier at byte {at}: an ordinal of 0 to 1 expected, 2 found");
    assert_eq!(read(&island.bytes(), &few).unwrap_err().to_string(), wanted);
}

#[test]
fn heights_that_are_no_numbers_are_kept_and_told() {
    let island = Island::complete();
    let mut heights = island.0[1].1.clone();
    let odd = [(300, 0x7fc1_2345_u32), (301, 0x7f80_0000), (70, 0xff80_0000)];
    for (index, bits) in odd {
        heights[index * 4..index * 4 + 4].copy_from_slice(&bits.to_le_bytes());
    }
    let whole = read_any(&island.replacing(*b"HGTS", heights).bytes()).unwrap();
    assert!(odd.iter().all(|(index, bits)| whole.heights[*index].to_bits() == *bits));
    let [Problem::Height(cells)] = whole.problems() else { panic!("{:?}", whole.problems()) };
    assert_eq!((cells.count, cells.first), (3, (0, 70)));
}

#[test]
fn a_highway_flag_is_0_or_1() {
    let island = Island::complete();
    let mut towns = island.0[3].1.clone();
    towns[4 + 9] = 7;
    let whole = read_any(&island.replacing(*b"TOWN", towns).bytes()).unwrap();
    assert_eq!(whole.problems(), [Problem::HighwayFlag { count: 1 }]);
    assert!(whole.opened.document.towns.as_ref().unwrap()[0].is_highway_node);
}

#[test]
fn only_the_first_bytes_tell_a_blueprint() {
    assert!(recognizes(b"ISLA\x02\0\0\0"));
    assert!(recognizes(b"ISLA"), "a file cut short is still one, and broken");
    assert!(recognizes(b"\x07ISLA_V1"));
    for other in [&b""[..], b"I", b"ISLB\x02\0\0\0", b"\x07", b"\x07ISLA_V2", b"isla\x02\0\0\0"] {
        assert!(!recognizes(other), "{}", other.escape_ascii());
    }
}

#[test]
fn both_bounds_of_the_map_size_are_inside() {
    let whole = read_any(&Island::bare(256).bytes()).unwrap();
    assert_eq!(whole.opened.document.params.map_size, 256);
    // The largest map would be five gigabytes; its grids are zeros that nobody holds.
    let mut largest = crate::windows::largest();
    let opened = open(&mut largest, &Options::default()).unwrap();
    assert_eq!(opened.document.params.map_size, 32_768);
}
