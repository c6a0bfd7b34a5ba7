//! The properties of entities: texts to the types of their class, metadata, values of the node.

use crate::gtm::scene::definitions::entity_classes::GtmEntityClass;
use crate::gtm::scene::typed_text;
use godot::builtin::VariantType;
use godot::prelude::*;
use mapwright_formats::gtm::nodes::{Output, Properties};
use mapwright_scene::gtm::text;

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
                    typed_text::name_of(default.get_type())
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

/// A text as a value of the default's type; `None` when it is none.
fn typed(text: &str, default: &Variant) -> Option<Variant> {
    match default.get_type() {
        VariantType::COLOR => color(text, default.to::<Color>().a < 1.0).map(|color| color.to_variant()),
        VariantType::NODE_PATH => Some(node_path(text)),
        kind if typed_text::is_numeric(kind) => typed_text::read(text, kind),
        VariantType::STRING_NAME => Some(StringName::from(text).to_variant()),
        _ => Some(text.to_variant()),
    }
}

/// Three numbers up to 255, and a fourth for the alpha where the class has one.
fn color(text: &str, has_alpha: bool) -> Option<Color> {
    let numbers = text::numbers(text);
    let part = |place: usize| numbers.get(place).map(|number| (number.clamp(0.0, 255.0) / 255.0) as f32);
    let alpha = part(3).filter(|_| has_alpha).unwrap_or(1.0);
    Some(Color::from_rgba(part(0)?, part(1)?, part(2)?, alpha))
}

/// A path when the text is marked as one by `$` or `%`; other texts stay texts.
fn node_path(text: &str) -> Variant {
    let trimmed = text.trim();
    match trimmed.strip_prefix('$') {
        Some(path) => NodePath::from(path).to_variant(),
        None if trimmed.starts_with('%') => NodePath::from(trimmed).to_variant(),
        None => text.to_variant(),
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
