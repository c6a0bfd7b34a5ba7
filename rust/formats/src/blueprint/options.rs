//! What a caller knows of its islands, and what reading them may cost.

/// What the caller knows of the files it reads; the format leaves these to the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// How many biomes there are; ordinals at or above it are refused. 0 accepts any.
    pub biome_count: u32,
    /// How many town tiers there are; ordinals at or above it are refused. 0 accepts any.
    pub town_tier_count: u32,
    /// The seed that the map should have been generated from. 0 compares nothing.
    pub expected_seed: i64,
    /// The map size that the map should have. 0 compares nothing.
    pub expected_map_size: i64,
    /// What a file may cost.
    pub limits: Limits,
}

/// What a file may cost beyond its grids, whose size the map size bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of towns, road points, water bodies and texts, each section for itself.
    pub record_bytes: u64,
    /// Sections in a file.
    pub sections: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record_bytes: 1 << 28, sections: 4096 }
    }
}
