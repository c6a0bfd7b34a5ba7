//! Chooses the chunks that are drawn, and morphs them from level to level.

use super::key::Key;
use super::levels::Levels;
use super::morph;
use super::pager::Pager;
use super::quadtree::Quadtree;
use super::view::View;
use mapwright_formats::atlas::{Node, node_count};

/// A split chunk is whole again when its error is so many times smaller than what split it.
const HYSTERESIS: f32 = 1.1;
/// Where the error is this much too large, children are not waited for to be morphed into before they are split.
const LATE: f32 = 2.0;
/// So many chunks are split or made whole in a frame: each takes the renderer its time.
const MOST_CHANGES: u32 = 24;
/// Where it is this small, a chunk takes its children's place however they are morphed: nobody sees it.
const UNSEEN: f32 = 0.5;

/// A chunk that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Its node.
    pub node: Node,
    /// How far it is on its way to the coarser level's shape, 1 being there.
    pub morph: f32,
    /// Pixels that a unit covers on the nearest part of its area.
    pub pixels: f32,
}

/// Chooses the chunks that are drawn, frame by frame.
///
/// The whole ground is covered at all times by chunks that are there: one is split only when all of its children are.
#[derive(Debug, Default)]
pub struct Selection {
    /// By the nodes' places in the table.
    states: Vec<State>,
    shown: Vec<Shown>,
    frame: u32,
    is_moving: bool,
    changes: u32,
}

/// What is remembered of a node from one frame to the next.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// When it was last drawn, or split.
    frame: u32,
    /// How it was morphed; [`SPLIT`] when it was split.
    morph: f32,
}

/// No morph is below 0.
const SPLIT: f32 = -1.0;

impl State {
    fn is_split(self) -> bool {
        self.morph == SPLIT
    }
}

/// What a frame is chosen by.
struct Choice<'a, V> {
    quadtree: &'a Quadtree,
    levels: &'a Levels,
    view: &'a View,
    pager: &'a mut Pager<V>,
    seconds: f32,
}

/// Where a chunk that was not drawn before begins.
#[derive(Clone, Copy)]
enum Start {
    /// In the shape of its parent, which was drawn in its place.
    AsParent,
    /// In its own, which is that of its morphed children.
    AsItself,
}

impl Selection {
    /// Chooses the chunks for a frame that comes `seconds` after the last one, and asks for those that are missing.
    pub fn update<V>(
        &mut self,
        quadtree: &Quadtree,
        levels: &Levels,
        view: &View,
        pager: &mut Pager<V>,
        seconds: f32,
    ) -> &[Shown] {
        self.states.resize(node_count(quadtree.depth()) as usize, State::default());
        // Once in two years, everything is chosen anew.
        if self.frame == u32::MAX {
            self.clear();
        }
        self.frame += 1;
        self.shown.clear();
        self.is_moving = false;
        self.changes = 0;
        let mut frame = Choice { quadtree, levels, view, pager, seconds };
        let root = Node::ROOT;
        if is_ready(&mut frame, root, f32::INFINITY) || !quadtree.has_chunk(root) {
            self.visit(&mut frame, root, 0.0, Start::AsItself);
        }
        &self.shown
    }

    /// What the last frame is drawn with.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// Whether chunks are still morphing or about to be split, though the viewer may be still.
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.states.fill(State::default());
        self.frame = 1;
        self.shown.clear();
    }

    /// Draws the ground of `node`, whose parent's error is `above` times what may be seen.
    fn visit<V>(&mut self, frame: &mut Choice<'_, V>, node: Node, above: f32, start: Start) {
        let pixels = frame.view.pixels(frame.quadtree.area(node));
        let excess = frame.levels.excess(node.level, pixels) / frame.pager.lod_bias();
        if !frame.quadtree.has_chunk(node) {
            return self.visit_present_children(frame, node, excess);
        }
        let can_split = frame.quadtree.can_split(node);
        let was_split = self.state(node).is_some_and(State::is_split);
        let start = if was_split { Start::AsItself } else { start };
        let threshold = if was_split { 1.0 / HYSTERESIS } else { 1.0 };
        if can_split && excess > threshold {
            let children = node.children();
            let ready = children.map(|child| is_ready(frame, child, excess));
            if ready == [true; 4] {
                if was_split || (excess > LATE || self.is_itself(node)) && self.may_change() {
                    return self.visit_children(frame, node, excess);
                }
                self.is_moving = true;
            }
        } else if can_split && was_split && !(excess <= UNSEEN || self.are_as(node)) {
            // Until they have its shape.
            let children = node.children();
            if children.map(|child| is_ready(frame, child, excess)) == [true; 4] {
                self.is_moving = true;
                return self.visit_children(frame, node, excess);
            }
        }
        self.changes += u32::from(was_split);
        let target = if node.level == 0 { 0.0 } else { morph::target(above, frame.levels.ratio(node.level)) };
        let now = match (self.state(node), start) {
            (Some(state), _) if !state.is_split() => state.morph,
            (_, Start::AsParent) if node.level > 0 => 1.0,
            _ => 0.0,
        };
        let morph = morph::step(now, target, frame.seconds);
        self.is_moving |= morph != target;
        self.states[node.index() as usize] = State { frame: self.frame, morph };
        self.shown.push(Shown { node, morph, pixels });
    }

    fn visit_children<V>(&mut self, frame: &mut Choice<'_, V>, node: Node, excess: f32) {
        self.states[node.index() as usize] = State { frame: self.frame, morph: SPLIT };
        for child in node.children() {
            self.visit(frame, child, excess, Start::AsParent);
        }
    }

    /// Where there is no chunk to draw, whatever is there below is.
    fn visit_present_children<V>(&mut self, frame: &mut Choice<'_, V>, node: Node, excess: f32) {
        if !frame.quadtree.can_split(node) {
            return;
        }
        for child in node.children().into_iter().filter(|child| frame.quadtree.has_any(*child)) {
            if is_ready(frame, child, f32::INFINITY) || !frame.quadtree.has_chunk(child) {
                self.visit(frame, child, excess, Start::AsParent);
            }
        }
    }

    /// Whether one more chunk may be split in this frame.
    fn may_change(&mut self) -> bool {
        self.changes += 1;
        self.changes <= MOST_CHANGES
    }

    /// Whether a chunk has its own shape, or is not drawn yet.
    fn is_itself(&self, node: Node) -> bool {
        self.state(node).is_none_or(|state| state.morph <= 0.0)
    }

    /// Whether the children of a split node are all drawn in its shape.
    fn are_as(&self, node: Node) -> bool {
        let mut states = node.children().into_iter().filter_map(|child| self.state(child));
        states.all(|state| state.morph >= 1.0)
    }

    /// What is known from the last frame, or from this one.
    fn state(&self, node: Node) -> Option<State> {
        let state = self.states[node.index() as usize];
        // The first frame has the number 1.
        (state.frame > 0 && state.frame + 1 >= self.frame).then_some(state)
    }
}

/// Whether all of a node's ground can be drawn. Asks for what is missing.
fn is_ready<V>(frame: &mut Choice<'_, V>, node: Node, need: f32) -> bool {
    if frame.quadtree.has_chunk(node) {
        let there = frame.pager.need(Key::chunk(node));
        if !there {
            frame.pager.want(Key::chunk(node), need);
        }
        return there;
    }
    frame.quadtree.can_split(node) && node.children().map(|child| is_ready(frame, child, need)) == [true; 4]
}

#[cfg(test)]
mod tests;
