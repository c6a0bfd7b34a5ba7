//! A map as dictionaries. Values are made once, in place, on all cores.

use crate::raw::{self, Handed};
use crate::workers;
use godot::prelude::*;
use mapwright_formats::gtm::{
    BYTE_KEYS, Columns, Cursor, Document, INSTANCES, Item, Lightmap, NodeKind, NodeRef, any_base64, float32s,
    float64s, int32s, int64s,
};
use rayon::prelude::*;
use std::collections::HashMap;

/// Nodes are made in batches of this many, each with its own table of texts.
const BATCH: usize = 256;
/// Longer texts are rarely repeated, and not looked up.
const SHARED_TEXT: usize = 32;

/// The whole map: the top level keys, `layers`, and `lightmap` when there is one.
pub(super) fn map(document: &Document) -> VarDictionary {
    let mut texts = Texts::default();
    let mut map = VarDictionary::new();
    entries(&mut document.head(), &mut map, &mut texts, |key| key != "lightmap");
    let mut nodes = Nodes::make(document);
    let layers: Vec<_> = document.layers().collect();
    let layers = nodes.list(&layers);
    raw::add(&mut map, &texts.get("layers"), layers);
    if let Some(bake) = document.lightmap() {
        raw::add(&mut map, &texts.get("lightmap"), lightmap(bake).to_variant());
    }
    map
}

/// A node with all that is under it.
pub(super) fn node(node: NodeRef<'_>) -> VarDictionary {
    let mut texts = Texts::default();
    let mut made = make_node(node, &mut texts);
    let children: Vec<Variant> = node.children().map(|child| self::node(child).to_variant()).collect();
    if !children.is_empty() {
        raw::add(&mut made, &texts.get("children"), variants(children));
    }
    made
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

/// Every node's own dictionary, to be hung into each other.
struct Nodes {
    made: Vec<Option<Handed>>,
    children: Variant,
}

impl Nodes {
    fn make(document: &Document) -> Self {
        let nodes: Vec<NodeRef<'_>> = document.nodes().collect();
        let made = workers::run(|| {
            let batches = nodes.par_chunks(BATCH).flat_map_iter(|batch| {
                let mut texts = Texts::default();
                batch.iter().map(move |node| Some(Handed::new(make_node(*node, &mut texts).to_variant())))
            });
            batches.collect()
        });
        Self { made, children: "children".to_variant() }
    }

    /// The dictionaries of `nodes` with their children, in order. A tree has 61 levels at most.
    fn list(&mut self, nodes: &[NodeRef<'_>]) -> Variant {
        let mut next = nodes.iter();
        let list = raw::array(nodes.len(), || next.next().map_or_else(Variant::nil, |node| self.take(*node)));
        list.to_variant()
    }

    fn take(&mut self, node: NodeRef<'_>) -> Variant {
        let Some(made) = self.made.get_mut(node.index()).and_then(Option::take) else {
            return Variant::nil();
        };
        let made = made.take();
        let children: Vec<NodeRef<'_>> = node.children().collect();
        if !children.is_empty()
            && let Ok(mut dictionary) = made.try_to::<VarDictionary>()
        {
            let children = self.list(&children);
            raw::add(&mut dictionary, &self.children, children);
        }
        made
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

fn variants(values: Vec<Variant>) -> Variant {
    let count = values.len();
    let mut values = values.into_iter();
    raw::array(count, || values.next().unwrap_or_default()).to_variant()
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
