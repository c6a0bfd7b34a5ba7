//! How a terrain's tree of nodes lies in a table: whole levels from the root on, x the major axis in each
//! (section 6).

/// The deepest tree a file may have; the node count no longer fits Torque's own arithmetic at 16.
pub const MAX_TREE_DEPTH: u32 = 15;

/// How many nodes a complete tree of `depth` levels has: the sum of 4^level.
///
/// # Panics
/// Never; depths past 16 give the count of 16 levels, the most that 32 bits hold.
pub const fn node_count(depth: u32) -> u32 {
    if depth >= 16 { 0x5555_5555 } else { 0x5555_5555 & ((1 << (depth * 2)) - 1) }
}

/// One node of a tree: its level, the root being level 0, and its place among that level's `2^level` squared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// The level.
    pub level: u32,
    /// Columns from the west, below `2^level`.
    pub x: u32,
    /// Rows from the south, below `2^level`.
    pub y: u32,
}

impl Node {
    /// The only node of level 0.
    pub const ROOT: Self = Self { level: 0, x: 0, y: 0 };

    /// The node at these coordinates, if a tree of `depth` levels has it.
    pub const fn new(depth: u32, level: u32, x: u32, y: u32) -> Option<Self> {
        if depth > MAX_TREE_DEPTH || level >= depth || x >= 1 << level || y >= 1 << level {
            return None;
        }
        Some(Self { level, x, y })
    }

    /// The node's place in the table.
    pub const fn index(self) -> u32 {
        node_count(self.level) + (self.x << self.level) + self.y
    }

    /// The place of the same node in the tables of CHU and TQT, which have the axes the other way round.
    pub const fn transposed_index(self) -> u32 {
        Self { level: self.level, x: self.y, y: self.x }.index()
    }

    /// The node at place `index` of a table; the reverse of [`Node::index`].
    pub const fn from_index(index: u32) -> Self {
        let mut level = 0;
        while level < MAX_TREE_DEPTH && node_count(level + 1) <= index {
            level += 1;
        }
        let within = index - node_count(level);
        Self { level, x: within >> level, y: within & ((1 << level) - 1) }
    }

    /// The four nodes one level further down.
    pub const fn children(self) -> [Self; 4] {
        let (level, x, y) = (self.level + 1, self.x * 2, self.y * 2);
        [
            Self { level, x, y },
            Self { level, x, y: y + 1 },
            Self { level, x: x + 1, y },
            Self { level, x: x + 1, y: y + 1 },
        ]
    }

    /// The node this one lies in, at `level` or at its own level if that is higher up.
    #[must_use]
    pub const fn ancestor(self, level: u32) -> Self {
        let Some(up) = self.level.checked_sub(level) else {
            return self;
        };
        Self { level, x: self.x >> up, y: self.y >> up }
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {}, {})", self.level, self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_places_are_those_of_the_format_text() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(node_count), [0, 1, 5, 21, 85, 341]);
        assert_eq!(Node::ROOT.index(), 0);
        assert_eq!(Node { level: 2, x: 1, y: 3 }.index(), 12);
        assert_eq!(Node { level: 2, x: 1, y: 3 }.transposed_index(), 18);
    }

    #[test]
    fn every_place_of_a_table_is_one_node() {
        for index in 0..node_count(6) {
            let node = Node::from_index(index);
            assert_eq!(node.index(), index);
            assert_eq!(Node::new(6, node.level, node.x, node.y), Some(node));
            if node.level > 0 {
                assert!(node.ancestor(node.level - 1).children().contains(&node));
            }
        }
    }

    #[test]
    fn nodes_outside_the_tree_are_refused() {
        assert_eq!(Node::new(3, 3, 0, 0), None);
        assert_eq!(Node::new(3, 2, 4, 0), None);
        assert_eq!(Node::new(3, 2, 0, 4), None);
        assert_eq!(Node::new(40, 39, 0, 0), None);
    }
}
