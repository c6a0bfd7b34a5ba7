//! The library's unsafe code, but for the entry point: Godot's arrays and dictionaries filled in place, slices of
//! numbers as the bytes they are made of, and what is handed from thread to thread.

#![allow(unsafe_code)]

mod slot;

pub(crate) use slot::{Entries, Slot, add};

use crate::atlas::Opened;
use godot::builtin::{VarDictionary, Variant};
use godot::meta::GodotImmutable;
use godot::prelude::GodotConvert;

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
