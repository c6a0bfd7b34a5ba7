//! DXT1 in a DDS file, with mipmaps.

use super::paint::Picture;

const FLAGS: u32 = 0x000A_1007;
const CAPS: u32 = 0x0040_1008;

/// A whole DDS file of `picture`, whose size is a power of two.
pub(super) fn compress(picture: &Picture) -> Vec<u8> {
    let mips = picture.size.trailing_zeros() + 1;
    let mut bytes = header(picture.size as u32, mips);
    let mut level = Picture { size: picture.size, pixels: picture.pixels.clone() };
    for _ in 0..mips {
        blocks(&level, &mut bytes);
        level = halved(&level);
    }
    bytes
}

fn header(size: u32, mips: u32) -> Vec<u8> {
    let mut words = [0u32; 32];
    words[0] = u32::from_le_bytes(*b"DDS ");
    words[1..6].copy_from_slice(&[124, FLAGS, size, size, size * size / 2]);
    words[7] = mips;
    words[19..22].copy_from_slice(&[32, 4, u32::from_le_bytes(*b"DXT1")]);
    words[27] = CAPS;
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn halved(picture: &Picture) -> Picture {
    let size = (picture.size / 2).max(1);
    let at = |row: usize, column: usize| {
        picture.pixels[row.min(picture.size - 1) * picture.size + column.min(picture.size - 1)]
    };
    let mean = |row: usize, column: usize| {
        let four = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
        [0, 1, 2].map(|part| (four.iter().map(|pixel| u32::from(pixel[part])).sum::<u32>() / 4) as u8)
    };
    let places = (0..size).flat_map(|row| (0..size).map(move |column| (row * 2, column * 2)));
    Picture { size, pixels: places.map(|(row, column)| mean(row, column)).collect() }
}

fn blocks(picture: &Picture, bytes: &mut Vec<u8>) {
    for row in (0..picture.size).step_by(4) {
        for column in (0..picture.size).step_by(4) {
            let pixel = |place: usize| {
                let (row, column) = (row + place / 4, column + place % 4);
                picture.pixels[row.min(picture.size - 1) * picture.size + column.min(picture.size - 1)]
            };
            bytes.extend(block(std::array::from_fn(pixel)));
        }
    }
}

/// Sixteen pixels as two colors and a choice of four between them for each.
fn block(pixels: [[u8; 3]; 16]) -> [u8; 8] {
    let brightness =
        |pixel: &[u8; 3]| u32::from(pixel[0]) * 3 + u32::from(pixel[1]) * 6 + u32::from(pixel[2]);
    let darkest = pixels.iter().min_by_key(|pixel| brightness(pixel)).map_or(0, |pixel| to_565(*pixel));
    let brightest = pixels.iter().max_by_key(|pixel| brightness(pixel)).map_or(0, |pixel| to_565(*pixel));
    // The first color must be the greater number: otherwise the fourth choice is transparent.
    let (first, second) = (darkest.max(brightest), darkest.min(brightest));
    let (a, b) = (from_565(first), from_565(second));
    let third = |near: [i32; 3], far: [i32; 3]| [0, 1, 2].map(|part| (2 * near[part] + far[part]) / 3);
    let palette = [a, b, third(a, b), third(b, a)];
    let choices = pixels.iter().rev().fold(0u32, |choices, pixel| choices << 2 | nearest(&palette, *pixel));
    let [[c0, c1], [c2, c3]] = [first, second].map(u16::to_le_bytes);
    let [d0, d1, d2, d3] = if first == second { [0; 4] } else { choices.to_le_bytes() };
    [c0, c1, c2, c3, d0, d1, d2, d3]
}

fn nearest(palette: &[[i32; 3]; 4], pixel: [u8; 3]) -> u32 {
    let distance = |color: &[i32; 3]| -> i32 {
        color.iter().zip(pixel).map(|(color, part)| (color - i32::from(part)).pow(2)).sum()
    };
    (0..4).min_by_key(|choice| distance(&palette[*choice])).unwrap_or(0) as u32
}

fn to_565([r, g, b]: [u8; 3]) -> u16 {
    u16::from(r >> 3) << 11 | u16::from(g >> 2) << 5 | u16::from(b >> 3)
}

fn from_565(color: u16) -> [i32; 3] {
    let (r, g, b) = (i32::from(color >> 11), i32::from(color >> 5 & 63), i32::from(color & 31));
    [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]
}
