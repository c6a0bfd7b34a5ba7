use crate::bytes::{Opened, dds, refusal, with_word, words};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{Node, TocKind, write_tqt};

/// A tree of two levels, each tile of one color: its place in Atlas's order.
fn tree() -> Vec<u8> {
    write_tqt(2, 4, |node| dds(node.index() as u8))
}

#[test]
fn the_table_has_its_axes_the_other_way_round() {
    // The header, then five offsets: level 1 as (0,0), (1,0), (0,1), (1,1) of Atlas.
    let table: Vec<_> = [0, 1, 3, 2, 4].map(|place: u32| 36 + 196 * place).into();
    let tile = |color: u8| [words(&[192]), dds(color)].concat();
    let file = [words(&[0x0074_7174, 2, 2, 4]), words(&table), (0..5).flat_map(tile).collect()].concat();
    assert_eq!(tree(), file);
    let mut opened = Opened::new(&file).unwrap();
    for node in (0..5).map(Node::from_index) {
        let (tile, problems) = opened.terrain.tile(&mut opened.files, 0, node).unwrap();
        assert_eq!(tile.image, dds(node.index() as u8), "{node}");
        assert!(problems.is_empty());
    }
    let tocs = opened.terrain.tocs();
    assert_eq!((tocs.len(), tocs[0].kind, tocs[0].stub_count), (1, TocKind::Texture, 5));
    let stub = opened.terrain.stub(&mut opened.files, 0, 2).unwrap();
    assert_eq!((stub.offset, stub.length, stub.generation), (36 + 196 * 2, 196, 0));
    assert_eq!(opened.terrain.tree_depth(), 0);
}

#[test]
fn nodes_may_share_a_tile_and_tiles_may_lie_in_any_order() {
    let shared = with_word(&with_word(&tree(), 20, 36), 24, 36 + 196 * 4);
    let mut opened = Opened::new(&shared).unwrap();
    assert!(opened.validate().unwrap().is_empty());
    let image = |opened: &mut Opened<'_>, index| {
        opened.terrain.tile(&mut opened.files, 0, Node::from_index(index)).unwrap().0.image
    };
    assert_eq!(image(&mut opened, 1), image(&mut opened, 0));
}

#[test]
fn files_that_cannot_be_are_refused_by_name_and_place() {
    let good = tree();
    assert!(Opened::new(&good).unwrap().validate().unwrap().is_empty());
    let cases = [
        (with_word(&good, 4, 1), ErrorKind::Unrecognized, "version at byte 4: 2 expected, 1, whose tiles"),
        (with_word(&good, 4, 3), ErrorKind::Unrecognized, "version at byte 4: 2 expected, 3 found"),
        (with_word(&good, 8, 0), ErrorKind::Corrupt, "treeDepth at byte 8: 1 to 15 expected, 0 found"),
        (with_word(&good, 8, 16), ErrorKind::Corrupt, "treeDepth at byte 8"),
        (with_word(&good, 8, 15), ErrorKind::Corrupt, "offsets at byte 16: 1431655764 bytes expected"),
        (
            with_word(&good, 24, 0),
            ErrorKind::Corrupt,
            "entry 2: offsets at byte 24: a tile between byte 36 and byte 1016",
        ),
        (with_word(&good, 24, 35), ErrorKind::Corrupt, "entry 2: offsets at byte 24"),
        (with_word(&good, 24, u32::MAX), ErrorKind::Corrupt, "entry 2: offsets at byte 24"),
        (
            with_word(&good, 36, 193),
            ErrorKind::Corrupt,
            "chunkSize at byte 36: a tile that ends before the next one at byte 232",
        ),
        (with_word(&good, 24, 300), ErrorKind::Corrupt, "chunkSize"),
        (
            with_word(&good, 820, 193),
            ErrorKind::Corrupt,
            "ddsBytes at byte 824: 193 bytes expected, 192 found",
        ),
        (
            with_word(&good, 820, 100),
            ErrorKind::Corrupt,
            "ddspf masks at byte 916: 16 bytes expected, 8 found",
        ),
        (with_word(&good, 40, 0), ErrorKind::Corrupt, "magic at byte 40: DDS expected"),
        (
            with_word(&good, 820, u32::MAX),
            ErrorKind::Corrupt,
            "ddsBytes at byte 824: 4294967295 bytes expected",
        ),
    ];
    for (bytes, kind, sentence) in cases {
        let error = refusal(&bytes);
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
        assert_eq!(error.kind(), kind, "{error}");
    }
}

#[test]
fn a_tile_of_another_size_than_the_file_says_is_a_problem() {
    let problems = Opened::new(&with_word(&tree(), 12, 256)).unwrap().validate().unwrap();
    assert_eq!(problems.len(), 5);
    assert!(
        problems[0].starts_with("texture tile (0, 0, 0) of tree 0: the file says tiles are 256"),
        "{problems:?}"
    );
}
