//! A map as dictionaries. Values are made once, in place.
//!
//! On one core: making them is bound by the allocator, whose threads wait for each other.

use crate::raw::{Entries, Slot};
use godot::prelude::*;
use mapwright_formats::gtm::{
    BYTE_KEYS, Columns, Cursor, Document, INSTANCES, Item, Lightmap, NodeKind, NodeRef, any_base64, float32s,
    float64s, int32s, int64s,
};
use std::collections::HashMap;

/// Longer values are rarely repeated, and not looked up.
const SHARED_TEXT: usize = 32;

/// The whole map: the top level keys, `layers`, and `lightmap` when there is one.
pub(super) fn map(document: &Document) -> VarDictionary {
    let mut texts = Texts::default();
    Slot::make(|slot| {
        let mut map = slot.put_dictionary();
        let mut head = document.head();
        if let Item::Dictionary(count) = head.item() {
            pairs(count, &mut head, &mut map, &mut texts, |key| key != "lightmap");
        }
        nodes(document.layers(), map.slot(texts.get("layers")), &mut texts);
        if let Some(bake) = document.lightmap() {
            map.slot(texts.get("lightmap")).put(lightmap(bake).to_variant());
        }
    })
    .to()
}

/// A node with all that is under it.
pub(super) fn node(node: NodeRef<'_>) -> VarDictionary {
    Slot::make(|slot| tree(node, slot, &mut Texts::default())).to()
}

/// A tree has 61 levels at most.
fn tree<'d>(node: NodeRef<'d>, slot: Slot<'_>, texts: &mut Texts<'d>) {
    let mut made = slot.put_dictionary();
    node_values(node, &mut made, texts);
    let children = node.children();
    if children.len() > 0 {
        nodes(children, made.slot(texts.get("children")), texts);
    }
}

fn nodes<'d>(nodes: impl ExactSizeIterator<Item = NodeRef<'d>>, slot: Slot<'_>, texts: &mut Texts<'d>) {
    for (slot, node) in slot.put_array(nodes.len()).zip(nodes) {
        tree(node, slot, texts);
    }
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

fn node_values<'d>(node: NodeRef<'d>, into: &mut Entries<'_>, texts: &mut Texts<'d>) {
    let mut cursor = node.cursor();
    let Item::Dictionary(count) = cursor.item() else { return };
    for _ in 0..count {
        let key = cursor.key();
        let slot = into.slot(texts.get(key));
        match one_form(node.kind(), key, &mut cursor) {
            Some(made) => slot.put(made),
            None => value(&mut cursor, slot, texts),
        }
    }
}

/// The next value where a file may hold it in another form than a map does: scatter instances unfolded, a terrain's bytes as
/// bytes. Nothing, with the cursor where it was, for one that has the map's form.
fn one_form(kind: NodeKind, key: &str, cursor: &mut Cursor<'_>) -> Option<Variant> {
    match kind {
        NodeKind::Scatter if key == INSTANCES => Columns::read(cursor).map(|columns| instances(&columns)),
        NodeKind::Terrain if BYTE_KEYS.contains(&key) => {
            let Item::String(text) = cursor.clone().item() else { return None };
            let bytes = any_base64(text)?;
            cursor.skip();
            Some(PackedByteArray::from(bytes).to_variant())
        }
        _ => None,
    }
}

fn instances(columns: &Columns<'_>) -> Variant {
    Slot::make(|slot| {
        for (slot, row) in slot.put_array(columns.len()).zip(columns.iter()) {
            for (slot, number) in slot.put_array(row.len()).zip(row) {
                slot.put_float(number);
            }
        }
    })
}

fn value<'d>(cursor: &mut Cursor<'d>, slot: Slot<'_>, texts: &mut Texts<'d>) {
    match cursor.item() {
        Item::Null => {}
        Item::Bool(value) => slot.put(value.to_variant()),
        Item::Int(value) => slot.put_int(value),
        Item::Float(value) => slot.put_float(value),
        Item::String(text) if text.len() > SHARED_TEXT => slot.put(text.to_variant()),
        Item::String(text) => slot.put(texts.get(text).clone()),
        Item::Array(count) => slot.put_array(count).for_each(|slot| value(cursor, slot, texts)),
        Item::Dictionary(count) => pairs(count, cursor, &mut slot.put_dictionary(), texts, |_| true),
        Item::Bytes(bytes) => slot.put(PackedByteArray::from(bytes).to_variant()),
        Item::Int32s(bytes) => slot.put(int32s(bytes).collect::<PackedInt32Array>().to_variant()),
        Item::Int64s(bytes) => slot.put(int64s(bytes).collect::<PackedInt64Array>().to_variant()),
        Item::Float32s(bytes) => slot.put(float32s(bytes).collect::<PackedFloat32Array>().to_variant()),
        Item::Float64s(bytes) => slot.put(float64s(bytes).collect::<PackedFloat64Array>().to_variant()),
    }
}

/// The next `count` pairs of key and value, but for keys that are not kept.
fn pairs<'d>(
    count: usize,
    cursor: &mut Cursor<'d>,
    into: &mut Entries<'_>,
    texts: &mut Texts<'d>,
    keep: impl Fn(&str) -> bool,
) {
    for _ in 0..count {
        let key = cursor.key();
        if keep(key) {
            value(cursor, into.slot(texts.get(key)), texts);
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
    fn get(&mut self, text: &'d str) -> &Variant {
        let guess = self.made.get(self.last).map_or(0, |last| last.next);
        self.last = match self.made.get(guess) {
            Some(shared) if shared.text == text => guess,
            _ => self.find(text),
        };
        &self.made[self.last].made
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
