//! Changing a map: ids stay unique, and what a change gives back undoes it.

mod craft;

use craft::{chunk, end, file, head, node, nodes};
use mapwright_formats::gtm::{Dictionary, Document, Error, Place, Value, read};

/// `1(2(3) 4) 5`.
fn map() -> Document {
    let group = |parent, id| (parent, node(id, "group", &[("name", craft::string(&format!("g{id}")))]));
    let tree =
        [(0, node(1, "layer", &[])), group(1, 2), group(2, 3), group(1, 4), (0, node(5, "layer", &[]))];
    let chunks = [chunk("HEAD", &head(&[])), chunk("NODE", &nodes(&tree)), chunk("END ", &end(5, 2, 0))];
    read(&file(&chunks)).expect("a map")
}

fn dictionary(id: i64, children: Vec<Dictionary>) -> Dictionary {
    let mut entries: Dictionary = [("id".to_owned(), Value::Int(id))].into_iter().collect();
    if !children.is_empty() {
        let children = children.into_iter().map(Value::Dictionary).collect();
        entries.insert("children".to_owned(), Value::Array(children));
    }
    entries
}

fn place(parent: i64, index: usize) -> Place {
    Place { parent, index }
}

/// The map as it reads back after saving, which finds parents by id again.
fn saved(document: &Document) -> String {
    let again = read(&document.to_bytes().expect("the map is written")).expect("a map");
    assert_eq!(again.problems(), []);
    again.to_json().expect("the map is written")
}

#[test]
fn what_a_change_gives_back_undoes_it() {
    let original = map();
    for id in [1, 2, 3, 4, 5] {
        let mut document = original.clone();
        let (entries, before) = document.remove_node(id).expect("the node");
        assert!(document.find_node(id).is_none());
        assert_ne!(saved(&document), saved(&original), "{id}");
        assert_eq!(document.add_node(entries, before), Ok(id));
        assert_eq!(saved(&document), saved(&original), "{id}");
        assert_eq!(document.node_count(), 5);
    }
    for (id, to) in [(4, place(2, 0)), (2, place(5, 0)), (5, place(0, 0)), (4, place(1, 0)), (1, place(0, 9))]
    {
        let mut document = original.clone();
        let before = document.move_node(id, to).expect("the move");
        assert_ne!(saved(&document), saved(&original), "{id} to {to:?}");
        document.move_node(id, before).expect("the move back");
        assert_eq!(saved(&document), saved(&original), "{id} to {to:?}");
    }
}

#[test]
fn a_node_goes_where_it_is_told() {
    let mut document = map();
    document.add_node(dictionary(9, vec![]), place(1, 1)).expect("a node");
    let layer = document.find_node(1).expect("the layer");
    assert_eq!(layer.children().map(|child| child.id()).collect::<Vec<_>>(), [2, 9, 4]);
    document.add_node(dictionary(10, vec![]), place(1, 99)).expect("a node");
    document.add_node(dictionary(11, vec![]), place(0, 0)).expect("a layer");
    assert_eq!(document.layers().map(|layer| layer.id()).collect::<Vec<_>>(), [11, 1, 5]);
    let layer = document.find_node(1).expect("the layer");
    assert_eq!(layer.children().map(|child| child.id()).collect::<Vec<_>>(), [2, 9, 4, 10]);
}

#[test]
fn ids_that_are_missing_or_taken_are_replaced() {
    let mut document = map();
    let inner =
        vec![dictionary(3, vec![]), dictionary(70, vec![]), Dictionary::new(), dictionary(70, vec![])];
    let id = document.add_node(dictionary(0, inner), place(5, 0)).expect("a node");
    let mut ids: Vec<i64> = document.nodes().map(|node| node.id()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), count), (10, 10), "{ids:?}");
    assert_eq!(document.find_node(id).map(|node| node.children().len()), Some(4));
    assert!(document.find_node(70).is_some_and(|node| node.parent().is_some_and(|parent| parent.id() == id)));
    saved(&document);
}

#[test]
fn what_would_break_the_tree_is_refused_and_changes_nothing() {
    let mut document = map();
    let before = saved(&document);
    let is_refused = |outcome: Result<(), Error>| matches!(outcome, Err(Error::InvalidData(_)));
    assert!(is_refused(document.move_node(2, place(3, 0)).map(|_| ())), "under its own child");
    assert!(is_refused(document.move_node(2, place(2, 0)).map(|_| ())), "under itself");
    assert!(is_refused(document.move_node(99, place(1, 0)).map(|_| ())), "no such node");
    assert!(is_refused(document.move_node(2, place(99, 0)).map(|_| ())), "no such parent");
    assert!(is_refused(document.remove_node(99).map(|_| ())), "no such node");
    assert!(is_refused(document.add_node(dictionary(9, vec![]), place(99, 0)).map(|_| ())), "no such parent");
    let of = |kind: &str, children: Vec<Dictionary>| {
        let mut entries = dictionary(0, children);
        entries.insert("type".to_owned(), Value::String(kind.to_owned()));
        entries
    };
    for kind in ["group", "entity", "brush", "mesh", "terrain", "scatter", "instance"] {
        assert!(
            is_refused(document.add_node(of(kind, vec![]), place(0, 0)).map(|_| ())),
            "{kind} at the top"
        );
    }
    assert!(
        is_refused(document.add_node(of("layer", vec![]), place(1, 0)).map(|_| ())),
        "a layer in a layer"
    );
    assert!(
        is_refused(document.add_node(of("layer", vec![]), place(2, 0)).map(|_| ())),
        "a layer in a group"
    );
    let nested = of("group", vec![of("layer", vec![])]);
    assert!(is_refused(document.add_node(nested, place(1, 0)).map(|_| ())), "a layer that comes in a group");
    for kind in ["brush", "mesh", "terrain", "scatter", "instance"] {
        let nested = of(kind, vec![of("brush", vec![])]);
        assert!(is_refused(document.add_node(nested, place(1, 0)).map(|_| ())), "a node in a {kind}");
    }
    assert!(is_refused(document.move_node(2, place(0, 0)).map(|_| ())), "a group that moves to the top");
    assert!(is_refused(document.move_node(5, place(1, 0)).map(|_| ())), "a layer that moves into another");
    let deep = (0..60).fold(dictionary(0, vec![]), |inner, _| dictionary(0, vec![inner]));
    assert!(is_refused(document.add_node(deep.clone(), place(1, 0)).map(|_| ())), "too deep under a layer");
    assert_eq!(saved(&document), before);
    document.add_node(deep, place(0, 9)).expect("61 levels at the top");
    saved(&document);
}
