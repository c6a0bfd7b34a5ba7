//! The properties of entities: texts to the types of their class, metadata, values of the node.

use super::definitions::GtmEntityClass;
use godot::builtin::VariantType;
use godot::prelude::*;
use mapwright_formats::gtm::nodes::{Output, Properties};

/// The metadata with all properties of an entity.
pub(crate) const PROPERTIES: &str = "mapwright_properties";
/// The metadata with an entity's connections.
pub(crate) const OUTPUTS: &str = "mapwright_outputs";
/// The metadata with the id of a map's node.
pub(crate) const ID: &str = "_gt_id";
/// The metadata with the name that others reach an entity by.
pub(crate) const TARGETNAME: &str = "gt_targetname";
/// The group of all nodes with such a name.
pub(crate) const NAMED: &str = "mapwright_named";

/// Keeps an entity's properties with its node. Gives what is wrong with them.
pub(crate) fn keep(
    node: &mut Gd<Node>,
    properties: &Properties<'_>,
    class: Option<&Gd<GtmEntityClass>>,
) -> Vec<String> {
    let mut kept = VarDictionary::new();
    for (key, text) in properties.iter() {
        kept.set(key, text);
    }
    let wrong = class.map(|class| convert(node, &mut kept, &class.bind().properties)).unwrap_or_default();
    for (key, value) in kept.iter_shared() {
        let key = key.to_string();
        if is_metadata_name(&key) {
            node.set_meta(&key, &value);
        }
    }
    node.set_meta(PROPERTIES, &kept.to_variant());
    if let Some(name) = properties.get("targetname").filter(|name| !name.is_empty()) {
        node.set_meta(TARGETNAME, &name.to_variant());
        node.add_to_group_ex(NAMED).persistent(true).done();
    }
    wrong
}

/// Gives declared properties the type of their default, those that are missing the default itself, and sets what the
/// node has under the same name.
fn convert(node: &mut Gd<Node>, kept: &mut VarDictionary, declared: &VarDictionary) -> Vec<String> {
    let mut wrong = Vec::new();
    for (key, default) in declared.iter_shared() {
        let text = kept.get(&key).map(|text| text.to_string());
        let value = match text.map(|text| typed(&text, &default).ok_or(text)) {
            None => default,
            Some(Ok(value)) => value,
            Some(Err(text)) => {
                wrong.push(format!(
                    "its property {key} is {text:?}, {} expected",
                    name_of(default.get_type())
                ));
                default
            }
        };
        kept.set(&key, &value);
        let name = StringName::from(key.to_string().as_str());
        if has_property(node, &name) {
            node.set(&name, &value);
        }
    }
    wrong
}

fn has_property(node: &Gd<Node>, name: &StringName) -> bool {
    let name = name.to_variant();
    node.get_property_list()
        .iter_shared()
        .any(|property| property.get("name").is_some_and(|own| own.to_string() == name.to_string()))
}

fn name_of(kind: VariantType) -> String {
    godot::global::type_string(i64::from(kind.ord())).to_string()
}

/// A text as a value of the default's type; `None` when it is none.
fn typed(text: &str, default: &Variant) -> Option<Variant> {
    let floats = || {
        let numbers: Result<Vec<f32>, _> = text.split_whitespace().map(str::parse).collect();
        numbers.ok()
    };
    let integers = || {
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
        numbers.ok()
    };
    let trimmed = text.trim();
    Some(match default.get_type() {
        VariantType::INT => integer(trimmed)?.to_variant(),
        VariantType::FLOAT => trimmed.parse::<f64>().ok()?.to_variant(),
        VariantType::BOOL => boolean(trimmed)?.to_variant(),
        VariantType::VECTOR2 => match floats()?[..] {
            [x, y] => Vector2::new(x, y).to_variant(),
            _ => return None,
        },
        VariantType::VECTOR3 => match floats()?[..] {
            [x, y, z] => Vector3::new(x, y, z).to_variant(),
            _ => return None,
        },
        VariantType::VECTOR4 => match floats()?[..] {
            [x, y, z, w] => Vector4::new(x, y, z, w).to_variant(),
            _ => return None,
        },
        VariantType::VECTOR2I => match integers()?[..] {
            [x, y] => Vector2i::new(x, y).to_variant(),
            _ => return None,
        },
        VariantType::VECTOR3I => match integers()?[..] {
            [x, y, z] => Vector3i::new(x, y, z).to_variant(),
            _ => return None,
        },
        VariantType::VECTOR4I => match integers()?[..] {
            [x, y, z, w] => Vector4i::new(x, y, z, w).to_variant(),
            _ => return None,
        },
        VariantType::COLOR => match floats()?[..] {
            [r, g, b] => Color::from_rgb(r / 255.0, g / 255.0, b / 255.0).to_variant(),
            [r, g, b, a] => Color::from_rgba(r / 255.0, g / 255.0, b / 255.0, a / 255.0).to_variant(),
            _ => return None,
        },
        VariantType::NODE_PATH => node_path(trimmed).to_variant(),
        VariantType::STRING_NAME => StringName::from(text).to_variant(),
        _ => text.to_variant(),
    })
}

/// An integer, fractions cut off.
fn integer(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i64))
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => integer(text).map(|number| number != 0),
    }
}

/// A path that is marked as one by `$` or `%`; empty for other texts.
fn node_path(text: &str) -> NodePath {
    match text.strip_prefix('$') {
        Some(path) => NodePath::from(path),
        None if text.starts_with('%') => NodePath::from(text),
        None => NodePath::default(),
    }
}

/// Whether Godot takes a name for metadata.
fn is_metadata_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || other == '_')
}

/// An entity's connections, one dictionary each.
pub(crate) fn outputs(outputs: &[Output<'_>]) -> Array<VarDictionary> {
    outputs
        .iter()
        .map(|output| {
            vdict! {
                "output" => output.output,
                "target" => output.target.as_ref(),
                "input" => output.input,
                "parameter" => output.parameter.as_ref(),
                "delay" => output.delay,
                "times" => output.times,
            }
        })
        .collect()
}
