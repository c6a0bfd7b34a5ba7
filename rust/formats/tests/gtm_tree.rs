//! The tree: parents, orphans, depth, repeated ids, what stands where a node should.

mod craft;

use craft::{array, chunk, dictionary, end, file, head, int, int64s, node, nodes, null, string};
use mapwright_formats::gtm::{Document, NodeKind, Problem, read};

type Entry = (i64, Vec<u8>);

fn load(entries: &[Entry]) -> Document {
    let count = entries.len() as i32;
    let chunks =
        [chunk("HEAD", &head(&[])), chunk("NODE", &nodes(entries)), chunk("END ", &end(count, 2, 0))];
    read(&file(&chunks)).unwrap_or_else(|error| panic!("{error}"))
}

/// The ids of the tree with their children in brackets.
fn shape(document: &Document) -> String {
    fn of<'d>(nodes: impl Iterator<Item = mapwright_formats::gtm::NodeRef<'d>>) -> String {
        let parts: Vec<String> = nodes
            .map(|node| match of(node.children()) {
                inner if inner.is_empty() => node.id().to_string(),
                inner => format!("{}({inner})", node.id()),
            })
            .collect();
        parts.join(" ")
    }
    of(document.layers())
}

fn group(parent: i64, id: i64) -> Entry {
    (parent, node(id, "group", &[]))
}

fn layer(id: i64) -> Entry {
    (0, node(id, "layer", &[]))
}

#[test]
fn a_node_hangs_under_the_node_that_its_parent_id_names() {
    let document = load(&[layer(1), group(1, 2), group(2, 3), group(1, 4), layer(5), group(5, 6)]);
    assert_eq!(shape(&document), "1(2(3) 4) 5(6)");
    assert_eq!(document.problems(), []);
}

#[test]
fn the_tree_goes_on_across_chunks() {
    let chunks = [
        chunk("HEAD", &head(&[])),
        chunk("NODE", &nodes(&[layer(1), group(1, 2)])),
        chunk("NODE", &nodes(&[group(2, 3), group(1, 4)])),
        chunk("END ", &end(4, 3, 0)),
    ];
    let document = read(&file(&chunks)).expect("a map");
    assert_eq!(shape(&document), "1(2(3) 4)");
}

#[test]
fn a_parent_id_means_the_latest_node_with_that_id() {
    assert_eq!(shape(&load(&[layer(1), group(1, 2), group(1, 2), group(2, 3)])), "1(2 2(3))");
    assert_eq!(shape(&load(&[layer(1), group(1, 5), group(5, 5), group(5, 6)])), "1(5(5(6)))");
}

#[test]
fn nodes_without_a_parent_go_to_the_recovered_layer_with_their_children() {
    let document = load(&[layer(1), group(99, 2), group(2, 3), group(98, 4)]);
    assert_eq!(shape(&document), "1 0(2(3) 4)");
    assert_eq!(document.problems(), [Problem::Orphans { count: 2 }]);
    let recovered = document.layers().last().expect("the Recovered layer");
    let mut keys = Vec::new();
    let mut cursor = recovered.cursor();
    cursor.item();
    for _ in 0..5 {
        keys.push((cursor.key().to_owned(), format!("{:?}", cursor.item())));
    }
    let expected = [
        ("id", "Int(0)"),
        ("type", "String(\"layer\")"),
        ("name", "String(\"Recovered\")"),
        ("color", "String(\"#e0a030ff\")"),
        ("omit_from_export", "Bool(false)"),
    ];
    assert_eq!(keys, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
}

/// A layer stands at level 0, and 60 is the deepest; an orphan begins again at level 1.
#[test]
fn a_tree_of_200_levels_gives_three_orphans_of_60_levels() {
    let mut entries = vec![layer(1)];
    entries.extend((2..=200).map(|id| group(id - 1, id)));
    let document = load(&entries);
    assert_eq!(document.problems(), [Problem::Orphans { count: 3 }]);
    let recovered = document.layers().last().expect("the Recovered layer");
    let orphans: Vec<i64> = recovered.children().map(|node| node.id()).collect();
    assert_eq!(orphans, [62, 122, 182]);
}

#[test]
fn an_id_that_is_no_integer_names_no_parent_and_is_replaced() {
    let entries = [
        layer(1),
        (1, dictionary(&[("type", string("group"))])),
        (1, dictionary(&[("id", craft::float(7.0)), ("type", string("group"))])),
        (1, dictionary(&[("id", string("7")), ("type", string("group"))])),
        group(7, 8),
    ];
    let document = load(&entries);
    assert_eq!(shape(&document), "1(9 7(8) 10)", "a whole float is an integer");
    assert_eq!(document.problems(), [Problem::WithoutId { count: 2 }]);
    let entries =
        [layer(1), (1, dictionary(&[("id", string("7"))])), group(7, 8), (1, node(0, "group", &[]))];
    let document = load(&entries);
    assert_eq!(shape(&document), "1(9 0) 0(8)", "an id of 0 stays until the map is saved");
    assert_eq!(document.problems(), [Problem::Orphans { count: 1 }, Problem::WithoutId { count: 1 }]);
    assert_eq!(shape(&read(&document.to_bytes().expect("a file")).expect("a map")), "1(9 10) 11(8)");
}

#[test]
fn whatever_has_the_parent_0_stands_at_the_top() {
    let document = load(&[group(0, 5), layer(1)]);
    assert_eq!(shape(&document), "5 1");
    assert_eq!(document.layers().next().map(|node| node.kind()), Some(NodeKind::Group));
}

#[test]
fn parents_are_read_in_every_form_of_a_number_array() {
    let list = array(&[layer(1).1, group(1, 2).1, group(2, 3).1]);
    for parents in [int64s(&[0, 1, 2]), craft::int32s(&[0, 1, 2]), array(&[int(0), int(1), craft::int64(2)])]
    {
        let payload = dictionary(&[("parents", parents), ("nodes", list.clone())]);
        let document = read(&file(&[chunk("HEAD", &head(&[])), chunk("NODE", &payload)])).expect("a map");
        assert_eq!(shape(&document), "1(2(3))");
    }
}

#[test]
fn entries_that_are_no_nodes_or_have_no_parent_are_left_out_and_said() {
    let payload = dictionary(&[
        ("parents", int64s(&[0, 1, 1])),
        ("nodes", array(&[layer(1).1, null(), group(1, 2).1, group(1, 3).1])),
    ]);
    let document =
        read(&file(&[chunk("HEAD", &head(&[])), chunk("NODE", &payload), chunk("END ", &end(4, 2, 0))]))
            .expect("a map");
    assert_eq!(shape(&document), "1(2)");
    let offset = 12 + chunk("HEAD", &head(&[])).len();
    let expected = [Problem::NotNodes { count: 2, offset }, Problem::NodesLost { lost: 2, total: 4 }];
    assert_eq!(document.problems(), expected);
}

#[test]
fn end_counts_what_should_be_there() {
    let map = |nodes_counted, chunks_counted| {
        let tree = chunk("NODE", &nodes(&[layer(1)]));
        file(&[chunk("HEAD", &head(&[])), tree, chunk("END ", &end(nodes_counted, chunks_counted, 0))])
    };
    let problems = |bytes: Vec<u8>| read(&bytes).expect("a map").problems().to_vec();
    assert_eq!(problems(map(1, 2)), []);
    assert_eq!(problems(map(0, 0)), [], "counts that are too low lose nothing");
    assert_eq!(
        problems(map(3, 5)),
        [Problem::NodesLost { lost: 2, total: 3 }, Problem::ChunksMissing { count: 3 }]
    );
}

#[test]
fn children_inside_a_record_become_nodes_when_no_other_node_hangs_there() {
    let inner = array(&[node(9, "group", &[("children", array(&[node(10, "brush", &[])]))])]);
    let with_children = |id| node(id, "group", &[("children", inner.clone())]);
    let document = load(&[layer(1), (1, with_children(2)), (1, with_children(3)), group(3, 4)]);
    assert_eq!(shape(&document), "1(2(9(10)) 3(4))");
}

#[test]
fn a_node_is_found_by_its_id_and_of_several_the_first() {
    let entries = [layer(1), (1, node(2, "brush", &[])), (1, node(2, "mesh", &[]))];
    let document = load(&entries);
    assert_eq!(document.find_node(2).map(|node| node.kind()), Some(NodeKind::Brush));
    assert!(document.find_node(3).is_none());
}
