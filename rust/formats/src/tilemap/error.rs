use crate::ErrorKind;
use thiserror::Error;

/// Why tile map data was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TileMapError {
    /// The buffer ends inside its header.
    #[error("byte 0: a header of 2 bytes expected, {found} found")]
    ShortHeader {
        /// How many bytes there are.
        found: usize,
    },
    /// The header names a format that does not exist yet; Godot refuses such a buffer as well.
    #[error("byte 0: tile map data format 0 expected, {found} found")]
    UnsupportedFormat {
        /// The format that the header names.
        found: u16,
    },
    /// A cell holds a value that its field of the record cannot.
    #[error("cell {index} at ({x}, {y}): {field} from {least} to {most} expected, {found} found")]
    CellField {
        /// Which of the given cells, counted from 0.
        index: usize,
        /// The cell's column.
        x: i64,
        /// The cell's row.
        y: i64,
        /// The field that does not fit.
        field: &'static str,
        /// The smallest value that fits.
        least: i64,
        /// The greatest value that fits.
        most: i64,
        /// The value given.
        found: i64,
    },
    /// A cell's source id is the mark of an erased cell, though the cell is not said to be erased.
    #[error("cell {index} at ({x}, {y}): source_id {found} means an erased cell; write erase: true for one")]
    ErasedSource {
        /// Which of the given cells, counted from 0.
        index: usize,
        /// The cell's column.
        x: i64,
        /// The cell's row.
        y: i64,
        /// The source id given, -1 or 65535.
        found: i64,
    },
    /// A value in a column does not fit its field of the record.
    #[error("column {column}, row {row}: {least} to {most} expected, {found} found")]
    ColumnValue {
        /// The column's name.
        column: &'static str,
        /// The row, counted from 0.
        row: usize,
        /// The smallest value that fits.
        least: i32,
        /// The greatest value that fits.
        most: i32,
        /// The value given.
        found: i32,
    },
    /// A value in the transform column has bits that are no transform.
    #[error("column transform, row {row}: the bits of 0xF000 expected, {found:#x} found")]
    ColumnTransform {
        /// The row, counted from 0.
        row: usize,
        /// The value given.
        found: i32,
    },
    /// A column is not as long as the others.
    #[error("column {column}: {expected} rows expected, {found} found")]
    ColumnLength {
        /// The column's name.
        column: &'static str,
        /// The length of the longest column.
        expected: usize,
        /// The length of this one.
        found: usize,
    },
    /// A move would carry a record out of the 16 bits of its coordinates.
    #[error(
        "record {index} at ({x}, {y}): moved by ({dx}, {dy}) it would leave the coordinates -32768 to 32767"
    )]
    MovedOut {
        /// The record, counted from 0 in the order of the buffer.
        index: usize,
        /// The record's column.
        x: i16,
        /// The record's row.
        y: i16,
        /// The columns to move by.
        dx: i32,
        /// The rows to move by.
        dy: i32,
    },
    /// No such format of `TileMap` data.
    #[error("TileMap data of format 0, 1 or 2 expected, {found} given")]
    LegacyFormat {
        /// The format given.
        found: i64,
    },
    /// `TileMap` data does not divide into whole records.
    #[error("TileMap data of format {format}: records of {record} integers expected, {found} integers found")]
    LegacyLength {
        /// The format given.
        format: i64,
        /// How many integers a record has in it.
        record: usize,
        /// How many integers there are.
        found: usize,
    },
    /// There is nothing in the text.
    #[error("the text is empty: a tile_map_data line, a PackedByteArray, numbers, base64 or hex expected")]
    TextEmpty,
    /// The text is none of the forms that are read.
    #[error(
        "byte {offset} of the text: a tile_map_data line, a PackedByteArray, numbers, base64 or hex expected, \
         {found:?} found"
    )]
    TextUnreadable {
        /// Where reading stopped, in bytes of the text's UTF-8 form.
        offset: usize,
        /// The text from there, shortened.
        found: String,
    },
    /// Something is wrong within a `PackedByteArray(...)` or a list of numbers.
    #[error("byte {offset} of the text: {expected} expected, {found:?} found")]
    TextBroken {
        /// Where it is, in bytes of the text's UTF-8 form.
        offset: usize,
        /// What belongs there.
        expected: &'static str,
        /// The text from there, shortened.
        found: String,
    },
    /// The text is an array of integers, which is what an old `TileMap` stores.
    #[error(
        "byte {offset} of the text: this is an old TileMap's tile_data; read its integers with load_legacy"
    )]
    TextLegacy {
        /// Where the array begins, in bytes of the text's UTF-8 form.
        offset: usize,
    },
    /// The scene's text does not follow the syntax of `.tscn` files.
    #[error("line {line} of the scene: {expected} expected")]
    SceneSyntax {
        /// The line, counted from 1.
        line: usize,
        /// What belongs there.
        expected: &'static str,
    },
    /// The scene has no such layer.
    #[error("the scene has no tile map layer {path:?}")]
    SceneLayer {
        /// The path given.
        path: String,
    },
    /// The path names a `TileMap` of several layers.
    #[error("{path:?} has several layers: add :layer_0/tile_data or the like")]
    SceneLayerAmbiguous {
        /// The path given.
        path: String,
    },
    /// The layer belongs to a `TileMap` whose other values are stored in an older format.
    #[error("{path:?} stores TileMap data of format {format}; only format 2 is written")]
    SceneLayerFormat {
        /// The path given.
        path: String,
        /// The format that the node states.
        format: i64,
    },
    /// The buffer to write into a scene is one that Godot would load with an error.
    #[error("byte {offset}: records of 12 bytes expected, {found} bytes found")]
    PartialRecord {
        /// Where the partial record begins.
        offset: usize,
        /// How many bytes it has.
        found: usize,
    },
}

impl TileMapError {
    /// What the failure means to the caller.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::UnsupportedFormat { .. }
            | Self::TextEmpty
            | Self::TextUnreadable { .. }
            | Self::TextLegacy { .. } => ErrorKind::Unrecognized,
            Self::ShortHeader { .. }
            | Self::LegacyLength { .. }
            | Self::TextBroken { .. }
            | Self::SceneSyntax { .. } => ErrorKind::Corrupt,
            Self::CellField { .. }
            | Self::ErasedSource { .. }
            | Self::ColumnValue { .. }
            | Self::ColumnTransform { .. }
            | Self::ColumnLength { .. }
            | Self::MovedOut { .. }
            | Self::LegacyFormat { .. }
            | Self::SceneLayer { .. }
            | Self::SceneLayerAmbiguous { .. }
            | Self::SceneLayerFormat { .. }
            | Self::PartialRecord { .. } => ErrorKind::InvalidData,
        }
    }
}
