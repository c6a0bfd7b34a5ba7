//! Torque terrains with Y up.

// Floats are expected to the bit.
#![allow(clippy::float_cmp)]

use mapwright_formats::atlas::{
    AtlasWriter, Bounds, Files, GeometryChunk, Limits, Node, Stub, StubDetail, Terrain, Toc, TocKind,
    Vertices, node_count,
};
use mapwright_scene::atlas::{
    ChunkMesh, Heights, Locator, MeshOptions, collision_faces, origin, place_tile, position, to_torque,
};
use std::io::Cursor;

/// A chunk of a grid of `quads` by `quads`, each a unit wide, from `corner` on; triangles clockwise from above.
fn grid(corner: [f32; 2], quads: u16, height: impl Fn(f32, f32) -> f32) -> GeometryChunk {
    let side = quads + 1;
    let places = (0..side).flat_map(|i| (0..side).map(move |j| (f32::from(i), f32::from(j))));
    let places = places.map(|(i, j)| [corner[0] + i, corner[1] + j]);
    let points: Vec<_> = places.map(|[x, y]| [x, y, height(x, y)]).collect();
    let cells = (0..quads).flat_map(|i| (0..quads).map(move |j| i * side + j));
    let indices = cells.flat_map(|a| [a, a + 1, a + side + 1, a + side, a, a + side + 1]).collect();
    GeometryChunk {
        previous_chunk: 0,
        bounds: Bounds::of_points(&points),
        indices,
        skirt_index_count: 0,
        vertices: Vertices {
            tex_coords: points.iter().map(|[x, y, _]| [y / 8.0, x / 8.0]).collect(),
            tex_morph_offsets: vec![[0.0, 0.25]; points.len()],
            point_morph_offsets: vec![[0.5, 1.0, 2.0]; points.len()],
            normals: vec![[0.0, 0.0, 1.0]; points.len()],
            has_normals: false,
            points,
        },
        collision: None,
    }
}

/// `chunk` with a wall below its western border.
fn with_skirt(mut chunk: GeometryChunk, quads: u16) -> GeometryChunk {
    let first = chunk.vertices.len() as u16;
    for row in 0..=usize::from(quads) {
        let [x, y, z] = chunk.vertices.points[row];
        chunk.vertices.points.push([x, y, z - 10.0]);
        chunk.vertices.tex_coords.push(chunk.vertices.tex_coords[row]);
        chunk.vertices.tex_morph_offsets.push([0.0; 2]);
        chunk.vertices.point_morph_offsets.push([0.0; 3]);
        chunk.vertices.normals.push([0.0, 0.0, 1.0]);
    }
    for row in 0..quads {
        chunk.indices.extend([row, first + row, row + 1, row + 1, first + row, first + row + 1]);
    }
    chunk.skirt_index_count = u32::from(quads) * 6;
    chunk
}

/// Where a triangle's front is: to the side from which its corners run clockwise.
fn front([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let side = |from: [f32; 3], to: [f32; 3]| [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    let (u, v) = (side(a, c), side(a, b));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

#[test]
fn height_becomes_y_and_fronts_stay_up() {
    let mesh = ChunkMesh::new(grid([2.0, 3.0], 2, |x, y| x + 10.0 * y), MeshOptions::default());
    assert_eq!(mesh.vertices[0], [2.0, 32.0, -3.0]);
    assert_eq!(mesh.vertices[1], [2.0, 42.0, -4.0]);
    assert_eq!(mesh.normals[0], [0.0, 1.0, 0.0]);
    assert_eq!(mesh.morph_offsets[0], [0.5, 2.0, -1.0]);
    assert_eq!(mesh.uv_morph_offsets[0], [0.0, 0.25]);
    assert_eq!((mesh.bounds_position, mesh.bounds_size), ([2.0, 32.0, -5.0], [2.0, 22.0, 2.0]));
    for triangle in mesh.indices.as_chunks::<3>().0 {
        assert!(front(triangle.map(|index| mesh.vertices[usize::from(index)]))[1] > 0.0);
    }
    assert_eq!(to_torque([2.0, -3.0]), [2.0, 3.0]);
    assert_eq!(position([2.0, 3.0, 4.0]), [2.0, 4.0, -3.0]);
}

#[test]
fn local_meshes_begin_at_their_origin() {
    let terrain = terrain(&[(0, grid([6.0, 2.0], 2, |_, _| 5.0))], 1);
    let chunk = grid([6.0, 2.0], 2, |_, _| 5.0);
    let start = origin(&terrain, Node::ROOT, None).unwrap();
    assert_eq!(start, [6.0, 0.0, -2.0]);
    let mesh = ChunkMesh::new(chunk.clone(), MeshOptions { origin: start, ..MeshOptions::default() });
    assert_eq!(mesh.vertices[0], [0.0, 5.0, 0.0]);
    assert_eq!(mesh.bounds_position, [0.0, 5.0, -2.0]);
    assert_eq!(collision_faces(&chunk, start)[0], [0.0, 5.0, 0.0]);
}

#[test]
fn skirts_can_be_left_out() {
    let chunk = with_skirt(grid([0.0, 0.0], 2, |_, _| 0.0), 2);
    let whole = ChunkMesh::new(chunk.clone(), MeshOptions::default());
    assert_eq!((whole.indices.len(), whole.skirt_index_count), (36, 12));
    let bare = ChunkMesh::new(chunk, MeshOptions { without_skirts: true, ..MeshOptions::default() });
    assert_eq!((bare.indices.as_slice(), bare.skirt_index_count), (&whole.indices[..24], 0));
}

#[test]
fn computed_normals_are_those_of_the_surface() {
    let compute = MeshOptions { compute_normals: true, ..MeshOptions::default() };
    let slope = with_skirt(grid([0.0, 0.0], 2, |x, _| x), 2);
    let mesh = ChunkMesh::new(slope.clone(), compute);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    for normal in &mesh.normals {
        assert!((normal[0] + half).abs() < 1e-6 && (normal[1] - half).abs() < 1e-6, "{normal:?}");
    }
    let mut stored = slope;
    stored.vertices.has_normals = true;
    assert_eq!(ChunkMesh::new(stored, compute).normals[0], [0.0, 1.0, 0.0], "the file's own stay");
}

#[test]
fn vertices_without_a_surface_point_up() {
    let mut chunk = grid([0.0, 0.0], 1, |_, _| 0.0);
    chunk.vertices.points.push([5.0, 5.0, 5.0]);
    chunk.vertices.normals.push([1.0, 0.0, 0.0]);
    let mesh = ChunkMesh::new(chunk, MeshOptions { compute_normals: true, ..MeshOptions::default() });
    assert_eq!(mesh.normals[4], [0.0, 1.0, 0.0]);
}

#[test]
fn faces_are_the_surface_and_nothing_else() {
    let mut chunk = with_skirt(grid([0.0, 0.0], 2, |x, y| x * y), 2);
    chunk.indices.splice(0..0, [0, 0, 1, 2, 1, 2]);
    let faces = collision_faces(&chunk, [0.0; 3]);
    assert_eq!(faces.len(), 24);
    for triangle in faces.as_chunks::<3>().0 {
        assert!(front(*triangle)[1] > 0.0);
    }
}

#[test]
fn heights_are_those_of_the_triangles() {
    let plane = |x: f32, y: f32| 2.0 * x - 3.0 * y + 1.0;
    let heights = Heights::new(&grid([4.0, -2.0], 8, plane));
    for (x, y) in [(4.0, -2.0), (12.0, 6.0), (4.0, 6.0), (12.0, -2.0), (5.3, 0.7), (8.0, 2.0), (11.99, 5.01)]
    {
        let height = heights.sample([x, y]).unwrap();
        assert!((height - plane(x, y)).abs() < 1e-4, "{height} at {x}, {y}");
    }
    for outside in [[3.9, 0.0], [12.1, 0.0], [5.0, -2.1], [5.0, 6.1], [f32::NAN, 0.0], [f32::INFINITY, 0.0]] {
        assert_eq!(heights.sample(outside), None);
    }
}

#[test]
fn the_cut_of_a_quad_shows_in_its_height() {
    // The corner at (1, 1) is up; the diagonal runs to it, so the middle of the quad is half way up.
    let heights = Heights::new(&grid([0.0, 0.0], 1, |x, y| x * y));
    assert_eq!(heights.sample([0.5, 0.5]), Some(0.5));
    assert_eq!(heights.sample([0.25, 0.75]), Some(0.25));
}

#[test]
fn under_an_overhang_the_top_counts() {
    let mut chunk = grid([0.0, 0.0], 1, |_, _| 1.0);
    chunk.vertices.points.extend([[0.2, 0.2, 7.0], [0.2, 0.8, 7.0], [0.8, 0.8, 7.0]]);
    chunk.indices.extend([4, 5, 6]);
    let heights = Heights::new(&chunk);
    assert_eq!(heights.sample([0.3, 0.6]), Some(7.0));
    assert_eq!(heights.sample([0.6, 0.1]), Some(1.0));
}

#[test]
fn chunks_without_a_surface_have_no_height() {
    let empty = Heights::new(&grid([0.0, 0.0], 0, |_, _| 1.0));
    assert_eq!(empty.sample([0.0, 0.0]), None);
    let skirts = with_skirt(grid([0.0, 0.0], 2, |_, _| 0.0), 2);
    assert_eq!(Heights::new(&skirts).sample([-0.5, 1.0]), None);
}

/// An `.atlas` of these chunks, by their place in the table.
fn bytes(chunks: &[(u32, GeometryChunk)], depth: u32) -> Vec<u8> {
    let absent = StubDetail::Bounds(Bounds { min: [-100.0; 3], max: [100.0; 3] });
    let stub = Stub { offset: 0, length: 0, generation: 0, detail: absent };
    let stubs = vec![stub; node_count(depth) as usize];
    let toc = Toc { kind: TocKind::Geometry { goal_batch_size: 0 }, tree_depth: depth, version: 140, stubs };
    let mut writer = AtlasWriter::new(Cursor::new(Vec::new()), vec![toc]).unwrap();
    for (index, chunk) in chunks {
        writer.geometry(0, *index, chunk).unwrap();
        writer.stub(0, *index).unwrap().detail = StubDetail::Bounds(chunk.bounds);
    }
    writer.finish().unwrap().into_inner()
}

fn terrain(chunks: &[(u32, GeometryChunk)], depth: u32) -> Terrain {
    Terrain::open(&mut bytes(chunks, depth).as_slice(), Limits::default()).unwrap()
}

#[test]
fn places_are_found_on_the_finest_level_that_is_there() {
    let flat = |corner| grid(corner, 4, |_, _| 0.0);
    // The root, and three of its children: the one at (1, 1) is not there.
    let chunks = [
        (0, grid([0.0, 0.0], 8, |_, _| 0.0)),
        (1, flat([0.0, 0.0])),
        (2, flat([0.0, 4.0])),
        (3, flat([4.0, 0.0])),
    ];
    let bytes = bytes(&chunks, 2);
    let terrain = Terrain::open(&mut bytes.as_slice(), Limits::default()).unwrap();
    let locator = Locator::new(&terrain, &mut Files::one(bytes.as_slice())).unwrap();
    let at = |x: f32, y: f32| locator.nodes_at(&terrain, [x, y]);
    assert_eq!(at(1.0, 1.0), [Node { level: 1, x: 0, y: 0 }]);
    assert_eq!(at(5.0, 1.0), [Node { level: 1, x: 1, y: 0 }]);
    assert_eq!(at(5.0, 5.0), [Node::ROOT]);
    assert_eq!(at(4.0, 4.0).len(), 3, "chunks share their borders");
    assert!(at(-0.1, 1.0).is_empty());
    assert!(at(f32::NAN, 1.0).is_empty());
}

#[test]
fn a_terrain_without_its_root_is_found_by_what_is_there() {
    let bytes = bytes(&[(4, grid([4.0, 4.0], 4, |_, _| 0.0))], 2);
    let terrain = Terrain::open(&mut bytes.as_slice(), Limits::default()).unwrap();
    let locator = Locator::new(&terrain, &mut Files::one(bytes.as_slice())).unwrap();
    assert_eq!(locator.nodes_at(&terrain, [5.0, 5.0]), [Node { level: 1, x: 1, y: 1 }]);
    assert!(locator.nodes_at(&terrain, [1.0, 1.0]).is_empty());
}

#[test]
fn tiles_lie_with_their_rows_along_x() {
    // The chunk reaches over x 4 to 6 and y 2 to 4 of a terrain of 8: v from 0.5 to 0.75, u from 0.25 to 0.5.
    let chunk = grid([4.0, 2.0], 2, |_, _| 0.0);
    let placement = place_tile(&chunk, 2);
    assert_eq!(placement.tile, Node { level: 2, x: 2, y: 1 });
    let local = |uv: [f32; 2]| [0, 1].map(|axis| uv[axis] * placement.scale + placement.offset[axis]);
    assert_eq!(local(chunk.vertices.tex_coords[0]), [0.0, 0.0]);
    assert_eq!(local(chunk.vertices.tex_coords[8]), [1.0, 1.0]);
    let coarse = place_tile(&chunk, 0);
    assert_eq!((coarse.tile, coarse.scale, coarse.offset), (Node::ROOT, 1.0, [0.0, 0.0]));
}

#[test]
fn mirrored_texture_coordinates_find_the_mirrored_tile() {
    let mut chunk = grid([4.0, 2.0], 2, |_, _| 0.0);
    for uv in &mut chunk.vertices.tex_coords {
        uv[1] = 1.0 - uv[1];
    }
    assert_eq!(place_tile(&chunk, 2).tile, Node { level: 2, x: 1, y: 1 });
}
