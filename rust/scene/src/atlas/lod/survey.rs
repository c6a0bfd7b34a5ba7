//! The errors of the levels and the scale of the textures, from a few chunks.

use super::quadtree::Quadtree;
use crate::atlas::Heights;
use mapwright_formats::atlas::{Files, GeometryChunk, Node, Terrain, TexCoords, node_count};
use mapwright_formats::source::ReadAt;
use std::cmp::Reverse;

/// So many chunks of a level are measured: the tallest, which are furthest from what a coarser one can show.
const SAMPLES: usize = 4;

/// How far the surface of each level is from that of the finest one.
///
/// No format says so in a way that files agree on, so it is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// By level, in units.
    pub errors: Vec<f32>,
}

impl Survey {
    /// Compares some chunks with their children. Damaged ones are passed over.
    pub fn measure<S: ReadAt>(terrain: &Terrain, files: &mut Files<S>, quadtree: &Quadtree) -> Self {
        let depth = quadtree.depth();
        let mut errors = vec![0.0; depth as usize];
        let mut buffer = Vec::new();
        let mut read = |node| terrain.mesh(files, node, TexCoords::Engine, &mut buffer).ok();
        for level in (0..depth - 1).rev() {
            let mut worst = 0.0_f32;
            for node in tallest(quadtree, level) {
                let Some(surface) = read(node).map(|chunk| Heights::new(&chunk)) else { continue };
                for child in node.children().into_iter().filter(|child| quadtree.has_chunk(*child)) {
                    worst = worst.max(read(child).map_or(0.0, |child| difference(&surface, &child)));
                }
            }
            errors[level as usize] = errors[level as usize + 1] + worst;
        }
        Self { errors }
    }
}

fn tallest(quadtree: &Quadtree, level: u32) -> Vec<Node> {
    let nodes = (node_count(level)..node_count(level + 1)).map(Node::from_index);
    let mut nodes: Vec<_> =
        nodes.filter(|node| quadtree.has_chunk(*node) && quadtree.can_split(*node)).collect();
    let height = |node: &Node| Reverse(quadtree.area(*node).size()[1].to_bits());
    if nodes.len() > SAMPLES {
        nodes.select_nth_unstable_by_key(SAMPLES, height);
        nodes.truncate(SAMPLES);
    }
    nodes
}

/// The greatest distance in height between a surface and the vertices of a finer one. Skirts hang below the finer
/// surface, which its own topmost height leaves out.
fn difference(surface: &Heights, finer: &GeometryChunk) -> f32 {
    let own = Heights::new(finer);
    let places = finer.vertices.points.iter().map(|[x, y, _]| [*x, *y]);
    let differences = places.filter_map(|place| Some((own.sample(place)? - surface.sample(place)?).abs()));
    differences.filter(|difference| difference.is_finite()).fold(0.0, f32::max)
}
