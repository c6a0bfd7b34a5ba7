//! Atlas, CHU and TQT files built from the format text.

// Floats are expected to the bit.
#![allow(clippy::float_cmp)]

mod bytes;
mod chu;
mod chunks;
mod collision;
mod corrupted;
mod laziness;
mod limits;
mod saving;
mod tables;
mod textures;
mod tqt;
