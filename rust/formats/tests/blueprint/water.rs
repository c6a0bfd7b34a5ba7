use crate::bytes::{CELLS, Island, SIZE, read_any};
use mapwright_formats::blueprint::{Cells, Problem, Tag, WaterBody, Window, check_water};

/// What a test does to a row of the table.
type Change = fn(&mut WaterBody);

const OCEAN_LEVEL: f32 = 0.25;
const LAKE_LEVEL: f32 = 0.5;

/// The first four columns are ocean, ten cells of column 9 a lake.
fn ids() -> Vec<u16> {
    let mut ids = vec![0; CELLS];
    ids[..4 * 256].fill(1);
    ids[9 * 256 + 20..9 * 256 + 30].fill(2);
    ids
}

/// 1 + round(level * 32768): 8193 and 16385.
fn levels() -> Vec<u16> {
    ids().into_iter().map(|id| [0, 8193, 16385][usize::from(id)]).collect()
}

fn bodies() -> Vec<WaterBody> {
    let body = |id, body_type, salinity, surface_level, pixel_count, centroid| WaterBody {
        id,
        body_type,
        salinity,
        surface_level,
        pixel_count,
        centroid,
    };
    vec![body(1, 0, 1, OCEAN_LEVEL, 1024, [1.5, 127.5]), body(2, 1, 0, LAKE_LEVEL, 10, [9.0, 24.5])]
}

fn check(bodies: &[WaterBody], ids: &[u16], levels: &[u16]) -> Vec<Problem> {
    check_water(Some(bodies), Some(ids), Some(levels), (Window::whole(SIZE), SIZE))
}

#[test]
fn the_three_sections_are_read() {
    let mut table = 2_i32.to_le_bytes().to_vec();
    for body in bodies() {
        table.extend(body.id.to_le_bytes());
        table.extend([body.body_type, body.salinity]);
        table.extend(body.surface_level.to_le_bytes());
        table.extend(body.pixel_count.to_le_bytes());
        table.extend(body.centroid[0].to_le_bytes());
        table.extend(body.centroid[1].to_le_bytes());
    }
    assert_eq!(table.len(), 4 + 2 * 20);
    let grid = |numbers: Vec<u16>| numbers.into_iter().flat_map(u16::to_le_bytes).collect();
    let island =
        Island::complete().with(*b"WBTB", table).with(*b"WSRF", grid(levels())).with(*b"WBID", grid(ids()));
    let whole = read_any(&island.bytes()).unwrap();
    assert_eq!(whole.water_ids, Some(ids()));
    assert_eq!(whole.water_levels, Some(levels()));
    assert_eq!(whole.opened.document.water_bodies, Some(bodies()));
    assert_eq!(check(&bodies(), &ids(), &levels()), []);
}

#[test]
fn sections_that_agree_give_no_problem_in_a_window_either() {
    let window = Window { x: 8, y: 0, width: 2, height: 256 };
    let range = 8 * 256..10 * 256;
    let found =
        check_water(Some(&bodies()), Some(&ids()[range.clone()]), Some(&levels()[range]), (window, SIZE));
    assert_eq!(found, [], "the ocean's cells lie outside, and its count is not held against the window");
}

#[test]
fn sections_without_the_others_are_told() {
    let (bodies, ids, levels) = (bodies(), ids(), levels());
    let place = (Window::whole(SIZE), SIZE);
    assert_eq!(check_water(None, None, None, place), []);
    let missing = |tags: &[Tag]| vec![Problem::WaterIncomplete(tags.to_vec())];
    let found = check_water(Some(&bodies), None, None, place);
    assert_eq!(found, missing(&[Tag::WATER_IDS, Tag::WATER_LEVELS]));
    let found = check_water(None, Some(&ids), Some(&levels), place);
    assert_eq!(found, missing(&[Tag::WATER_BODIES]));
    let found = check_water(Some(&bodies), Some(&ids), None, place);
    assert_eq!(found, missing(&[Tag::WATER_LEVELS]));
    let found = check_water(Some(&bodies), None, Some(&levels), place);
    assert_eq!(found, missing(&[Tag::WATER_IDS]));
}

#[test]
fn ids_that_the_table_lacks_are_counted() {
    let mut ids = ids();
    ids[9 * 256 + 20] = 7;
    ids[9 * 256 + 29] = 65535;
    let found = check(&bodies(), &ids, &levels());
    let cells = Cells { count: 2, first: (9, 20) };
    let counts = Problem::WaterPixels { count: 1, id: 2, stated: 10, found: 8 };
    assert_eq!(found, [Problem::WaterId(cells), counts]);
}

#[test]
fn ids_and_levels_stand_in_the_same_cells() {
    let mut levels = levels();
    levels[9 * 256 + 25] = 0;
    levels[200 * 256 + 1] = 9000;
    let cells = Cells { count: 2, first: (9, 25) };
    assert_eq!(check(&bodies(), &ids(), &levels), [Problem::WaterPresence(cells)]);
}

#[test]
fn a_level_is_that_of_its_body() {
    let mut levels = levels();
    levels[9 * 256 + 26] = 16386;
    assert_eq!(check(&bodies(), &ids(), &levels), [Problem::WaterLevel(Cells { count: 1, first: (9, 26) })]);
    levels[..64].fill(8194);
    assert_eq!(check(&bodies(), &ids(), &levels), [Problem::WaterLevel(Cells { count: 65, first: (0, 0) })]);
}

#[test]
fn the_table_says_how_many_cells() {
    for stated in [1023, 0, -1, i32::MAX] {
        let mut table = bodies();
        table[0].pixel_count = stated;
        let wanted = Problem::WaterPixels { count: 1, id: 1, stated, found: 1024 };
        assert_eq!(check(&table, &ids(), &levels()), [wanted]);
    }
}

#[test]
fn rows_that_contradict_the_format_are_told() {
    let faults: [(Change, &str); 7] = [
        (|body| body.id = 1, "body 1 (id 1) stands in the table already"),
        (|body| body.id = 0, "body 1 (id 0) has the id of no water"),
        (|body| body.body_type = 2, "body 1 (id 2) has type 2, 0 or 1 expected"),
        (|body| body.salinity = 9, "body 1 (id 2) has salinity 9, 0 or 1 expected"),
        (|body| body.body_type = 0, "body 1 (id 2) is an ocean; the ocean is id 1"),
        (|body| body.surface_level = f32::NAN, "body 1 (id 2) has surface level NaN"),
        (|body| (body.id, body.body_type) = (1, 1), "body 1 (id 1) stands in the table already"),
    ];
    for (change, wanted) in faults {
        let mut table = bodies();
        change(&mut table[1]);
        let found = check(&table, &ids(), &levels());
        assert_eq!(found[0].to_string(), format!("WBTB: {wanted}"));
    }
    let mut table = bodies();
    table[0].body_type = 1;
    let found = check(&table, &ids(), &levels());
    assert_eq!(found[0].to_string(), "WBTB: body 0 (id 1) is a lake; id 1 is the ocean");
}
