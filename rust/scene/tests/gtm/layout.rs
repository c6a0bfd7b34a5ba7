//! The walk over a map's tree: layers in layers, and the limit of placed nodes.

use crate::support::document;
use mapwright_scene::gtm::layout::class_rules::{ClassRules, Classes};
use mapwright_scene::gtm::layout::prefabs::Library;
use mapwright_scene::gtm::layout::tree::{Layout, lay_out, lay_out_up_to};
use proptest::prelude::*;
use serde_json::{Value, json};

struct Unknown(ClassRules);

impl Classes for Unknown {
    fn rules(&self, _classname: &str) -> &ClassRules {
        &self.0
    }
}

fn node(kind: &str, children: Vec<Value>) -> Value {
    json!({"type": kind, "name": kind, "children": Value::Array(children)})
}

/// A map of one layer.
fn map(children: Vec<Value>) -> Value {
    json!({"format": "godottrench-map", "version": 1, "layers": [node("layer", children)]})
}

/// What `count` makes of the layout of a map.
fn with_layout<T>(map: &Value, limit: Option<usize>, count: impl FnOnce(&Layout<'_, '_>) -> T) -> T {
    let document = document(map);
    let library = Library::gather(&document, "", |_: &str| Err("no such file".to_owned()));
    let classes = Unknown(ClassRules::unknown());
    count(&match limit {
        Some(limit) => lay_out_up_to(limit, &library, &classes, true),
        None => lay_out(&library, &classes, true),
    })
}

/// Entities but for the world, solids, terrains, scatter sets, and groups that are no layer.
fn placed(layout: &Layout<'_, '_>) -> usize {
    let solids: usize = layout.entities.iter().map(|entity| entity.solids.len()).sum();
    let groups = layout.groups.iter().filter(|group| !group.is_layer).count();
    layout.entities.len() - 1 + solids + groups + layout.terrains.len() + layout.scatters.len()
}

#[test]
fn a_layer_in_a_layer_or_a_group_builds_its_contents() {
    let inner = || node("layer", vec![node("brush", vec![]), node("entity", vec![node("brush", vec![])])]);
    let map = map(vec![inner(), node("group", vec![inner()])]);
    with_layout(&map, None, |layout| {
        assert_eq!(layout.entities.len(), 3);
        assert_eq!(layout.entities[0].solids.len(), 2, "the world takes the brushes");
        let parents: Vec<Option<usize>> = layout.groups.iter().map(|group| group.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(0), Some(2)], "the nodes stand as in the map");
    });
}

#[test]
fn a_layer_that_is_left_out_is_left_out_anywhere() {
    let mut inner = node("layer", vec![node("brush", vec![])]);
    inner["omit_from_export"] = json!(true);
    with_layout(&map(vec![inner]), None, |layout| assert_eq!(placed(layout), 0));
}

fn nodes() -> impl Strategy<Value = Vec<Value>> {
    let leaf = prop_oneof![Just("brush"), Just("mesh"), Just("terrain"), Just("scatter"), Just("entity")]
        .prop_map(|kind| node(kind, vec![]));
    let entity = (0_usize..9).prop_map(|count| node("entity", vec![node("brush", vec![]); count]));
    let any = prop_oneof![3 => leaf, 2 => entity].prop_recursive(3, 40, 6, |inner| {
        prop::collection::vec(inner, 0..6).prop_map(|children| node("group", children))
    });
    prop::collection::vec(any, 0..12)
}

proptest! {
    #[test]
    fn what_is_not_placed_is_told(children in nodes(), limit in 0_usize..60) {
        let map = map(children);
        let all = with_layout(&map, None, placed);
        let (found, is_told) = with_layout(&map, Some(limit), |layout| {
            (placed(layout), layout.problems().iter().any(|problem| problem.contains("the rest is left out")))
        });
        prop_assert_eq!(found, all.min(limit));
        prop_assert_eq!(is_told, all > limit);
    }
}
