//! Windows of the grids, straight into the caller's slices.

use super::opened::{CellLayout, Opened};
use super::{Cells, Error, Problem, Tag, Window, v1};
use crate::source::ReadAt;
use std::ops::Range;

/// At most so many cells are fetched at once, so that they are still in the cache when they are checked.
const PIECE: usize = 64 * 1024;

impl Opened {
    /// Tells whether the file has the grid of water-body ids.
    pub const fn has_water_ids(&self) -> bool {
        self.layout.water_ids.is_some()
    }

    /// Tells whether the file has the grid of water levels.
    pub const fn has_water_levels(&self) -> bool {
        self.layout.water_levels.is_some()
    }

    /// Reads the heights and the biome ordinals of a window. Heights that are not finite are a problem.
    ///
    /// # Errors
    /// [`Error::Corrupt`] for a biome ordinal out of range, [`Error::InvalidData`] for a window outside the map,
    /// [`Error::Unreadable`] when the bytes do not come.
    ///
    /// # Panics
    /// When the slices do not have one element a cell of the window.
    pub fn read_surface(
        &self,
        source: &mut dyn ReadAt,
        window: Window,
        heights: &mut [f32],
        biomes: &mut [u8],
    ) -> Result<Option<Problem>, Error> {
        window.check(self.document.params.map_size)?;
        match self.layout.surface {
            CellLayout::Apart { heights: start, biomes: biomes_start } => {
                self.read_biomes(source, biomes_start, window, biomes)?;
                self.read_heights(source, start, window, heights)
            }
            CellLayout::Together { cells } => self.read_cells(source, cells, window, heights, biomes),
        }
    }

    /// Reads the water-body ids of a window; 0 is no water. The grid must be there.
    ///
    /// # Errors
    /// [`Error::Corrupt`] without the grid, [`Error::InvalidData`] for a window outside the map,
    /// [`Error::Unreadable`] when the bytes do not come.
    ///
    /// # Panics
    /// When the slice does not have one element a cell of the window.
    pub fn read_water_ids(
        &self,
        source: &mut dyn ReadAt,
        window: Window,
        ids: &mut [u16],
    ) -> Result<(), Error> {
        self.read_u16(source, (Tag::WATER_IDS, self.layout.water_ids), window, ids)
    }

    /// Reads the quantised water levels of a window; 0 is no water. The grid must be there.
    ///
    /// # Errors
    /// As [`read_water_ids`](Self::read_water_ids).
    ///
    /// # Panics
    /// When the slice does not have one element a cell of the window.
    pub fn read_water_levels(
        &self,
        source: &mut dyn ReadAt,
        window: Window,
        levels: &mut [u16],
    ) -> Result<(), Error> {
        self.read_u16(source, (Tag::WATER_LEVELS, self.layout.water_levels), window, levels)
    }

    fn read_u16(
        &self,
        source: &mut dyn ReadAt,
        (tag, start): (Tag, Option<u64>),
        window: Window,
        numbers: &mut [u16],
    ) -> Result<(), Error> {
        let start = start.ok_or_else(|| Error::missing(tag, source.size()))?;
        window.check(self.document.params.map_size)?;
        for run in self.runs(window) {
            source.read_u16_at(start + 2 * run.first, &mut numbers[run.target])?;
        }
        Ok(())
    }

    fn read_heights(
        &self,
        source: &mut dyn ReadAt,
        start: u64,
        window: Window,
        heights: &mut [f32],
    ) -> Result<Option<Problem>, Error> {
        let mut holes = Faults::default();
        for run in self.runs(window) {
            let piece = &mut heights[run.target.clone()];
            source.read_f32_at(start + 4 * run.first, piece)?;
            holes.collect(piece, run.target.start, |height| !height.is_finite());
        }
        Ok(holes.on(window).map(Problem::Height))
    }

    fn read_biomes(
        &self,
        source: &mut dyn ReadAt,
        start: u64,
        window: Window,
        biomes: &mut [u8],
    ) -> Result<(), Error> {
        for run in self.runs(window) {
            let piece = &mut biomes[run.target];
            source.read_at(start + run.first, piece)?;
            let Some(wrong) = self.first_unknown(piece) else { continue };
            let offset = start + run.first + wrong as u64;
            return Err(self.bad_biome(offset, piece[wrong].into()).within(Tag::BIOMES));
        }
        Ok(())
    }

    /// Version 1: heights and biomes alternate, and biomes are 32 bits wide.
    fn read_cells(
        &self,
        source: &mut dyn ReadAt,
        start: u64,
        window: Window,
        heights: &mut [f32],
        biomes: &mut [u8],
    ) -> Result<Option<Problem>, Error> {
        let mut holes = Faults::default();
        let mut bytes = Vec::new();
        for run in self.runs(window) {
            let offset = start + v1::CELL * run.first;
            bytes.resize(run.target.len() * v1::CELL as usize, 0);
            source.read_at(offset, &mut bytes)?;
            let piece = &mut heights[run.target.clone()];
            let cells = bytes.as_chunks::<8>().0;
            for (index, [h0, h1, h2, h3, b0, b1, b2, b3]) in cells.iter().copied().enumerate() {
                piece[index] = f32::from_le_bytes([h0, h1, h2, h3]);
                let ordinal = i32::from_le_bytes([b0, b1, b2, b3]);
                biomes[run.target.start + index] = self
                    .narrow(ordinal)
                    .ok_or_else(|| self.bad_biome(offset + v1::CELL * index as u64 + 4, ordinal))?;
            }
            holes.collect(piece, run.target.start, |height| !height.is_finite());
        }
        Ok(holes.on(window).map(Problem::Height))
    }

    fn narrow(&self, ordinal: i32) -> Option<u8> {
        let narrow = u8::try_from(ordinal).ok()?;
        (self.biome_count == 0 || u32::from(narrow) < self.biome_count).then_some(narrow)
    }

    /// The first ordinal that the caller's count rules out.
    fn first_unknown(&self, biomes: &[u8]) -> Option<usize> {
        let highest = biomes.iter().copied().fold(0, u8::max);
        if self.narrow(highest.into()).is_some() {
            return None;
        }
        biomes.iter().position(|biome| u32::from(*biome) >= self.biome_count)
    }

    fn bad_biome(&self, offset: u64, found: i32) -> Error {
        let highest = if self.biome_count == 0 { 255 } else { (self.biome_count - 1).min(255) };
        Error::corrupt("biome", offset, format!("an ordinal of 0 to {highest}"), found)
    }

    fn runs(&self, window: Window) -> impl Iterator<Item = Run> + use<> {
        runs(self.document.params.map_size, window)
    }
}

/// Consecutive cells of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    /// The first one, counted from the grid's start.
    first: u64,
    /// Where they go in the window's slice.
    target: Range<usize>,
}

/// The runs that a window is made of. One that has all of the second index is one run, however wide.
fn runs(size: u32, window: Window) -> impl Iterator<Item = Run> {
    let whole = window.height == size;
    let (rows, length) = if whole { (1, window.cells()) } else { (window.width, window.height as usize) };
    (0..rows).flat_map(move |row| {
        let first = u64::from(window.x + row) * u64::from(size) + u64::from(window.y);
        let start = row as usize * length;
        (0..length).step_by(PIECE).map(move |done| {
            let end = length.min(done + PIECE);
            Run { first: first + done as u64, target: start + done..start + end }
        })
    })
}

/// Counts faulty elements and remembers the first.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pub(super) count: u64,
    pub(super) first: Option<usize>,
}

impl Faults {
    /// Looks at a piece that begins at `start` of its grid.
    fn collect<T: Copy>(&mut self, piece: &[T], start: usize, is_fault: impl Fn(T) -> bool) {
        let count = piece.iter().filter(|value| is_fault(**value)).count() as u64;
        if count == 0 {
            return;
        }
        self.count += count;
        self.first = self.first.or_else(|| Some(start + piece.iter().position(|value| is_fault(*value))?));
    }

    /// Counts `count` faulty elements from `index` on.
    pub(super) fn add(&mut self, index: usize, count: u64) {
        self.count += count;
        self.first.get_or_insert(index);
    }

    /// The faults, if there are any, on the map.
    pub(super) fn on(&self, window: Window) -> Option<Cells> {
        Some(Cells { count: self.count, first: window.cell(self.first?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_whole_rows_is_read_in_pieces_without_gaps() {
        let window = Window { x: 3, y: 0, width: 700, height: 1000 };
        let found: Vec<Run> = runs(1000, window).collect();
        assert_eq!(found[0], Run { first: 3000, target: 0..PIECE });
        assert!(found.windows(2).all(|pair| pair[0].target.end == pair[1].target.start));
        assert_eq!(found.last().unwrap().target.end, window.cells());
    }

    #[test]
    fn a_narrow_window_is_one_run_a_row() {
        let window = Window { x: 2, y: 5, width: 3, height: 4 };
        let found: Vec<Run> = runs(256, window).collect();
        let wanted = [(2 * 256 + 5, 0..4), (3 * 256 + 5, 4..8), (4 * 256 + 5, 8..12)];
        assert_eq!(found, wanted.map(|(first, target)| Run { first, target }));
    }

    #[test]
    fn offsets_of_the_largest_map_do_not_wrap() {
        let window = Window { x: 32_767, y: 32_767, width: 1, height: 1 };
        let found: Vec<Run> = runs(32_768, window).collect();
        assert_eq!(found, [Run { first: (1 << 30) - 1, target: 0..1 }]);
    }
}
