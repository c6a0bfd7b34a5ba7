use crate::bytes::{
    BOUNDS, Opened, Table, atlas, config_frame, dds, geometry_body, geometry_frame, one_chunk, refusal,
    texture_frame, vertices, with_word,
};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{Node, StubDetail, TocKind};

fn chunk(version: u32) -> Vec<u8> {
    geometry_frame(&geometry_body(version, &vertices(), None))
}

fn tile() -> Vec<u8> {
    texture_frame(&[&[2], dds(9).as_slice()].concat())
}

#[test]
fn tables_come_in_any_order_and_each_has_its_own_version() {
    let bytes = atlas(&[
        Table::configs(128, vec![("schema", Some(config_frame(&[("type", "unique")])))]),
        Table::textures(1, 130, vec![Some(tile())]),
        Table::geometry(1, 100, vec![Some(chunk(100))]),
        Table::textures(1, 119, vec![Some(tile())]),
        Table::geometry(1, 140, vec![Some(chunk(140))]),
    ]);
    let mut opened = Opened::new(&bytes).unwrap();
    let tocs = opened.terrain.tocs();
    assert_eq!(tocs.iter().map(|toc| toc.version).collect::<Vec<_>>(), [140, 130, 100, 119, 140]);
    assert_eq!(opened.terrain.texture_tree_count(), 2);
    assert!(!opened.chunk(Node::ROOT).unwrap().vertices.has_normals, "the first table of geometry counts");
    assert!(opened.validate().unwrap().is_empty());
}

#[test]
fn tags_compare_without_case() {
    let mut tables =
        [Table::geometry(1, 140, vec![Some(chunk(140))]), Table::textures(1, 140, vec![Some(tile())])];
    tables[0].tag = "gEOM";
    tables[1].tag = "TEX";
    let bytes = atlas(&tables);
    let kinds: Vec<_> = Opened::new(&bytes).unwrap().terrain.tocs().iter().map(|toc| toc.kind).collect();
    assert_eq!(kinds, [TocKind::Geometry { goal_batch_size: 1500 }, TocKind::Texture]);
}

#[test]
fn names_of_settings_have_128_bytes_or_else_8() {
    for name_bytes in [128, 8] {
        let bytes = atlas(&[
            Table::configs(
                name_bytes,
                vec![
                    ("schema", Some(config_frame(&[("a", "b")]))),
                    ("", None),
                    ("other", Some(config_frame(&[]))),
                ],
            ),
            Table::geometry(1, 140, vec![Some(chunk(140))]),
        ]);
        let mut opened = Opened::new(&bytes).unwrap();
        assert_eq!(opened.terrain.config_names(), [b"schema".as_slice(), b"other"]);
        let config = opened.terrain.config(&mut opened.files, b"SCHEMA").unwrap();
        assert_eq!(config.entries, [(b"a".to_vec(), b"b".to_vec())]);
        assert!(
            opened.terrain.config(&mut opened.files, b"none").unwrap_err().kind() == ErrorKind::InvalidData
        );
        assert!(opened.chunk(Node::ROOT).is_ok());
    }
}

#[test]
fn a_name_may_fill_its_field() {
    let name = "n".repeat(128);
    let bytes = atlas(&[Table::configs(128, vec![(&name, Some(config_frame(&[])))])]);
    assert_eq!(Opened::new(&bytes).unwrap().terrain.config_names(), [name.as_bytes()]);
}

#[test]
fn absent_chunks_are_absent_and_nothing_else() {
    let chunks = vec![Some(chunk(140)), None, Some(chunk(140)), None, None];
    let bytes = atlas(&[Table::geometry(2, 140, chunks), Table::textures(1, 140, vec![None])]);
    let mut opened = Opened::new(&bytes).unwrap();
    assert!(opened.terrain.has_chunk(Node::from_index(2)));
    assert!(!opened.terrain.has_chunk(Node::from_index(1)));
    assert!(!opened.terrain.has_tile(0, Node::ROOT));
    assert!(opened.chunk(Node::from_index(1)).unwrap_err().kind() == ErrorKind::InvalidData);
    assert!(
        opened.terrain.tile(&mut opened.files, 0, Node::ROOT).unwrap_err().kind() == ErrorKind::InvalidData
    );
    assert!(opened.validate().unwrap().is_empty());
}

#[test]
fn the_objects_of_a_later_branch_are_stepped_over() {
    let mut objects = Table::geometry(1, 140, vec![Some(b"whatever this is".to_vec())]);
    objects.tag = "Object";
    let bytes = atlas(&[objects, Table::geometry(1, 140, vec![Some(chunk(140))])]);
    let mut opened = Opened::new(&bytes).unwrap();
    assert!(opened.chunk(Node::ROOT).is_ok());
    let problems = opened.validate().unwrap();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("objects"), "{problems:?}");
}

#[test]
fn stubs_give_what_their_version_has() {
    let new = atlas(&[Table::geometry(1, 101, vec![Some(chunk(101))])]);
    let mut opened = Opened::new(&new).unwrap();
    let stub = opened.terrain.stub(&mut opened.files, 0, 0).unwrap();
    let bounds = stub.bounds().unwrap();
    assert_eq!(
        (bounds.min, bounds.max),
        ([BOUNDS[0], BOUNDS[1], BOUNDS[2]], [BOUNDS[3], BOUNDS[4], BOUNDS[5]])
    );
    let old = atlas(&[Table::geometry(1, 100, vec![Some(chunk(100))])]);
    let mut opened = Opened::new(&old).unwrap();
    let stub = opened.terrain.stub(&mut opened.files, 0, 0).unwrap();
    assert_eq!(stub.detail, StubDetail::Position([0.0; 2]));
    assert!(opened.terrain.stub(&mut opened.files, 0, 1).is_err());
    assert!(opened.terrain.stub(&mut opened.files, 1, 0).is_err());
}

#[test]
fn tables_that_cannot_be_are_refused_by_name_and_place() {
    let good = one_chunk(140, &geometry_body(140, &vertices(), None));
    assert!(Opened::new(&good).unwrap().validate().unwrap().is_empty());
    // The table: count at 4, tag at 5, goal at 10, depth at 14, stubs at 18, version at 22, the stub at 26.
    let end = good.len() as u32;
    let cases = [
        (with_word(&good, 0, 0), ErrorKind::Unrecognized, "magic at byte 0"),
        ([&good[..4], &[0]].concat(), ErrorKind::Corrupt, "NUM_TOCS at byte 4"),
        ([&good[..5], &[9], &good[6..]].concat(), ErrorKind::Unrecognized, "kindTag at byte 6"),
        (with_word(&good, 14, 16), ErrorKind::Corrupt, "treeDepth at byte 14: at most 15 expected, 16 found"),
        (
            with_word(&good, 14, 2),
            ErrorKind::Corrupt,
            "stubCount at byte 18: 5 for a tree of depth 2 expected, 1 found",
        ),
        (with_word(&good, 18, u32::MAX), ErrorKind::Corrupt, "stubCount at byte 18"),
        (
            with_word(&good, 22, 151),
            ErrorKind::Unrecognized,
            "csmVersion at byte 22: at most 150 expected, 151 found",
        ),
        (with_word(&good, 26, 62), ErrorKind::Corrupt, "stub 0: offset at byte 26: 63 or more"),
        (with_word(&good, 26, end - 20), ErrorKind::Corrupt, "stub 0: offset at byte 26: a chunk within"),
        (with_word(&good, 26, u32::MAX), ErrorKind::Corrupt, "stub 0: offset at byte 26: a chunk within"),
        (with_word(&good, 30, 16), ErrorKind::Corrupt, "stub 0: length at byte 30: more than 16"),
        (with_word(&good, 30, u32::MAX), ErrorKind::Corrupt, "stub 0: offset at byte 26"),
        (
            [&good[..62], &[0xD1], &good[63..]].concat(),
            ErrorKind::Corrupt,
            "sentinel at byte 62: 0xD0 expected, 0xD1 found",
        ),
    ];
    for (bytes, kind, sentence) in cases {
        let error = Opened::new(&bytes).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn no_count_is_believed_before_its_bytes_are_there() {
    // A tree of depth 15 has 357,913,941 stubs.
    let good = one_chunk(140, &geometry_body(140, &vertices(), None));
    let deep = with_word(&with_word(&good, 14, 15), 18, 357_913_941);
    let error = refusal(&deep);
    assert!(error.to_string().contains("stubs at byte 26: 13242815817 bytes expected"), "{error}");
}

#[test]
fn bounds_that_are_no_box_are_a_problem() {
    for bounds in [f32::NAN.to_bits(), f32::INFINITY.to_bits(), 9.0f32.to_bits()] {
        let good = one_chunk(140, &geometry_body(140, &vertices(), None));
        let odd = with_word(&good, 38, bounds);
        assert_eq!(Opened::new(&odd).unwrap().validate().unwrap().len(), 1);
    }
}

#[test]
fn files_cut_short_are_refused_wherever_they_end() {
    let whole = atlas(&[
        Table::geometry(1, 140, vec![Some(chunk(140))]),
        Table::textures(1, 140, vec![Some(tile())]),
        Table::configs(128, vec![("schema", Some(config_frame(&[("type", "unique")])))]),
    ]);
    assert!(Opened::new(&whole).unwrap().validate().unwrap().is_empty());
    for length in 0..whole.len() {
        refusal(&whole[..length]);
    }
}

#[test]
fn the_example_of_the_format_text_has_its_chunks_where_the_text_has_them() {
    // Four tables, the settings' name 128 bytes long: the first frame lies at 0x1E1A.
    let absent = |count: usize| vec![None; count];
    let mut geometry = absent(85);
    geometry[0] = Some(chunk(140));
    let bytes = atlas(&[
        Table::geometry(4, 140, geometry),
        Table::textures(3, 140, absent(21)),
        Table::textures(5, 140, absent(341)),
        Table::configs(128, vec![("schema", None)]),
    ]);
    let mut opened = Opened::new(&bytes).unwrap();
    assert_eq!(opened.terrain.stub(&mut opened.files, 0, 0).unwrap().offset, 0x1E1A);
    assert!(opened.chunk(Node::ROOT).is_ok());
}
