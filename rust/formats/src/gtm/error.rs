use super::container::Mangling;
use crate::ErrorKind;
use thiserror::Error;

/// Why a map could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// Neither the magic nor JSON.
    #[error("byte 0: the magic 89 47 54 4D 0D 0A 1A 0A or a JSON object expected, {found} found")]
    Unrecognized {
        /// The first bytes, for the reader of the message.
        found: String,
    },
    /// The magic was changed by something that treated the file as text.
    #[error(
        "byte 0: the magic is mangled {how}; the file was treated as text on its way here, take the original"
    )]
    Mangled {
        /// What was done to the file.
        how: Mangling,
    },
    /// The file ends inside its 12 byte header.
    #[error("byte {length}: the file ends inside its header, 12 bytes expected")]
    HeaderCut {
        /// How many bytes the file has.
        length: usize,
    },
    /// The container is newer than this reader.
    #[error("byte 8: container version {found} is newer than {supported}, the newest that this reader knows")]
    NewerContainer {
        /// The version that the file states.
        found: u32,
        /// [`super::CONTAINER_VERSION`].
        supported: u32,
    },
    /// Neither HEAD nor END could be read, so nothing tells what the nodes mean.
    #[error("byte 12: a readable HEAD or END chunk expected, none found{}", list(.problems))]
    NoHead {
        /// What is wrong with the chunks that are there.
        problems: Vec<String>,
    },
    /// The text is not JSON.
    #[error("byte {offset}: JSON expected, {message}")]
    Json {
        /// Where the parser stopped.
        offset: u64,
        /// What it says.
        message: String,
    },
    /// JSON, but no map.
    #[error("byte {offset}: a map expected, {found} found")]
    NotAMap {
        /// Where the document begins.
        offset: u64,
        /// What it is instead.
        found: &'static str,
    },
    /// More than the budgets of the format allow.
    #[error("{what} exceeds the limit of {limit} bytes that the format sets{}", at(*.offset))]
    Limit {
        /// What was counted.
        what: &'static str,
        /// The limit in bytes.
        limit: u64,
        /// Where in the file the limit was passed, when one place can be named.
        offset: Option<u64>,
    },
    /// A value that the format cannot hold.
    #[error("{path}: {expected} expected, {found} found")]
    Unstorable {
        /// Where in the map the value stands, as `layers[0].children[2].origin`.
        path: String,
        /// What the format holds there.
        expected: &'static str,
        /// What was given.
        found: String,
    },
}

fn list(problems: &[String]) -> String {
    if problems.is_empty() { String::new() } else { format!(": {}", problems.join("; ")) }
}

fn at(offset: Option<u64>) -> String {
    offset.map(|offset| format!(", at byte {offset}")).unwrap_or_default()
}

impl Error {
    /// What the failure means to the caller.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unrecognized { .. } | Self::NewerContainer { .. } | Self::NotAMap { .. } => {
                ErrorKind::Unrecognized
            }
            Self::Mangled { .. } | Self::HeaderCut { .. } | Self::NoHead { .. } | Self::Json { .. } => {
                ErrorKind::Corrupt
            }
            Self::Limit { .. } => ErrorKind::OutOfMemory,
            Self::Unstorable { .. } => ErrorKind::InvalidData,
        }
    }
}
