//! Map documents to neutral geometry: plain arrays that any engine could draw. No engine is known here.

#![forbid(unsafe_code)]

pub mod blueprint;
pub mod gtm;
mod surface;

pub use surface::Surface;
