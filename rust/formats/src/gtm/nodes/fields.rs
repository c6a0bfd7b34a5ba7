//! Reading a node's keys leniently. Each function takes the cursor's next value, whatever it is, and leaves the cursor
//! behind it.

use crate::gtm::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};

/// Hands each key of a dictionary to `read`, which takes the value; nothing for what is no dictionary.
pub(super) fn entries<'a>(cursor: &mut Cursor<'a>, mut read: impl FnMut(&'a str, &mut Cursor<'a>)) {
    let mut inside = cursor.clone();
    let Item::Dictionary(count) = inside.item() else { return cursor.skip() };
    *cursor = inside;
    for _ in 0..count {
        let key = cursor.key();
        read(key, cursor);
    }
}

/// Collects what `read` makes of each value of an array; empty for what is no plain array.
pub(super) fn items<'a, T>(cursor: &mut Cursor<'a>, mut read: impl FnMut(&mut Cursor<'a>) -> T) -> Vec<T> {
    let mut inside = cursor.clone();
    let Item::Array(count) = inside.item() else {
        cursor.skip();
        return Vec::new();
    };
    *cursor = inside;
    (0..count).map(|_| read(cursor)).collect()
}

/// A whole number, fractions cut off; `default` for anything else.
pub(super) fn integer_or(cursor: &mut Cursor<'_>, default: i64) -> i64 {
    match cursor.single() {
        Item::Int(value) => value,
        Item::Float(value) => value as i64,
        _ => default,
    }
}

/// A bool: a number is one when it is not 0; `default` for anything else.
pub(super) fn flag_or(cursor: &mut Cursor<'_>, default: bool) -> bool {
    match cursor.single() {
        Item::Bool(value) => value,
        Item::Int(value) => value != 0,
        Item::Float(value) => value != 0.0,
        _ => default,
    }
}

/// Text, empty for anything else.
pub(super) fn text<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    if let Item::String(text) = cursor.single() { text } else { "" }
}

/// Hands the numbers of an array in any form to `take`.
pub(super) fn each_number(cursor: &mut Cursor<'_>, mut take: impl FnMut(f64)) {
    let mut inside = cursor.clone();
    match inside.item() {
        Item::Array(count) => {
            *cursor = inside;
            return (0..count).for_each(|_| take(cursor.number_or(0.0)));
        }
        Item::Int32s(bytes) => int32s(bytes).map(f64::from).for_each(take),
        Item::Int64s(bytes) => int64s(bytes).map(|wide| wide as f64).for_each(take),
        Item::Float32s(bytes) => float32s(bytes).map(f64::from).for_each(take),
        Item::Float64s(bytes) => float64s(bytes).for_each(take),
        _ => {}
    }
    cursor.skip();
}

/// The first `N` numbers of an array; those that are missing are taken from `default`.
pub(super) fn numbers_or<const N: usize>(cursor: &mut Cursor<'_>, default: [f64; N]) -> [f64; N] {
    let mut numbers = default;
    let mut slots = numbers.iter_mut();
    each_number(cursor, |number| {
        if let Some(slot) = slots.next() {
            *slot = number;
        }
    });
    numbers
}

/// All numbers of an array.
pub(super) fn all_numbers(cursor: &mut Cursor<'_>) -> Vec<f64> {
    let mut numbers = Vec::new();
    each_number(cursor, |number| numbers.push(number));
    numbers
}
