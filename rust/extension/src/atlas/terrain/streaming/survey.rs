//! The first thing that is done with a source: where its chunks lie, and how good each level is.

use super::loading::load_tile;
use crate::atlas::opened::{Opened, Part, Reader as Files};
use crate::atlas::terrain::settings::ReadOptions;
use crate::errors::Failure;
use mapwright_formats::atlas::{Node, node_count};
use mapwright_scene::atlas::lod::{Quadtree, Survey, TextureScale};

/// Skirts are so many times as deep as the level's error.
const SKIRT: f32 = 2.0;
/// And at least this part of the chunk's width.
const LEAST_SKIRT: f32 = 1.0 / 64.0;

pub(crate) struct Surveyed {
    pub(crate) quadtree: Quadtree,
    pub(crate) errors: Vec<f32>,
    /// By tree.
    pub(crate) textures: Vec<TextureScale>,
    pub(crate) skirts: Vec<f32>,
}

pub(crate) fn survey(opened: &Opened, reading: &ReadOptions) -> Result<Surveyed, Failure> {
    let (quadtree, errors) = opened.read(Part::Geometry, |terrain, Files { files, .. }| {
        let quadtree = Quadtree::read(terrain, files)?;
        let survey = Survey::measure(terrain, files, &quadtree);
        Ok((quadtree, survey.errors))
    })?;
    let [width, _, length] = quadtree.area(Node::ROOT).size();
    let width = width.max(length);
    let trees = 0..opened.terrain.texture_tree_count() as u32;
    let textures = trees.map(|tree| scale(opened, tree, width, reading)).collect();
    let skirt =
        |(level, error): (usize, &f32)| (error * SKIRT).max(width / (1u64 << level) as f32 * LEAST_SKIRT);
    let skirts = errors.iter().enumerate().map(skirt).collect();
    Ok(Surveyed { quadtree, errors, textures, skirts })
}

/// How fine a texture tree is, from the first tile that can be read.
fn scale(opened: &Opened, tree: u32, width: f32, reading: &ReadOptions) -> TextureScale {
    /// More tiles are not tried.
    const TRIES: usize = 8;
    let levels = opened.terrain.texture_tree_depth(tree as usize);
    let nodes = (0..node_count(levels)).map(Node::from_index);
    let mut tiles = nodes.filter(|node| opened.terrain.has_tile(tree as usize, *node)).take(TRIES);
    let pixels = tiles.find_map(|tile| load_tile(opened, tree, tile, reading).ok());
    let pixels = pixels.map_or(1, |image| image.get_width().max(1));
    TextureScale { levels, root_texel: width / pixels as f32 }
}
