use crate::bytes::{Opened, dds, refusal, with_word, words};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{
    ChuChunk, ChuHeader, ChuStub, Files, Node, StubDetail, Terrain, TexCoords, TocKind, write_chu, write_tqt,
};

const HEADER: ChuHeader = ChuHeader {
    tree_depth: 2,
    base_max_error: 1.0,
    vertical_scale: 0.5,
    leaf_dimensions: 8.0,
    col_tree_depth: 2,
};

/// A node whose triangle spans its square, at heights that tell the node.
fn node(level: u8, x: i16, y: i16, label: i32) -> (ChuStub, ChuChunk) {
    let height = label as i16 * 10;
    let vertices =
        vec![[-16384, -16384, height, 0], [-16384, 16384, height + 2, 4], [16384, 16384, height + 4, -4]];
    let stub =
        ChuStub { label, neighbors: [-1; 4], level, x, y, min: height, max: height + 4, chunk_offset: 0 };
    (stub, ChuChunk { vertices, indices: vec![0, 1, 2], tri_count: 1, has_collision: false, byte_count: 0 })
}

/// Two levels in an order of their own. Labels count y first: section 9b.
fn nodes() -> Vec<(ChuStub, ChuChunk)> {
    vec![node(1, 1, 1, 4), node(1, 0, 1, 3), node(0, 0, 0, 0), node(1, 0, 0, 1), node(1, 1, 0, 2)]
}

fn file() -> Vec<u8> {
    write_chu(&HEADER, &nodes())
}

#[test]
fn the_file_lies_as_the_format_text_says() {
    let file = write_chu(&ChuHeader { tree_depth: 1, ..HEADER }, &[node(0, 0, 0, 0)]);
    let mut expected = words(&[u32::from_le_bytes(*b"CHU3"), 0x0001_0190]);
    expected.extend([1.0f32, 0.5, 8.0].iter().flat_map(|float| float.to_le_bytes()));
    expected.extend(words(&[1, 2, 0xDEAD_BEEF, 0, u32::MAX, u32::MAX, u32::MAX, u32::MAX]));
    expected.extend([0; 5]);
    expected.extend([0, 0, 4, 0]);
    expected.extend(words(&[65, 0xBEEF_1234]));
    expected.extend([3, 0]);
    let vertices: [i16; 12] = [-16384, -16384, 0, 0, -16384, 16384, 2, 4, 16384, 16384, 4, -4];
    expected.extend(vertices.iter().flat_map(|field| field.to_le_bytes()));
    expected.extend(words(&[3]));
    expected.extend([0, 0, 1, 0, 2, 0]);
    expected.extend(words(&[1]));
    expected.push(0);
    expected.extend(words(&[0xB1E2_E3F4]));
    assert_eq!(file, expected);
}

#[test]
fn nodes_are_found_by_label_whatever_their_order() {
    let file = file();
    let mut opened = Opened::new(&file).unwrap();
    assert_eq!(opened.terrain.tree_depth(), 2);
    for (x, y, label) in [(0u32, 0u32, 1.0f32), (1, 0, 2.0), (0, 1, 3.0), (1, 1, 4.0)] {
        let node = Node { level: 1, x, y };
        let chunk = opened.chunk(node).unwrap();
        let (left, low) = (x as f32 * 8.0, y as f32 * 8.0);
        let height = label * 5.0;
        let expected =
            [[left, low, height], [left, low + 8.0, height + 1.0], [left + 8.0, low + 8.0, height + 2.0]];
        assert_eq!(chunk.vertices.points, expected, "{node}");
        assert_eq!((chunk.bounds.min, chunk.bounds.max), (expected[0], expected[2]));
    }
    assert!(opened.validate().unwrap().is_empty());
}

#[test]
fn a_chunk_maps_as_the_format_text_says() {
    let file = file();
    let mut opened = Opened::new(&file).unwrap();
    let leaf = Node { level: 1, x: 1, y: 0 };
    let chunk = opened.chunk(leaf).unwrap();
    assert_eq!(chunk.vertices.tex_coords, [[0.0, 0.5], [0.5, 0.5], [0.5, 1.0]]);
    assert_eq!(chunk.vertices.point_morph_offsets, [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0]]);
    assert_eq!(chunk.vertices.normals, [[0.0, 0.0, 1.0]; 3]);
    assert_eq!((chunk.previous_chunk, chunk.skirt_index_count), (0, 0));
    assert!(chunk.collision.is_some(), "a leaf has collision data made for it");
    let (reflected, _) = opened.terrain.chunk(&mut opened.files, leaf, TexCoords::Reflected).unwrap();
    assert_eq!(reflected.vertices.tex_coords, [[0.0, 0.5], [0.5, 0.5], [0.5, 0.0]]);
    let root = opened.chunk(Node::ROOT).unwrap();
    assert!(root.collision.is_none());
    assert_eq!(
        (root.bounds.min, root.bounds.max),
        ([0.0, 0.0, 0.0], [16.0, 16.0, 22.0]),
        "children are within"
    );
    let stub = opened.terrain.stub(&mut opened.files, 0, 0).unwrap();
    assert_eq!(stub.detail, StubDetail::Bounds(root.bounds));
    assert_eq!(stub.length, 4 + 2 + 24 + 4 + 6 + 4 + 1 + 4);
}

#[test]
fn vertices_may_lie_outside_of_their_square() {
    let mut nodes = nodes();
    nodes[3].1.vertices[0] = [-32768, 20480, 0, 0];
    let file = write_chu(&HEADER, &nodes);
    let chunk = Opened::new(&file).unwrap().chunk(Node { level: 1, x: 0, y: 0 }).unwrap();
    assert_eq!(chunk.vertices.points[0], [-4.0, 9.0, 0.0]);
}

#[test]
fn a_pair_is_one_terrain_from_either_side() {
    let (chu, tqt) = (file(), write_tqt(1, 4, |_| dds(3)));
    let open = |bytes: &[u8]| Opened::new(bytes).unwrap().terrain;
    for terrain in [open(&chu).join(open(&tqt)).unwrap(), open(&tqt).join(open(&chu)).unwrap()] {
        let mut files = Files::pair(chu.as_slice(), tqt.as_slice());
        assert_eq!(terrain.format().name(), "chu+tqt");
        let kinds: Vec<_> = terrain.tocs().iter().map(|toc| toc.kind).collect();
        assert_eq!(kinds, [TocKind::Geometry { goal_batch_size: 0 }, TocKind::Texture]);
        assert_eq!(terrain.tile(&mut files, 0, Node::ROOT).unwrap().0.image, dds(3));
        assert!(terrain.validate(&mut files).unwrap().is_empty());
    }
    let none = |a: Terrain, b: Terrain| assert!(a.join(b).is_none());
    none(open(&chu), open(&chu));
    none(open(&tqt), open(&tqt));
}

#[test]
fn files_that_cannot_be_are_refused_by_name_and_place() {
    let good = file();
    // Stubs of 37 bytes from 28 on: the first is label 4. Chunks of 49 bytes from 213 on, in the same order.
    let root = 213 + 2 * 49;
    let word_of = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let depth = |depth: u32| 0x0190 | depth << 16;
    let cases = [
        (
            with_word(&good, 4, 0x0002_0191),
            ErrorKind::Unrecognized,
            "version at byte 4: 400 expected, 401 found",
        ),
        (with_word(&good, 4, depth(0)), ErrorKind::Corrupt, "treeDepth at byte 6: 1 to 15 expected, 0 found"),
        (with_word(&good, 4, depth(31)), ErrorKind::Corrupt, "treeDepth at byte 6"),
        (
            with_word(&good, 4, depth(0xFFFF)),
            ErrorKind::Corrupt,
            "treeDepth at byte 6: 1 to 15 expected, -1 found",
        ),
        (
            with_word(&good, 12, f32::NAN.to_bits()),
            ErrorKind::Corrupt,
            "verticalScale at byte 12: a number that makes finite heights",
        ),
        (with_word(&good, 12, 1e35f32.to_bits()), ErrorKind::Corrupt, "verticalScale at byte 12"),
        (with_word(&good, 16, 1e34f32.to_bits()), ErrorKind::Corrupt, "leafDimensions at byte 16"),
        (with_word(&good, 16, f32::NAN.to_bits()), ErrorKind::Corrupt, "leafDimensions at byte 16"),
        (with_word(&good, 16, 0), ErrorKind::Corrupt, "leafDimensions at byte 16"),
        (with_word(&good, 16, (-8.0f32).to_bits()), ErrorKind::Corrupt, "leafDimensions at byte 16"),
        (with_word(&good, 16, f32::MAX.to_bits()), ErrorKind::Corrupt, "leafDimensions at byte 16"),
        (
            with_word(&good, 20, 4),
            ErrorKind::Corrupt,
            "chunkCount at byte 20: 5 for a tree of depth 2 expected, 4 found",
        ),
        (with_word(&good, 20, u32::MAX), ErrorKind::Corrupt, "chunkCount at byte 20"),
        (with_word(&good, 28, 0), ErrorKind::Corrupt, "stub 0: sentinel at byte 28: 0xDEADBEEF expected"),
        (with_word(&good, 32, 5), ErrorKind::Corrupt, "stub 0: label at byte 32: 0 to 4 expected, 5 found"),
        (
            with_word(&good, 32, u32::MAX),
            ErrorKind::Corrupt,
            "stub 0: label at byte 32: 0 to 4 expected, -1 found",
        ),
        (
            with_word(&good, 69, 4),
            ErrorKind::Corrupt,
            "stub 1: label at byte 69: each label once expected, 4 once more",
        ),
        (with_word(&good, 52, 9), ErrorKind::Corrupt, "stub 0: level at byte 52: below the tree's depth 2"),
        (
            with_word(&good, 61, 212),
            ErrorKind::Corrupt,
            "stub 0: chunkOffset at byte 61: a chunk between byte 213",
        ),
        (with_word(&good, 61, u32::MAX), ErrorKind::Corrupt, "stub 0: chunkOffset at byte 61"),
        (
            with_word(&good, root, 0),
            ErrorKind::Corrupt,
            "chunk (0, 0, 0), label 0: sentinel at byte 311: 0xBEEF1234",
        ),
        (
            with_word(&good, root + 4, 0xFFFF),
            ErrorKind::Corrupt,
            "vertices at byte 317: 524280 bytes expected",
        ),
        (with_word(&good, root + 30, u32::MAX), ErrorKind::Corrupt, "indexCount at byte 341"),
        (
            with_word(&good, root + 30, 0x7FFF_FFFF),
            ErrorKind::Corrupt,
            "indexCount at byte 341: a multiple of 3",
        ),
        (
            with_word(&good, root + 30, 0x7FFF_FFFE),
            ErrorKind::Corrupt,
            "indices at byte 345: 4294967292 bytes expected",
        ),
        (with_word(&good, root + 30, 600), ErrorKind::Corrupt, "indices at byte 345: 1200 bytes expected"),
        (
            with_word(&good, root + 36, 3),
            ErrorKind::Corrupt,
            "indices at byte 347: an index of 3 vertices expected, 3",
        ),
        (
            with_word(&good, root + 44, word_of(&good, root + 44) + 2),
            ErrorKind::Corrupt,
            "colDataFlag at byte 355: 0 or 1",
        ),
        (
            with_word(&good, root + 45, 0),
            ErrorKind::Corrupt,
            "footer at byte 356: 0xB1E2E3F4 expected, 0x00000000 found",
        ),
    ];
    for (bytes, kind, sentence) in cases {
        let error = refusal(&bytes);
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
        assert_eq!(error.kind(), kind, "{error}");
    }
    for length in 0..good.len() {
        refusal(&good[..length]);
    }
}

/// The root with collision data behind it: five nodes, the mark, four bins, two entries.
fn with_collision(col_tree_depth: u32, mark: u32, entries: u32) -> Vec<u8> {
    let header = ChuHeader { tree_depth: 1, col_tree_depth, ..HEADER };
    let mut file = write_chu(&header, &[node(0, 0, 0, 0)]);
    let footer = file.split_off(file.len() - 4);
    file.pop();
    file.push(1);
    file.extend([0; 20]);
    file.extend(words(&[mark]));
    file.extend([0; 8]);
    file.extend(words(&[entries]));
    file.extend([0xFF; 4]);
    file.extend(footer);
    file
}

#[test]
fn collision_data_is_stepped_over_but_must_be_whole() {
    const MARK: u32 = 0xB33F_D34D;
    let good = with_collision(2, MARK, 2);
    let mut opened = Opened::new(&good).unwrap();
    assert!(opened.validate().unwrap().is_empty());
    assert_eq!(opened.terrain.stub(&mut opened.files, 0, 0).unwrap().length as usize, good.len() - 65);
    let cases = [
        (with_collision(0, MARK, 2), "colTreeDepth at byte 24: 1 to 15 expected, 0 found"),
        (with_collision(u32::MAX, MARK, 2), "colTreeDepth at byte 24"),
        (with_collision(15, MARK, 2), "colTreeNodes at byte 110: 1431655764 bytes expected"),
        (with_collision(2, 0, 2), "collisionMark at byte 130: 0xB33FD34D expected"),
        (with_collision(2, MARK, u32::MAX), "colIndexBuffer at byte 146: 8589934590 bytes expected"),
        (with_collision(2, MARK, 1), "footer"),
    ];
    for (bytes, sentence) in cases {
        let error = refusal(&bytes);
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn what_the_text_is_not_sure_of_is_a_problem() {
    let problems = |change: fn(&mut (ChuStub, ChuChunk))| {
        let mut nodes = nodes();
        change(&mut nodes[1]);
        let file = write_chu(&HEADER, &nodes);
        Opened::new(&file).unwrap().validate().unwrap().join("\n")
    };
    assert!(
        problems(|(stub, _)| stub.min = -1)
            .contains("the stub says heights -1 to 34, the vertices have 30 to 34")
    );
    assert!(
        problems(|(stub, _)| (stub.min, stub.max) = (9, -9))
            .contains("stub 3: the least height 9 is above -9")
    );
    assert!(
        problems(|(_, chunk)| chunk.tri_count = 2).contains("triCount is 2, the indices make 1 triangles")
    );
    assert!(problems(|(stub, _)| stub.x = 1).contains("stub 3: level 1, x 1, y 1 belong to another label"));
    assert!(problems(|(stub, _)| stub.y = -1).contains("stub 3"));
    let upside_down = write_chu(&ChuHeader { vertical_scale: -1.0, ..HEADER }, &nodes());
    assert!(Opened::new(&upside_down).unwrap().validate().unwrap()[0].contains("verticalScale is -1"));
}
