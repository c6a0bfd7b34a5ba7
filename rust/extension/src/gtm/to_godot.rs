//! A map as dictionaries. Values are made once, in place.
//!
//! On one core: making them is bound by the allocator, whose threads wait for each other.

use crate::raw;
use godot::prelude::*;
use mapwright_formats::gtm::{
    BYTE_KEYS, Columns, Cursor, Document, INSTANCES, Item, Lightmap, NodeKind, NodeRef, any_base64, float32s,
    float64s, int32s, int64s,
};
use std::collections::HashMap;

/// Longer texts are rarely repeated, and not looked up.
const SHARED_TEXT: usize = 32;

/// The whole map: the top level keys, `layers`, and `lightmap` when there is one.
pub(super) fn map(document: &Document) -> VarDictionary {
    let mut texts = Texts::default();
    let mut map = VarDictionary::new();
    entries(&mut document.head(), &mut map, &mut texts, |key| key != "lightmap");
    let layers = nodes(document.layers(), &mut texts);
    raw::add(&mut map, &texts.get("layers"), layers);
    if let Some(bake) = document.lightmap() {
        raw::add(&mut map, &texts.get("lightmap"), lightmap(bake).to_variant());
    }
    map
}

/// A node with all that is under it.
pub(super) fn node(node: NodeRef<'_>) -> VarDictionary {
    tree(node, &mut Texts::default())
}

/// A tree has 61 levels at most.
fn tree<'d>(node: NodeRef<'d>, texts: &mut Texts<'d>) -> VarDictionary {
    let mut made = make_node(node, texts);
    let children = node.children();
    if children.len() > 0 {
        let children = nodes(children, texts);
        raw::add(&mut made, &texts.get("children"), children);
    }
    made
}

fn nodes<'d>(mut nodes: impl ExactSizeIterator<Item = NodeRef<'d>>, texts: &mut Texts<'d>) -> Variant {
    let count = nodes.len();
    let next = || nodes.next().map_or_else(Variant::nil, |node| tree(node, texts).to_variant());
    raw::array(count, next).to_variant()
}

/// A bake with the keys of the format; the packed types are those of the format as well.
pub(super) fn lightmap(lightmap: &Lightmap) -> VarDictionary {
    let probes = lightmap.probes();
    vdict! {
        "version" => lightmap.version,
        "width" => i64::from(lightmap.width),
        "height" => i64::from(lightmap.height),
        "scene" => lightmap.scene,
        "texel_size" => lightmap.texel_size,
        "light" => &PackedByteArray::from(lightmap.light.as_slice()),
        "shadow" => &PackedByteArray::from(lightmap.shadow.as_slice()),
        "ao" => &PackedByteArray::from(lightmap.ao.as_slice()),
        "chart_keys" => &PackedInt64Array::from(lightmap.chart_keys.as_slice()),
        "chart_rows" => &PackedFloat32Array::from(lightmap.chart_rows.as_slice()),
        "nodes" => &PackedInt64Array::from(lightmap.nodes.as_slice()),
        "stale" => &PackedInt64Array::from(lightmap.stale.as_slice()),
        "fallback" => &PackedFloat32Array::from(lightmap.fallback.as_slice()),
        "probe_points" => &PackedFloat32Array::from(probes.points.as_slice()),
        "probe_sh" => &PackedFloat32Array::from(probes.sh.as_slice()),
        "probe_tetrahedra" => &PackedInt32Array::from(probes.tetrahedra.as_slice()),
        "probe_bsp_planes" => &PackedFloat32Array::from(probes.bsp_planes.as_slice()),
        "probe_bsp_children" => &PackedInt32Array::from(probes.bsp_children.as_slice()),
    }
}

fn make_node<'d>(node: NodeRef<'d>, texts: &mut Texts<'d>) -> VarDictionary {
    let mut dictionary = VarDictionary::new();
    let mut cursor = node.cursor();
    let Item::Dictionary(count) = cursor.item() else { return dictionary };
    for _ in 0..count {
        let key = cursor.key();
        let made = node_value(node.kind(), key, &mut cursor, texts);
        raw::add(&mut dictionary, &texts.get(key), made);
    }
    dictionary
}

/// A node's value: scatter instances unfolded, a terrain's bytes as bytes in whichever form they are stored.
fn node_value<'d>(kind: NodeKind, key: &str, cursor: &mut Cursor<'d>, texts: &mut Texts<'d>) -> Variant {
    let special = match (kind, cursor.clone().item()) {
        (NodeKind::Scatter, Item::Int32s(columns)) if key == INSTANCES => {
            Columns::new(columns).map(instances)
        }
        (NodeKind::Terrain, Item::String(text)) if BYTE_KEYS.contains(&key) => {
            any_base64(text).map(|bytes| PackedByteArray::from(bytes).to_variant())
        }
        _ => None,
    };
    match special {
        Some(made) => {
            cursor.skip();
            made
        }
        None => value(cursor, texts),
    }
}

fn instances(columns: Columns<'_>) -> Variant {
    let mut rows = columns.iter();
    let row = || {
        let mut numbers = rows.next().unwrap_or_default().into_iter();
        raw::array(numbers.len(), || numbers.next().unwrap_or_default().to_variant()).to_variant()
    };
    raw::array(columns.len(), row).to_variant()
}

fn value<'d>(cursor: &mut Cursor<'d>, texts: &mut Texts<'d>) -> Variant {
    match cursor.item() {
        Item::Null => Variant::nil(),
        Item::Bool(value) => value.to_variant(),
        Item::Int(value) => value.to_variant(),
        Item::Float(value) => value.to_variant(),
        Item::String(text) => texts.get(text),
        Item::Array(count) => raw::array(count, || value(cursor, texts)).to_variant(),
        Item::Dictionary(count) => {
            let mut dictionary = VarDictionary::new();
            for _ in 0..count {
                let key = texts.get(cursor.key());
                let made = value(cursor, texts);
                raw::add(&mut dictionary, &key, made);
            }
            dictionary.to_variant()
        }
        Item::Bytes(bytes) => PackedByteArray::from(bytes).to_variant(),
        Item::Int32s(bytes) => int32s(bytes).collect::<PackedInt32Array>().to_variant(),
        Item::Int64s(bytes) => int64s(bytes).collect::<PackedInt64Array>().to_variant(),
        Item::Float32s(bytes) => float32s(bytes).collect::<PackedFloat32Array>().to_variant(),
        Item::Float64s(bytes) => float64s(bytes).collect::<PackedFloat64Array>().to_variant(),
    }
}

fn entries<'d>(
    cursor: &mut Cursor<'d>,
    into: &mut VarDictionary,
    texts: &mut Texts<'d>,
    keep: impl Fn(&str) -> bool,
) {
    let Item::Dictionary(count) = cursor.item() else { return };
    for _ in 0..count {
        let key = cursor.key();
        if keep(key) {
            let made = value(cursor, texts);
            raw::add(into, &texts.get(key), made);
        } else {
            cursor.skip();
        }
    }
}

/// Godot's strings for texts that come again and again: keys, types, materials.
#[derive(Default)]
struct Texts<'d> {
    made: Vec<SharedText<'d>>,
    places: HashMap<&'d str, usize>,
    last: usize,
}

struct SharedText<'d> {
    text: &'d str,
    made: Variant,
    /// Which text came after this one the last time: nodes of a kind have the same keys in the same order.
    next: usize,
}

impl<'d> Texts<'d> {
    fn get(&mut self, text: &'d str) -> Variant {
        if text.len() > SHARED_TEXT {
            return text.to_variant();
        }
        let guess = self.made.get(self.last).map_or(0, |last| last.next);
        let place = match self.made.get(guess) {
            Some(shared) if shared.text == text => guess,
            _ => self.find(text),
        };
        self.last = place;
        self.made[place].made.clone()
    }

    fn find(&mut self, text: &'d str) -> usize {
        let place = *self.places.entry(text).or_insert(self.made.len());
        if place == self.made.len() {
            self.made.push(SharedText { text, made: text.to_variant(), next: 0 });
        }
        if let Some(last) = self.made.get_mut(self.last) {
            last.next = place;
        }
        place
    }
}
