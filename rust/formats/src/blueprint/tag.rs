//! The four-character codes of sections.

use std::fmt;

/// A section's four-character code, as its bytes stand in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// The resolved generation inputs; mandatory and first.
    pub const PARAMS: Self = Self(*b"PRMS");
    /// Heights, `f32` a cell; mandatory.
    pub const HEIGHTS: Self = Self(*b"HGTS");
    /// Biome ordinals, `u8` a cell; mandatory.
    pub const BIOMES: Self = Self(*b"BIOM");
    /// Towns.
    pub const TOWNS: Self = Self(*b"TOWN");
    /// The height curve that shaped the heights.
    pub const CURVE: Self = Self(*b"TCRV");
    /// The detail passes that shaped the heights.
    pub const DETAIL: Self = Self(*b"TDTL");
    /// Water-body ids, `u16` a cell.
    pub const WATER_IDS: Self = Self(*b"WBID");
    /// The table of water bodies.
    pub const WATER_BODIES: Self = Self(*b"WBTB");
    /// Quantised water levels, `u16` a cell.
    pub const WATER_LEVELS: Self = Self(*b"WSRF");
    /// Highways.
    pub const HIGHWAYS: Self = Self(*b"RDHW");
    /// Branch roads.
    pub const BRANCHES: Self = Self(*b"RDBR");
    /// Rugged roads.
    pub const RUGGED: Self = Self(*b"RDRG");
    /// Trails.
    pub const TRAILS: Self = Self(*b"RDTL");

    /// The registered sections, in the order in which the format lists them and a writer emits them.
    pub const REGISTERED: [Self; 13] = [
        Self::PARAMS,
        Self::HEIGHTS,
        Self::BIOMES,
        Self::TOWNS,
        Self::CURVE,
        Self::DETAIL,
        Self::WATER_IDS,
        Self::WATER_BODIES,
        Self::WATER_LEVELS,
        Self::HIGHWAYS,
        Self::BRANCHES,
        Self::RUGGED,
        Self::TRAILS,
    ];
}

impl fmt::Display for Tag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.escape_ascii().fmt(formatter)
    }
}
