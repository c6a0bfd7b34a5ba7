//! What lives on in a running scene: nodes of ours that work there or keep what a scene needs.

mod arguments;
pub(super) mod baked_lighting;
pub(super) mod body_ids;
pub(super) mod hull_body;
mod inputs;
mod methods;
pub(super) mod output_relay;
mod parameters;
pub(super) mod scatter_body;
pub(super) mod scatter_multimesh;
mod targets;
pub(super) mod terrain_body;
