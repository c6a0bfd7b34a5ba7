use crate::bytes::{Opened, Table, atlas, dds, texture_frame, with_word};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{Node, TextureChunk, TextureFormat};

fn tile(version: u32, body: &[u8]) -> Result<TextureChunk, mapwright_formats::atlas::Error> {
    let bytes = atlas(&[Table::textures(1, version, vec![Some(texture_frame(body))])]);
    let mut opened = Opened::new(&bytes).unwrap();
    opened.terrain.tile(&mut opened.files, 0, Node::ROOT).map(|(tile, _)| tile)
}

#[test]
fn a_tile_is_its_format_and_everything_behind_it() {
    for (code, format) in [(0, TextureFormat::Jpeg), (1, TextureFormat::Png)] {
        let tile = tile(140, &[code, 1, 2, 3]).unwrap();
        assert_eq!((tile.format, tile.image.as_slice()), (format, [1, 2, 3].as_slice()));
    }
    let image = dds(7);
    assert_eq!(tile(140, &[&[2], image.as_slice()].concat()).unwrap().image, image);
}

#[test]
fn version_150_counts_layers() {
    let single = tile(150, &[1, 1, 9, 9]).unwrap();
    assert_eq!((single.image.as_slice(), single.further_layers), ([9, 9].as_slice(), 0));
    let double = tile(150, &[&[2, 2], dds(1).as_slice(), &dds(2)].concat()).unwrap();
    assert_eq!((double.image, double.further_layers), (dds(1), 1));
    assert!(tile(150, &[1, 2, 9, 9]).is_err(), "no layer of these ends");
}

#[test]
fn tiles_that_cannot_be_are_refused_by_name_and_place() {
    let whole = dds(0);
    let wider = with_word(&whole, 16, 64);
    // The only stub ends at byte 33; the frame's body begins 12 bytes further on.
    let cases = [
        (vec![3, 0], "mFormat at byte 45: 0, 1 or 2 expected, 3 found"),
        (
            [&[2], wider.as_slice()].concat(),
            "DDS stream at byte 46: 1152 bytes for 64x4 pixels and 1 levels expected, 192",
        ),
        ([&[2], &whole[..191]].concat(), "DDS stream at byte 46"),
        ([&[2], &whole[..100]].concat(), "ddspf"),
        ([&[2], b"PNG ".as_slice()].concat(), "magic at byte 46: DDS expected, PNG  found"),
    ];
    for (body, sentence) in cases {
        let error = tile(140, &body).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        assert!(error.to_string().starts_with("texture tile (0, 0, 0): "), "{error}");
        assert!(error.to_string().contains(sentence), "{error} does not say {sentence}");
    }
}

#[test]
fn trees_and_nodes_that_are_not_there_are_absent() {
    let bytes = atlas(&[Table::textures(1, 140, vec![Some(texture_frame(&[1, 2]))])]);
    let mut opened = Opened::new(&bytes).unwrap();
    for (tree, node) in [(1, Node::ROOT), (0, Node::from_index(3)), (usize::MAX, Node::ROOT)] {
        assert!(!opened.terrain.has_tile(tree, node));
        assert!(
            opened.terrain.tile(&mut opened.files, tree, node).unwrap_err().kind() == ErrorKind::InvalidData
        );
    }
    assert_eq!(opened.terrain.texture_tree_depth(1), 0);
    assert!(opened.chunk(Node::ROOT).unwrap_err().kind() == ErrorKind::InvalidData);
}
