//! The library's unsafe code, but for the entry point: Godot's arrays and dictionaries filled in place, slices of
//! numbers as the bytes they are made of, and what is handed from thread to thread.
//!
//! The engine's bindings check, convert and count references for each value that is set. A map has millions of
//! values; written straight into their slots they cost a third of that.

#![allow(unsafe_code)]

use crate::atlas::Opened;
use godot::builtin::{StringName, VarArray, VarDictionary, Variant, VariantType};
use godot::meta::GodotImmutable;
use godot::prelude::GodotConvert;
use godot::sys::{self, GodotFfi};
use std::sync::OnceLock;

/// The signature of `Array.resize` in Godot's API, which never changes under the same name and hash.
const RESIZE_HASH: i64 = 848_867_239;

/// An array of `count` values, each made by `value` in turn.
pub(crate) fn array(count: usize, mut value: impl FnMut() -> Variant) -> VarArray {
    let mut array = VarArray::new();
    if count == 0 {
        return array;
    }
    resize(&mut array, count);
    // SAFETY: the array was just made and nobody else holds it. It has `count` values, which Godot keeps side by
    // side, and the first exists; the pointer stays valid as nothing resizes the array below.
    let first: *mut Variant = unsafe { sys::interface_fn!(array_operator_index)(array.sys_mut(), 0).cast() };
    for index in 0..count {
        let value = value();
        // SAFETY: `index` is below `count`; the slot holds nil, which owns nothing that would have to be dropped.
        unsafe { first.add(index).write(value) };
    }
    array
}

/// Gives a new array its size. The bindings' own way sets each value as well.
fn resize(array: &mut VarArray, count: usize) {
    static RESIZE: OnceLock<sys::GDExtensionPtrBuiltInMethod> = OnceLock::new();
    let method = RESIZE.get_or_init(|| {
        let name = StringName::from("resize");
        // SAFETY: the name lives through the call; a method that is not there gives none.
        unsafe {
            sys::interface_fn!(variant_get_ptr_builtin_method)(
                VariantType::ARRAY.sys(),
                name.string_sys(),
                RESIZE_HASH,
            )
        }
    });
    let Some(method) = method else { return array.resize(count, &Variant::nil()) };
    let size = count as i64;
    let mut outcome = 0_i64;
    let arguments: [sys::GDExtensionConstTypePtr; 1] = [(&raw const size).cast()];
    // SAFETY: the hash names this signature: one integer in, one out. The array is valid and nobody else holds it.
    unsafe { method(array.sys_mut(), arguments.as_ptr(), (&raw mut outcome).cast(), 1) };
}

/// Adds `key`, which must be new, to a dictionary that nobody else holds. A key that was there would leak its value.
pub(crate) fn add(dictionary: &mut VarDictionary, key: &Variant, value: Variant) {
    // SAFETY: the dictionary and the key are valid; Godot gives the slot of the key, made with nil where there was
    // none, and it stays until the dictionary changes next.
    let slot: *mut Variant =
        unsafe { sys::interface_fn!(dictionary_operator_index)(dictionary.sys_mut(), key.var_sys()).cast() };
    // SAFETY: the slot is valid; it holds nil, which owns nothing that would have to be dropped.
    unsafe { slot.write(value) };
}

/// A dictionary that a caller may leave out: `#[opt(default = &OptionalDictionary::default())]`.
#[derive(GodotConvert, Debug, Clone, Default)]
#[godot(transparent)]
pub(crate) struct OptionalDictionary(pub(crate) VarDictionary);

// SAFETY: the default is made anew for each call, so that no two callers share one, and it is read-only.
unsafe impl GodotImmutable for OptionalDictionary {
    fn into_runtime_immutable(self) -> Self {
        Self(self.0.into_read_only())
    }
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

// SAFETY: its files, strings and bytes are Godot's, whose reference counts are atomic; each file is used by the one
// thread that took it out of a lock, and everything else that changes is behind one as well.
unsafe impl Send for Opened {}
// SAFETY: as above.
unsafe impl Sync for Opened {}

/// Tells the system that memory will be filled whole, so that it comes in large pages: the first touch of each page
/// costs as much as copying it, and a grid has tens of thousands of small ones. Elsewhere than on Linux, and where the
/// system does as it likes, nothing changes.
pub(crate) fn expect_to_fill<T>(memory: &mut [T]) {
    /// Smaller memory is not worth a call.
    const LEAST: usize = 4 << 20;
    if size_of_val(memory) >= LEAST {
        #[cfg(target_os = "linux")]
        linux::advise_large_pages(memory);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_void};

    /// `MADV_HUGEPAGE` of `<sys/mman.h>`.
    const LARGE_PAGES: c_int = 14;
    /// A multiple of the size that small pages have on any processor.
    const PAGE: usize = 64 << 10;

    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    pub(super) fn advise_large_pages<T>(memory: &mut [T]) {
        let bytes = memory.as_mut_ptr_range();
        let start = bytes.start.addr().next_multiple_of(PAGE);
        let end = bytes.end.addr() / PAGE * PAGE;
        if start < end {
            // SAFETY: the range lies inside `memory`, and this advice leaves what it holds as it is. A refusal is as
            // good as consent.
            let _ = unsafe { madvise(bytes.start.with_addr(start).cast(), end - start, LARGE_PAGES) };
        }
    }
}

/// The bytes of a slice, to read little-endian numbers straight into it.
#[cfg(target_endian = "little")]
pub(crate) fn bytes_of_f32(numbers: &mut [f32]) -> &mut [u8] {
    // SAFETY: the same memory; every pattern of bits is a valid f32, bytes need no alignment, and the borrow of
    // `numbers` lasts as long as the result.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), size_of_val(numbers)) }
}

/// The bytes of a slice, to read little-endian numbers straight into it.
#[cfg(target_endian = "little")]
pub(crate) fn bytes_of_u16(numbers: &mut [u16]) -> &mut [u8] {
    // SAFETY: as above; every pattern of bits is a valid u16.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), size_of_val(numbers)) }
}
