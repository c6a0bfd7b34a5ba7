//! The blueprint format, against bytes laid by hand from its text.

// The format stores these numbers exactly, and so must the reader.
#![allow(clippy::float_cmp)]

mod bytes;
mod legacy;
mod metadata;
mod properties;
mod reading;
mod refusing;
mod texts;
mod water;
mod windows;
mod writing;
