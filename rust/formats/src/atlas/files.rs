//! Which files a terrain comes from, and what they are.

use super::{chu, tables, tqt};
use crate::source::ReadAt;

/// The files that a terrain's chunks and tiles come from.
#[derive(Debug)]
pub struct Files<S> {
    main: S,
    companion: Option<S>,
}

impl<S: ReadAt> Files<S> {
    /// One file for everything.
    pub const fn one(file: S) -> Self {
        Self { main: file, companion: None }
    }

    /// A `.chu` and its `.tqt`.
    pub const fn pair(chu: S, tqt: S) -> Self {
        Self { main: chu, companion: Some(tqt) }
    }

    /// Where geometry and settings are.
    pub fn geometry(&mut self) -> &mut S {
        &mut self.main
    }

    /// Where tiles are.
    pub fn textures(&mut self) -> &mut S {
        self.companion.as_mut().unwrap_or(&mut self.main)
    }
}

/// What was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.atlas`.
    Atlas,
    /// `.chu` alone.
    Chu,
    /// `.tqt` alone.
    Tqt,
    /// `.chu` with its `.tqt`.
    ChuAndTqt,
}

impl Format {
    /// A short name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atlas => "atlas",
            Self::Chu => "chu",
            Self::Tqt => "tqt",
            Self::ChuAndTqt => "chu+tqt",
        }
    }

    /// The format of a file, by its first bytes.
    pub fn of(head: &[u8]) -> Option<Self> {
        match *head.first_chunk()? {
            tables::MAGIC => Some(Self::Atlas),
            chu::MAGIC => Some(Self::Chu),
            tqt::MAGIC => Some(Self::Tqt),
            _ => None,
        }
    }
}
