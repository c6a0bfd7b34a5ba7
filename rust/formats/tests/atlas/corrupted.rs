//! Bytes that nobody meant: nothing panics, and whatever is read can be saved and read again.

use crate::bytes::{
    Opened, Table, atlas, collision, config_frame, dds, geometry_body, geometry_frame, texture_frame,
    vertices,
};
use mapwright_formats::atlas::{ChuChunk, ChuHeader, ChuStub, Node, TexCoords, write_chu, write_tqt};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::Cursor;

fn whole_atlas(version: u32) -> Vec<u8> {
    let data = collision(&[[0.0, 4.0]; 5], [0, 2, 2, 2], &[0, 0xFFFF, 0xFFFF]);
    let data = (version >= 120).then_some(data.as_slice());
    let chunk = geometry_frame(&geometry_body(version, &vertices(), data));
    let layers: &[u8] = if version < 150 { &[2] } else { &[2, 1] };
    let tile = texture_frame(&[layers, dds(5).as_slice()].concat());
    atlas(&[
        Table::geometry(1, version, vec![Some(chunk)]),
        Table::textures(1, version, vec![Some(tile)]),
        Table::configs(128, vec![("schema", Some(config_frame(&[("type", "unique")])))]),
    ])
}

fn whole_chu() -> Vec<u8> {
    let header = ChuHeader {
        tree_depth: 1,
        base_max_error: 1.0,
        vertical_scale: 0.5,
        leaf_dimensions: 8.0,
        col_tree_depth: 2,
    };
    let vertices = vec![[-16384, -16384, 0, 0], [-16384, 16384, 1, 0], [16384, 16384, 2, 0]];
    let stub =
        ChuStub { label: 0, neighbors: [-1; 4], level: 0, x: 0, y: 0, min: 0, max: 2, chunk_offset: 0 };
    let chunk =
        ChuChunk { vertices, indices: vec![0, 1, 2], tri_count: 1, has_collision: false, byte_count: 0 };
    write_chu(&header, &[(stub, chunk)])
}

fn wholes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::sample::select(vec![100, 101, 120, 130, 140, 150]).prop_map(whole_atlas),
        Just(whole_chu()),
        Just(write_tqt(2, 4, |node| dds(node.index() as u8))),
    ]
}

/// Numbers that break arithmetic sooner than random ones do.
fn words() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        prop::sample::select(vec![
            0,
            1,
            2,
            15,
            16,
            255,
            0x7FFF_FFFF,
            0x8000_0000,
            u32::MAX,
            f32::NAN.to_bits()
        ]),
        0..600u32,
    ]
}

/// Asks for everything, and saves what can be read.
fn exercise(bytes: &[u8]) {
    let Ok(mut opened) = Opened::new(bytes) else { return };
    let sound = opened.validate();
    for level in 0..3 {
        let node = Node { level, x: level, y: 0 };
        let _ = opened.terrain.mesh(&mut opened.files, node, TexCoords::Reflected, &mut Vec::new());
        let _ = opened.terrain.tile(&mut opened.files, 0, node);
        let _ = opened.terrain.stub(&mut opened.files, 0, level);
        let _ = opened.terrain.footprint(node);
    }
    let mut sink = Cursor::new(Vec::new());
    let saved = opened.terrain.save(&mut opened.files, &mut sink, 1500, TexCoords::Engine);
    if sound.is_ok() && saved.is_ok() {
        let saved = sink.into_inner();
        Opened::new(&saved).and_then(|mut opened| opened.validate()).expect("what was saved can be read");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn changed_words_do_no_harm(
        whole in wholes(),
        changes in vec((any::<prop::sample::Index>(), words()), 1..4),
    ) {
        let mut bytes = whole;
        for (place, word) in changes {
            let at = place.index(bytes.len() - 3);
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        exercise(&bytes);
    }

    #[test]
    fn changed_bits_and_lost_ends_do_no_harm(
        whole in wholes(),
        bits in vec((any::<prop::sample::Index>(), 0..8u32), 0..4),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = whole;
        for (place, bit) in bits {
            let at = place.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        bytes.truncate(length.index(bytes.len() + 1));
        exercise(&bytes);
    }

    #[test]
    fn any_bytes_behind_a_magic_do_no_harm(
        magic in prop::sample::select(vec![*b"ATLS", *b"CHU3", *b"tqt\0"]),
        rest in vec(any::<u8>(), 0..300),
    ) {
        exercise(&[magic.as_slice(), &rest].concat());
    }

    #[test]
    fn geometry_comes_back_as_it_went(
        floats in vec(vec(-1e6f32..1e6, 13), 3..40),
        picks in vec(any::<prop::sample::Index>(), 0..60),
        skirts in any::<prop::sample::Index>(),
    ) {
        use mapwright_formats::atlas::{
            AtlasWriter, Bounds, GeometryChunk, Stub, StubDetail, Toc, TocKind, Vertices,
        };
        let column = |at: usize| floats.iter().map(|vertex| [vertex[at], vertex[at + 1], vertex[at + 2]]).collect::<Vec<_>>();
        let pair = |at: usize| floats.iter().map(|vertex| [vertex[at], vertex[at + 1]]).collect::<Vec<_>>();
        let vertices = Vertices {
            points: column(0),
            tex_coords: pair(3),
            tex_morph_offsets: pair(5),
            point_morph_offsets: column(7),
            normals: column(10),
            has_normals: true,
        };
        let triangles = picks.len() / 3;
        let indices: Vec<_> = picks[..triangles * 3].iter().map(|pick| pick.index(floats.len()) as u16).collect();
        let mut chunk = GeometryChunk {
            previous_chunk: 0,
            bounds: Bounds::of_points(&vertices.points),
            indices,
            skirt_index_count: skirts.index(triangles + 1) as u32 * 3,
            vertices,
            collision: None,
        };
        chunk.collision = mapwright_formats::atlas::build_collision(&chunk);
        let stub = Stub { offset: 0, length: 0, generation: 1, detail: StubDetail::Bounds(chunk.bounds) };
        let kind = TocKind::Geometry { goal_batch_size: 7 };
        let toc = Toc { kind, tree_depth: 1, version: 140, stubs: vec![stub] };
        let mut writer = AtlasWriter::new(Cursor::new(Vec::new()), vec![toc]).unwrap();
        writer.geometry(0, 0, &chunk).unwrap();
        let bytes = writer.finish().unwrap().into_inner();
        prop_assert_eq!(Opened::new(&bytes).unwrap().chunk(Node::ROOT).unwrap(), chunk);
    }
}
