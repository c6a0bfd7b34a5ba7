//! The value encoding: Godot's binary Variant serialization, limited to the types of the format. Section "Value
//! encoding" of the format.

/// A type as the low byte of a value's header.
pub(super) mod tag {
    pub(in crate::gtm) const NULL: u32 = 0;
    pub(in crate::gtm) const BOOL: u32 = 1;
    pub(in crate::gtm) const INT: u32 = 2;
    pub(in crate::gtm) const FLOAT: u32 = 3;
    pub(in crate::gtm) const STRING: u32 = 4;
    pub(in crate::gtm) const DICTIONARY: u32 = 27;
    pub(in crate::gtm) const ARRAY: u32 = 28;
    pub(in crate::gtm) const BYTES: u32 = 29;
    pub(in crate::gtm) const INT32S: u32 = 30;
    pub(in crate::gtm) const INT64S: u32 = 31;
    pub(in crate::gtm) const FLOAT32S: u32 = 32;
    pub(in crate::gtm) const FLOAT64S: u32 = 33;
}

/// Bit 16 of the header: a 64 bit integer or float.
pub(super) const WIDE: u32 = 1 << 16;
/// Bit 31 of a dictionary or array count: the container is shared. It says nothing about the value.
pub(super) const SHARED: u32 = 1 << 31;
/// A value inside more containers than this makes its chunk unreadable.
pub const MAX_NESTING: usize = 128;
/// A node stands in the array of its batch, in the batch's dictionary.
pub(super) const NODE_NESTING: usize = 2;
/// Arrays of at least this many numbers are packed.
pub(super) const PACK_FROM: usize = 32;

/// `count` rounded up to a multiple of four, as strings and bytes are padded.
pub(super) const fn padded(count: usize) -> usize {
    count.saturating_add(3) & !3
}

/// Whether a 32 bit float holds `value` exactly.
pub(super) fn fits_f32(value: f64) -> bool {
    f64::from(value as f32) == value
}
