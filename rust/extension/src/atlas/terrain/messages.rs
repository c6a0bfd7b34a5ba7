//! What a frame tells by signals and warnings, after the node is released.

use godot::global::Error;
use mapwright_formats::atlas::Node;

/// What a frame has to tell, once nothing is held any more.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// There is another source than before, or none any more.
    pub(super) has_changed: bool,
    /// The source was looked at.
    pub(super) source: Option<Error>,
    /// Chunks that can be drawn from now on.
    pub(super) chunks: Vec<Node>,
    pub(super) errors: Vec<String>,
    pub(super) warnings: Vec<String>,
}
