//! Tests of the selection: the ground is whole, detail is enough, chunks change places in one shape.

use super::super::{Area, Tolerance};
use super::*;
use proptest::prelude::*;

const SIZE: f32 = 1024.0;
const SECONDS: f32 = 1.0 / 60.0;

struct Stage {
    quadtree: Quadtree,
    levels: Levels,
    pager: Pager<()>,
    selection: Selection,
}

impl Stage {
    fn new(depth: u32) -> Self {
        let whole = Area { min: [0.0, 0.0, -SIZE], max: [SIZE, 0.0, 0.0] };
        let errors: Vec<_> = (0..depth).map(|level| 64.0 / (1u32 << level) as f32).collect();
        Self {
            quadtree: Quadtree::new(depth, Some(whole), |_| None, |_| true),
            levels: Levels::new(&errors, &[], Tolerance { screen_error: 4.0, texel: 1.0 }),
            pager: Pager::new(1 << 40),
            selection: Selection::default(),
        }
    }

    /// A frame; `arriving` items come after it.
    fn frame(&mut self, eye: [f32; 3], arriving: usize) -> Vec<Shown> {
        self.pager.begin_frame();
        let view = View::perspective(eye, 1.0, 720.0);
        let shown =
            self.selection.update(&self.quadtree, &self.levels, &view, &mut self.pager, SECONDS).to_vec();
        for key in self.pager.next(arriving) {
            self.pager.arrive(key, (), 1);
        }
        shown
    }

    fn settle(&mut self, eye: [f32; 3]) -> Vec<Shown> {
        for _ in 0..600 {
            self.frame(eye, 100);
        }
        self.frame(eye, 0)
    }
}

/// The part of the ground that is drawn; each place must be drawn once.
fn ground(shown: &[Shown]) -> f64 {
    for a in shown {
        let above = |b: &&Shown| b.node.level < a.node.level && a.node.ancestor(b.node.level) == b.node;
        assert_eq!(shown.iter().find(above), None, "{} is drawn twice", a.node);
    }
    shown.iter().map(|chunk| 0.25_f64.powi(chunk.node.level as i32)).sum()
}

#[test]
fn detail_comes_level_by_level_and_the_ground_is_always_whole() {
    let mut stage = Stage::new(6);
    assert_eq!(stage.frame([10.0, 5.0, -10.0], 1), []);
    let mut finest = 0;
    for _ in 0..400 {
        let shown = stage.frame([10.0, 5.0, -10.0], 1);
        assert_eq!(ground(&shown), 1.0);
        finest = finest.max(shown.iter().map(|chunk| chunk.node.level).max().unwrap());
    }
    assert_eq!(finest, 5);
}

#[test]
fn what_is_drawn_is_as_good_as_it_has_to_be() {
    let mut stage = Stage::new(6);
    let eye = [300.0, 40.0, -500.0];
    let shown = stage.settle(eye);
    let view = View::perspective(eye, 1.0, 720.0);
    for chunk in &shown {
        let pixels = view.pixels(stage.quadtree.area(chunk.node));
        let excess = |node: Node| stage.levels.excess(node.level, view.pixels(stage.quadtree.area(node)));
        assert_eq!(chunk.pixels, pixels);
        assert!(excess(chunk.node) <= 1.0 || stage.quadtree.is_leaf(chunk.node));
        // And not better.
        assert!(excess(chunk.node.ancestor(chunk.node.level - 1)) > 1.0 / HYSTERESIS);
    }
}

#[test]
fn an_eye_that_trembles_changes_nothing() {
    let mut stage = Stage::new(6);
    let eye = [300.0, 40.0, -500.0];
    let nodes = |shown: &[Shown]| shown.iter().map(|chunk| chunk.node).collect::<Vec<_>>();
    stage.settle(eye);
    let first = nodes(&stage.settle([300.5, 40.0, -500.0]));
    for turn in 0..200 {
        let x = if turn % 2 == 0 { 300.0 } else { 300.5 };
        assert_eq!(nodes(&stage.frame([x, 40.0, -500.0], 100)), first);
    }
}

#[test]
fn chunks_change_places_only_in_one_shape() {
    let mut stage = Stage::new(6);
    let mut before = stage.settle([0.0, 300.0, -500.0]);
    let late = |stage: &Stage, node: Node, eye| {
        let view = View::perspective(eye, 1.0, 720.0);
        stage.levels.excess(node.level, view.pixels(stage.quadtree.area(node))) > LATE
    };
    let mut swaps = 0;
    for turn in 0..2000 {
        let along = turn as f32 * 0.5;
        let eye = [along, 300.0 - (along / 100.0).sin().abs() * 290.0, -500.0];
        let after = stage.frame(eye, 100);
        for chunk in &after {
            let parent = chunk.node.level.checked_sub(1).map(|level| chunk.node.ancestor(level));
            let drawn = before.iter().find(|old| Some(old.node) == parent);
            if let Some(parent) = drawn {
                assert!(chunk.morph > 0.9 && (parent.morph == 0.0 || late(&stage, parent.node, eye)));
                swaps += 1;
            }
            let children = before.iter().filter(|old| {
                old.node.level == chunk.node.level + 1 && old.node.ancestor(chunk.node.level) == chunk.node
            });
            for child in children {
                assert!(child.morph > 0.9 && chunk.morph < 0.1);
                swaps += 1;
            }
            if let Some(same) = before.iter().find(|old| old.node == chunk.node) {
                assert!((same.morph - chunk.morph).abs() <= SECONDS / 0.25 + 1e-6);
            }
        }
        before = after;
    }
    assert!(swaps > 100, "{swaps}");
}

proptest! {
    #[test]
    fn wherever_chunks_are_missing_or_lost_nothing_is_drawn_twice(
        missing in proptest::collection::vec(0_u32..341, 0..60),
        lost in proptest::collection::vec(0_u32..341, 0..20),
        eyes in proptest::collection::vec((0.0_f32..SIZE, 1.0_f32..500.0, -SIZE..0.0), 1..12),
    ) {
        let mut stage = Stage::new(5);
        let whole = Area { min: [0.0, 0.0, -SIZE], max: [SIZE, 0.0, 0.0] };
        let has = |node: Node| !missing.contains(&node.index());
        stage.quadtree = Quadtree::new(5, Some(whole), |_| None, has);
        let mut drawn = 0.0;
        for (turn, (x, y, z)) in eyes.into_iter().enumerate() {
            if let Some(index) = lost.get(turn) {
                stage.quadtree.fail(Node::from_index(*index));
                drawn = 0.0;
            }
            for _ in 0..20 {
                let now = ground(&stage.frame([x, y, z], 7));
                // What is covered once stays covered.
                prop_assert!(now >= drawn);
                drawn = now;
            }
        }
    }
}
