//! Several images as one, row by row, their compressed blocks untouched.

/// How an image's pixels lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// Pixels along a side of what is stored as one: 1, or 4 for compressed blocks.
    pub block: usize,
    /// Bytes that such a block takes.
    pub bytes: usize,
    /// Whether smaller and smaller images down to one pixel follow the first.
    pub mipmaps: bool,
}

/// Puts a square of equal images together, row by row, without touching their pixels: compressed ones stay so.
///
/// `width` and `height` are those of one image, and `tiles` a square number of them. None when they do not fit together.
/// Mipmaps in which an image is smaller than a block repeat the first one's.
pub fn tile_set(tiles: &[&[u8]], width: usize, height: usize, packing: Packing) -> Option<Vec<u8>> {
    let side = tiles.len().isqrt();
    let bytes = levels(width, height, packing).map(|level| level.bytes).sum::<usize>();
    if side == 0 || side * side != tiles.len() || tiles.iter().any(|tile| tile.len() != bytes) {
        return None;
    }
    let mut whole = Vec::new();
    let mut parts = levels(width, height, packing);
    let mut start = 0;
    for level in levels(width * side, height * side, packing) {
        let part = parts.next();
        match part {
            Some(part) if part.fits(side, &level, packing.block) => {
                let (rows, row) = (part.height.div_ceil(packing.block), row_bytes(part.width, packing));
                for (tiles, at) in tiles.chunks(side).flat_map(|tiles| (0..rows).map(move |at| (tiles, at))) {
                    for tile in tiles {
                        whole.extend_from_slice(tile.get(start + at * row..start + (at + 1) * row)?);
                    }
                }
                start += part.bytes;
            }
            // Too small to be told apart.
            _ => {
                let first = whole.first_chunk::<32>().copied().unwrap_or([0; 32]);
                let block = &first[..packing.bytes.min(32)];
                whole.extend(block.iter().copied().cycle().take(level.bytes));
            }
        }
    }
    Some(whole)
}

struct Level {
    width: usize,
    height: usize,
    bytes: usize,
}

impl Level {
    /// Whether so many of this one a side make `whole`, block beside block.
    fn fits(&self, side: usize, whole: &Self, block: usize) -> bool {
        let along = |part: usize, whole: usize| part * side == whole && part.is_multiple_of(block);
        along(self.width, whole.width) && along(self.height, whole.height)
    }
}

/// An image and its mipmaps.
fn levels(width: usize, height: usize, packing: Packing) -> impl Iterator<Item = Level> {
    let count = if packing.mipmaps { width.max(height).max(1).ilog2() + 1 } else { 1 };
    (0..count).map(move |mip| {
        let (width, height) = ((width >> mip).max(1), (height >> mip).max(1));
        let bytes = row_bytes(width, packing) * height.div_ceil(packing.block);
        Level { width, height, bytes }
    })
}

fn row_bytes(width: usize, packing: Packing) -> usize {
    width.div_ceil(packing.block) * packing.bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_neighbours_follow_each_other() {
        let packing = Packing { block: 1, bytes: 1, mipmaps: false };
        let tiles: [&[u8]; 4] = [&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12], &[13, 14, 15, 16]];
        let whole = tile_set(&tiles, 2, 2, packing).unwrap();
        assert_eq!(whole, [1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 13, 14, 11, 12, 15, 16]);
    }

    #[test]
    fn blocks_stay_whole_and_mipmaps_are_put_together_as_well() {
        let packing = Packing { block: 4, bytes: 8, mipmaps: true };
        // 8 by 8: four blocks, then one each for 4, 2 and 1 pixels.
        let tiles: Vec<Vec<u8>> =
            (0..4_u8).map(|tile| (0..7_u8).flat_map(|block| [tile * 16 + block; 8]).collect()).collect();
        let tiles: Vec<_> = tiles.iter().map(Vec::as_slice).collect();
        let whole = tile_set(&tiles, 8, 8, packing).unwrap();
        let blocks: Vec<_> = whole.chunks(8).map(|block| block[0]).collect();
        assert_eq!(blocks[..8], [0, 1, 16, 17, 2, 3, 18, 19]);
        assert_eq!(blocks[16..20], [4, 20, 36, 52]);
        // 16, 8, 4, 2 and 1 pixels a side.
        assert_eq!(blocks.len(), 16 + 4 + 1 + 1 + 1);
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let packing = Packing { block: 1, bytes: 1, mipmaps: false };
        assert_eq!(tile_set(&[&[1], &[2], &[3]], 1, 1, packing), None);
        assert_eq!(tile_set(&[&[1], &[2], &[3], &[4, 5]], 1, 1, packing), None);
        assert_eq!(tile_set(&[], 1, 1, packing), None);
    }
}
