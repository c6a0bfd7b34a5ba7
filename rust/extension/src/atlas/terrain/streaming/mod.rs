//! Chunks and tiles on their way from the file into memory.

pub(super) mod content;
mod jobs;
pub(super) mod loading;
pub(super) mod progress;
pub(super) mod session;
mod survey;
pub(super) mod viewer;
