//! Maps on which programs did not agree: batches, ids, numbers, flat arrays, bakes with fewer keys.

mod craft;
mod interop;

use craft::{array, chunk, dictionary, end, file, float, head, int, node, nodes, string};
use mapwright_formats::gtm::{Document, NodeKind, Problem, read};
use proptest::prelude::*;
use std::fs;

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn binary(document: &Document) -> Document {
    load(&document.to_bytes().expect("the map is written"))
}

fn json(document: &Document) -> Document {
    load(document.to_json().expect("the map is written").as_bytes())
}

/// The raw sizes of the NODE chunks of a file.
fn batches(file: &[u8]) -> Vec<usize> {
    let number = |place: usize| u32::from_le_bytes(file[place..place + 4].try_into().expect("four bytes"));
    let headers = file.windows(8).enumerate().filter(|(_, window)| window.starts_with(b"\x89GTCNODE"));
    headers.map(|(place, _)| number(place + 12) as usize).collect()
}

/// A node's record as the editor writes it, with a text of so many bytes.
fn record(id: i32, kind: &str, length: usize) -> Vec<u8> {
    dictionary(&[("id", int(id)), ("type", string(kind)), ("k", string(&"x".repeat(length)))])
}

/// The text with which a node closes the batch that the layer begins, to the byte.
fn edge() -> usize {
    65_536 - record(1, "layer", 0).len() - record(2, "group", 0).len()
}

/// A map of a layer and nodes in it, in the batches of the format's text: one is closed when it reaches 64 KiB.
fn batched(sizes: &[usize]) -> Vec<u8> {
    let all = std::iter::once((0, record(1, "layer", 0)));
    let all = all.chain(sizes.iter().zip(2..).map(|(size, id)| (1, record(id, "group", *size))));
    let mut payloads = vec![head(&[])];
    let mut batch: Vec<(i64, Vec<u8>)> = Vec::new();
    for entry in all {
        batch.push(entry);
        if batch.iter().map(|(_, record)| record.len()).sum::<usize>() >= 65_536 {
            payloads.push(nodes(&std::mem::take(&mut batch)));
        }
    }
    if !batch.is_empty() {
        payloads.push(nodes(&batch));
    }
    let parts: Vec<&[u8]> = payloads.iter().map(Vec::as_slice).collect();
    let (count, id) = (sizes.len() as i32 + 1, craft::content_id(&parts) as i64);
    let mut chunks: Vec<Vec<u8>> = payloads
        .iter()
        .enumerate()
        .map(|(place, raw)| chunk(if place == 0 { "HEAD" } else { "NODE" }, raw))
        .collect();
    chunks.push(chunk("END ", &end(count, payloads.len() as i32, id)));
    file(&chunks)
}

fn assert_kept(file: &[u8]) {
    let document = load(file);
    assert_eq!(document.problems(), [], "the content id is the stored one");
    let saved = document.to_bytes().expect("the map is written");
    assert_eq!(batches(&saved), batches(file));
    assert_eq!(load(&saved).content_id(), document.content_id());
    let text = json(&document);
    assert_eq!((text.content_id(), text.problems()), (document.content_id(), [].as_slice()));
    assert_eq!(text.to_bytes().expect("the map is written"), saved);
}

#[test]
fn a_batch_closes_when_it_reaches_64_kib() {
    for (size, chunks) in [(edge() - 4, 1), (edge(), 2), (edge() + 4, 2)] {
        let map = batched(&[size, 4]);
        assert_eq!(batches(&map).len(), chunks);
        assert_kept(&map);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_map_that_nobody_changed_keeps_its_content_id(
        sizes in prop::collection::vec(prop_oneof![0_usize..200, 0_usize..30_000, Just(65_536), Just(edge()), Just(edge() - 4)], 0..24),
    ) {
        assert_kept(&batched(&sizes));
    }
}

#[test]
fn nodes_without_an_id_get_one_in_memory_and_are_told_once() {
    let text = r#"{"format": "godottrench-map", "layers": [{"id": 1, "type": "layer", "children": [
        {"type": "group", "children": [{"id": "x", "type": "brush"}]}, {"id": 1.5}, {"id": null}, {"id": 0}]}]}"#;
    let bare = dictionary(&[("type", string("group"))]);
    let tree = nodes(&[(0, node(1, "layer", &[])), (1, bare.clone()), (1, bare)]);
    let container = file(&[chunk("HEAD", &head(&[])), chunk("NODE", &tree), chunk("END ", &end(3, 2, 0))]);
    for (document, count) in [(load(text.as_bytes()), 4), (load(&container), 2)] {
        assert_eq!(document.problems(), [Problem::WithoutId { count }]);
        let mut ids: Vec<i64> = document.nodes().map(|node| node.id()).filter(|id| *id != 0).collect();
        ids.sort_unstable();
        assert_eq!(ids, (1..=count as i64 + 1).collect::<Vec<_>>());
        for again in [binary(&document), json(&document)] {
            assert_eq!((again.problems(), again.node_count()), ([].as_slice(), document.node_count()));
        }
    }
}

#[test]
fn the_highest_id_there_is_leaves_room_for_fresh_ones() {
    let text =
        format!(r#"{{"layers": [{{"id": {}, "children": [{{"type": "group"}}, {{"id": 0}}]}}]}}"#, i64::MAX);
    let saved = binary(&load(text.as_bytes()));
    let mut ids: Vec<i64> = saved.nodes().map(|node| node.id()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, i64::MAX]);
}

#[test]
fn repeated_ids_in_json_get_fresh_ones_with_one_problem() {
    let text = r#"{"format": "godottrench-map", "layers": [{"id": 1, "type": "layer", "children": [
        {"id": 5, "type": "group", "children": [{"id": 5, "type": "group"}, {"id": 6, "type": "brush"}]},
        {"id": 1, "type": "group"}]}]}"#;
    let document = load(text.as_bytes());
    assert_eq!(document.problems(), [Problem::RepeatedIds { count: 2 }]);
    let ids: Vec<i64> = document.nodes().map(|node| node.id()).collect();
    assert_eq!(ids, [1, 5, 7, 6, 8]);
    for again in [binary(&document), json(&document)] {
        assert_eq!(again.problems(), []);
        assert_eq!(again.to_json(), document.to_json());
    }
}

/// Node 4 hangs under the first 2, which no reader of the container could find again behind the second.
#[test]
fn repeated_ids_that_would_tear_a_tree_are_mended_in_the_container_too() {
    let group = |parent, id| (parent, node(id, "group", &[]));
    let tree = nodes(&[(0, node(1, "layer", &[])), group(1, 2), group(2, 3), group(2, 4), group(3, 2)]);
    let map = file(&[chunk("HEAD", &head(&[])), chunk("NODE", &tree), chunk("END ", &end(5, 2, 0))]);
    let document = load(&map);
    assert_eq!(document.problems(), [Problem::RepeatedIds { count: 1 }]);
    assert_eq!(binary(&document).to_json(), document.to_json());
}

/// What a tool makes of a map that writes every number as a float.
#[test]
fn whole_floats_are_integers_wherever_the_format_has_integers() {
    let map = |number: fn(i64) -> String| {
        let n = number;
        let list = |count: i64| (0..count).map(n).collect::<Vec<_>>().join(", ");
        format!(
            r#"{{"format": "godottrench-map", "version": {}, "layers": [{{"id": {}, "type": "layer", "children": [
            {{"id": {}, "type": "group", "link_id": {}}},
            {{"id": {}, "type": "brush", "faces": [{{"indices": [{}], "disp": {{"power": {}, "heights": [1.0]}}}}]}},
            {{"id": {}, "type": "mesh", "faces": [{{"indices": [{}], "uv": {{"offset": [2.0, 3.0]}}}}]}},
            {{"id": {}, "type": "entity", "origin": [1.0, 2.0, 3.0], "outputs": [{{"output": "o", "times": {}, "delay": 2.0}}]}},
            {{"id": {}, "type": "terrain", "resolution": [{}, {}], "chunk_cells": {}, "cell_size": 32.0}},
            {{"id": {}, "type": "scatter", "targets": [{}], "instances": [[0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]]}}]}}],
            "lightmap": {{"version": {}, "width": {}, "height": {}, "scene": {}, "texel_size": 4.0,
            "light": "AAAAAAAA", "shadow": "AA==", "ao": "AA==", "chart_keys": [{}], "chart_rows": [], "nodes": [{}], "stale": []}}}}"#,
            n(1),
            n(1),
            n(2),
            n(7),
            n(3),
            list(3),
            n(2),
            n(4),
            list(40),
            n(5),
            n(-1),
            n(6),
            n(2),
            n(2),
            n(8),
            n(9),
            list(2),
            n(1),
            n(1),
            n(1),
            n(77),
            list(0),
            list(40),
        )
    };
    let (floats, integers) = (map(|number| format!("{number}.0")), map(|number| number.to_string()));
    let (floats, integers) = (load(floats.as_bytes()), load(integers.as_bytes()));
    assert_eq!((floats.problems(), integers.problems()), ([].as_slice(), [].as_slice()));
    assert_eq!(floats.to_json(), integers.to_json());
    assert_eq!(floats.to_bytes(), integers.to_bytes());
    assert_eq!((floats.map_version(), floats.lightmap()), (1, integers.lightmap()));
}

#[test]
fn whole_floats_are_integers_in_the_container_as_well() {
    let face = dictionary(&[("indices", array(&[float(0.0), float(1.0), float(2.0)]))]);
    let brush = dictionary(&[("id", float(2.0)), ("type", string("brush")), ("faces", array(&[face]))]);
    let payload = dictionary(&[
        ("parents", array(&[float(0.0), float(1.0)])),
        ("nodes", array(&[dictionary(&[("id", float(1.0)), ("type", string("layer"))]), brush])),
    ]);
    let head = dictionary(&[("format", string("godottrench-map")), ("version", float(1.0))]);
    let map = file(&[chunk("HEAD", &head), chunk("NODE", &payload), chunk("END ", &end(2, 2, 0))]);
    let document = load(&map);
    assert_eq!((document.problems(), document.map_version()), ([].as_slice(), 1));
    assert_eq!(document.find_node(2).and_then(|node| node.parent()).map(|parent| parent.id()), Some(1));
    let text = document.to_json().expect("the map is written");
    assert!(text.contains("\"version\": 1,") && text.contains("\"indices\": [0, 1, 2]"), "{text}");
}

/// What is stored of a scatter set's instances when JSON has `list` there.
fn stored_instances(list: &str) -> Vec<u8> {
    let text = format!(
        r#"{{"layers": [{{"id": 1, "type": "layer", "children": [{{"id": 2, "type": "scatter", "instances": {list}}}]}}]}}"#
    );
    let document = load(text.as_bytes());
    let saved = binary(&document);
    assert_eq!(
        saved.find_node(2).map(|node| node.scatter_instances()),
        document.find_node(2).map(|node| node.scatter_instances())
    );
    let raw = saved.to_bytes().expect("the map is written");
    let place = raw.windows(8).position(|window| window.starts_with(b"\x89GTCNODE")).expect("a NODE chunk");
    let number = |at: usize| {
        u32::from_le_bytes(raw[place + at..place + at + 4].try_into().expect("four bytes")) as usize
    };
    let payload =
        zstd::bulk::decompress(&raw[place + 24..place + 24 + number(16)], number(12)).expect("a frame");
    let key = string("instances");
    let start = payload.windows(key.len()).position(|window| window == key).expect("the key") + key.len();
    payload[start..].to_vec()
}

/// Rows become columns where they are exact; a flat array is one like all others.
#[test]
fn flat_scatter_arrays_are_packed_as_other_arrays_are() {
    let list = |count: usize, number: fn(usize) -> String| {
        format!("[{}]", (0..count).map(number).collect::<Vec<_>>().join(","))
    };
    let halves = |count: usize| (0..count).map(|index| index as f64 / 2.0).collect::<Vec<_>>();
    let thirds = |count: usize| (0..count).map(|index| index as f64 / 3.0).collect::<Vec<_>>();
    let cases = [
        (
            list(16, |index| format!("{:?}", index as f64 / 2.0)),
            array(&halves(16).into_iter().map(float).collect::<Vec<_>>()),
        ),
        (
            list(40, |index| format!("{:?}", index as f64 / 2.0)),
            craft::float32s(&halves(40).iter().map(|half| *half as f32).collect::<Vec<_>>()),
        ),
        (list(40, |index| format!("{:?}", index as f64 / 3.0)), craft::float64s(&thirds(40))),
        (list(16, |index| index.to_string()), array(&(0..16).map(int).collect::<Vec<_>>())),
        (list(40, |index| index.to_string()), craft::int32s(&(0..40).collect::<Vec<_>>())),
        ("[[1.0,0.5,0.25,0.0,0.0,0.0,0.0,2.0]]".to_owned(), craft::int32s(&[1, 50, 25, 0, 0, 0, 0, 2000])),
    ];
    for (list, expected) in cases {
        assert_eq!(stored_instances(&list), expected, "{list}");
    }
}

#[test]
fn a_bake_gains_no_keys_that_it_had_not() {
    let usual = [
        ("version", int(1)),
        ("width", int(1)),
        ("height", int(1)),
        ("light", craft::bytes(&[0; 6])),
        ("shadow", craft::bytes(&[255])),
        ("ao", craft::bytes(&[255])),
    ];
    let empty =
        [usual.as_slice(), &[("scene", craft::int64(0)), ("probe_points", craft::float32s(&[]))]].concat();
    for (keys, count) in [(usual.to_vec(), 6), (empty, 8)] {
        let tree = nodes(&[(0, node(1, "layer", &[]))]);
        let lightmap = dictionary(&keys);
        let map = file(&[
            chunk("HEAD", &head(&[])),
            chunk("NODE", &tree),
            chunk("LMAP", &lightmap),
            chunk("END ", &end(1, 3, 0)),
        ]);
        let document = load(&map);
        assert_eq!(document.problems(), []);
        for again in [binary(&document), json(&binary(&document)), binary(&json(&document))] {
            let text = again.to_json().expect("the map is written");
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(value["lightmap"].as_object().map(serde_json::Map::len), Some(count), "{text}");
            assert_eq!(again.lightmap(), document.lightmap());
        }
    }
}

/// The counts of END hold wherever END stands.
#[test]
fn shuffled_chunks_are_not_missing() {
    let tree = nodes(&[(0, node(1, "layer", &[]))]);
    let chunks =
        [chunk("END ", &end(1, 3, 0)), chunk("XTRA", b"x"), chunk("NODE", &tree), chunk("HEAD", &head(&[]))];
    for order in [[0, 1, 2, 3], [3, 0, 2, 1], [2, 1, 3, 0]] {
        assert_eq!(load(&file(&order.map(|place| chunks[place].clone()))).problems(), []);
    }
    let missing = load(&file(&[chunk("END ", &end(1, 4, 0)), chunks[2].clone(), chunks[3].clone()]));
    assert_eq!(missing.problems(), [Problem::ChunksMissing { count: 2 }]);
}

#[test]
fn interop_every_case_is_saved_in_both_forms_and_loads_again() {
    let Some(folder) = interop::folder("gtm/cases") else { return };
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let document = load(&fs::read(&path).expect("the file is there"));
        for again in [binary(&document), json(&document)] {
            assert_eq!(again.problems(), [], "{name}");
            assert_eq!(again.node_count(), document.node_count(), "{name}");
            assert!(again.memory().abs_diff(document.memory()) * 10 <= document.memory(), "{name}");
            if document.problems().is_empty() {
                assert_eq!(again.content_id(), document.content_id(), "{name}");
            }
        }
    }
}

#[test]
fn interop_cases_read_as_they_should() {
    let Some(folder) = interop::folder("gtm/cases") else { return };
    let open = |name: &str| fs::read(folder.join(name)).expect("the file is there");
    let exact = open("batch_exact_64k.gtm");
    assert_eq!(batches(&load(&exact).to_bytes().expect("the map is written")), batches(&exact));
    assert_eq!(load(&open("no_id_node.gtm")).problems(), [Problem::WithoutId { count: 1 }]);
    let rewritten = load(&open("rewritten_by_godot_json.json"));
    assert_eq!((rewritten.problems(), rewritten.map_version()), ([].as_slice(), 1));
    let mut ids: Vec<i64> = rewritten.nodes().map(|node| node.id()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=19).collect::<Vec<_>>());
    assert!(rewritten.nodes().all(|node| node.kind() != NodeKind::Unknown));
}
