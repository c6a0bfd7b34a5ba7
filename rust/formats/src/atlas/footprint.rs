//! Where a node of a terrain lies, as far as its tables tell.

use super::bounds::Bounds;
use super::quadtree::Node;
use super::terrain::Terrain;
use super::toc::Stub;

/// Where a node lies, seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Footprint {
    /// Between these corners, in world units.
    Square {
        /// West and south.
        min: [f32; 2],
        /// East and north.
        max: [f32; 2],
    },
    /// The tables do not tell.
    Unknown,
}

impl Terrain {
    /// What is known without reading a chunk of where `node` lies.
    pub fn footprint(&self, node: Node) -> Footprint {
        match self {
            Self::Atlas(atlas) => {
                let stub = atlas.geometry_toc().and_then(|toc| toc.stubs.get(node.index() as usize));
                let bounds = stub.filter(|stub| !stub.is_absent()).and_then(Stub::bounds);
                let bounds = bounds.filter(|bounds| bounds.is_finite() && bounds.is_ordered());
                bounds.map_or(Footprint::Unknown, |Bounds { min, max }| Footprint::Square {
                    min: [min[0], min[1]],
                    max: [max[0], max[1]],
                })
            }
            Self::Import { chu, .. } => chu.as_ref().map_or(Footprint::Unknown, |chu| {
                let size = chu.terrain_size() / (1u32 << node.level) as f32;
                let corner = |x: u32, y: u32| [x as f32 * size, y as f32 * size];
                Footprint::Square { min: corner(node.x, node.y), max: corner(node.x + 1, node.y + 1) }
            }),
        }
    }

    /// The box that the tables give for the chunk of `node`, if they give one. For a `.chu` it is the node's square
    /// between the heights of the chunk's own vertices, which is what that table tells.
    pub fn table_bounds(&self, node: Node) -> Option<Bounds> {
        match self {
            Self::Atlas(atlas) => {
                let stub = atlas.geometry_toc()?.stubs.get(node.index() as usize)?;
                if stub.is_absent() { None } else { stub.bounds() }
            }
            Self::Import { chu, .. } => {
                let chu = chu.as_ref()?;
                let stub = chu.stub(node)?;
                let Footprint::Square { min, max } = self.footprint(node) else { return None };
                let [low, high] = [stub.min, stub.max].map(|z| f32::from(z) * chu.header().vertical_scale);
                Some(Bounds { min: [min[0], min[1], low.min(high)], max: [max[0], max[1], low.max(high)] })
            }
        }
    }
}
