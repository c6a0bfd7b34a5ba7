//! What the format has integers for. Some tools write every number of a JSON map as a float; those that are whole become
//! integers again. Sections 2 to 9 of `docs/formats/gtm-nodes.md`.

use super::cursor::whole;
use super::node_kind::NodeKind;
use super::value::{Dictionary, Value};

/// Restores the integers of a node.
pub(super) fn restore(entries: &mut Dictionary, kind: NodeKind) {
    restore_key(entries, "id");
    match kind {
        NodeKind::Group => restore_key(entries, "link_id"),
        NodeKind::Terrain => ["resolution", "chunk_cells"].iter().for_each(|key| restore_key(entries, key)),
        NodeKind::Scatter => restore_key(entries, "targets"),
        NodeKind::Entity => each_of(entries, "outputs", |output| restore_key(output, "times")),
        NodeKind::Brush | NodeKind::Mesh => each_of(entries, "faces", restore_face),
        NodeKind::Layer | NodeKind::Instance | NodeKind::Unknown => {}
    }
}

/// Restores the integers of the top level.
pub(super) fn restore_head(head: &mut Dictionary) {
    restore_key(head, "version");
}

fn restore_face(face: &mut Dictionary) {
    restore_key(face, "indices");
    if let Some(Value::Dictionary(displacement)) = face.get_mut("disp") {
        restore_key(displacement, "power");
    }
}

fn each_of(entries: &mut Dictionary, key: &str, restore: impl Fn(&mut Dictionary)) {
    let Some(Value::Array(values)) = entries.get_mut(key) else { return };
    for value in values {
        if let Value::Dictionary(inner) = value {
            restore(inner);
        }
    }
}

fn restore_key(entries: &mut Dictionary, key: &str) {
    if let Some(value) = entries.get_mut(key) {
        restore_value(value);
    }
}

fn restore_value(value: &mut Value) {
    match value {
        Value::Float(number) => {
            if let Some(number) = whole(*number) {
                *value = Value::Int(number);
            }
        }
        Value::Floats(numbers) => {
            if let Some(numbers) = numbers.iter().map(|number| whole(*number)).collect() {
                *value = Value::Ints(numbers);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(restore_value),
        _ => {}
    }
}
