//! The library's unsafe code, but for the entry point: Godot's arrays and dictionaries filled in place.
//!
//! The engine's bindings check, convert and count references for each value that is set. A map has millions of
//! values; written straight into their slots they cost a third of that.

#![allow(unsafe_code)]

use godot::builtin::{VarArray, VarDictionary, Variant};
use godot::sys::{self, GodotFfi};

/// An array of `count` values, each made by `value` in turn.
pub(crate) fn array(count: usize, mut value: impl FnMut() -> Variant) -> VarArray {
    let mut array = VarArray::new();
    if count == 0 {
        return array;
    }
    array.resize(count, &Variant::nil());
    // SAFETY: the array was just made and nobody else holds it. It has `count` values, which Godot keeps side by
    // side, and the first exists; the pointer stays valid as nothing resizes the array below.
    let first: *mut Variant = unsafe { sys::interface_fn!(array_operator_index)(array.sys_mut(), 0).cast() };
    for index in 0..count {
        let value = value();
        // SAFETY: `index` is below `count`; the slot holds a valid value, nil, which the assignment drops.
        unsafe { *first.add(index) = value };
    }
    array
}

/// Sets `key` of a dictionary that nobody else holds.
pub(crate) fn set(dictionary: &mut VarDictionary, key: &Variant, value: Variant) {
    // SAFETY: the dictionary and the key are valid; Godot gives the slot of the key, made with nil where there was
    // none, and it stays until the dictionary changes next.
    let slot: *mut Variant =
        unsafe { sys::interface_fn!(dictionary_operator_index)(dictionary.sys_mut(), key.var_sys()).cast() };
    // SAFETY: the slot holds a valid value, which the assignment drops.
    unsafe { *slot = value };
}

/// A value made on one thread and handed to another.
pub(crate) struct Handed(Variant);

// SAFETY: what is handed over is held by nobody else, and the reference counts inside it are atomic.
unsafe impl Send for Handed {}

impl Handed {
    /// Takes a value that nobody else holds, but for constants whose counts are atomic as well.
    pub(crate) const fn new(value: Variant) -> Self {
        Self(value)
    }

    pub(crate) fn take(self) -> Variant {
        self.0
    }
}
