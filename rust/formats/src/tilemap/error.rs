//! Why tile map data, a text with such data, or a scene's text was refused.

use crate::Fault;

/// The texts that are read.
const FORMS: &str = "a tile_map_data line, a PackedByteArray, numbers, base64 or hex";

crate::fault::format_error! {
    /// Why tile map data, a text with such data, or a scene's text was refused.
    "not tile map data: {0}"
}

/// Buffers.
impl Error {
    pub(super) fn short_header(found: usize) -> Self {
        Self::corrupt("header", 0, "2 bytes", found)
    }

    /// Godot refuses such a buffer as well.
    pub(super) fn unsupported_format(found: u16) -> Self {
        Self::unrecognized("header", 0, "format 0", found)
    }

    /// A buffer to be written that Godot would load with an error.
    pub(super) fn partial_record(offset: usize, found: usize) -> Self {
        Self::InvalidData(Fault::new("record", "12 bytes", found).at(offset as u64))
    }

    /// A move would carry a record out of the 16 bits of its coordinates.
    pub(super) fn moved_out(index: usize, from: (i16, i16), by: (i32, i32)) -> Self {
        let (x, y) = (i64::from(from.0) + i64::from(by.0), i64::from(from.1) + i64::from(by.1));
        let place = format!("record {index} at {from:?}");
        Self::invalid("coords", "-32768 to 32767", format!("({x}, {y})")).within(place)
    }
}

/// Cells and columns of the caller's.
impl Error {
    /// A value that its field of the record would wrap.
    pub(super) fn cell_field(field: &'static str, (least, most): (i64, i64), found: i64) -> Self {
        Self::invalid(field, format!("{least} to {most}"), found)
    }

    /// The source id that marks an erased cell, on a cell that is not said to be erased.
    pub(super) fn erased_source(found: i64) -> Self {
        Self::invalid("source_id", "a source, or erase: true for an erased cell", found)
    }

    /// A value in a column that its field of the record would wrap.
    pub(super) fn column_value(
        column: &'static str,
        row: usize,
        (least, most): (i32, i32),
        found: i32,
    ) -> Self {
        Self::invalid("", format!("{least} to {most}"), found).within(format!("column {column}, row {row}"))
    }

    /// A value in the transform column that is no transform.
    pub(super) fn column_transform(row: usize, found: i32) -> Self {
        Self::invalid("", "bits of 0xF000", format!("{found:#x}"))
            .within(format!("column transform, row {row}"))
    }

    /// A column that is not as long as the others.
    pub(super) fn column_length(column: &'static str, expected: usize, found: usize) -> Self {
        Self::invalid("", format!("{expected} rows"), found).within(format!("column {column}"))
    }
}

/// `TileMap` data of older scenes.
impl Error {
    pub(super) fn legacy_format(found: i64) -> Self {
        Self::invalid("format", "0, 1 or 2", found).within("TileMap data")
    }

    /// Integers that do not divide into whole records.
    pub(super) fn legacy_length(format: i64, record: usize, found: usize) -> Self {
        let fault = Fault::new("", format!("records of {record} integers"), format!("{found} integers"));
        Self::Corrupt(fault.within(format!("TileMap data of format {format}")))
    }
}

/// Texts; offsets are bytes of their UTF-8 form.
impl Error {
    pub(super) fn text_empty() -> Self {
        Self::Unrecognized(Fault::new("", FORMS, "nothing").within("text"))
    }

    pub(super) fn text_unreadable(offset: usize, found: &str) -> Self {
        Self::Unrecognized(Fault::new("", FORMS, format!("{found:?}")).at(offset as u64).within("text"))
    }

    /// Something is wrong within a `PackedByteArray(...)` or a list of numbers.
    pub(super) fn text_broken(offset: usize, expected: &'static str, found: &str) -> Self {
        Self::Corrupt(Fault::new("", expected, format!("{found:?}")).at(offset as u64).within("text"))
    }

    /// An array of integers, which is what an old `TileMap` stores.
    pub(super) fn text_legacy(offset: usize) -> Self {
        let found = "an old TileMap's tile_data, whose integers load_legacy reads,";
        Self::Unrecognized(Fault::new("", FORMS, found).at(offset as u64).within("text"))
    }
}

/// Scenes.
impl Error {
    /// The scene's text does not follow the syntax of `.tscn` files; lines count from 1.
    pub(super) fn scene_syntax(line: usize, expected: &'static str, found: &str) -> Self {
        Self::Corrupt(
            Fault::new("", expected, format!("{found:?}")).within(format!("line {line} of the scene")),
        )
    }

    pub(super) fn scene_layer(path: &str) -> Self {
        Self::invalid("path", "that of a tile map layer of the scene", format!("{path:?}"))
    }

    /// The path names a `TileMap` of several layers.
    pub(super) fn scene_layer_ambiguous(path: &str) -> Self {
        Self::invalid("path", "one of the node's layers, as in :layer_0/tile_data", format!("{path:?}"))
    }

    /// The layer belongs to a `TileMap` whose other values are stored in an older format.
    pub(super) fn scene_layer_format(path: &str, format: i64) -> Self {
        Self::invalid("format", "2, the only one that is written,", format).within(path)
    }
}
