//! The island cut into chunks.

use super::relief::Relief;
use super::{QUADS, SPACING};
use mapwright_formats::atlas::{Bounds, GeometryChunk, Node, Vertices, build_collision};

/// Vertices along a side of a chunk.
const SIDE: usize = QUADS + 1;

/// A terrain's heights and how many levels they make.
pub(super) struct Layout {
    pub(super) relief: Relief,
    pub(super) depth: u32,
}

/// One vertex of a chunk.
#[derive(Clone, Copy)]
pub(super) struct Vertex {
    /// Its place among the chunk's own vertices.
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) height: f32,
    /// What the height changes by on the way to the coarser level.
    pub(super) morph: f32,
}

impl Layout {
    /// World units along a side.
    pub(super) fn world_size(&self) -> f32 {
        self.relief.quads as f32 * SPACING
    }

    /// How far below the border the skirts of a level reach.
    pub(super) fn skirt_depth(&self, level: u32) -> f32 {
        self.step(level) as f32 * SPACING
    }

    /// The surface's vertices, column by column.
    pub(super) fn surface(&self, node: Node) -> Vec<Vertex> {
        let corner = |column: usize, row: usize| Vertex {
            column,
            row,
            height: self.height(node, column, row),
            morph: self.morph(node, column, row),
        };
        (0..SIDE)
            .flat_map(|column| (0..SIDE).map(move |row| (column, row)))
            .map(|(i, j)| corner(i, j))
            .collect()
    }

    pub(super) fn chunk(&self, node: Node) -> GeometryChunk {
        let surface = self.surface(node);
        let drop = self.skirt_depth(node.level);
        let skirts = rim().into_iter().map(|place| {
            let border = surface[place];
            Vertex { height: border.height - drop, ..border }
        });
        let vertices: Vec<_> = surface.iter().copied().chain(skirts).collect();
        let mut indices = surface_triangles();
        let skirt_indices = skirt_triangles(SIDE * SIDE);
        let skirt_index_count = skirt_indices.len() as u32;
        indices.extend(skirt_indices);
        let vertices = self.vertices(node, &vertices);
        let mut chunk = GeometryChunk {
            previous_chunk: 0,
            bounds: Bounds::of_points(&vertices.points),
            indices,
            skirt_index_count,
            vertices,
            collision: None,
        };
        if node.level + 1 == self.depth {
            chunk.collision = build_collision(&chunk);
        }
        chunk
    }

    fn vertices(&self, node: Node, vertices: &[Vertex]) -> Vertices {
        let size = self.world_size();
        let step = self.step(node.level) as f32;
        let grid = |vertex: &Vertex| {
            [
                (node.x as usize * QUADS + vertex.column) as f32 * step,
                (node.y as usize * QUADS + vertex.row) as f32 * step,
            ]
        };
        let point = |vertex: &Vertex| {
            let [x, y] = grid(vertex);
            [x * SPACING, y * SPACING, vertex.height]
        };
        let points: Vec<_> = vertices.iter().map(point).collect();
        Vertices {
            tex_coords: points.iter().map(|[x, y, _]| [y / size, x / size]).collect(),
            tex_morph_offsets: vec![[0.0; 2]; points.len()],
            point_morph_offsets: vertices.iter().map(|vertex| [0.0, 0.0, vertex.morph]).collect(),
            normals: vertices.iter().map(grid).map(|[x, y]| self.relief.normal(x, y, step)).collect(),
            has_normals: true,
            points,
        }
    }

    /// Quads of the finest level along a quad of `level`.
    fn step(&self, level: u32) -> usize {
        1 << (self.depth - 1 - level)
    }

    fn height(&self, node: Node, column: usize, row: usize) -> f32 {
        let step = self.step(node.level);
        let at = |tile: u32, place: usize| ((tile as usize * QUADS + place) * step) as isize;
        self.relief.at(at(node.x, column), at(node.y, row))
    }

    /// Between the parent's vertices its surface is straight, along the diagonal that its quads are cut by.
    fn morph(&self, node: Node, column: usize, row: usize) -> f32 {
        let own = self.height(node, column, row);
        let between = |a: [usize; 2], b: [usize; 2]| {
            self.height(node, a[0], a[1]).midpoint(self.height(node, b[0], b[1])) - own
        };
        match (node.level, column % 2, row % 2) {
            (0, ..) | (_, 0, 0) => 0.0,
            (_, 1, 0) => between([column - 1, row], [column + 1, row]),
            (_, 0, _) => between([column, row - 1], [column, row + 1]),
            _ => between([column - 1, row - 1], [column + 1, row + 1]),
        }
    }
}

/// The surface's triangles, clockwise seen from above.
pub(super) fn surface_triangles() -> Vec<u16> {
    let corners = |place: usize| {
        let (east, north, across) = (place + SIDE, place + 1, place + SIDE + 1);
        [place, north, across, east, place, across].map(|index| index as u16)
    };
    let quads = (0..QUADS).flat_map(|column| (0..QUADS).map(move |row| column * SIDE + row));
    quads.flat_map(corners).collect()
}

/// The border's vertices, once around: clockwise seen from above.
pub(super) fn rim() -> Vec<usize> {
    let at = |column: usize, row: usize| column * SIDE + row;
    let west = (0..QUADS).map(|row| at(0, row));
    let north = (0..QUADS).map(|column| at(column, QUADS));
    let east = (0..QUADS).map(|row| at(QUADS, QUADS - row));
    let south = (0..QUADS).map(|column| at(QUADS - column, 0));
    west.chain(north).chain(east).chain(south).collect()
}

/// A wall below the border, seen from outside; its lower vertices are those from `first` on, in the rim's order.
pub(super) fn skirt_triangles(first: usize) -> Vec<u16> {
    let rim = rim();
    let wall = |place: usize| {
        let next = (place + 1) % rim.len();
        let (above, below) = ([rim[place], rim[next]], [first + place, first + next]);
        [above[0], below[0], above[1], above[1], below[0], below[1]].map(|index| index as u16)
    };
    (0..rim.len()).flat_map(wall).collect()
}
