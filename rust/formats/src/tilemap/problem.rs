//! What was lost or is suspicious in tile map data that did load.

use thiserror::Error;

/// What was lost, or is suspicious, in data that did load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Problem {
    /// The buffer ends inside a record, which Godot drops as well.
    #[error(
        "byte {offset}: a record of 12 bytes expected, {found} bytes found; the partial record was dropped"
    )]
    PartialRecord {
        /// Where the partial record begins.
        offset: usize,
        /// How many bytes it has.
        found: usize,
    },
    /// Painted cells have the bit without meaning set. It is kept.
    #[error(
        "byte {offset}: bit 15 of an alternative is set, in {count} cells; Godot shows their alternatives as \
         negative numbers"
    )]
    ReservedBit {
        /// Where the first such alternative lies.
        offset: usize,
        /// How many painted records have it.
        count: usize,
    },
    /// Painted cells have a source id or atlas coordinate that Godot holds in a signed number.
    #[error(
        "byte {offset}: a source id or atlas coordinate is over 32767, in {count} cells; Godot shows it as a \
         negative number"
    )]
    NegativeInGodot {
        /// Where the first such record begins.
        offset: usize,
        /// How many painted records have one.
        count: usize,
    },
    /// A tile id of old `TileMap` data is too great for a source id; Godot keeps its low 16 bits, and so does the
    /// reader.
    #[error(
        "record {index} at ({x}, {y}): tile id {found} does not fit; it was read as source {kept}, as Godot does"
    )]
    LegacyId {
        /// The record, counted from 0.
        index: usize,
        /// The record's column.
        x: i16,
        /// The record's row.
        y: i16,
        /// The id in the data.
        found: u32,
        /// What is left of it.
        kept: u16,
    },
}
