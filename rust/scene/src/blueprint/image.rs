//! Grids as images: rows along x, one after the other along z.

use mapwright_formats::blueprint::Window;

/// Cells a side of a block. Source and target of a block fit the cache together, whichever way they are walked.
const BLOCK: usize = 32;

/// Turns a grid in file order (`x * height + z`) into rows (`z * width + x`), each value through `convert`.
///
/// # Panics
/// When one of the slices does not have one element a cell.
pub fn to_rows<S: Copy, T>(grid: &[S], window: Window, rows: &mut [T], convert: impl Fn(S) -> T) {
    let (width, height) = (window.width as usize, window.height as usize);
    assert_eq!((grid.len(), rows.len()), (window.cells(), window.cells()), "one element a cell");
    for block_z in (0..height).step_by(BLOCK) {
        let end_z = height.min(block_z + BLOCK);
        for block_x in (0..width).step_by(BLOCK) {
            let end_x = width.min(block_x + BLOCK);
            for z in block_z..end_z {
                let row = &mut rows[z * width + block_x..z * width + end_x];
                for (target, x) in row.iter_mut().zip(block_x..end_x) {
                    *target = convert(grid[x * height + z]);
                }
            }
        }
    }
}

/// Paints biome ordinals as RGBA pixels. Ordinals that the palette does not have stay transparent.
///
/// # Panics
/// When one of the slices does not have one element a cell.
pub fn biome_image(biomes: &[u8], window: Window, palette: &[[u8; 4]], pixels: &mut [[u8; 4]]) {
    let mut colors = [[0; 4]; 256];
    for (color, given) in colors.iter_mut().zip(palette) {
        *color = *given;
    }
    to_rows(biomes, window, pixels, |biome| colors[usize::from(biome)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_goes_to_its_row() {
        let window = Window { x: 5, y: 9, width: 70, height: 33 };
        let grid: Vec<usize> = (0..window.cells()).collect();
        let mut rows = vec![0; window.cells()];
        to_rows(&grid, window, &mut rows, |value| value);
        for x in 0..70 {
            for z in 0..33 {
                assert_eq!(rows[z * 70 + x], x * 33 + z);
            }
        }
    }

    #[test]
    fn biomes_beyond_the_palette_are_transparent() {
        let window = Window { x: 0, y: 0, width: 2, height: 2 };
        let mut pixels = [[9; 4]; 4];
        biome_image(&[0, 1, 2, 255], window, &[[1, 2, 3, 4], [5, 6, 7, 8]], &mut pixels);
        assert_eq!(pixels, [[1, 2, 3, 4], [0; 4], [5, 6, 7, 8], [0; 4]]);
    }
}
