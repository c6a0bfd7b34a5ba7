//! The map formats that Mapwright opens: bytes to typed documents and back.
//!
//! One module a format, each with its reader, writer, limits and one error type. Nothing here knows Godot,
//! opens a file or trusts a number that a file states: counts are believed once the bytes behind them are
//! there, and every slice and sum over file values is checked.

#![forbid(unsafe_code)]

pub mod atlas;
pub mod blueprint;
pub mod bytes;
mod fault;
pub mod gtm;
mod kind;
mod problems;
pub mod source;
pub mod tilemap;

pub use fault::Fault;
pub use kind::ErrorKind;
pub use problems::Problems;
