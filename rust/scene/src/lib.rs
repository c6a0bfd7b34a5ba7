//! Map documents to neutral geometry: plain arrays that any engine could draw. No engine is known here.

#![forbid(unsafe_code)]

pub mod atlas;
pub mod blueprint;
pub mod gtm;
mod surface;

pub use surface::Surface;

/// The vectors and matrices that this crate speaks of.
pub mod math {
    pub use glam::{DAffine3, DMat3, DVec3};
}
