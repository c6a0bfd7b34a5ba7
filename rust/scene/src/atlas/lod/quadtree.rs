//! The quadtree of a terrain: where nodes lie, and which have a chunk.

use super::area::Area;
use crate::atlas::position;
use mapwright_formats::atlas::{Bounds, Error, Files, Footprint, Node, Terrain, TexCoords, node_count};
use mapwright_formats::source::ReadAt;

/// A tree of chunks: where each one lies together with all below it, and which can stand in for which.
#[derive(Debug, Clone)]
pub struct Quadtree {
    depth: u32,
    areas: Vec<Area>,
    nodes: Vec<Presence>,
    /// Of which nodes the children leave no hole that they do not have themselves.
    can_split: Vec<bool>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Presence {
    /// The node has a chunk.
    chunk: bool,
    /// Its chunk, or chunks below, cover all of its ground.
    covered: bool,
    /// There is a chunk at the node or below.
    any: bool,
}

impl Quadtree {
    /// The tree that the tables of `terrain` describe. Where they do not say where a node lies, it has its even share
    /// of the root, whose chunk is read.
    ///
    /// # Errors
    /// [`Error`] when there is no geometry, or that chunk is damaged.
    pub fn read<S: ReadAt>(terrain: &Terrain, files: &mut Files<S>) -> Result<Self, Error> {
        let depth = terrain.geometry_depth()?;
        let whole = match terrain.footprint(Node::ROOT) {
            Footprint::Unknown if terrain.has_chunk(Node::ROOT) => {
                let root = terrain.mesh(files, Node::ROOT, TexCoords::Engine, &mut Vec::new())?;
                Some(Area::of_bounds(root.bounds))
            }
            _ => None,
        };
        let area = |node| terrain.table_bounds(node).filter(is_box).map(Area::of_bounds);
        Ok(Self::new(depth, whole, area, |node| terrain.has_chunk(node)))
    }

    /// A tree of `depth` levels. `area` tells where a node's own chunk lies, if it can; `whole` is the root's ground.
    pub fn new(
        depth: u32,
        whole: Option<Area>,
        area: impl Fn(Node) -> Option<Area>,
        has_chunk: impl Fn(Node) -> bool,
    ) -> Self {
        let nodes = || (0..node_count(depth)).map(Node::from_index);
        let known: Vec<_> = nodes().map(|node| has_chunk(node).then(|| area(node)).flatten()).collect();
        let around = whole.into_iter().chain(known.iter().copied().flatten()).reduce(Area::union);
        let around = around.unwrap_or(Area { min: [0.0; 3], max: [0.0; 3] });
        let mut tree = Self {
            depth,
            areas: nodes().zip(known).map(|(node, own)| own.unwrap_or_else(|| share(around, node))).collect(),
            nodes: nodes().map(|node| Presence { chunk: has_chunk(node), ..Presence::default() }).collect(),
            can_split: vec![false; node_count(depth) as usize],
        };
        for index in (0..node_count(depth)).rev() {
            tree.gather(Node::from_index(index));
        }
        tree
    }

    /// Levels of the tree.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Where the node lies with all below it.
    pub fn area(&self, node: Node) -> &Area {
        &self.areas[node.index() as usize]
    }

    /// Whether the node has a chunk.
    pub fn has_chunk(&self, node: Node) -> bool {
        self.nodes[node.index() as usize].chunk
    }

    /// Whether there is a chunk at the node or below.
    pub fn has_any(&self, node: Node) -> bool {
        self.nodes[node.index() as usize].any
    }

    /// Whether the node's children can be drawn in its place: they leave no hole that it does not have itself.
    pub fn can_split(&self, node: Node) -> bool {
        self.can_split[node.index() as usize]
    }

    /// Whether the node is on the finest level.
    pub const fn is_leaf(&self, node: Node) -> bool {
        node.level + 1 == self.depth
    }

    /// Takes note that the node's chunk cannot be read.
    pub fn fail(&mut self, node: Node) {
        self.nodes[node.index() as usize].chunk = false;
        for level in (0..=node.level).rev() {
            self.gather(node.ancestor(level));
        }
    }

    /// The finest nodes that have a chunk and whose area `meets` accepts together with all areas above it.
    pub fn finest(&self, meets: impl Fn(&Area) -> bool) -> Vec<Node> {
        let mut found = Vec::new();
        let mut open = vec![Node::ROOT];
        while let Some(node) = open.pop() {
            if !self.has_any(node) || !meets(self.area(node)) {
                continue;
            }
            if self.can_split(node) {
                open.extend(node.children());
            } else if self.has_chunk(node) {
                found.push(node);
            }
        }
        found
    }

    /// Derives a node from its children.
    fn gather(&mut self, node: Node) {
        let place = node.index() as usize;
        let chunk = self.nodes[place].chunk;
        let (mut all, mut any_below) = (!self.is_leaf(node), false);
        if !self.is_leaf(node) {
            let mut area = chunk.then_some(self.areas[place]);
            for child in node.children() {
                let below = self.nodes[child.index() as usize];
                all &= below.covered;
                any_below |= below.any;
                if below.any {
                    let child = self.areas[child.index() as usize];
                    area = Some(area.map_or(child, |area| area.union(child)));
                }
            }
            self.areas[place] = area.unwrap_or(self.areas[place]);
        }
        self.nodes[place] = Presence { chunk, covered: chunk || all, any: chunk || any_below };
        self.can_split[place] = if chunk { all } else { any_below };
    }
}

fn is_box(bounds: &Bounds) -> bool {
    bounds.is_finite() && bounds.is_ordered()
}

/// The part of `whole` that a node has when all nodes of its level have equal ones.
fn share(whole: Area, node: Node) -> Area {
    let parts = (1u32 << node.level) as f32;
    let along = |axis: usize, part: u32| {
        whole.min[axis] + (whole.max[axis] - whole.min[axis]) * (part as f32 / parts)
    };
    // Torque's y runs north, which is -z.
    let rows = (1u32 << node.level) - 1 - node.y;
    debug_assert_eq!(position([0.0, 1.0, 0.0])[2], -1.0);
    Area {
        min: [along(0, node.x), whole.min[1], along(2, rows)],
        max: [along(0, node.x + 1), whole.max[1], along(2, rows + 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Area = Area { min: [0.0, 0.0, -8.0], max: [8.0, 1.0, 0.0] };

    fn node(level: u32, x: u32, y: u32) -> Node {
        Node { level, x, y }
    }

    #[test]
    fn an_area_reaches_around_everything_below() {
        let peak = node(2, 3, 0);
        let area = |of: Node| {
            let flat = share(WHOLE, of);
            Some(if of == peak { Area { max: [flat.max[0], 50.0, flat.max[2]], ..flat } } else { flat })
        };
        let tree = Quadtree::new(3, None, area, |_| true);
        for (of, height) in [(Node::ROOT, 50.0), (node(1, 1, 0), 50.0), (node(1, 0, 0), 1.0), (peak, 50.0)] {
            assert_eq!(tree.area(of).max[1], height, "{of}");
        }
    }

    #[test]
    fn shares_run_east_with_x_and_north_with_y() {
        let tree = Quadtree::new(2, Some(WHOLE), |_| None, |_| true);
        assert_eq!(*tree.area(node(1, 1, 0)), Area { min: [4.0, 0.0, -4.0], max: [8.0, 1.0, 0.0] });
        assert_eq!(*tree.area(node(1, 0, 1)), Area { min: [0.0, 0.0, -8.0], max: [4.0, 1.0, -4.0] });
    }

    #[test]
    fn a_chunk_stays_whole_where_a_child_is_missing() {
        let tree = Quadtree::new(3, Some(WHOLE), |_| None, |of| of != node(2, 0, 0));
        assert!(!tree.can_split(node(1, 0, 0)));
        assert!(tree.can_split(node(1, 1, 1)) && tree.can_split(Node::ROOT));
        let leaves = tree.finest(|_| true);
        assert!(leaves.contains(&node(1, 0, 0)) && !leaves.contains(&node(2, 0, 1)));
        assert_eq!(leaves.len(), 13);
    }

    #[test]
    fn where_a_chunk_is_missing_those_below_it_take_its_place() {
        let tree = Quadtree::new(3, Some(WHOLE), |_| None, |of| of.level == 2);
        assert!(tree.can_split(Node::ROOT));
        assert_eq!(tree.finest(|_| true).len(), 16);
        // Nothing better is known than a part of the ground.
        let partly = Quadtree::new(2, Some(WHOLE), |_| None, |of| of == node(1, 1, 1));
        assert_eq!(partly.finest(|_| true), [node(1, 1, 1)]);
    }

    #[test]
    fn a_lost_chunk_is_a_missing_one() {
        let mut tree = Quadtree::new(3, Some(WHOLE), |_| None, |_| true);
        tree.fail(node(2, 0, 0));
        assert!(!tree.can_split(node(1, 0, 0)) && tree.can_split(Node::ROOT));
        tree.fail(node(1, 0, 0));
        assert!(!tree.can_split(Node::ROOT) && tree.has_chunk(Node::ROOT));
    }
}
