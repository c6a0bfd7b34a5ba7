//! A mountainous island as a Torque terrain: an `.atlas`, and a `.chu` with its `.tqt`.

mod chunks;
mod deep;
mod dxt;
mod erosion;
mod paint;
mod quantized;
mod relief;

use chunks::Layout;
use mapwright_formats::atlas::{
    AtlasWriter, Bounds, ConfigChunk, Node, Stub, StubDetail, TextureChunk, TextureFormat, Toc, TocKind,
    WriteError, node_count, write_tqt,
};
use paint::Painter;
use relief::Relief;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

const SEED: u32 = 1909;
/// Quads along a side of a chunk.
const QUADS: usize = 32;
/// World units a quad is wide on the finest level.
const SPACING: f32 = 4.0;
/// Pixels along a side of a tile.
const TILE: usize = 128;
const GOAL_BATCH_SIZE: u32 = 2048;

/// Writes `mountains.atlas`, and `highlands.chu` with `highlands.tqt`.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    Terrain::generate(4, SEED).write_atlas(&folder.join("mountains.atlas"))?;
    Terrain::generate(4, SEED + 100).write_pair(folder, "highlands")
}

/// Writes `mountains_1024.atlas`: 1,365 chunks and as many tiles; and `hills_depth_8.atlas`: 21,845 small ones.
pub(crate) fn write_large(folder: &Path) -> io::Result<()> {
    deep::write(&folder.join("hills_depth_8.atlas"))?;
    Terrain::generate(6, SEED).write_atlas(&folder.join("mountains_1024.atlas"))
}

struct Terrain {
    layout: Layout,
    painter: Painter,
}

impl Terrain {
    /// A terrain whose geometry and textures have `depth` levels.
    fn generate(depth: u32, seed: u32) -> Self {
        let relief = Relief::generate(QUADS << (depth - 1), seed);
        let painter = Painter::new(relief.clone(), seed);
        Self { layout: Layout { relief, depth }, painter }
    }

    fn write_atlas(&self, path: &Path) -> io::Result<()> {
        self.atlas(BufWriter::new(File::create(path)?)).map(|_| ()).map_err(io::Error::other)
    }

    fn atlas<W: io::Write + io::Seek>(&self, sink: W) -> Result<W, WriteError> {
        let depth = self.layout.depth;
        let geometry = TocKind::Geometry { goal_batch_size: GOAL_BATCH_SIZE };
        let tocs = vec![
            toc(
                geometry,
                depth,
                node_count(depth),
                StubDetail::Bounds(Bounds { min: [0.0; 3], max: [0.0; 3] }),
            ),
            toc(TocKind::Texture, depth, node_count(depth), StubDetail::None),
            toc(TocKind::Config, 0, 1, StubDetail::Name(b"schema".as_slice().into())),
        ];
        let mut writer = AtlasWriter::new(sink, tocs)?;
        // The root first, and each chunk beside its tile: they are read together, from far to near.
        for node in nodes(depth) {
            let chunk = self.layout.chunk(node);
            writer.geometry(0, node.index(), &chunk)?;
            if let Some(stub) = writer.stub(0, node.index()) {
                stub.detail = StubDetail::Bounds(chunk.bounds);
            }
            let tile = TextureChunk { format: TextureFormat::Dds, image: self.tile(node), further_layers: 0 };
            writer.texture(1, node.index(), &tile)?;
        }
        writer.config(2, 0, &schema(TILE << (depth - 1)))?;
        writer.finish()
    }

    fn write_pair(&self, folder: &Path, stem: &str) -> io::Result<()> {
        let depth = self.layout.depth;
        fs::write(folder.join(format!("{stem}.chu")), quantized::write(&self.layout))?;
        let tiles = write_tqt(depth, TILE as u32, |node| self.tile(node));
        fs::write(folder.join(format!("{stem}.tqt")), tiles)
    }

    fn tile(&self, node: Node) -> Vec<u8> {
        dxt::compress(&self.painter.tile(node, TILE))
    }
}

fn nodes(depth: u32) -> impl Iterator<Item = Node> {
    (0..node_count(depth)).map(Node::from_index)
}

fn toc(kind: TocKind, tree_depth: u32, count: u32, detail: StubDetail) -> Toc {
    let stub = Stub { offset: 0, length: 0, generation: 1, detail };
    Toc { kind, tree_depth, version: 140, stubs: vec![stub; count as usize] }
}

/// What tells a viewer that the only texture tree shows the ground itself.
fn schema(virtual_size: usize) -> ConfigChunk {
    let size = virtual_size.to_string();
    let entries = [("virtualTexSize", size.as_str()), ("textureSlot", "0"), ("type", "unique")];
    let entries = entries.map(|(key, value)| (key.as_bytes().to_vec(), value.as_bytes().to_vec()));
    ConfigChunk { previous_chunk: 0, entries: entries.into() }
}
