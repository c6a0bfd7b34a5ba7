//! A record of twelve bytes, and the bits of its alternative.

/// Bit of [`Record::alternative_tile`]: the tile is mirrored left to right.
pub const TRANSFORM_FLIP_H: u16 = 0x1000;
/// Bit of [`Record::alternative_tile`]: the tile is mirrored top to bottom.
pub const TRANSFORM_FLIP_V: u16 = 0x2000;
/// Bit of [`Record::alternative_tile`]: the tile's axes are swapped.
pub const TRANSFORM_TRANSPOSE: u16 = 0x4000;
/// The bit of [`Record::alternative_tile`] that has no meaning. It is kept as found; Godot takes the field for a
/// signed number and shows a large negative alternative when it is set.
pub const RESERVED_BIT: u16 = 0x8000;
/// The part of [`Record::alternative_tile`] that is the alternative's id.
pub const ALTERNATIVE_ID: u16 = 0x0FFF;
/// The source id that marks a cell as erased.
pub const ERASED_SOURCE: u16 = 0xFFFF;

/// One record of the buffer: a painted cell, or the tombstone of an erased one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Record {
    /// Column on the map.
    pub x: i16,
    /// Row on the map.
    pub y: i16,
    /// Id of the `TileSet`'s source, [`ERASED_SOURCE`] for a tombstone.
    pub source_id: u16,
    /// Column in the atlas.
    pub atlas_x: u16,
    /// Row in the atlas.
    pub atlas_y: u16,
    /// The alternative's id in the low twelve bits, the transform in the next three.
    pub alternative_tile: u16,
}

impl Record {
    /// Bytes that a record takes.
    pub const SIZE: usize = 12;

    /// What `erase_cell` leaves behind at (`x`, `y`).
    pub const fn tombstone(x: i16, y: i16) -> Self {
        Self {
            x,
            y,
            source_id: ERASED_SOURCE,
            atlas_x: u16::MAX,
            atlas_y: u16::MAX,
            alternative_tile: u16::MAX,
        }
    }

    /// Whether the record erases its cell.
    pub const fn is_tombstone(&self) -> bool {
        self.source_id == ERASED_SOURCE
    }

    /// The alternative's id, 0 to 4095.
    pub const fn alternative_id(&self) -> u16 {
        self.alternative_tile & ALTERNATIVE_ID
    }

    /// The high four bits of the alternative: the transform and the reserved bit.
    pub const fn transform(&self) -> u16 {
        self.alternative_tile & !ALTERNATIVE_ID
    }

    /// Whether the tile is mirrored left to right.
    pub const fn flip_h(&self) -> bool {
        self.alternative_tile & TRANSFORM_FLIP_H != 0
    }

    /// Whether the tile is mirrored top to bottom.
    pub const fn flip_v(&self) -> bool {
        self.alternative_tile & TRANSFORM_FLIP_V != 0
    }

    /// Whether the tile's axes are swapped.
    pub const fn transpose(&self) -> bool {
        self.alternative_tile & TRANSFORM_TRANSPOSE != 0
    }

    pub(super) const fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let [x0, x1, y0, y1, s0, s1, ax0, ax1, ay0, ay1, t0, t1] = *bytes;
        Self {
            x: i16::from_le_bytes([x0, x1]),
            y: i16::from_le_bytes([y0, y1]),
            source_id: u16::from_le_bytes([s0, s1]),
            atlas_x: u16::from_le_bytes([ax0, ax1]),
            atlas_y: u16::from_le_bytes([ay0, ay1]),
            alternative_tile: u16::from_le_bytes([t0, t1]),
        }
    }

    pub(super) const fn to_bytes(self) -> [u8; Self::SIZE] {
        let [x0, x1] = self.x.to_le_bytes();
        let [y0, y1] = self.y.to_le_bytes();
        let [s0, s1] = self.source_id.to_le_bytes();
        let [ax0, ax1] = self.atlas_x.to_le_bytes();
        let [ay0, ay1] = self.atlas_y.to_le_bytes();
        let [t0, t1] = self.alternative_tile.to_le_bytes();
        [x0, x1, y0, y1, s0, s1, ax0, ax1, ay0, ay1, t0, t1]
    }

    /// Orders records by row, then column.
    pub(super) const fn position(&self) -> (i16, i16) {
        (self.y, self.x)
    }
}
