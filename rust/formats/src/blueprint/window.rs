//! Rectangles of cells.

use super::Error;
use std::fmt;

/// A rectangle of cells. `x` and `width` run along a grid's first index, `y` and `height` along its second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Window {
    /// The first cell along the first index.
    pub x: u32,
    /// The first cell along the second index.
    pub y: u32,
    /// Cells along the first index.
    pub width: u32,
    /// Cells along the second index.
    pub height: u32,
}

impl Window {
    /// All of a map that is `size` cells a side.
    pub const fn whole(size: u32) -> Self {
        Self { x: 0, y: 0, width: size, height: size }
    }

    /// How many cells it has.
    pub const fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The map's cell at `index` of a grid that holds this window.
    pub const fn cell(&self, index: usize) -> (u32, u32) {
        let height = if self.height == 0 { 1 } else { self.height as usize };
        (self.x + (index / height) as u32, self.y + (index % height) as u32)
    }

    /// Tells whether it has cells, all of them on a map that is `size` cells a side.
    ///
    /// # Errors
    /// [`Error::InvalidData`] when it does not.
    pub fn check(&self, size: u32) -> Result<(), Error> {
        let inside = fits(self.x, self.width, size) && fits(self.y, self.height, size);
        if inside {
            return Ok(());
        }
        Err(Error::invalid("region", format!("one inside (0, 0, {size}, {size})"), self))
    }
}

const fn fits(first: u32, count: u32, size: u32) -> bool {
    count > 0 && count <= size && first <= size - count
}

impl fmt::Display for Window {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({}, {}, {}, {})", self.x, self.y, self.width, self.height)
    }
}
