//! The parameter of a connection as arguments. Section 5 of the node text.

use godot::builtin::VariantType;
use godot::classes::Json;
use godot::prelude::*;

use super::properties::TARGETNAME;

/// Who takes part in a connection that fires.
pub(crate) struct Parties {
    /// Who started it, if anybody did.
    pub(crate) activator: Option<Gd<Node>>,
    /// Who is called.
    pub(crate) receiver: Gd<Node>,
}

/// The arguments that a parameter stands for; none for an empty one.
pub(crate) fn arguments(parameter: &str, parties: &Parties) -> Vec<Variant> {
    if parameter.is_empty() {
        return Vec::new();
    }
    if parameter.trim_start().starts_with('[') {
        let parsed = Json::parse_string(parameter);
        if parsed.get_type() == VariantType::ARRAY {
            let elements: VarArray = parsed.to();
            return elements.iter_shared().map(|element| filled(element, parties)).collect();
        }
    }
    vec![filled(value(parameter), parties)]
}

/// A whole number, a number, a bool, three numbers as a vector, or the text itself.
fn value(text: &str) -> Variant {
    let trimmed = text.trim();
    if let Ok(number) = trimmed.parse::<i64>() {
        return number.to_variant();
    }
    if let Ok(number) = trimmed.parse::<f64>()
        && number.is_finite()
    {
        return number.to_variant();
    }
    match trimmed {
        "true" => return true.to_variant(),
        "false" => return false.to_variant(),
        _ => {}
    }
    let numbers: Result<Vec<f32>, _> = trimmed.split_whitespace().map(str::parse).collect();
    if let Ok([x, y, z]) = numbers.as_deref() {
        return Vector3::new(*x, *y, *z).to_variant();
    }
    text.to_variant()
}

/// The value itself, or what a placeholder stands for.
fn filled(value: Variant, parties: &Parties) -> Variant {
    if value.get_type() != VariantType::STRING {
        return value;
    }
    match value.to_string().as_str() {
        "$activator" => parties.activator.to_variant(),
        "$self" | "$caller" => parties.receiver.to_variant(),
        "$position" => position(&parties.receiver).to_variant(),
        "$caller_name" => name(&parties.receiver).to_variant(),
        _ => value,
    }
}

fn position(node: &Gd<Node>) -> Vector3 {
    node.clone().try_cast::<Node3D>().map(|node| node.get_global_position()).unwrap_or_default()
}

/// The name that others reach a node by, else the node's own.
fn name(node: &Gd<Node>) -> GString {
    if node.has_meta(TARGETNAME) {
        node.get_meta(TARGETNAME).to_string().as_str().into()
    } else {
        GString::from(&node.get_name())
    }
}
