//! One face for all three formats: an Atlas, or what a `.chu`, a `.tqt` or a pair of them map to.

use super::chu::{Chu, TexCoords};
use super::collision_build;
use super::config::ConfigChunk;
use super::container::Atlas;
use super::error::Error;
use super::files::{Files, Format};
use super::geometry::GeometryChunk;
use super::limits::Limits;
use super::problem::{Problem, ProblemKind};
use super::quadtree::{Node, node_count};
use super::texture::TextureChunk;
use super::toc::{Stub, StubDetail, Toc, TocKind, WRITTEN_VERSION};
use super::tqt::Tqt;
use crate::source::ReadAt;

/// A terrain, of which only the tables are held: chunks and tiles are read when they are asked for.
#[derive(Debug)]
pub enum Terrain {
    /// An `.atlas`.
    Atlas(Atlas),
    /// A `.chu`, a `.tqt`, or both; at least one is there.
    Import {
        /// The geometry.
        chu: Option<Chu>,
        /// The textures.
        tqt: Option<Tqt>,
    },
}

/// What a table of a terrain is, without its stubs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TocSummary {
    /// What it lists.
    pub kind: TocKind,
    /// Levels of its tree.
    pub tree_depth: u32,
    /// How many stubs it has.
    pub stub_count: u32,
    /// Its version; 140 for what a `.chu` or `.tqt` maps to.
    pub version: u32,
}

/// What was read, and what is suspicious about it.
pub type Checked<T> = (T, Vec<Problem>);

impl Terrain {
    /// Reads the tables of the file that `source` is, whichever of the three formats it has.
    ///
    /// # Errors
    /// [`Error`] when it has none of them or its tables are damaged.
    pub fn open(source: &mut dyn ReadAt, limits: Limits) -> Result<Self, Error> {
        let mut head = [0; 4];
        let length = source.size().min(4) as usize;
        source.read_at(0, &mut head[..length])?;
        match Format::of(&head[..length]) {
            Some(Format::Atlas) => Atlas::open(source, limits).map(Self::Atlas),
            Some(Format::Chu) => Ok(Self::Import { chu: Some(Chu::open(source, limits)?), tqt: None }),
            Some(_) => Ok(Self::Import { chu: None, tqt: Some(Tqt::open(source, limits)?) }),
            None => Err(Error::magic(&head[..length])),
        }
    }

    /// A `.chu` and a `.tqt` as one terrain; none unless that is what the two are.
    pub fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Import { chu, tqt: None }, Self::Import { chu: None, tqt })
            | (Self::Import { chu: None, tqt }, Self::Import { chu, tqt: None }) => {
                Some(Self::Import { chu, tqt })
            }
            _ => None,
        }
    }

    /// What was opened.
    pub const fn format(&self) -> Format {
        match self {
            Self::Atlas(_) => Format::Atlas,
            Self::Import { tqt: None, .. } => Format::Chu,
            Self::Import { chu: None, .. } => Format::Tqt,
            Self::Import { .. } => Format::ChuAndTqt,
        }
    }

    /// Every table in the order of the file; of a pair the geometry comes first.
    pub fn tocs(&self) -> Vec<TocSummary> {
        match self {
            Self::Atlas(atlas) => atlas.tocs().iter().map(summary).collect(),
            Self::Import { chu, tqt } => {
                let geometry = TocKind::Geometry { goal_batch_size: 0 };
                let geometry = chu.iter().map(|chu| mapped(geometry, chu.header().tree_depth));
                let textures = tqt.iter().map(|tqt| mapped(TocKind::Texture, tqt.tree_depth()));
                geometry.chain(textures).collect()
            }
        }
    }

    /// The stub at place `index` of table `toc`. For a `.chu` or `.tqt` it tells where the chunk or tile lies in
    /// that file, and reading it may read chunks, for the box around them.
    ///
    /// # Errors
    /// [`Error`] when there is no such stub, or what it stands for is damaged.
    pub fn stub<S: ReadAt>(&self, files: &mut Files<S>, toc: usize, index: u32) -> Result<Stub, Error> {
        let tocs = self.tocs();
        let Some(summary) = tocs.get(toc).filter(|summary| index < summary.stub_count) else {
            return Err(no_stub(toc, index));
        };
        let node = Node::from_index(index);
        match (self, summary.kind) {
            (Self::Atlas(atlas), _) => Ok(atlas.tocs()[toc].stubs[index as usize].clone()),
            (Self::Import { chu: Some(chu), .. }, TocKind::Geometry { .. }) => {
                let length = chu.chunk(files.geometry(), node)?.byte_count;
                let bounds = chu.bounds(files.geometry(), node)?;
                let offset = chu.stub(node).map_or(0, |stub| stub.chunk_offset);
                Ok(Stub { offset, length, generation: 0, detail: StubDetail::Bounds(bounds) })
            }
            (Self::Import { tqt: Some(tqt), .. }, _) => {
                let length = tqt.byte_count(files.textures(), node)?;
                let offset = tqt.offset(node).unwrap_or(0);
                Ok(Stub { offset, length, generation: 0, detail: StubDetail::None })
            }
            (Self::Import { .. }, _) => Err(no_stub(toc, index)),
        }
    }

    /// Levels of the geometry's tree, 0 without any.
    pub fn tree_depth(&self) -> u32 {
        match self {
            Self::Atlas(atlas) => atlas.geometry_toc().map_or(0, |toc| toc.tree_depth),
            Self::Import { chu, .. } => chu.as_ref().map_or(0, |chu| chu.header().tree_depth),
        }
    }

    /// Levels of the geometry's tree.
    ///
    /// # Errors
    /// [`Error::InvalidData`] without any.
    pub fn geometry_depth(&self) -> Result<u32, Error> {
        Some(self.tree_depth()).filter(|depth| *depth > 0).ok_or_else(no_geometry)
    }

    /// How many trees of textures there are.
    pub fn texture_tree_count(&self) -> usize {
        match self {
            Self::Atlas(atlas) => atlas.texture_tocs().count(),
            Self::Import { tqt, .. } => usize::from(tqt.is_some()),
        }
    }

    /// Levels of a tree of textures, 0 when there is no such tree.
    pub fn texture_tree_depth(&self, tree: usize) -> u32 {
        match self {
            Self::Atlas(atlas) => atlas.texture_tocs().nth(tree).map_or(0, |toc| toc.tree_depth),
            Self::Import { tqt, .. } => tqt.as_ref().filter(|_| tree == 0).map_or(0, Tqt::tree_depth),
        }
    }

    /// Whether there is a chunk of geometry for `node`.
    pub fn has_chunk(&self, node: Node) -> bool {
        match self {
            Self::Atlas(atlas) => {
                let stub = atlas.geometry_toc().and_then(|toc| toc.stubs.get(node.index() as usize));
                stub.is_some_and(|stub| !stub.is_absent())
            }
            Self::Import { chu, .. } => chu.as_ref().is_some_and(|chu| chu.stub(node).is_some()),
        }
    }

    /// Whether there is a tile for `node` of texture tree `tree`.
    pub fn has_tile(&self, tree: usize, node: Node) -> bool {
        self.tile_offset(tree, node).is_some()
    }

    /// Where the tile for `node` of texture tree `tree` begins, if there is one. Equal places are equal tiles.
    pub fn tile_offset(&self, tree: usize, node: Node) -> Option<u32> {
        match self {
            Self::Atlas(atlas) => {
                let stub = atlas.texture_tocs().nth(tree)?.stubs.get(node.index() as usize)?;
                (!stub.is_absent()).then_some(stub.offset)
            }
            Self::Import { tqt, .. } => tqt.as_ref().filter(|_| tree == 0)?.offset(node),
        }
    }

    /// What there is to draw at `node`. For a `.chu` the box is around the chunk alone and no collision data is
    /// made; [`chunk`](Self::chunk) has both. `buffer` lends its memory.
    ///
    /// # Errors
    /// [`Error`] when the node is not there or its chunk is damaged.
    pub fn mesh<S: ReadAt>(
        &self,
        files: &mut Files<S>,
        node: Node,
        tex_coords: TexCoords,
        buffer: &mut Vec<u8>,
    ) -> Result<GeometryChunk, Error> {
        match self {
            Self::Atlas(atlas) => {
                let toc = atlas.geometry_toc().ok_or_else(no_geometry)?;
                atlas.read_geometry(files.geometry(), toc, node.index(), buffer)
            }
            Self::Import { chu, .. } => {
                let chu = chu.as_ref().ok_or_else(no_geometry)?;
                let chunk = chu.chunk(files.geometry(), node)?;
                chu.map(node, &chunk, tex_coords).ok_or_else(no_geometry)
            }
        }
    }

    /// The whole chunk at `node`, and what is suspicious in it. For a `.chu` it is what Torque's import makes of
    /// it: the box is around all nodes below as well, and leaves have collision data.
    ///
    /// # Errors
    /// As [`mesh`](Self::mesh).
    pub fn chunk<S: ReadAt>(
        &self,
        files: &mut Files<S>,
        node: Node,
        tex_coords: TexCoords,
    ) -> Result<Checked<GeometryChunk>, Error> {
        let place = |kind: ProblemKind| kind.within(format!("geometry chunk {node}"));
        match self {
            Self::Atlas(_) => {
                let chunk = self.mesh(files, node, tex_coords, &mut Vec::new())?;
                let problems = chunk.problems().into_iter().map(place).collect();
                Ok((chunk, problems))
            }
            Self::Import { chu, .. } => {
                let chu = chu.as_ref().ok_or_else(no_geometry)?;
                let stored = chu.chunk(files.geometry(), node)?;
                let problems = chu.chunk_problems(node, &stored).into_iter().map(place).collect();
                let mut chunk = chu.map(node, &stored, tex_coords).ok_or_else(no_geometry)?;
                chunk.bounds = chu.bounds(files.geometry(), node)?;
                if self.is_leaf(node) {
                    chunk.collision = collision_build::build(&chunk);
                }
                Ok((chunk, problems))
            }
        }
    }

    /// A tile, and what is suspicious about it.
    ///
    /// # Errors
    /// [`Error`] when the tile is not there or damaged.
    pub fn tile<S: ReadAt>(
        &self,
        files: &mut Files<S>,
        tree: usize,
        node: Node,
    ) -> Result<Checked<TextureChunk>, Error> {
        let no_tree = || Error::invalid("tree", "a texture tree that the file has", tree);
        let (tile, problem) = match self {
            Self::Atlas(atlas) => {
                let toc = atlas.texture_tocs().nth(tree).ok_or_else(no_tree)?;
                let tile = atlas.read_texture(files.textures(), toc, node.index())?;
                let problem = tile.problem();
                (tile, problem)
            }
            Self::Import { tqt, .. } => {
                let tqt = tqt.as_ref().filter(|_| tree == 0).ok_or_else(no_tree)?;
                let tile = tqt.tile(files.textures(), node)?;
                let problem = tqt.tile_problem(&tile);
                (tile, problem)
            }
        };
        let place = |kind: ProblemKind| kind.within(format!("texture tile {node} of tree {tree}"));
        Ok((tile, problem.map(place).into_iter().collect()))
    }

    /// The names of the settings that are there, in the order of the file.
    pub fn config_names(&self) -> Vec<&[u8]> {
        self.configs().map(|(_, toc, index)| toc.stubs[index as usize].name()).collect()
    }

    /// The settings called `name`, upper and lower case being the same.
    ///
    /// # Errors
    /// [`Error`] when there are none of that name or they are damaged.
    pub fn config<S: ReadAt>(&self, files: &mut Files<S>, name: &[u8]) -> Result<ConfigChunk, Error> {
        let named = |(_, toc, index): &(&Atlas, &Toc, u32)| {
            toc.stubs[*index as usize].name().eq_ignore_ascii_case(name)
        };
        let Some((atlas, toc, index)) = self.configs().find(named) else {
            let name = String::from_utf8_lossy(name).into_owned();
            return Err(Error::invalid(
                "name",
                "the name of settings that the file has",
                format!("\"{name}\""),
            ));
        };
        atlas.read_config(files.geometry(), toc, index)
    }

    /// Whether `node` is on the finest level.
    pub fn is_leaf(&self, node: Node) -> bool {
        node.level + 1 == self.tree_depth()
    }

    pub(super) fn configs(&self) -> impl Iterator<Item = (&Atlas, &Toc, u32)> {
        let atlas = match self {
            Self::Atlas(atlas) => Some(atlas),
            Self::Import { .. } => None,
        };
        let tocs = atlas.into_iter().flat_map(|atlas| atlas.config_tocs().map(move |toc| (atlas, toc)));
        tocs.flat_map(|(atlas, toc)| {
            let present = toc.stubs.iter().enumerate().filter(|(_, stub)| !stub.is_absent());
            present.map(move |(index, _)| (atlas, toc, index as u32))
        })
    }
}

/// All nodes of a tree.
pub(crate) fn nodes(depth: u32) -> impl DoubleEndedIterator<Item = Node> {
    (0..node_count(depth)).map(Node::from_index)
}

fn summary(toc: &Toc) -> TocSummary {
    TocSummary {
        kind: toc.kind,
        tree_depth: toc.tree_depth,
        stub_count: toc.stubs.len() as u32,
        version: toc.version,
    }
}

fn mapped(kind: TocKind, tree_depth: u32) -> TocSummary {
    TocSummary { kind, tree_depth, stub_count: node_count(tree_depth), version: WRITTEN_VERSION }
}

fn no_geometry() -> Error {
    Error::invalid("", "a file with geometry", "none")
}

fn no_stub(toc: usize, index: u32) -> Error {
    Error::invalid("index", format!("a stub of table of contents {toc}"), index)
}
