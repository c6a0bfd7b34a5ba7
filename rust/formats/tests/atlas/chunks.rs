use crate::bytes::{
    BOUNDS, Opened, Vertex, collision, geometry_body, geometry_frame, one_chunk, refusal, vertices, with_word,
};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{GeometryChunk, Node};

fn read(version: u32, body: &[u8]) -> GeometryChunk {
    Opened::new(&one_chunk(version, body)).unwrap().chunk(Node::ROOT).unwrap()
}

fn bounds_of(chunk: &GeometryChunk) -> Vec<f32> {
    [chunk.bounds.min, chunk.bounds.max].concat()
}

/// A chunk's vertices in the order of version 140.
fn fields(chunk: &GeometryChunk) -> Vec<Vertex> {
    let vertices = &chunk.vertices;
    let vertex = |index: usize| {
        let fields: [&[f32]; 5] = [
            &vertices.points[index],
            &vertices.tex_coords[index],
            &vertices.tex_morph_offsets[index],
            &vertices.point_morph_offsets[index],
            &vertices.normals[index],
        ];
        fields.concat().try_into().unwrap()
    };
    (0..vertices.len()).map(vertex).collect()
}

#[test]
fn every_version_has_its_own_layout() {
    for version in [0, 100, 101, 119, 120, 129, 130, 139, 140, 149, 150] {
        let chunk = read(version, &geometry_body(version, &vertices(), None));
        assert_eq!(chunk.previous_chunk, 77);
        assert_eq!(chunk.indices, [0, 1, 2, 2, 1, 3]);
        assert_eq!(chunk.surface_indices(), [0, 1, 2]);
        let mut expected = vertices();
        if version < 140 {
            for vertex in &mut expected {
                vertex[10..].copy_from_slice(&[0.0, 0.0, 1.0]);
            }
        }
        assert_eq!(fields(&chunk), expected, "version {version}");
        assert_eq!(chunk.vertices.has_normals, version >= 140);
        if version >= 101 {
            assert_eq!(bounds_of(&chunk), BOUNDS);
        } else {
            let (first, last) = (vertices()[0], vertices()[3]);
            assert_eq!(bounds_of(&chunk), [&first[..3], &last[..3]].concat());
        }
    }
}

#[test]
fn a_chunk_may_be_empty() {
    for version in [100, 140] {
        let mut body = geometry_body(version, &[], None);
        let indices = if version < 120 { 4 } else { 28 };
        body.drain(indices + 8..indices + 20);
        body[indices..indices + 8].fill(0);
        let chunk = read(version, &body);
        assert!(chunk.indices.is_empty() && chunk.vertices.is_empty());
        assert!(chunk.bounds.is_finite());
    }
}

#[test]
fn bodies_that_cannot_be_are_refused_by_name_and_place() {
    let body = geometry_body(140, &vertices(), None);
    // The frame is at 63 and its body at 75; counts at 28 and 32 of it, indices at 36, vertices at 52.
    let end = body.len();
    let cases = [
        (with_word(&body, 28, 7), "mIndexCount at byte 103: a multiple of 3 expected, 7 found"),
        (with_word(&body, 28, 0xFFFF_FFFF), "mIndex"),
        (with_word(&body, 32, 4), "mSkirtSkipCount at byte 107: a multiple of 3, at most 6"),
        (with_word(&body, 32, 9), "mSkirtSkipCount at byte 107"),
        (with_word(&body, 36, 4), "mIndex at byte 111: an index of 4 vertices expected, 4 found"),
        (with_word(&body, 48, 0x0FFF_FFFF), "vertices at byte 127: 13958643660 bytes expected"),
        (with_word(&body, 48, 82_595_525), "vertices"),
        (with_word(&body, 52, f32::NAN.to_bits()), "vertex 0: point at byte 127: finite numbers"),
        (with_word(&body, 104, f32::INFINITY.to_bits()), "vertex 1: point at byte 179"),
        (
            [&body[..end - 5], &[0x33], &body[end - 4..]].concat(),
            "colFlag at byte 335: 0xDF or 0x0F expected, 0x33 found",
        ),
        (with_word(&body, end - 4, 0), "postColSentinel at byte 336"),
        ([body.as_slice(), &[0]].concat(), "body at byte 340: its end expected, 1 bytes more found"),
    ];
    for (body, sentence) in cases {
        let error = refusal(&one_chunk(140, &body));
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        assert!(error.to_string().starts_with("geometry chunk (0, 0, 0): "), "{error}");
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn frames_that_cannot_be_are_refused_by_name_and_place() {
    let good = one_chunk(140, &geometry_body(140, &vertices(), None));
    let tail = good.len() - 4;
    let cases = [
        (
            with_word(&good, 63, u32::from_le_bytes(*b"ATSX")),
            "outerMarker at byte 63: ATSP expected, ATSX found",
        ),
        (with_word(&good, 67, 1), "bodySize at byte 67"),
        (with_word(&good, 67, u32::MAX), "bodySize at byte 67"),
        (
            with_word(&good, 71, u32::from_le_bytes(*b"TexH")),
            "typeHead at byte 71: agch expected, TexH found",
        ),
        (
            with_word(&good, tail, u32::from_le_bytes(*b"agcX")),
            "typeTail at byte 340: agct expected, agcX found",
        ),
        (with_word(&good, 30, (good.len() - 63 - 4) as u32), "bodySize at byte 67"),
    ];
    for (bytes, sentence) in cases {
        let error = refusal(&bytes);
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn what_points_do_not_depend_on_may_be_odd() {
    let mut vertices = vertices();
    vertices[1][12] = f32::NAN;
    vertices[2][3] = f32::INFINITY;
    let file = one_chunk(140, &geometry_body(140, &vertices, None));
    let problems = Opened::new(&file).unwrap().validate().unwrap();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems.iter().all(|problem| problem.starts_with("geometry chunk (0, 0, 0): 1 ")),
        "{problems:?}"
    );
}

const HEIGHTS: [[f32; 2]; 5] = [[0.0, 4.0], [0.0, 4.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
const END: u16 = 0xFFFF;

#[test]
fn collision_data_is_read_by_bins() {
    let data = collision(&HEIGHTS, [0, 2, 2, 2], &[0, END, END]);
    let chunk = read(140, &geometry_body(140, &vertices(), Some(&data)));
    let collision = chunk.collision.unwrap();
    assert_eq!((collision.tree_depth, collision.grid()), (2, 2));
    assert_eq!(collision.nodes, HEIGHTS);
    assert_eq!(collision.bin(0), [0]);
    assert!(collision.bin(1).is_empty() && collision.bin(99).is_empty());
}

#[test]
fn collision_data_that_cannot_be_is_refused_by_name_and_place() {
    // The data begins at byte 336: depth, nodes at 340, count at 380, offsets at 384, count at 392, entries at 396.
    let good = collision(&HEIGHTS, [0, 2, 2, 2], &[0, END, END]);
    let cases = [
        (with_word(&good, 0, 0), "mColTreeDepth at byte 336: 1 to 15 expected, 0 found"),
        (with_word(&good, 0, 16), "mColTreeDepth at byte 336"),
        (with_word(&good, 0, 15), "mColTree at byte 340: 2863311528 bytes expected"),
        (with_word(&good, 44, 5), "mColOffsetCount at byte 380: 4 for a tree of depth 2 expected, 5 found"),
        (with_word(&good, 56, u32::MAX), "mColIndicesBuffer at byte 396: 8589934590 bytes expected"),
        (collision(&HEIGHTS, [0, 2, 3, 2], &[0, END, END]), "mColIndicesOffsets at byte 388"),
        (collision(&HEIGHTS, [60000, 2, 2, 2], &[0, END, END]), "mColIndicesOffsets at byte 384"),
        (collision(&HEIGHTS, [0, 2, 2, 2], &[0, END, 0]), "mColIndicesOffsets at byte 386"),
        (
            collision(&HEIGHTS, [0, 0, 0, 0], &[6, END]),
            "mColIndicesBuffer at byte 396: the first of three of 6",
        ),
        (collision(&HEIGHTS, [0, 0, 0, 0], &[4, END]), "mColIndicesBuffer at byte 396"),
        (collision(&HEIGHTS, [0, 0, 0, 0], &[]), "mColIndicesOffsets at byte 384"),
    ];
    for (data, sentence) in cases {
        let error = refusal(&one_chunk(140, &geometry_body(140, &vertices(), Some(&data))));
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn collision_nodes_upside_down_are_a_problem() {
    for odd in [[5.0, -5.0], [f32::NAN, 0.0]] {
        let mut heights = HEIGHTS;
        heights[0] = odd;
        let data = collision(&heights, [0, 2, 2, 2], &[0, END, END]);
        let file = one_chunk(140, &geometry_body(140, &vertices(), Some(&data)));
        assert_eq!(Opened::new(&file).unwrap().validate().unwrap().len(), 1);
    }
}

#[test]
fn several_nodes_may_share_a_frame() {
    let frame = geometry_frame(&geometry_body(140, &vertices(), None));
    let mut bytes = crate::bytes::atlas(&[crate::bytes::Table::geometry(2, 140, vec![Some(frame); 5])]);
    let first = u32::from_le_bytes(bytes[26..30].try_into().unwrap());
    for stub in 1..5 {
        bytes = with_word(&bytes, 26 + 37 * stub, first);
    }
    let mut opened = Opened::new(&bytes).unwrap();
    assert_eq!(opened.chunk(Node::ROOT).unwrap(), opened.chunk(Node::from_index(4)).unwrap());
}
