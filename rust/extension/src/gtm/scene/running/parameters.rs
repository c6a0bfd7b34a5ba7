//! The parameter of a connection as values. Section 5 of `docs/formats/gtm-nodes.md`.

use super::methods::Parameter;
use super::targets;
use crate::gtm::scene::build::properties::TARGETNAME;
use crate::gtm::scene::typed_text;
use godot::builtin::VariantType;
use godot::classes::{Json, Object};
use godot::global::Error;
use godot::prelude::*;
use mapwright_scene::gtm::text;

/// Whole floats up to this are exact, and written without a fraction.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Who takes part in a connection that fires.
pub(crate) struct Parties {
    /// The entity that the connection belongs to, unless it is gone.
    pub(crate) entity: Option<Gd<Node>>,
    /// Who started it, if anybody did.
    pub(crate) activator: Option<Gd<Node>>,
    /// Who is called.
    pub(crate) receiver: Gd<Node>,
}

/// A value that a connection states.
pub(crate) enum Stated {
    /// The parameter itself, whose type is that of what takes it.
    Text(String),
    /// A value with a type of its own: what a placeholder stands for, or an element of a JSON array.
    Value(Variant),
}

/// A value that is none of what a parameter takes.
pub(crate) struct Mismatch {
    /// What was found, in words.
    pub(crate) found: String,
    /// What can be handed over instead, if anything.
    pub(crate) instead: Option<Variant>,
}

/// The values that a parameter states; none for an empty one.
pub(crate) fn stated(parameter: &str, parties: &Parties) -> Vec<Stated> {
    if parameter.is_empty() {
        return Vec::new();
    }
    if parameter.trim_start().starts_with('[')
        && let Some(elements) = json::<VarArray>(parameter)
    {
        return elements.iter_shared().map(|element| Stated::element(element, parties)).collect();
    }
    vec![placeholder(parameter, parties).map_or_else(|| Stated::Text(parameter.to_owned()), Stated::Value)]
}

impl Stated {
    fn element(element: Variant, parties: &Parties) -> Self {
        let text = element.try_to::<GString>().ok();
        Self::Value(text.and_then(|text| placeholder(&text.to_string(), parties)).unwrap_or(element))
    }

    /// The value as `parameter` takes it.
    pub(crate) fn value_for(&self, parameter: &Parameter, parties: &Parties) -> Result<Variant, Mismatch> {
        match self {
            Self::Text(text) if parameter.kind == VariantType::NIL => Ok(value(text)),
            Self::Text(text) => from_text(text, parameter, parties),
            Self::Value(value) if parameter.kind == VariantType::NIL => Ok(value.clone()),
            Self::Value(value) => match value.try_to::<GString>() {
                Ok(text) => from_text(&text.to_string(), parameter, parties),
                Err(_) => from_value(value, parameter),
            },
        }
    }

    /// The value where nothing says its type.
    pub(crate) fn into_value(self) -> Variant {
        match self {
            Self::Text(text) => value(&text),
            Self::Value(value) => value,
        }
    }
}

/// A whole number, a number, a bool, three numbers as a vector, or the text itself.
fn value(text: &str) -> Variant {
    let trimmed = text.trim();
    if let Ok(number) = trimmed.parse::<i64>() {
        return number.to_variant();
    }
    if let Some(number) = text::number(trimmed) {
        return number.to_variant();
    }
    match trimmed.to_ascii_lowercase().as_str() {
        "true" => return true.to_variant(),
        "false" => return false.to_variant(),
        _ => {}
    }
    let is_vector = trimmed.split_whitespace().count() == 3;
    let vector = typed_text::read(trimmed, VariantType::VECTOR3).filter(|_| is_vector);
    vector.unwrap_or_else(|| text.to_variant())
}

fn from_text(text: &str, parameter: &Parameter, parties: &Parties) -> Result<Variant, Mismatch> {
    let kind = parameter.kind;
    let mismatch = |instead: Option<Variant>| Mismatch { found: format!("{text:?}"), instead };
    match kind {
        VariantType::OBJECT => {
            let find = |entity| targets::find(text.trim(), entity, parties.activator.as_ref());
            let named = parties.entity.as_ref().map(find).unwrap_or_default();
            let fitting = named.into_iter().find(|node| parameter.takes(&node.clone().upcast()));
            fitting.map(|node| node.to_variant()).ok_or_else(|| mismatch(None))
        }
        VariantType::COLOR => color(text).ok_or_else(|| mismatch(Some(Color::WHITE.to_variant()))),
        VariantType::ARRAY => {
            json::<VarArray>(text).map(|array| array.to_variant()).ok_or_else(|| mismatch(None))
        }
        VariantType::DICTIONARY => json::<VarDictionary>(text)
            .map(|dictionary| dictionary.to_variant())
            .ok_or_else(|| mismatch(None)),
        VariantType::NODE_PATH => Ok(NodePath::from(text).to_variant()),
        _ if typed_text::is_numeric(kind) => {
            typed_text::read(text, kind).ok_or_else(|| mismatch(typed_text::zero(kind)))
        }
        _ => Ok(typed_text::read(text, kind).unwrap_or_else(|| text.to_variant())),
    }
}

/// A value that is no text as `parameter` takes it. What Godot converts by itself stays as it is.
pub(crate) fn from_value(value: &Variant, parameter: &Parameter) -> Result<Variant, Mismatch> {
    let mismatch = || Mismatch { found: value.stringify().to_string(), instead: None };
    match (value.get_type(), parameter.kind) {
        (VariantType::OBJECT, VariantType::OBJECT) => {
            let object = value.try_to::<Gd<Object>>().map_err(|_| mismatch())?;
            if parameter.takes(&object) { Ok(value.clone()) } else { Err(mismatch()) }
        }
        (VariantType::OBJECT, VariantType::NODE_PATH) => {
            let node = value.try_to::<Gd<Node>>().ok().filter(|node| node.is_inside_tree());
            node.map(|node| node.get_path().to_variant()).ok_or_else(mismatch)
        }
        (VariantType::NIL, kind) if kind != VariantType::OBJECT => Err(mismatch()),
        (VariantType::OBJECT, VariantType::BOOL) => Ok(true.to_variant()),
        (VariantType::OBJECT, _) => Err(mismatch()),
        (_, VariantType::STRING | VariantType::STRING_NAME) => {
            typed_text::read(&text_of(value), parameter.kind).ok_or_else(mismatch)
        }
        (VariantType::FLOAT | VariantType::BOOL, VariantType::INT) => {
            value.try_to_relaxed::<f64>().map(|number| (number as i64).to_variant()).map_err(|_| mismatch())
        }
        (VariantType::INT | VariantType::BOOL, VariantType::FLOAT) => {
            value.try_to_relaxed::<f64>().map(|number| number.to_variant()).map_err(|_| mismatch())
        }
        (_, VariantType::BOOL) => Ok(value.booleanize().to_variant()),
        _ => Ok(value.clone()),
    }
}

/// A value as a text: numbers that JSON made floats of are whole again.
fn text_of(value: &Variant) -> String {
    match value.try_to::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() < EXACT => format!("{number:.0}"),
        _ => value.stringify().to_string(),
    }
}

/// Three numbers up to 255, or up to 1 when none is greater, or a color as the web writes it.
fn color(text: &str) -> Option<Variant> {
    let trimmed = text.trim();
    if trimmed.starts_with('#') {
        return Color::from_html(trimmed).map(|color| color.to_variant());
    }
    let color: [f64; 3] = *text::numbers(trimmed).first_chunk()?;
    let greatest = if color.iter().any(|part| *part > 1.0) { 255.0 } else { 1.0 };
    let [r, g, b] = color.map(|part| (part / greatest).clamp(0.0, 1.0) as f32);
    Some(Color::from_rgb(r, g, b).to_variant())
}

/// What a placeholder stands for; `None` for other texts.
fn placeholder(text: &str, parties: &Parties) -> Option<Variant> {
    Some(match text.trim() {
        "$activator" => parties.activator.to_variant(),
        "$self" | "$caller" => parties.receiver.to_variant(),
        "$position" => position(&parties.receiver).to_variant(),
        "$caller_name" => name(&parties.receiver).to_variant(),
        _ => return None,
    })
}

fn position(node: &Gd<Node>) -> Vector3 {
    let node = node.clone().try_cast::<Node3D>().ok().filter(|node| node.is_inside_tree());
    node.map(|node| node.get_global_position()).unwrap_or_default()
}

/// The name that others reach a node by, else the node's own.
pub(crate) fn name(node: &Gd<Node>) -> GString {
    if node.has_meta(TARGETNAME) {
        node.get_meta(TARGETNAME).to_string().as_str().into()
    } else {
        GString::from(&node.get_name())
    }
}

/// A JSON text that holds a value of this type.
fn json<T: FromGodot>(text: &str) -> Option<T> {
    // Unlike parse_string this logs nothing when the text is none.
    let mut parser = Json::new_gd();
    (parser.parse(text) == Error::OK).then(|| parser.get_data())?.try_to().ok()
}
