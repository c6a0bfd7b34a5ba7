//! The JSON form: what it may look like, where its faults are, and that it reads as the binary form does.

mod craft;

use mapwright_formats::ErrorKind;
use mapwright_formats::gtm::{Document, Form, Problem, read};

fn load(text: &str) -> Document {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn map(layers: &str) -> String {
    format!(r#"{{"format": "godottrench-map", "version": 1, "layers": {layers}}}"#)
}

#[test]
fn a_byte_order_mark_and_white_space_may_come_first() {
    for start in ["", "\u{FEFF}", " \r\n\t", "\u{FEFF}\n "] {
        let document = load(&format!("{start}{}", map("[]")));
        assert_eq!((document.form(), document.problems()), (Form::Json, [].as_slice()));
    }
}

#[test]
fn json_that_is_no_map_is_not_recognized() {
    for text in ["[]", "12", "\"text\"", "null", "{}", r#"{"asset": {"version": "2.0"}}"#] {
        let error = read(text.as_bytes()).expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Unrecognized, "{text}: {error}");
        assert_eq!(error.kind(), ErrorKind::Unrecognized);
    }
    assert!(read(br#"{"layers": []}"#).is_ok());
    assert!(read(br#"{"format": "other"}"#).is_ok());
}

#[test]
fn a_fault_in_the_text_is_given_with_its_byte_offset() {
    let text = "{\"format\": \"godottrench-map\",\n \"layers\": [!]}";
    let place = text.find('!').expect("the fault") as u64;
    let offset = read(text.as_bytes()).expect_err("no JSON").fault().offset.expect("a place");
    assert_eq!(offset, place);
    let marked = format!("\u{FEFF}{text}");
    let offset = read(marked.as_bytes()).expect_err("no JSON").fault().offset.expect("a place");
    assert_eq!(offset, place + 3);
}

#[test]
fn a_json_map_cut_anywhere_is_refused_with_a_place() {
    let text = map(r#"[{"id": 1, "type": "layer", "children": [{"id": 2, "x": [1.5, null, "é"]}]}]"#);
    for length in 0..text.len() {
        let error = read(&text.as_bytes()[..length]).expect_err("a part is no map");
        let is_placed = error.fault().offset.is_some_and(|offset| offset <= length as u64);
        assert!(is_placed || length == 0, "{length}: {error}");
    }
}

#[test]
fn nesting_without_end_is_an_error() {
    let deep = "[".repeat(100_000);
    for text in [
        deep.clone(),
        map(&deep),
        format!(r#"{{"format": "godottrench-map", "x": {deep}"#),
        map(&r#"[{"id": 1, "children": "#.repeat(100_000)),
        map(&format!(r#"[{{"id": 1, "x": {}"#, r#"{"a":"#.repeat(100_000))),
    ] {
        assert!(read(text.as_bytes()).is_err());
    }
}

#[test]
fn values_nested_as_deep_as_the_container_allows_are_read() {
    let nested = |count: usize| format!("{}7{}", "[".repeat(count), "]".repeat(count));
    // HEAD is one container, a node three: its batch, the list of nodes, its own dictionary.
    let head = |count| format!(r#"{{"format": "godottrench-map", "x": {}}}"#, nested(count));
    let node = |count| map(&format!(r#"[{{"id": 1, "x": {}}}]"#, nested(count)));
    assert!(read(head(127).as_bytes()).is_ok());
    assert!(read(head(128).as_bytes()).is_err());
    assert!(read(node(125).as_bytes()).is_ok());
    assert!(read(node(126).as_bytes()).is_err());
}

#[test]
fn a_tree_of_more_than_61_levels_goes_on_in_the_recovered_layer() {
    let open = |id: usize| format!(r#"{{"id": {id}, "type": "group", "children": ["#);
    let levels: String = (1..=100).map(open).collect();
    let document = load(&map(&format!("[{levels}{}]", "]}".repeat(100))));
    assert_eq!(document.problems(), [Problem::Orphans { count: 1 }]);
    assert_eq!(document.find_node(62).and_then(|node| node.parent()).map(|parent| parent.id()), Some(0));
}

#[test]
fn integers_stay_integers_and_those_past_64_bits_become_floats() {
    let document = load(&map(
        r#"[{"id": 1, "a": 5, "b": 5.0, "c": 9223372036854775807, "d": 9223372036854775808, "e": -0.0, "f": 1e3}]"#,
    ));
    let json = document.to_json().expect("the map is written");
    for expected in [
        "\"a\": 5,",
        "\"b\": 5.0",
        "\"c\": 9223372036854775807",
        "\"d\": 9.223372036854775807e18",
        "\"e\": -0.0",
        "\"f\": 1000.0",
    ] {
        let expected = expected.replace("9.223372036854775807e18", "9.223372036854776e18");
        assert!(json.contains(&expected), "{expected} in {json}");
    }
}

#[test]
fn floats_are_read_to_the_last_bit() {
    for number in ["0.1", "2.2250738585072014e-308", "1.7976931348623157e308", "123456789.12345678", "5e-324"]
    {
        let document = load(&map(&format!(r#"[{{"id": 1, "x": {number}}}]"#)));
        let mut cursor = document.find_node(1).and_then(|node| node.get("x")).expect("the number");
        let mapwright_formats::gtm::Item::Float(found) = cursor.item() else { panic!("a float") };
        assert_eq!(Ok(found.to_bits()), number.parse::<f64>().map(f64::to_bits), "{number}");
    }
}

#[test]
fn what_is_not_of_its_kind_is_left_out_and_said() {
    let document = load(&map(r#"[3, {"id": 1, "type": "layer", "children": "none"}, null, [1], "x", true]"#));
    assert_eq!(document.node_count(), 1);
    let [Problem::NotOfItsKind { key: "children", .. }, Problem::NotNodes { count: 5, .. }] =
        document.problems()
    else {
        panic!("{:?}", document.problems());
    };
    let document = load(r#"{"format": "godottrench-map", "layers": {"id": 1}}"#);
    assert!(matches!(document.problems(), [Problem::NotOfItsKind { key: "layers", .. }]));
}

#[test]
fn another_format_and_a_newer_version_load_with_a_problem() {
    let document = load(r#"{"format": "tdm-map", "version": 7, "layers": []}"#);
    assert_eq!(
        document.problems(),
        [Problem::Format { found: "\"tdm-map\"".to_owned() }, Problem::NewerMap { found: 7, supported: 1 }]
    );
    assert!(!document.is_known_format());
}

#[test]
fn an_empty_list_of_children_is_not_kept() {
    let document = load(&map(r#"[{"id": 1, "type": "layer", "children": []}]"#));
    assert!(!document.to_json().expect("the map is written").contains("children"));
}

/// The base64 of a terrain becomes bytes where the bytes give the same text again.
#[test]
fn terrain_text_is_stored_as_bytes_when_it_is_canonical() {
    let terrain =
        |text: &str| load(&map(&format!(r#"[{{"id": 1, "type": "terrain", "heights": "{text}"}}]"#)));
    let stored = |document: &Document| {
        document.find_node(1).and_then(|node| node.get("heights")).map(|mut cursor| cursor.item().name())
    };
    assert_eq!(stored(&terrain("AACAPwAAAEA=")), Some("bytes"));
    for odd in ["AACAPwAAAEA", "AACAPwAAAEB=", "AACA PwAAAEA="] {
        let document = terrain(odd);
        assert_eq!(stored(&document), Some("a string"), "{odd}");
        assert!(document.to_json().expect("the map is written").contains(odd), "the text is kept");
        let heights = document.find_node(1).map(|node| node.terrain_heights());
        assert_eq!(heights, Some(vec![1.0, 2.0]), "{odd}");
    }
}

#[test]
fn a_json_map_that_would_fill_the_memory_is_refused() {
    let nulls = "null,".repeat(16_000_000);
    let text = map(&format!(r#"[{{"id": 1, "x": [{nulls}0]}}]"#));
    let error = read(text.as_bytes()).expect_err("1200 MiB are passed");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{error}");
}
