//! A terrain of any of the three formats as an `.atlas` of version 140.

use super::bounds::Bounds;
use super::chu::TexCoords;
use super::collision_build;
use super::files::Files;
use super::geometry::GeometryChunk;
use super::problem::Problem;
use super::quadtree::{Node, node_count};
use super::terrain::Terrain;
use super::toc::{Stub, StubDetail, Toc, TocKind};
use super::writer::{AtlasWriter, WriteError, Written};
use crate::Problems;
use crate::source::ReadAt;
use std::collections::HashMap;
use std::io::{Seek, Write};

/// The first version that stores collision data; leaves of older ones get theirs as an import's do.
const COLLISION_VERSION: u32 = 120;
/// How often a chunk was written that comes from a file without a counter.
const FIRST_GENERATION: u32 = 1;
/// The box of a geometry stub without a chunk.
const ABSENT_BOUNDS: Bounds = Bounds { min: [-100.0; 3], max: [100.0; 3] };

impl Terrain {
    /// Writes the terrain to `sink`, as version 140 and with the levels in the order of Torque's own imports:
    /// the finest first. Chunks and tiles that share their bytes keep sharing them. Gives what is suspicious
    /// and what had to be left out.
    ///
    /// # Errors
    /// [`WriteError`] when a chunk cannot be read or written.
    pub fn save<S: ReadAt, W: Write + Seek>(
        &self,
        files: &mut Files<S>,
        sink: W,
        goal_batch_size: u32,
        tex_coords: TexCoords,
    ) -> Result<Problems<Problem>, WriteError> {
        let kept = self.kept_tocs(goal_batch_size);
        let writer = AtlasWriter::new(sink, kept.iter().map(|(_, toc)| toc.clone()).collect())?;
        let mut saver = Saver {
            terrain: self,
            files,
            tex_coords,
            writer,
            problems: self.problems().into_iter().collect(),
        };
        let mut tree = 0;
        for (slot, (source, toc)) in kept.iter().enumerate() {
            match toc.kind {
                TocKind::Geometry { .. } => saver.geometry(slot, toc.tree_depth, *source)?,
                TocKind::Texture => {
                    saver.textures(slot, tree, toc.tree_depth, *source)?;
                    tree += 1;
                }
                _ => saver.configs(slot, *source)?,
            }
        }
        saver.writer.finish()?.flush()?;
        Ok(saver.problems)
    }

    /// The tables to write, each with the one it comes from in an `.atlas`.
    fn kept_tocs(&self, goal_batch_size: u32) -> Vec<(Option<&Toc>, Toc)> {
        let geometry = TocKind::Geometry { goal_batch_size };
        match self {
            Self::Atlas(atlas) => {
                let kept = atlas.tocs().iter().filter(|toc| !matches!(toc.kind, TocKind::Object { .. }));
                kept.map(|toc| (Some(toc), upgraded(toc, geometry))).collect()
            }
            Self::Import { .. } => {
                let kind = |kind| if kind == TocKind::Texture { kind } else { geometry };
                self.tocs().iter().map(|toc| (None, blank(kind(toc.kind), toc.tree_depth))).collect()
            }
        }
    }
}

/// `toc` with stubs as version 140 has them.
fn upgraded(toc: &Toc, geometry: TocKind) -> Toc {
    let is_geometry = matches!(toc.kind, TocKind::Geometry { .. });
    let mut upgraded = Toc { kind: if is_geometry { geometry } else { toc.kind }, ..toc.clone() };
    for stub in upgraded.stubs.iter_mut().filter(|_| is_geometry) {
        if !stub.bounds().is_some_and(|bounds| bounds.is_finite()) {
            stub.detail = StubDetail::Bounds(ABSENT_BOUNDS);
        }
    }
    upgraded
}

fn blank(kind: TocKind, tree_depth: u32) -> Toc {
    let detail = match kind {
        TocKind::Texture => StubDetail::None,
        _ => StubDetail::Bounds(ABSENT_BOUNDS),
    };
    let stub = Stub { offset: 0, length: 0, generation: FIRST_GENERATION, detail };
    Toc { kind, tree_depth, version: 0, stubs: vec![stub; node_count(tree_depth) as usize] }
}

struct Saver<'t, S, W> {
    terrain: &'t Terrain,
    files: &'t mut Files<S>,
    tex_coords: TexCoords,
    writer: AtlasWriter<W>,
    problems: Problems<Problem>,
}

impl<S: ReadAt, W: Write + Seek> Saver<'_, S, W> {
    fn geometry(&mut self, slot: usize, depth: u32, source: Option<&Toc>) -> Result<(), WriteError> {
        let mut written: HashMap<(u32, bool), (Written, Bounds)> = HashMap::new();
        let mut buffer = Vec::new();
        for node in finest_first(depth).filter(|node| is_present(source, node.index())) {
            let (index, leaf) = (node.index(), node.level + 1 == depth);
            // An import's chunks lie where their node does, whatever bytes they share.
            let key = source.map(|toc| (toc.stubs[index as usize].offset, leaf));
            let known = key.and_then(|key| written.get(&key).copied());
            let (frame, bounds) = if let Some((frame, bounds)) = known {
                self.writer.share(slot, index, frame);
                (frame, bounds)
            } else {
                let mut chunk = self.read_geometry(node, source, &mut buffer)?;
                if leaf && source.is_some_and(|toc| toc.version < COLLISION_VERSION) {
                    chunk.collision = collision_build::build(&chunk);
                }
                (self.writer.geometry(slot, index, &chunk)?, chunk.bounds)
            };
            written.extend(key.map(|key| (key, (frame, bounds))));
            let stored = source.and_then(|toc| toc.stubs[index as usize].bounds()).filter(Bounds::is_finite);
            if let Some(stub) = self.writer.stub(slot, index) {
                stub.detail = StubDetail::Bounds(stored.unwrap_or(bounds));
            }
        }
        Ok(())
    }

    fn read_geometry(
        &mut self,
        node: Node,
        source: Option<&Toc>,
        buffer: &mut Vec<u8>,
    ) -> Result<GeometryChunk, WriteError> {
        if let (Terrain::Atlas(atlas), Some(toc)) = (self.terrain, source) {
            return Ok(atlas.read_geometry(self.files.geometry(), toc, node.index(), buffer)?);
        }
        let (chunk, odd) = self.terrain.chunk(self.files, node, self.tex_coords)?;
        self.problems.extend(odd);
        Ok(chunk)
    }

    fn textures(
        &mut self,
        slot: usize,
        tree: usize,
        depth: u32,
        source: Option<&Toc>,
    ) -> Result<(), WriteError> {
        let mut written: HashMap<u32, Written> = HashMap::new();
        for node in finest_first(depth).filter(|node| is_present(source, node.index())) {
            let offset = self.terrain.tile_offset(tree, node);
            if let Some(frame) = offset.and_then(|offset| written.get(&offset)) {
                self.writer.share(slot, node.index(), *frame);
                continue;
            }
            let (tile, odd) = self.terrain.tile(self.files, tree, node)?;
            self.problems.extend(odd);
            let frame = self.writer.texture(slot, node.index(), &tile)?;
            written.extend(offset.map(|offset| (offset, frame)));
        }
        Ok(())
    }

    fn configs(&mut self, slot: usize, source: Option<&Toc>) -> Result<(), WriteError> {
        let (Terrain::Atlas(atlas), Some(toc)) = (self.terrain, source) else { return Ok(()) };
        for index in (0..toc.stubs.len() as u32).filter(|index| is_present(source, *index)) {
            let chunk = atlas.read_config(self.files.geometry(), toc, index)?;
            self.writer.config(slot, index, &chunk)?;
        }
        Ok(())
    }
}

/// Whether there is a chunk at place `index`; an import has all of them.
fn is_present(source: Option<&Toc>, index: u32) -> bool {
    source.is_none_or(|toc| toc.stubs.get(index as usize).is_some_and(|stub| !stub.is_absent()))
}

/// A tree's nodes level by level, from the leaves to the root.
fn finest_first(depth: u32) -> impl Iterator<Item = Node> {
    (0..depth).rev().flat_map(|level| (node_count(level)..node_count(level + 1)).map(Node::from_index))
}
