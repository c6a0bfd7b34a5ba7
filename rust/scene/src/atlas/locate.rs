//! The finest chunk under a place.

use mapwright_formats::atlas::{Error, Files, Footprint, Node, Terrain, TexCoords};
use mapwright_formats::source::ReadAt;

/// Finds the chunks that lie at a place, from the tables alone.
#[derive(Debug, Clone)]
pub struct Locator {
    /// West and south, east and north; for tables that do not tell where their nodes lie.
    extent: Option<([f32; 2], [f32; 2])>,
}

impl Locator {
    /// Reads the root chunk where the tables do not say where it lies.
    ///
    /// # Errors
    /// [`Error`] when that chunk is damaged.
    pub fn new<S: ReadAt>(terrain: &Terrain, files: &mut Files<S>) -> Result<Self, Error> {
        let extent = match terrain.footprint(Node::ROOT) {
            Footprint::Square { min, max } => Some((min, max)),
            Footprint::Unknown if terrain.has_chunk(Node::ROOT) => {
                let root = terrain.mesh(files, Node::ROOT, TexCoords::Engine, &mut Vec::new())?;
                let (min, max) = (root.bounds.min, root.bounds.max);
                Some(([min[0], min[1]], [max[0], max[1]]))
            }
            Footprint::Unknown => None,
        };
        Ok(Self { extent })
    }

    /// The finest nodes at `place`, in Torque's x and y: several along borders, none outside.
    pub fn nodes_at(&self, terrain: &Terrain, place: [f32; 2]) -> Vec<Node> {
        let mut found = Vec::new();
        if terrain.tree_depth() > 0 {
            self.descend(terrain, Node::ROOT, place, &mut found);
        }
        found
    }

    fn descend(&self, terrain: &Terrain, node: Node, place: [f32; 2], found: &mut Vec<Node>) {
        let within = self.square(terrain, node).map(|square| contains(square, place));
        // Where nothing tells the place of a node, there may still be something below it.
        if !within.unwrap_or(!terrain.is_leaf(node)) {
            return;
        }
        let before = found.len();
        if !terrain.is_leaf(node) {
            node.children().into_iter().for_each(|child| self.descend(terrain, child, place, found));
        }
        if found.len() == before && within.is_some() && terrain.has_chunk(node) {
            found.push(node);
        }
    }

    /// Where the node lies: as its table says, else its even share of the whole terrain.
    fn square(&self, terrain: &Terrain, node: Node) -> Option<([f32; 2], [f32; 2])> {
        if let Footprint::Square { min, max } = terrain.footprint(node) {
            return Some((min, max));
        }
        let (min, max) = self.extent?;
        let parts = (1u32 << node.level) as f32;
        let at = |axis: usize, part: u32| min[axis] + (max[axis] - min[axis]) * (part as f32 / parts);
        Some(([at(0, node.x), at(1, node.y)], [at(0, node.x + 1), at(1, node.y + 1)]))
    }
}

fn contains((min, max): ([f32; 2], [f32; 2]), place: [f32; 2]) -> bool {
    (0..2).all(|axis| min[axis] <= place[axis] && place[axis] <= max[axis])
}
