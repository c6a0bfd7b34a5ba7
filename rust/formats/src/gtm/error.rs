//! Why a map could not be read or written.

use super::mangling::Mangling;
use crate::Fault;

crate::fault::format_error! {
    /// Why a map could not be read or written.
    "not a GodotTrench map: {0}"
}

impl Error {
    /// The magic was changed by something that treated the file as text.
    pub(super) fn mangled(how: Mangling) -> Self {
        let found = format!("one that was mangled {how}, take the original file;");
        Self::corrupt("magic", 0, "89 47 54 4D 0D 0A 1A 0A", found)
    }

    /// Neither HEAD nor END could be read, so nothing tells what the nodes mean.
    pub(super) fn no_head(problems: &[String]) -> Self {
        let list = if problems.is_empty() { String::new() } else { format!(" ({})", problems.join("; ")) };
        Self::Corrupt(Fault::new("", "a readable HEAD or END chunk", format!("none{list}")).at(12))
    }

    /// The text is not JSON; `message` is the parser's.
    pub(super) fn json(offset: u64, message: &str) -> Self {
        Self::Corrupt(Fault::new("", "JSON", message).at(offset))
    }

    /// JSON, but no map.
    pub(super) fn not_a_map(offset: u64, found: &'static str) -> Self {
        Self::Unrecognized(Fault::new("", "a map", found).at(offset))
    }

    /// More than the limits allow.
    pub(super) fn over_limit(what: &'static str, limit: u64) -> Self {
        Self::OutOfMemory(Fault::new(what, format!("at most {limit} bytes, the limit"), "more"))
    }

    /// A value that the format cannot hold, and where in the map it stands, as `layers[0].children[2].origin`.
    pub fn unstorable(path: &str, expected: &'static str, found: impl ToString) -> Self {
        Self::invalid("", expected, found).within(path)
    }
}
