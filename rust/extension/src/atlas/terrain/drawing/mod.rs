//! What the rendering server shows of a terrain.

pub(super) mod instances;
mod layers;
pub(super) mod outline;
pub(super) mod owned;
