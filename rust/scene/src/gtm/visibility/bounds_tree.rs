//! Finds the boxes that touch a box, without looking at all of them.

use crate::gtm::solids::polygon::Bounds;

/// A branch with at most this many boxes is not divided further.
const LEAF: usize = 4;

/// Boxes in a tree that is divided at the median of its longest side.
#[derive(Debug)]
pub(crate) struct BoundsTree {
    /// Branches in depth-first order: the box around each, and where the next one that is no child stands.
    branches: Vec<(Bounds, u32)>,
    /// For each branch without children its items; empty ranges for the others.
    leaves: Vec<(u32, u32)>,
    items: Vec<(Bounds, u32)>,
}

impl BoundsTree {
    /// A tree of boxes, each with a number of its own.
    pub(crate) fn new(items: Vec<(Bounds, u32)>) -> Self {
        let mut tree = Self { branches: Vec::new(), leaves: Vec::new(), items };
        let count = tree.items.len();
        if count > 0 {
            tree.divide(0, count);
        }
        tree
    }

    fn divide(&mut self, start: usize, end: usize) {
        let items = &mut self.items[start..end];
        let around = items.iter().fold(Bounds::EMPTY, |around, (bounds, _)| around.union(*bounds));
        let branch = self.branches.len();
        self.branches.push((around, 0));
        if items.len() <= LEAF {
            self.leaves.push((start as u32, end as u32));
        } else {
            self.leaves.push((0, 0));
            let centers =
                items.iter().fold(Bounds::EMPTY, |around, (bounds, _)| around.with(bounds.center()));
            let axis = centers.size().max_position();
            let middle = items.len() / 2;
            items.select_nth_unstable_by(middle, |(a, _), (b, _)| {
                a.center()[axis].total_cmp(&b.center()[axis])
            });
            self.divide(start, start + middle);
            self.divide(start + middle, end);
        }
        self.branches[branch].1 = self.branches.len() as u32;
    }

    /// Gives the numbers of the boxes that touch `bounds` to `found`.
    pub(crate) fn touching(&self, bounds: Bounds, mut found: impl FnMut(u32)) {
        let mut branch = 0;
        while let Some((around, next)) = self.branches.get(branch) {
            if !around.touches(bounds) {
                branch = *next as usize;
                continue;
            }
            let (start, end) = self.leaves[branch];
            for (item, number) in &self.items[start as usize..end as usize] {
                if item.touches(bounds) {
                    found(*number);
                }
            }
            branch += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn it_finds_exactly_the_boxes_that_touch() {
        let boxes: Vec<(Bounds, u32)> = (0..1000_u32)
            .map(|number| {
                let corner =
                    DVec3::new(f64::from(number % 10), f64::from(number / 10 % 10), f64::from(number / 100));
                (Bounds { min: corner, max: corner + 0.5 }, number)
            })
            .collect();
        let tree = BoundsTree::new(boxes.clone());
        let around = Bounds { min: DVec3::new(1.2, 3.5, 2.6), max: DVec3::new(4.0, 5.9, 7.0) };
        let mut found = Vec::new();
        tree.touching(around, |number| found.push(number));
        found.sort_unstable();
        let expected: Vec<u32> =
            boxes.iter().filter(|(bounds, _)| bounds.touches(around)).map(|(_, number)| *number).collect();
        assert!(!expected.is_empty());
        assert_eq!(found, expected);
    }
}
