use crate::bytes::{Island, SIZE, Sparse, biome, height, params};
use mapwright_formats::ErrorKind;
use mapwright_formats::blueprint::{Options, Window, open, read_header};

const LARGEST: u64 = 32_768;
const HEIGHTS: u64 = 4 * LARGEST * LARGEST;
const WATER: u64 = 2 * LARGEST * LARGEST;

/// A map of the largest size with all grids; nine gigabytes of zeros but for the frames.
pub(crate) fn largest() -> Sparse {
    let params = params(32_768);
    let grids = [(*b"HGTS", HEIGHTS), (*b"BIOM", LARGEST * LARGEST), (*b"WBID", WATER), (*b"WSRF", WATER)];
    let mut start = b"ISLA\x02\0\0\0PRMS".to_vec();
    start.extend((params.len() as u64).to_le_bytes());
    start.extend(params);
    let mut at = start.len() as u64;
    let mut patches = vec![(0, start)];
    for (tag, length) in grids {
        let frame = [tag.as_slice(), &length.to_le_bytes()].concat();
        patches.push((at, frame));
        at += 12 + length;
    }
    Sparse::new(at, patches)
}

#[test]
fn the_header_needs_nothing_behind_the_params() {
    let mut island = Sparse::new(0, vec![(0, Island::complete().bytes())]);
    island.size = island.patches[0].1.len() as u64;
    let (_, params, problems) = read_header(&mut island, &Options::default()).unwrap();
    assert_eq!((params.world_seed, params.map_size), (4711, SIZE));
    assert_eq!(problems, []);
    let end = Island::complete().payload_at(*b"HGTS") as u64 - 12;
    assert!(island.reads.iter().all(|(offset, count)| offset + count <= end), "{:?}", island.reads);
}

#[test]
fn opening_reads_no_grid() {
    let mut island = largest();
    open(&mut island, &Options::default()).unwrap();
    assert!(island.bytes_read() < 1000, "{:?}", island.reads);
}

#[test]
fn a_window_reads_its_rows_and_no_more() {
    let mut island = largest();
    // The map's last cell, by the format's own arithmetic.
    let heights_end = island.patches[1].0 + 12 + HEIGHTS;
    island.patches.push((heights_end - 4, 2.5_f32.to_le_bytes().to_vec()));
    island.patches.push((heights_end + 12 + LARGEST * LARGEST - 1, vec![9]));
    let opened = open(&mut island, &Options::default()).unwrap();
    island.reads.clear();
    let window = Window { x: 32_704, y: 32_640, width: 64, height: 128 };
    let mut heights = vec![1.0; window.cells()];
    let mut biomes = vec![1; window.cells()];
    let mut ids = vec![1; window.cells()];
    opened.read_surface(&mut island, window, &mut heights, &mut biomes).unwrap();
    opened.read_water_ids(&mut island, window, &mut ids).unwrap();
    assert_eq!(island.bytes_read(), 64 * 128 * (4 + 1 + 2));
    assert_eq!((heights[0], heights[window.cells() - 1]), (0.0, 2.5));
    assert_eq!((biomes[0], biomes[window.cells() - 1]), (0, 9));
    assert_eq!(ids, vec![0; window.cells()]);
}

#[test]
fn a_window_is_a_window_of_the_whole() {
    let bytes = Island::bare(300).bytes();
    let mut source = bytes.as_slice();
    let opened = open(&mut source, &Options::default()).unwrap();
    for window in [
        Window { x: 0, y: 0, width: 1, height: 1 },
        Window { x: 299, y: 299, width: 1, height: 1 },
        Window { x: 17, y: 40, width: 30, height: 3 },
        Window { x: 100, y: 0, width: 200, height: 300 },
        Window::whole(300),
    ] {
        let mut heights = vec![0.0; window.cells()];
        let mut biomes = vec![0; window.cells()];
        opened.read_surface(&mut source, window, &mut heights, &mut biomes).unwrap();
        for index in 0..window.cells() {
            let (x, y) = window.cell(index);
            assert_eq!((heights[index], biomes[index]), (height(x, y), biome(x, y)), "{window}");
        }
    }
}

#[test]
fn windows_outside_the_map_are_the_callers_mistake() {
    for window in [
        Window { x: 0, y: 0, width: 0, height: 1 },
        Window { x: 0, y: 0, width: 1, height: 0 },
        Window { x: 0, y: 0, width: 257, height: 1 },
        Window { x: 256, y: 0, width: 1, height: 1 },
        Window { x: 200, y: 200, width: 10, height: 57 },
        Window { x: u32::MAX, y: 0, width: 2, height: 2 },
        Window { x: 1, y: 1, width: u32::MAX, height: u32::MAX },
    ] {
        let error = window.check(256).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(
            error.to_string(),
            format!("region: one inside (0, 0, 256, 256) expected, {window} found")
        );
    }
    let bytes = Island::bare(SIZE).bytes();
    let opened = open(&mut bytes.as_slice(), &Options::default()).unwrap();
    let window = Window { x: 250, y: 0, width: 7, height: 1 };
    let refused = opened.read_surface(&mut bytes.as_slice(), window, &mut [0.0; 7], &mut [0; 7]);
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::InvalidData);
}
