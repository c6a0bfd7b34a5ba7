//! Reading a node's keys leniently.

use crate::gtm::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};
use crate::gtm::terrain::number as next_number;

/// The keys and values of the dictionary before `cursor`; none when there is no dictionary.
pub(super) fn entries(mut cursor: Cursor<'_>) -> impl Iterator<Item = (&str, Cursor<'_>)> {
    let count = if let Item::Dictionary(count) = cursor.item() { count } else { 0 };
    (0..count).map(move |_| {
        let key = cursor.key();
        let value = cursor.clone();
        cursor.skip();
        (key, value)
    })
}

/// The values of the array before `cursor`; none when there is no plain array.
pub(super) fn items(mut cursor: Cursor<'_>) -> impl ExactSizeIterator<Item = Cursor<'_>> {
    let count = if let Item::Array(count) = cursor.item() { count } else { 0 };
    (0..count).map(move |_| {
        let value = cursor.clone();
        cursor.skip();
        value
    })
}

/// The value as a number, 0 for anything else.
pub(super) fn number(mut value: Cursor<'_>) -> f64 {
    next_number(&mut value)
}

/// The value as a number, `default` for anything else.
pub(super) fn number_or(value: Cursor<'_>, default: f64) -> f64 {
    match value.clone().item() {
        Item::Int(_) | Item::Float(_) => number(value),
        _ => default,
    }
}

/// The value as a whole number, fractions cut off; `default` for anything else.
pub(super) fn integer_or(mut value: Cursor<'_>, default: i64) -> i64 {
    match value.item() {
        Item::Int(value) => value,
        Item::Float(value) => value as i64,
        _ => default,
    }
}

/// The value as a bool: a number is one when it is not 0; `default` for anything else.
pub(super) fn flag_or(mut value: Cursor<'_>, default: bool) -> bool {
    match value.item() {
        Item::Bool(value) => value,
        Item::Int(value) => value != 0,
        Item::Float(value) => value != 0.0,
        _ => default,
    }
}

/// The value as text, empty for anything else.
pub(super) fn text(mut value: Cursor<'_>) -> &str {
    if let Item::String(text) = value.item() { text } else { "" }
}

/// Hands the numbers of an array in any form to `take`.
pub(super) fn each_number(mut value: Cursor<'_>, mut take: impl FnMut(f64)) {
    match value.item() {
        Item::Array(count) => (0..count).for_each(|_| take(next_number(&mut value))),
        Item::Int32s(bytes) => int32s(bytes).map(f64::from).for_each(take),
        Item::Int64s(bytes) => int64s(bytes).map(|wide| wide as f64).for_each(take),
        Item::Float32s(bytes) => float32s(bytes).map(f64::from).for_each(take),
        Item::Float64s(bytes) => float64s(bytes).for_each(take),
        _ => {}
    }
}

/// The first `N` numbers of an array; those that are missing are taken from `default`.
pub(super) fn numbers_or<const N: usize>(value: Cursor<'_>, default: [f64; N]) -> [f64; N] {
    let mut numbers = default;
    let mut slots = numbers.iter_mut();
    each_number(value, |number| {
        if let Some(slot) = slots.next() {
            *slot = number;
        }
    });
    numbers
}

/// All numbers of an array.
pub(super) fn all_numbers(value: Cursor<'_>) -> Vec<f64> {
    let mut numbers = Vec::new();
    each_number(value, |number| numbers.push(number));
    numbers
}
