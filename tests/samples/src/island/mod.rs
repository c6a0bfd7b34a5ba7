//! An island: a sample to look at, and larger ones to measure with.

mod biomes;
mod flood;
mod roads;
mod terrain;
mod towns;
mod water;

use mapwright_formats::blueprint::{Document, Grids, Params, Plan, Roads, Town, Version, WaterBody};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use terrain::Terrain;
use water::Water;

const SEED: u32 = 4711;

/// The sample, a kilometre a side.
const SAMPLE_SIZE: usize = 1024;

/// A whole island in memory.
struct Island {
    document: Document,
    heights: Vec<f32>,
    biomes: Vec<u8>,
    water: Water,
}

/// Writes `island.dat`.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    Island::generate(SAMPLE_SIZE).write(&folder.join("island.dat"), Version::V2)
}

/// Writes islands of 256, 2048 and 4096 cells a side.
pub(crate) fn write_large(folder: &Path) -> io::Result<()> {
    Island::generate(256).write(&folder.join("island_256.dat"), Version::V2)?;
    let sample = Island::generate(SAMPLE_SIZE);
    for factor in [2, 4] {
        let name = format!("island_{}.dat", SAMPLE_SIZE * factor);
        sample.enlarged(factor).write(&folder.join(name), Version::V2)?;
    }
    Ok(())
}

impl Island {
    fn generate(size: usize) -> Self {
        let terrain = Terrain::new(size, SEED);
        let water = Water::new(&terrain);
        let towns = towns::settle(&terrain, &water, SEED);
        let params = Params {
            world_seed: SEED as i32,
            map_size: size as u32,
            crater_radius: terrain.crater.radius,
            density_multiplier: 1.0,
            impact_center: terrain.crater.center,
            generated_utc: "2026-01-01T00:00:00Z".into(),
            generator_git_hash: String::new(),
        };
        let document = Document {
            version: Version::V2,
            params,
            roads: roads::build(&terrain, &water, &towns),
            towns: Some(towns),
            water_bodies: Some(water.bodies.clone()),
            ..Document::default()
        };
        let biomes = biomes::grow(&terrain, &water, SEED);
        Self { document, heights: terrain.heights, biomes, water }
    }

    /// The same island with `factor` cells for each one along both axes.
    fn enlarged(&self, factor: usize) -> Self {
        let size = self.document.params.map_size as usize;
        let ids = repeated(&self.water.ids, size, factor);
        let levels: Vec<f32> = std::iter::once(0.0).chain(self.water.bodies.iter().map(level)).collect();
        let bodies = water::table(&ids, &levels, size * factor);
        let by = factor as f32;
        let mut document = self.document.clone();
        document.params.map_size *= factor as u32;
        document.params.crater_radius *= by;
        document.params.impact_center = document.params.impact_center.map(|cell| cell * by);
        document.water_bodies = Some(bodies.clone());
        document.towns.iter_mut().flatten().for_each(|town: &mut Town| {
            town.position = town.position.map(|cell| cell * by);
        });
        document.roads.iter_mut().flatten().for_each(|roads: &mut Roads| {
            roads.points.iter_mut().for_each(|point| *point = point.map(|cell| cell * by));
        });
        Self {
            document,
            heights: repeated(&self.heights, size, factor),
            biomes: repeated(&self.biomes, size, factor),
            water: Water { ids, bodies },
        }
    }

    fn write(&self, path: &Path, version: Version) -> io::Result<()> {
        let levels = self.water.levels();
        let grids = Grids {
            heights: &self.heights,
            biomes: &self.biomes,
            water_ids: Some(&self.water.ids),
            water_levels: Some(&levels),
        };
        let plan = Plan::new(&self.document, grids, version).map_err(io::Error::other)?;
        let mut file = BufWriter::new(File::create(path)?);
        plan.write(&mut file)?;
        file.flush()
    }
}

const fn level(body: &WaterBody) -> f32 {
    body.surface_level
}

/// A grid with each cell repeated along both axes.
fn repeated<T: Copy>(grid: &[T], size: usize, factor: usize) -> Vec<T> {
    let mut large = Vec::with_capacity(grid.len() * factor * factor);
    for row in grid.chunks(size) {
        for _ in 0..factor {
            large.extend(row.iter().flat_map(|cell| std::iter::repeat_n(*cell, factor)));
        }
    }
    large
}
