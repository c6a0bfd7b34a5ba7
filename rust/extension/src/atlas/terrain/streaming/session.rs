//! One source from its first look to its end.

use super::content::Content;
use super::jobs::{Done, Job, Streaming};
use super::loading::Loaded;
use super::survey::Surveyed;
use crate::atlas::opened::Opened;
use crate::atlas::terrain::collision::static_bodies::{Collision, Physics, Where};
use crate::atlas::terrain::drawing::instances::{Drawing, Drawn, Scenario, Shading};
use crate::atlas::terrain::drawing::outline::Outline;
use crate::atlas::terrain::messages::Messages;
use crate::atlas::terrain::settings::{LAYERS, ReadOptions, Settings};
use crate::atlas::terrain::statistics::Statistics;
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{
    Binding, Ground, Key, Levels, Pager, Quadtree, Selection, TextureScale, Tiles, Tolerance, View,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Handing over what has come stops after this time in a frame, whatever the budget allows.
const UPLOAD_TIME: Duration = Duration::from_millis(2);
/// More chunks and tiles that cannot be read are only counted.
const MOST_WARNINGS: u64 = 20;
/// What a terrain without a viewer is seen as: from so far that the root will do.
const FROM_AFAR: View =
    View { eye: [0.0; 3], projection: mapwright_scene::atlas::lod::Projection::Orthogonal { pixels: 1e-12 } };

/// What a frame is made with.
pub(crate) struct FrameInput<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) scenario: Scenario,
    pub(crate) view: Option<View>,
    pub(crate) seconds: f32,
    pub(crate) wanted: Where,
    pub(crate) bodies: &'a [Vector3],
    pub(crate) margin: f32,
    pub(crate) physics: Option<Physics>,
    /// Whether the boxes of chunks are drawn as well.
    pub(crate) outlined: bool,
}

/// What is left of a session.
pub(crate) enum Leftover {
    /// Only held until it goes.
    Content(#[expect(dead_code)] Content),
    /// Hidden already.
    Drawn(#[expect(dead_code)] Drawn),
}

pub(crate) struct Session {
    opened: Arc<Opened>,
    quadtree: Quadtree,
    errors: Vec<f32>,
    scales: Vec<TextureScale>,
    levels: Levels,
    settings: Settings,
    selection: Selection,
    pager: Pager<Content>,
    streaming: Streaming,
    drawing: Drawing,
    collision: Collision,
    outline: Option<Outline>,
    view: View,
    statistics: Statistics,
    shown_nodes: Vec<Node>,
    /// Whether textures that came late are still on their way to be seen.
    is_fading: bool,
    /// Whether what was chosen last does not hold any more.
    is_stale: bool,
}

impl Session {
    pub(crate) fn new(
        opened: Arc<Opened>,
        surveyed: Surveyed,
        settings: &Settings,
        reading: ReadOptions,
        shading: Shading,
        scenario: Scenario,
    ) -> Self {
        let mut session = Self {
            streaming: Streaming::new(
                Arc::clone(&opened),
                ReadOptions { skirts: surveyed.skirts, ..reading },
            ),
            opened,
            quadtree: surveyed.quadtree,
            errors: surveyed.errors,
            scales: surveyed.textures,
            levels: Levels::default(),
            settings: settings.clone(),
            selection: Selection::default(),
            pager: Pager::new(settings.memory),
            drawing: Drawing::new(shading, scenario),
            collision: Collision::default(),
            outline: None,
            view: FROM_AFAR,
            statistics: Statistics::default(),
            shown_nodes: Vec::new(),
            is_fading: false,
            is_stale: true,
        };
        session.measure_levels();
        session
    }

    /// One frame: chooses, draws, takes what has come, asks for what is missing.
    pub(crate) fn frame(&mut self, frame: &FrameInput<'_>, messages: &mut Messages) {
        let start = Instant::now();
        self.adopt(frame.settings);
        let view = frame.view.unwrap_or(self.view);
        // Where nothing has changed, nothing else would be chosen.
        let is_still = self.is_settled() && self.view == view && self.pager.lod_bias() == 1.0;
        self.view = view;
        self.drawing.begin_frame(frame.scenario);
        if !is_still {
            self.is_stale = false;
            self.pager.begin_frame();
            self.select(frame.seconds);
        }
        self.statistics.selection_usec = micros(start);
        self.outline(frame);
        self.collide(frame);
        let upload = Instant::now();
        self.receive(upload, messages);
        self.statistics.upload_usec = micros(upload);
        if !is_still {
            for key in self.pager.next(self.streaming.free_slots()) {
                self.streaming.start(Job::Draw(key));
            }
        }
        self.count();
        self.statistics.frame_usec = micros(start);
    }

    pub(crate) fn quadtree(&self) -> &Quadtree {
        &self.quadtree
    }

    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The nodes that were drawn last.
    pub(crate) fn shown(&self) -> &[Node] {
        &self.shown_nodes
    }

    pub(crate) fn set_shading(&mut self, shading: Shading) {
        self.is_stale = true;
        self.drawing.set_shading(shading);
    }

    /// Takes everything off the screen and out of physics, and keeps what is in memory.
    pub(crate) fn withdraw(&mut self) {
        self.is_stale = true;
        self.drawing.clear();
        self.collision.clear();
        self.outline = None;
        self.selection.clear();
        self.shown_nodes.clear();
    }

    /// Ends the session; gives what is to be thrown away at leisure, from the last to the first.
    pub(crate) fn end(mut self) -> Vec<Leftover> {
        let drawn = self.drawing.take();
        let contents = self.pager.drain().into_iter().map(Leftover::Content);
        // What is drawn goes before what it is drawn with.
        contents.chain(drawn.into_iter().map(Leftover::Drawn)).collect()
    }

    /// Whether all that is wanted is there, and has the shape that it is going to have.
    pub(crate) fn is_settled(&self) -> bool {
        let is_complete = self.pager.queued() + self.streaming.pending() == 0;
        is_complete && !self.selection.is_moving() && !self.is_fading && !self.is_stale
    }

    fn adopt(&mut self, settings: &Settings) {
        if self.settings == *settings {
            return;
        }
        self.is_stale = true;
        if self.settings.trees != settings.trees {
            self.drawing.clear();
        }
        self.settings = settings.clone();
        self.pager.set_limit(settings.memory);
        self.statistics.evicted += self.pager.shrink().len() as u64;
        self.measure_levels();
    }

    fn measure_levels(&mut self) {
        let tolerance = Tolerance { screen_error: self.settings.screen_error, texel: self.settings.texel };
        let scales = self.settings.trees.iter().flatten();
        let scales: Vec<_> = scales.filter_map(|tree| self.scales.get(*tree as usize)).copied().collect();
        self.levels = Levels::new(&self.errors, &scales, tolerance);
        self.statistics.level_errors.clone_from(&self.errors);
    }

    fn select(&mut self, seconds: f32) {
        let Self { selection, quadtree, levels, view, pager, drawing, settings, scales, opened, .. } = self;
        let terrain = &opened.terrain;
        let layers: [_; LAYERS] = settings.trees.map(|tree| {
            let tree = tree?;
            let scale = *scales.get(tree as usize)?;
            Some((tree, scale, move |node| terrain.has_tile(tree as usize, node)))
        });
        self.shown_nodes.clear();
        self.is_fading = false;
        self.statistics.visible_triangles = 0;
        for shown in selection.update(quadtree, levels, view, pager, seconds) {
            let node = shown.node;
            let Some((chunk, frame_parameters)) = drawing.chunk(node, pager) else { continue };
            let ground =
                Ground { node, is_leaf: quadtree.is_leaf(node), middle: chunk.middle, pixels: shown.pixels };
            self.statistics.visible_triangles += u64::from(chunk.triangles);
            self.shown_nodes.push(node);
            for (binding, layer) in chunk.bindings.iter_mut().zip(&layers) {
                if let Some((tree, scale, exists)) = layer {
                    let tiles = Tiles { tree: *tree, scale: *scale, tolerance: settings.texel, exists };
                    let before = (binding.fine, binding.coarse);
                    binding.update(&ground, &tiles, pager, seconds);
                    self.is_fading |= binding.fade > 0.0;
                    // Textures are passed through one level a frame.
                    self.is_stale |= before != (binding.fine, binding.coarse);
                } else {
                    *binding = Binding::default();
                }
            }
            // A root without its texture would only flash.
            if node.level == 0 && chunk.bindings.iter().any(|binding| binding.is_waiting) {
                self.shown_nodes.pop();
                continue;
            }
            chunk.draw(shown.morph, pager, &frame_parameters);
        }
        drawing.end_frame();
    }

    fn outline(&mut self, frame: &FrameInput<'_>) {
        if !frame.outlined {
            self.outline = None;
            return;
        }
        let outline = self.outline.get_or_insert_with(|| Outline::new(&frame.scenario));
        outline.update(&self.shown_nodes, &self.quadtree, &frame.scenario);
    }

    fn collide(&mut self, frame: &FrameInput<'_>) {
        let Some(physics) = frame.physics else { return };
        let nodes = self.collision.update(&self.quadtree, frame.wanted, frame.bodies, frame.margin, physics);
        for node in nodes {
            self.streaming.start(Job::Collide(node));
        }
    }

    /// Hands what has come to the servers, as much as a frame's budget allows.
    fn receive(&mut self, start: Instant, messages: &mut Messages) {
        let mut bytes = 0;
        while bytes < self.settings.upload
            && start.elapsed() < UPLOAD_TIME
            && let Some(Done { job, outcome }) = self.streaming.next()
        {
            match outcome {
                Ok(loaded) => {
                    bytes += loaded.bytes();
                    self.take(job, loaded, messages);
                }
                Err(failure) => {
                    self.statistics.failed += 1;
                    match self.statistics.failed {
                        ..MOST_WARNINGS => messages.warnings.push(failure.message),
                        MOST_WARNINGS => {
                            let last = format!("{}; no more are named", failure.message);
                            messages.warnings.push(last);
                        }
                        _ => {}
                    }
                    self.fail(job);
                }
            }
        }
        self.statistics.uploaded_bytes = bytes;
    }

    fn take(&mut self, job: Job, loaded: Loaded, messages: &mut Messages) {
        let bytes = loaded.bytes();
        self.is_stale = true;
        match (job, loaded) {
            (Job::Draw(key), Loaded::Chunk(chunk)) => {
                if self.keep(key, Content::of_chunk(chunk), bytes) {
                    self.statistics.loaded_chunks += 1;
                    messages.chunks.push(key.node());
                }
            }
            (Job::Draw(key), Loaded::Texture(texture)) => {
                if self.keep(key, Content::of_texture(texture), bytes) {
                    self.statistics.loaded_textures += 1;
                }
            }
            (Job::Collide(node), Loaded::Shape(shape)) => self.collision.arrive(node, Some(shape)),
            (job, _) => self.fail(job),
        }
    }

    fn keep(&mut self, key: Key, content: Content, bytes: u64) -> bool {
        let arrival = self.pager.arrive(key, content, bytes);
        self.statistics.evicted += (arrival.gone.len() - usize::from(!arrival.kept)) as u64;
        arrival.kept
    }

    fn fail(&mut self, job: Job) {
        self.is_stale = true;
        match job {
            Job::Draw(key) => {
                self.pager.fail(key);
                if key.tree().is_none() {
                    self.quadtree.fail(key.node());
                }
            }
            Job::Collide(node) => self.collision.arrive(node, None),
        }
    }

    fn count(&mut self) {
        let statistics = &mut self.statistics;
        statistics.visible_by_level.clear();
        statistics.visible_by_level.resize(self.quadtree.depth() as usize, 0);
        for node in &self.shown_nodes {
            statistics.visible_by_level[node.level as usize] += 1;
        }
        (statistics.resident_chunks, statistics.resident_textures) = self.pager.counts();
        statistics.resident_bytes = self.pager.bytes();
        statistics.needed_bytes = self.pager.needed_bytes();
        statistics.memory_limit = self.settings.memory;
        statistics.queued = self.pager.queued() as u64;
        statistics.loading = self.streaming.pending() as u64;
        statistics.collision_shapes = self.collision.shapes() as u64;
        statistics.lod_bias = self.pager.lod_bias();
    }
}

fn micros(start: Instant) -> u64 {
    start.elapsed().as_micros() as u64
}
