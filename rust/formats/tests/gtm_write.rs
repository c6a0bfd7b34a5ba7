//! Writing: nothing is lost on the way to the container and to JSON, and what cannot be held is refused.

mod craft;

use mapwright_formats::ErrorKind;
use mapwright_formats::gtm::{Dictionary, Document, MapBuilder, Tag, UnknownChunk, Value, read};
use proptest::prelude::*;

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn head() -> Dictionary {
    [("format".to_owned(), text("godottrench-map")), ("version".to_owned(), Value::Int(1))]
        .into_iter()
        .collect()
}

fn node(id: i64, kind: &str, more: &Dictionary) -> Dictionary {
    let usual = [("id".to_owned(), Value::Int(id)), ("type".to_owned(), text(kind))];
    usual.iter().chain(more).cloned().collect()
}

/// A map of a layer with these nodes in it.
fn map(nodes: Vec<Dictionary>) -> Document {
    let mut builder = MapBuilder::default();
    let layer = builder.begin(None, "layers[0]").expect("a layer");
    builder.end(layer, node(1, "layer", &Dictionary::new()), "layers[0]").expect("a layer");
    for entries in nodes {
        let open = builder.begin(Some(layer), "a node").expect("a node");
        builder.end(open, entries, "a node").expect("a node");
    }
    builder.finish(head()).expect("a map")
}

fn reread(document: &Document) -> Document {
    read(&document.to_bytes().expect("the map is written")).expect("what is written is read")
}

fn value() -> impl Strategy<Value = Value> {
    let finite = any::<f64>().prop_filter("JSON has finite numbers", |number| number.is_finite());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<i32>().prop_map(|number| Value::Int(i64::from(number))),
        finite.clone().prop_map(Value::Float),
        ".{0,12}".prop_map(Value::String),
        prop::collection::vec(any::<i32>().prop_map(i64::from), 0..70).prop_map(Value::Ints),
        prop::collection::vec(any::<i64>(), 0..40).prop_map(Value::Ints),
        prop::collection::vec(finite, 0..70).prop_map(Value::Floats),
        prop::collection::vec(-999_i32..999, 0..70)
            .prop_map(|numbers| Value::Floats(numbers.into_iter().map(|n| f64::from(n) / 8.0).collect())),
    ];
    leaf.prop_recursive(5, 60, 40, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..40).prop_map(Value::Array),
            prop::collection::vec((".{0,8}", inner), 0..24)
                .prop_map(|entries| Value::Dictionary(entries.into_iter().collect())),
        ]
    })
}

fn scatter_row() -> impl Strategy<Value = Value> {
    let whole = prop::collection::vec(-100_000_i32..100_000, 8).prop_map(|row| {
        let steps = [1.0, 100.0, 100.0, 100.0, 10.0, 10.0, 10.0, 1000.0];
        Value::Array(row.iter().zip(steps).map(|(n, step)| Value::Float(f64::from(*n) / step)).collect())
    });
    let odd = prop::collection::vec(-1e6..1e6_f64, 7..10)
        .prop_map(|row| Value::Array(row.into_iter().map(Value::Float).collect()));
    prop_oneof![20 => whole, 1 => odd]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_map_goes_through_the_container_and_through_json(
        values in prop::collection::vec(("[a-z]{1,6}", value()), 0..6),
        rows in prop::collection::vec(scatter_row(), 0..40),
        heights in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let scatter = [("instances".to_owned(), Value::Array(rows))].into_iter().collect();
        let terrain = [("heights".to_owned(), Value::Bytes(heights))].into_iter().collect();
        let document = map(vec![
            node(2, "entity", &values.into_iter().filter(|(key, _)| key != "id" && key != "type" && key != "children").collect()),
            node(3, "scatter", &scatter),
            node(4, "terrain", &terrain),
        ]);
        let json = document.to_json().expect("the map is written");
        let binary = reread(&document);
        prop_assert_eq!(binary.problems(), []);
        prop_assert_eq!(binary.to_json().expect("the map is written"), json.clone());
        prop_assert_eq!(binary.content_id(), document.content_id());
        let from_json = read(json.as_bytes()).expect("to_json writes a map");
        prop_assert_eq!(from_json.content_id(), document.content_id());
        prop_assert_eq!(from_json.to_bytes(), document.to_bytes());
    }

    #[test]
    fn damage_anywhere_never_panics(place in 0_usize..4000, byte in any::<u8>(), cut in 0_usize..4000) {
        let mut file = map((2..60).map(|id| node(id, "brush", &Dictionary::new())).collect()).to_bytes().expect("a map");
        let place = place % file.len();
        file[place] = byte;
        file.truncate(file.len() - cut % 40);
        if let Ok(document) = read(&file) {
            let _ = document.to_json();
        }
    }
}

/// A batch closes after the node that takes it past 64 KiB, and no node is split.
#[test]
fn nodes_are_written_in_batches_of_64_kib() {
    let blob =
        |id| node(id, "entity", &[("k".to_owned(), Value::Bytes(vec![7; 30_000]))].into_iter().collect());
    let file = map((2..9).map(blob).collect()).to_bytes().expect("a map");
    let document = read(&file).expect("a map");
    assert_eq!(document.problems(), []);
    let chunks = file.windows(8).filter(|window| window.starts_with(b"\x89GTCNODE")).count();
    // The layer and three blobs, three blobs, one blob.
    assert_eq!(chunks, 3);
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let make = || map((2..400).map(|id| node(id, "brush", &Dictionary::new())).collect()).to_bytes();
    assert_eq!(make(), make());
}

#[test]
fn unknown_chunks_stand_behind_the_nodes_as_they_were_stored() {
    let mut document = map(vec![]);
    let chunk = |tag: &[u8; 4], data: &[u8]| UnknownChunk {
        tag: Tag(*tag),
        flags: 6,
        raw_size: 3,
        data: data.to_vec(),
    };
    let chunks = vec![chunk(b"XTRA", b"one"), chunk(b"ABCD", b"")];
    document.set_unknown_chunks(chunks.clone()).expect("they can be held");
    let file = document.to_bytes().expect("the map is written");
    assert_eq!(read(&file).expect("a map").unknown_chunks(), chunks);
    let place = |tag: &[u8]| file.windows(4).position(|window| window == tag);
    assert!(place(b"NODE") < place(b"XTRA") && place(b"ABCD") < place(b"END "));
    for tag in [b"HEAD", b"END ", b"a\0bc"] {
        let error = document.set_unknown_chunks(vec![chunk(tag, b"")]).expect_err("not a tag of others");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}

#[test]
fn a_node_without_an_id_is_refused_with_its_path() {
    let mut builder = MapBuilder::default();
    let layer = builder.begin(None, "layers[0]").expect("a layer");
    for entries in [Dictionary::new(), [("id".to_owned(), text("7"))].into_iter().collect()] {
        let error = builder.end(layer, entries, "layers[0]").expect_err("no integer id");
        assert_eq!(
            (error.kind(), error.fault().place.as_str()),
            (ErrorKind::InvalidData, "layers[0].id"),
            "{error}"
        );
    }
}

#[test]
fn a_node_with_the_id_0_gets_a_fresh_one() {
    let document = map(vec![node(0, "group", &Dictionary::new()), node(7, "group", &Dictionary::new())]);
    let ids: Vec<i64> = document.nodes().map(|node| node.id()).collect();
    assert_eq!(ids, [1, 8, 7]);
}

/// The container finds parents by their ids, so ids that would lead to another parent cannot be held.
#[test]
fn repeated_ids_that_would_tear_the_tree_are_refused() {
    let mut builder = MapBuilder::default();
    let layer = builder.begin(None, "").expect("a layer");
    builder.end(layer, node(1, "layer", &Dictionary::new()), "").expect("a layer");
    for id in [1, 5] {
        let open = builder.begin(Some(layer), "").expect("a node");
        builder.end(open, node(id, "group", &Dictionary::new()), "").expect("a node");
    }
    let error = builder.finish(head()).expect_err("node 5 would hang under the second 1");
    assert_eq!(
        (error.kind(), error.fault().place.as_str()),
        (ErrorKind::InvalidData, "layers[0].id"),
        "{error}"
    );
}

/// The Recovered layer has the id 0, which names no parent in the container.
#[test]
fn a_recovered_tree_is_saved_whole() {
    let orphan = craft::nodes(&[(99, craft::node(2, "group", &[])), (2, craft::node(3, "group", &[]))]);
    let file = craft::file(&[craft::chunk("HEAD", &craft::head(&[])), craft::chunk("NODE", &orphan)]);
    let saved = reread(&read(&file).expect("a map"));
    assert_eq!(saved.problems(), []);
    let parents: Vec<_> =
        saved.nodes().map(|node| (node.id(), node.parent().map(|parent| parent.id()))).collect();
    assert_eq!(parents, [(4, None), (2, Some(4)), (3, Some(2))]);
}

#[test]
fn a_map_past_the_budget_is_refused_with_the_limit() {
    let nulls = Value::Array(vec![Value::Null; 15_800_000]);
    let error = map(vec![node(2, "entity", &[("k".to_owned(), nulls)].into_iter().collect())])
        .to_bytes()
        .expect_err("1200 MiB are passed");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert!(error.to_string().contains(&0x4B00_0000.to_string()), "{error}");
}

#[test]
fn json_keeps_what_is_short_on_one_line() {
    let vector = Value::Array([1.0, 2.5, -3.0].map(Value::Float).to_vec());
    let json = map(vec![node(2, "entity", &[("origin".to_owned(), vector)].into_iter().collect())])
        .to_json()
        .expect("the map is written");
    assert!(json.contains("          \"origin\": [1.0, 2.5, -3.0]\n"), "{json}");
    assert!(json.lines().all(|line| line.len() <= 130), "{json}");
}

/// What a version control system shows of a change.
#[test]
fn a_moved_brush_changes_its_own_lines_of_the_json_only() {
    let brush = |id: i64, height: f64| {
        let corners = (0..8).map(|corner| {
            let corner = [f64::from(corner & 1) * 64.0, height, f64::from(corner >> 1) * 32.0];
            Value::Array(corner.map(Value::Float).to_vec())
        });
        node(id, "brush", &[("vertices".to_owned(), Value::Array(corners.collect()))].into_iter().collect())
    };
    let json = |moved: f64| {
        map((2..40).map(|id| brush(id, if id == 20 { moved } else { 0.0 })).collect())
            .to_json()
            .expect("the map is written")
    };
    let (before, after) = (json(0.0), json(1234.5));
    let is_corner = |line: &str| line.trim_start().starts_with('[');
    let changed: Vec<(usize, &str)> = before
        .lines()
        .zip(after.lines())
        .enumerate()
        .filter_map(|(index, (before, after))| (before != after).then_some((index, after)))
        .collect();
    assert_eq!(before.lines().count(), after.lines().count());
    assert_eq!(changed.len(), 8, "{changed:?}");
    assert!(changed.iter().all(|(_, line)| is_corner(line)), "{changed:?}");
    assert_eq!(changed[7].0 - changed[0].0, 7, "the corners stand together");
}
