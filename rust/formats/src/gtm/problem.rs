//! What was lost or is suspicious in a map that did load.

use super::tag::Tag;
use thiserror::Error;

/// One thing that was lost or is suspicious; its text is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// Bytes that belong to no chunk.
    #[error("bytes {from} to {to} are damaged and were skipped")]
    Skipped {
        /// The first byte.
        from: usize,
        /// The byte behind the last.
        to: usize,
    },
    /// The file, or what is left of it, ends inside a chunk.
    #[error("the file ends inside the {tag} chunk at byte {offset}, {}", lost_with(*.tag))]
    ChunkCut {
        /// The chunk's tag.
        tag: Tag,
        /// Where its header begins.
        offset: usize,
    },
    /// A chunk whose payload cannot be read.
    #[error("the {tag} chunk at byte {offset} is damaged ({reason}), {}", lost_with(*.tag))]
    ChunkDamaged {
        /// The chunk's tag.
        tag: Tag,
        /// Where its header begins.
        offset: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A chunk that was not read because the file's budget is spent.
    #[error("the {tag} chunk at byte {offset} was not read, it would pass the limit of {limit} bytes for {what}, {}", lost_with(*.tag))]
    ChunkOverBudget {
        /// The chunk's tag.
        tag: Tag,
        /// Where its header begins.
        offset: usize,
        /// Which budget.
        what: &'static str,
        /// Its size in bytes.
        limit: u64,
    },
    /// The file ends without an END chunk.
    #[error("the end chunk is missing, so the number of lost nodes is unknown")]
    EndMissing,
    /// END counts more nodes than were read.
    #[error("{lost} of {total} nodes could not be read")]
    NodesLost {
        /// How many are missing.
        lost: u64,
        /// How many END counts.
        total: u64,
    },
    /// END counts more chunks than were found, though nothing is damaged.
    #[error("{count} chunks are missing")]
    ChunksMissing {
        /// How many.
        count: u64,
    },
    /// Nodes that hang in no layer, or too deep.
    #[error("{count} nodes whose parent was lost were moved to the layer \"Recovered\"")]
    Orphans {
        /// How many were moved; their children come with them.
        count: usize,
    },
    /// Nodes without an integer id.
    #[error("{count} nodes without an id were given a fresh one")]
    WithoutId {
        /// How many.
        count: usize,
    },
    /// Nodes with an id that a node before them has.
    #[error("{count} nodes with the id of another node were given a fresh one")]
    RepeatedIds {
        /// How many.
        count: usize,
    },
    /// Entries of a node list that are not nodes.
    #[error("{count} entries of the node list at byte {offset} are no nodes and were left out")]
    NotNodes {
        /// How many.
        count: usize,
        /// Where the chunk's header begins; 0 for JSON.
        offset: usize,
    },
    /// The stored content id is not that of the payloads.
    #[error("the content id is {computed}, the END chunk says {stored}")]
    ContentId {
        /// Computed from the payloads.
        computed: u64,
        /// Stored in END.
        stored: u64,
    },
    /// The map names another format.
    #[error("the format is {found}, \"godottrench-map\" expected")]
    Format {
        /// What it names, quoted.
        found: String,
    },
    /// The map is newer than this reader.
    #[error("map version {found} is newer than {supported}, the newest that this reader knows")]
    NewerMap {
        /// The version that the map states.
        found: i64,
        /// [`super::MAP_VERSION`].
        supported: i64,
    },
    /// A part of a JSON map that is not of its kind.
    #[error("\"{key}\" is {found}, {expected} expected, and was left out")]
    NotOfItsKind {
        /// The part's key.
        key: &'static str,
        /// What a map holds there.
        expected: &'static str,
        /// What was found.
        found: &'static str,
    },
    /// Numbers that JSON and the format have no form for.
    #[error("{count} numbers that are not finite were read as null")]
    NotFinite {
        /// How many.
        count: usize,
    },
    /// The bake is unusable.
    #[error("the baked lighting was left out, {reason}; bake the map again")]
    LightmapDropped {
        /// What is wrong with it.
        reason: String,
    },
    /// A part of the bake is unusable.
    #[error("{part} of the baked lighting was left out, {reason}")]
    LightmapPart {
        /// Which part.
        part: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// More problems than are listed.
    #[error("{count} more problems are not listed")]
    More {
        /// How many.
        count: usize,
    },
}

impl Problem {
    /// Whether the problem means that bytes of the file were lost.
    pub const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Skipped { .. }
                | Self::ChunkCut { .. }
                | Self::ChunkDamaged { .. }
                | Self::ChunkOverBudget { .. }
        )
    }
}

fn lost_with(tag: Tag) -> &'static str {
    match tag {
        Tag::HEAD => "the worldspawn properties and editor state in it are lost",
        Tag::NODE => "the nodes stored in it are lost",
        Tag::LMAP => "the baked lighting is lost, bake the map again",
        Tag::END => "the counts in it are lost",
        _ => "its data is lost",
    }
}

/// The problems of a map that is being read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Problems {
    list: crate::Problems<Problem>,
    damaged: bool,
}

impl Problems {
    pub(super) fn push(&mut self, problem: Problem) {
        self.damaged |= problem.is_damage();
        self.list.push(problem);
    }

    /// Whether bytes of the file were lost, be it listed or only counted.
    pub(super) const fn any_damage(&self) -> bool {
        self.damaged
    }

    pub(super) fn into_list(self) -> Vec<Problem> {
        self.list.into_vec(|count| Problem::More { count })
    }
}
