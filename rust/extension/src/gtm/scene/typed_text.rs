//! Texts of a map as values of Godot's types. Section 5 of `docs/formats/gtm-nodes.md`.

use godot::builtin::VariantType;
use godot::prelude::*;
use mapwright_scene::gtm::text;

/// A text as a value of a type: numbers with spaces between them, of which those that the type has no place for are left
/// out; nothing at all is 0 or false. `None` when the text is no such value, or texts cannot be such values.
pub(crate) fn read(text: &str, kind: VariantType) -> Option<Variant> {
    let is_empty = text.trim().is_empty();
    Some(match kind {
        VariantType::INT if is_empty => 0_i64.to_variant(),
        VariantType::INT => text::integer(text)?.to_variant(),
        VariantType::FLOAT if is_empty => 0.0_f64.to_variant(),
        VariantType::FLOAT => text::number(text)?.to_variant(),
        VariantType::BOOL => text::boolean(text)?.to_variant(),
        VariantType::VECTOR2 => Vector2::from_array(reals(text)?).to_variant(),
        VariantType::VECTOR3 => Vector3::from_array(reals(text)?).to_variant(),
        VariantType::VECTOR4 => Vector4::from_array(reals(text)?).to_variant(),
        VariantType::VECTOR2I => Vector2i::from_array(integers(text)?).to_variant(),
        VariantType::VECTOR3I => Vector3i::from_array(integers(text)?).to_variant(),
        VariantType::VECTOR4I => Vector4i::from_array(integers(text)?).to_variant(),
        VariantType::STRING => text.to_variant(),
        VariantType::STRING_NAME => StringName::from(text).to_variant(),
        _ => return None,
    })
}

/// Whether the values of a type are numbers, switches or made of numbers.
pub(crate) const fn is_numeric(kind: VariantType) -> bool {
    matches!(
        kind,
        VariantType::INT
            | VariantType::FLOAT
            | VariantType::BOOL
            | VariantType::VECTOR2
            | VariantType::VECTOR3
            | VariantType::VECTOR4
            | VariantType::VECTOR2I
            | VariantType::VECTOR3I
            | VariantType::VECTOR4I
    )
}

/// What stands in for a text that is no value of a type: 0, false or zeros. `None` for types that have no such value.
pub(crate) fn zero(kind: VariantType) -> Option<Variant> {
    let zeros = || read("0", kind).or_else(|| read("0 0 0 0", kind));
    is_numeric(kind).then(zeros).flatten()
}

/// The name of a type as Godot writes it.
pub(crate) fn name_of(kind: VariantType) -> String {
    godot::global::type_string(i64::from(kind.ord())).to_string()
}

/// The first numbers of a text.
fn reals<const N: usize>(text: &str) -> Option<[f32; N]> {
    text::numbers(text).first_chunk().map(|numbers: &[f64; N]| numbers.map(|number| number as f32))
}

/// The first numbers of a text, fractions cut off; `None` when one is out of range.
fn integers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let numbers: [f64; N] = *text::numbers(text).first_chunk()?;
    let is_in_range = |number: &f64| number.abs() <= f64::from(i32::MAX);
    numbers.iter().all(is_in_range).then(|| numbers.map(|number| number as i32))
}
