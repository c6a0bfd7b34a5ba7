use mapwright_formats::atlas::{Bounds, GeometryChunk, Vertices, build_collision};

/// A chunk of these points and triangles, the last `skirts` indices being skirts.
fn chunk(points: &[[f32; 3]], indices: &[u16], skirts: u32) -> GeometryChunk {
    GeometryChunk {
        previous_chunk: 0,
        bounds: Bounds::of_points(points),
        indices: indices.to_vec(),
        skirt_index_count: skirts,
        vertices: Vertices { points: points.to_vec(), ..Vertices::default() },
        collision: None,
    }
}

/// Eight units a side, so that a bin is one unit wide.
const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 1.0], [0.0, 8.0, 2.0], [8.0, 8.0, 5.0], [8.0, 0.0, 9.0]];

#[test]
fn bins_list_every_triangle_that_touches_them() {
    let collision = build_collision(&chunk(&SQUARE, &[0, 1, 2, 3, 0, 2], 0)).unwrap();
    assert_eq!((collision.tree_depth, collision.grid()), (4, 8));
    let bin = |x: usize, y: usize| collision.bin(x * 8 + y);
    // The diagonal runs from the first corner to the third; bins on it have both triangles, as have those
    // whose corner it touches.
    assert_eq!(bin(0, 0), [0, 3]);
    assert_eq!(bin(3, 4), [0, 3]);
    assert_eq!(bin(4, 3), [0, 3]);
    assert_eq!(bin(2, 5), [0]);
    assert_eq!(bin(5, 2), [3]);
    let leaf = |x: usize, y: usize| collision.nodes[21 + x * 8 + y];
    assert_eq!(leaf(2, 5), [1.0, 5.0]);
    assert_eq!(leaf(5, 2), [1.0, 9.0]);
    assert_eq!(collision.nodes[0], [1.0, 9.0]);
    assert_eq!(collision.nodes.len(), 85);
    // Lists follow each other, bin by bin.
    let mut end = 0;
    for (number, offset) in collision.offsets.iter().enumerate() {
        assert_eq!(usize::from(*offset), end);
        end += collision.bin(number).len() + 1;
    }
    assert_eq!(collision.triangles.len(), end);
}

#[test]
fn skirts_and_triangles_of_no_width_are_left_out() {
    let triangles = [0, 1, 2, 1, 1, 3, 3, 0, 2, 0, 2, 3];
    let collision = build_collision(&chunk(&SQUARE, &triangles, 3)).unwrap();
    assert!(!collision.triangles.contains(&3), "two corners are one");
    assert!(!collision.triangles.contains(&9), "a skirt");
    assert!(collision.triangles.contains(&6));
    assert_eq!(build_collision(&chunk(&SQUARE, &triangles, 12)), None);
}

#[test]
fn upright_triangles_are_in_the_bins_they_stand_on() {
    let mut points = SQUARE.to_vec();
    points.extend([[1.5, 2.5, 0.0], [1.5, 4.5, 0.0], [1.5, 2.5, 7.0]]);
    let collision = build_collision(&chunk(&points, &[0, 1, 2, 4, 5, 6], 0)).unwrap();
    let with_wall: Vec<_> = (0..64).filter(|bin| collision.bin(*bin).contains(&3)).collect();
    assert_eq!(with_wall, [8 + 2, 8 + 3, 8 + 4]);
}

#[test]
fn bins_without_a_triangle_have_an_empty_list() {
    let corner = [[0.0, 0.0, 3.0], [0.0, 1.0, 3.0], [1.0, 1.0, 4.0]];
    let mut chunk = chunk(&corner, &[0, 1, 2], 0);
    chunk.bounds.max = [8.0, 8.0, 4.0];
    let collision = build_collision(&chunk).unwrap();
    assert!(collision.bin(63).is_empty());
    assert_eq!(collision.nodes[21 + 63], [3.0, 3.0]);
    assert_eq!(collision.nodes[0], [3.0, 4.0]);
}

#[test]
fn what_16_bits_cannot_number_gets_a_shallower_tree_or_none() {
    // A triangle of half the square touches 43 of 64 bins, 13 of 16 and 4 of 4.
    let fan = |count: usize| [0u16, 1, 2].repeat(count);
    let deep =
        |count: usize| build_collision(&chunk(&SQUARE[..3], &fan(count), 0)).map(|found| found.tree_depth);
    assert_eq!(deep(1000), Some(4));
    assert_eq!(deep(2000), Some(3));
    assert_eq!(deep(21_845), Some(1));
    assert_eq!(deep(21_846), None);
}
