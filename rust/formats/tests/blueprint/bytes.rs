//! Files laid byte by byte, and sources that watch what is read of them.

use mapwright_formats::blueprint::{Error, Opened, Options, Problem, Window, open};
use mapwright_formats::bytes::Truncated;
use mapwright_formats::source::{ReadAt, ReadError};

/// The smallest map there is.
pub(crate) const SIZE: u32 = 256;
pub(crate) const CELLS: usize = 256 * 256;

/// A version 2 file as a list of sections.
#[derive(Clone)]
pub(crate) struct Island(pub(crate) Vec<([u8; 4], Vec<u8>)>);

impl Island {
    /// The three mandatory sections, and nothing else.
    pub(crate) fn bare(size: u32) -> Self {
        let heights = cells(size).flat_map(|(x, y)| height(x, y).to_le_bytes()).collect();
        let biomes = cells(size).map(|(x, y)| biome(x, y)).collect();
        Self(vec![(*b"PRMS", params(size as i32)), (*b"HGTS", heights), (*b"BIOM", biomes)])
    }

    /// With towns and roads, so that nothing is missing.
    pub(crate) fn complete() -> Self {
        Self::bare(SIZE)
            .with(*b"TOWN", towns(&[(10.5, 20.25, 2, 1), (200.0, 3.0, 0, 0)]))
            .with(*b"RDHW", roads(&[&[(1.0, 2.0), (3.0, 4.0)], &[]]))
            .with(*b"RDBR", roads(&[&[(5.5, 6.5)]]))
            .with(*b"RDRG", roads(&[]))
            .with(*b"RDTL", roads(&[&[(7.0, 8.0), (9.0, 10.0), (11.0, 12.0)]]))
    }

    /// Adds a section at the end.
    pub(crate) fn with(mut self, tag: [u8; 4], payload: Vec<u8>) -> Self {
        self.0.push((tag, payload));
        self
    }

    /// Gives a section another payload.
    pub(crate) fn replacing(mut self, tag: [u8; 4], payload: Vec<u8>) -> Self {
        self.0.iter_mut().find(|section| section.0 == tag).expect("the section").1 = payload;
        self
    }

    pub(crate) fn without(mut self, tag: [u8; 4]) -> Self {
        self.0.retain(|section| section.0 != tag);
        self
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = b"ISLA\x02\0\0\0".to_vec();
        for (tag, payload) in &self.0 {
            out.extend(tag);
            out.extend((payload.len() as u64).to_le_bytes());
            out.extend(payload);
        }
        out
    }

    /// Where a section's payload begins in the file.
    pub(crate) fn payload_at(&self, tag: [u8; 4]) -> usize {
        let before = self.0.iter().take_while(|section| section.0 != tag);
        8 + before.map(|section| 12 + section.1.len()).sum::<usize>() + 12
    }
}

pub(crate) fn cells(size: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)))
}

/// Different in every cell, and exact in 32 bits.
pub(crate) fn height(x: u32, y: u32) -> f32 {
    x as f32 + y as f32 / 512.0
}

pub(crate) fn biome(x: u32, y: u32) -> u8 {
    ((x * 3 + y) % 11) as u8
}

/// PRMS: seed 4711, crater (-3.5, 0.75), impact centre (120.5, 99), time and hash.
pub(crate) fn params(size: i32) -> Vec<u8> {
    let mut out = params_head(size);
    out.extend(b"\x142026-01-02T03:04:05Z\x07abc1234");
    out
}

/// The fixed part of PRMS, before the texts.
pub(crate) fn params_head(size: i32) -> Vec<u8> {
    let mut out = 4711_i32.to_le_bytes().to_vec();
    out.extend(size.to_le_bytes());
    for number in [-3.5_f32, 0.75, 120.5, 99.0] {
        out.extend(number.to_le_bytes());
    }
    out
}

pub(crate) fn towns(towns: &[(f32, f32, u8, u8)]) -> Vec<u8> {
    let mut out = (towns.len() as i32).to_le_bytes().to_vec();
    for (x, y, tier, flag) in towns {
        out.extend(x.to_le_bytes());
        out.extend(y.to_le_bytes());
        out.extend([*tier, *flag]);
    }
    out
}

pub(crate) fn roads(paths: &[&[(f32, f32)]]) -> Vec<u8> {
    let mut out = (paths.len() as i32).to_le_bytes().to_vec();
    for path in paths {
        out.extend((path.len() as i32).to_le_bytes());
        for (x, y) in *path {
            out.extend(x.to_le_bytes());
            out.extend(y.to_le_bytes());
        }
    }
    out
}

/// A version 1 file: its cells, then whatever the tail holds.
pub(crate) fn legacy(size: u32, tail: &[u8]) -> Vec<u8> {
    let mut out = b"\x07ISLA_V1".to_vec();
    out.extend((size as i32).to_le_bytes());
    for (x, y) in cells(size) {
        out.extend(height(x, y).to_le_bytes());
        out.extend(i32::from(biome(x, y)).to_le_bytes());
    }
    out.extend(tail);
    out
}

/// Two towns and the four road blocks of version 1.
pub(crate) fn legacy_tail() -> Vec<u8> {
    let mut out = 2_i32.to_le_bytes().to_vec();
    for (x, y, tier) in [(10.5_f32, 20.25_f32, 2_i32), (200.0, 3.0, 0)] {
        out.extend(x.to_le_bytes());
        out.extend(y.to_le_bytes());
        out.extend(tier.to_le_bytes());
    }
    out.extend(roads(&[&[(1.0, 2.0), (3.0, 4.0)], &[]]));
    out.extend(roads(&[&[(5.5, 6.5)]]));
    out.extend(roads(&[]));
    out.extend(roads(&[&[(7.0, 8.0), (9.0, 10.0), (11.0, 12.0)]]));
    out
}

/// A blueprint with its grids.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) opened: Opened,
    pub(crate) heights: Vec<f32>,
    pub(crate) biomes: Vec<u8>,
    pub(crate) water_ids: Option<Vec<u16>>,
    pub(crate) water_levels: Option<Vec<u16>>,
}

impl Whole {
    pub(crate) fn problems(&self) -> &[Problem] {
        &self.opened.problems
    }
}

/// Reads all of a file.
pub(crate) fn read(mut bytes: &[u8], options: &Options) -> Result<Whole, Error> {
    let mut opened = open(&mut bytes, options)?;
    let window = Window::whole(opened.document.params.map_size);
    let mut heights = vec![0.0; window.cells()];
    let mut biomes = vec![0; window.cells()];
    let holes = opened.read_surface(&mut bytes, window, &mut heights, &mut biomes)?;
    opened.problems.extend(holes);
    opened.read_unknown(&mut bytes)?;
    let mut grids = [None, None];
    if opened.has_water_ids() {
        let mut ids = vec![0; window.cells()];
        opened.read_water_ids(&mut bytes, window, &mut ids)?;
        grids[0] = Some(ids);
    }
    if opened.has_water_levels() {
        let mut levels = vec![0; window.cells()];
        opened.read_water_levels(&mut bytes, window, &mut levels)?;
        grids[1] = Some(levels);
    }
    let [water_ids, water_levels] = grids;
    Ok(Whole { opened, heights, biomes, water_ids, water_levels })
}

/// Reads all of a file with nothing expected of it.
pub(crate) fn read_any(bytes: &[u8]) -> Result<Whole, Error> {
    read(bytes, &Options::default())
}

/// The sentence of a file that must be refused.
pub(crate) fn refusal(bytes: &[u8]) -> String {
    read_any(bytes).expect_err("a refusal").to_string()
}

/// A huge file of zeros, except where something was put. Remembers what was read.
pub(crate) struct Sparse {
    pub(crate) size: u64,
    pub(crate) patches: Vec<(u64, Vec<u8>)>,
    pub(crate) reads: Vec<(u64, u64)>,
}

impl Sparse {
    pub(crate) fn new(size: u64, patches: Vec<(u64, Vec<u8>)>) -> Self {
        Self { size, patches, reads: Vec::new() }
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        self.reads.iter().map(|(_, count)| count).sum()
    }
}

impl ReadAt for Sparse {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let wanted = buffer.len() as u64;
        if offset + wanted > self.size {
            return Err(Truncated { offset, wanted, left: self.size - offset }.into());
        }
        self.reads.push((offset, wanted));
        buffer.fill(0);
        for (start, patch) in &self.patches {
            for (index, byte) in patch.iter().enumerate() {
                let at = start + index as u64;
                if (offset..offset + wanted).contains(&at) {
                    buffer[(at - offset) as usize] = *byte;
                }
            }
        }
        Ok(())
    }
}
