//! The blueprint format, against bytes laid by hand from its text.

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
