//! What was lost or is suspicious in an island that did load.

use super::Tag;
use std::fmt;
use thiserror::Error;

/// How many cells have a fault, and which is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    /// How many.
    pub count: u64,
    /// The first one's place on the map.
    pub first: (u32, u32),
}

impl fmt::Display for Cells {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} cells, the first at {:?}", self.count, self.first)
    }
}

/// What was lost or is suspicious in a file that can be used all the same.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Problem {
    /// The legacy edition.
    #[error("version 1 is the legacy layout and deprecated; save the map as version 2")]
    Deprecated,
    /// A section that every writer emits.
    #[error("section {0} is missing; it reads as empty")]
    SectionMissing(Tag),
    /// A section whose own version is newer than the newest known.
    #[error("section {tag} has version {found}, {newest} is the newest known; {kept} bytes are kept unread")]
    NewerRecord {
        /// The section.
        tag: Tag,
        /// Its version.
        found: u16,
        /// The newest that this reader knows.
        newest: u16,
        /// How many bytes have no known meaning.
        kept: usize,
    },
    /// A text is not UTF-8.
    #[error("PRMS {field} at byte {offset} is not UTF-8; what is not reads as U+FFFD")]
    Text {
        /// The field.
        field: &'static str,
        /// Where its bytes begin.
        offset: u64,
    },
    /// The map is from another seed than the caller expected.
    #[error("the map was generated from seed {found}, {expected} expected")]
    Seed {
        /// The caller's.
        expected: i64,
        /// The file's.
        found: i32,
    },
    /// The map has another size than the caller expected.
    #[error("the map is {found} cells a side, {expected} expected")]
    MapSize {
        /// The caller's.
        expected: i64,
        /// The file's.
        found: u32,
    },
    /// Flags that should be 0 or 1.
    #[error("{count} towns have an isHighwayNode that is neither 0 nor 1; it reads as true")]
    HighwayFlag {
        /// How many.
        count: usize,
    },
    /// Heights that are NaN or infinite.
    #[error("the height is not a finite number in {0}")]
    Height(Cells),
    /// Some of the three water sections are there and some are not.
    #[error("the water sections belong together; {} missing", list(.0))]
    WaterIncomplete(Vec<Tag>),
    /// A row of the table of water bodies that contradicts the format.
    #[error("WBTB: body {index} (id {id}) {fault}")]
    WaterBody {
        /// The row.
        index: usize,
        /// The body.
        id: u16,
        /// What is wrong with it.
        fault: String,
    },
    /// Cells whose id is not in the table.
    #[error("WBID names a body that WBTB does not have in {0}")]
    WaterId(Cells),
    /// Cells that have an id but no level, or a level but no id.
    #[error("WBID and WSRF disagree about whether there is water in {0}")]
    WaterPresence(Cells),
    /// Cells whose level is not their body's.
    #[error("WSRF has another level than the cell's body in {0}")]
    WaterLevel(Cells),
    /// Bodies that cover another number of cells than they say.
    #[error(
        "WBTB: {count} bodies cover another number of cells than they say; body {id} says {stated}, covers {found}"
    )]
    WaterPixels {
        /// How many bodies.
        count: usize,
        /// The first of them.
        id: u16,
        /// Its count in the table.
        stated: i32,
        /// Its cells in the grid.
        found: u64,
    },
}

fn list(tags: &[Tag]) -> String {
    let names: Vec<String> = tags.iter().map(Tag::to_string).collect();
    names.join(", ")
}
