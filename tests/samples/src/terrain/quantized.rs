//! The island as a `.chu`.

use super::chunks::{Layout, Vertex, rim, skirt_triangles, surface_triangles};
use super::{QUADS, nodes};
use mapwright_formats::atlas::{ChuChunk, ChuHeader, ChuStub, Node, write_chu};

const VERTICAL_SCALE: f32 = 0.02;
/// Quantized units across a chunk.
const ACROSS: i32 = 32768;

pub(super) fn write(layout: &Layout) -> Vec<u8> {
    let leaves = 1u32 << (layout.depth - 1);
    let header = ChuHeader {
        tree_depth: layout.depth,
        base_max_error: 1.0,
        vertical_scale: VERTICAL_SCALE,
        leaf_dimensions: layout.world_size() / leaves as f32,
        col_tree_depth: 0,
    };
    let nodes: Vec<_> = nodes(layout.depth).map(|node| describe(layout, node)).collect();
    write_chu(&header, &nodes)
}

fn describe(layout: &Layout, node: Node) -> (ChuStub, ChuChunk) {
    let surface = layout.surface(node);
    let drop = layout.skirt_depth(node.level);
    // Skirts do not morph.
    let skirts = rim().into_iter().map(|place| Vertex {
        height: surface[place].height - drop,
        morph: 0.0,
        ..surface[place]
    });
    let vertices: Vec<_> = surface.iter().copied().chain(skirts).map(|vertex| quantize(&vertex)).collect();
    let mut indices = skirt_triangles(surface.len());
    indices.extend(surface_triangles());
    let heights = || vertices.iter().map(|vertex| vertex[2]);
    let stub = ChuStub {
        label: node.transposed_index() as i32,
        neighbors: neighbors(layout.depth, node),
        level: node.level as u8,
        x: node.x as i16,
        y: node.y as i16,
        min: heights().min().unwrap_or(0),
        max: heights().max().unwrap_or(0),
        chunk_offset: 0,
    };
    let tri_count = indices.len() as u32 / 3;
    (stub, ChuChunk { vertices, indices, tri_count, has_collision: false, byte_count: 0 })
}

fn quantize(vertex: &Vertex) -> [i16; 4] {
    let along = |place: usize| (place as i32 * ACROSS / QUADS as i32 - ACROSS / 2) as i16;
    let height = |units: f32| (units / VERTICAL_SCALE).round() as i16;
    [along(vertex.column), along(vertex.row), height(vertex.height), height(vertex.morph)]
}

/// The labels of the nodes at +x, -y, -x and +y.
fn neighbors(depth: u32, node: Node) -> [i32; 4] {
    [(1, 0), (0, -1), (-1, 0), (0, 1)].map(|(dx, dy): (i32, i32)| {
        let (x, y) = (node.x.checked_add_signed(dx), node.y.checked_add_signed(dy));
        let beside = x.zip(y).and_then(|(x, y)| Node::new(depth, node.level, x, y));
        beside.map_or(-1, |beside| beside.transposed_index() as i32)
    })
}
