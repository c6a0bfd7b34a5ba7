//! A terrain with as many nodes as a large one has, each of them small: waves of every size.

use super::paint::Picture;
use super::{dxt, nodes, toc};
use mapwright_formats::atlas::{
    AtlasWriter, Bounds, GeometryChunk, Node, StubDetail, TextureChunk, TextureFormat, TocKind, Vertices,
    WriteError, node_count,
};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

const DEPTH: u32 = 8;
/// Quads along a side of a chunk, and vertices.
const QUADS: usize = 8;
const SIDE: usize = QUADS + 1;
/// World units along a side of the terrain.
const SIZE: f32 = 8192.0;
/// Pixels along a side of a tile.
const TILE: usize = 8;

pub(super) fn write(path: &Path) -> io::Result<()> {
    write_to(BufWriter::new(File::create(path)?)).map_err(io::Error::other)
}

fn write_to(sink: BufWriter<File>) -> Result<(), WriteError> {
    let geometry = TocKind::Geometry { goal_batch_size: 128 };
    let nowhere = StubDetail::Bounds(Bounds { min: [0.0; 3], max: [0.0; 3] });
    let tocs = vec![
        toc(geometry, DEPTH, node_count(DEPTH), nowhere),
        toc(TocKind::Texture, DEPTH, node_count(DEPTH), StubDetail::None),
    ];
    let mut writer = AtlasWriter::new(sink, tocs)?;
    for node in nodes(DEPTH) {
        let chunk = chunk(node);
        writer.geometry(0, node.index(), &chunk)?;
        if let Some(stub) = writer.stub(0, node.index()) {
            stub.detail = StubDetail::Bounds(chunk.bounds);
        }
        let tile = TextureChunk { format: TextureFormat::Dds, image: tile(node), further_layers: 0 };
        writer.texture(1, node.index(), &tile)?;
    }
    writer.finish().map(|_| ())
}

/// Ever smaller waves: each level shows some that the one above cannot.
fn height(x: f32, y: f32) -> f32 {
    let wave = |octave: u8| {
        let scale = f32::from(1_u16 << octave) / SIZE * std::f32::consts::TAU;
        let turned = [x * 0.8 + y * 0.6, y * 0.8 - x * 0.6];
        (turned[0] * scale * 1.3).sin() * (turned[1] * scale * 1.1).cos() * 300.0 / f32::from(1_u16 << octave)
    };
    (0..9).map(wave).sum()
}

fn chunk(node: Node) -> GeometryChunk {
    let width = SIZE / (1u32 << node.level) as f32;
    let step = width / QUADS as f32;
    let origin = [node.x, node.y].map(|place| place as f32 * width);
    let at = |column: usize, row: usize| {
        let [x, y] = [origin[0] + column as f32 * step, origin[1] + row as f32 * step];
        [x, y, height(x, y)]
    };
    let places = || (0..SIDE).flat_map(|column| (0..SIDE).map(move |row| (column, row)));
    let points: Vec<_> = places().map(|(column, row)| at(column, row)).collect();
    let offset = |(column, row): (usize, usize)| {
        let [a, b] = match (column % 2, row % 2) {
            _ if node.level == 0 => return [0.0; 3],
            (0, 0) => return [0.0; 3],
            (_, 0) => [at(column - 1, row), at(column + 1, row)],
            (0, _) => [at(column, row - 1), at(column, row + 1)],
            _ => [at(column - 1, row - 1), at(column + 1, row + 1)],
        };
        [0.0, 0.0, f32::midpoint(a[2], b[2]) - at(column, row)[2]]
    };
    let quads = (0..QUADS).flat_map(|column| (0..QUADS).map(move |row| column * SIDE + row));
    let triangles = |place: usize| {
        [place, place + 1, place + SIDE + 1, place + SIDE, place, place + SIDE + 1].map(|index| index as u16)
    };
    GeometryChunk {
        previous_chunk: 0,
        bounds: Bounds::of_points(&points),
        indices: quads.flat_map(triangles).collect(),
        skirt_index_count: 0,
        vertices: Vertices {
            tex_coords: points.iter().map(|[x, y, _]| [y / SIZE, x / SIZE]).collect(),
            tex_morph_offsets: vec![[0.0; 2]; points.len()],
            point_morph_offsets: places().map(offset).collect(),
            normals: vec![[0.0, 0.0, 1.0]; points.len()],
            has_normals: false,
            points,
        },
        collision: None,
    }
}

fn tile(node: Node) -> Vec<u8> {
    let shade = |part: u32| (part % 7 * 36) as u8;
    let pixels = vec![[shade(node.x), shade(node.y), shade(node.level)]; TILE * TILE];
    dxt::compress(&Picture { size: TILE, pixels })
}
