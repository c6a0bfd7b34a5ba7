use crate::bytes::{Table, atlas, dds, geometry_body, geometry_frame, texture_frame, vertices};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{Error, Files, Limits, Node, Terrain, TexCoords, write_tqt};

fn open(bytes: &[u8], limits: Limits) -> Result<(Terrain, Files<&[u8]>), Error> {
    let mut source = bytes;
    Ok((Terrain::open(&mut source, limits)?, Files::one(bytes)))
}

#[test]
fn a_piece_of_the_limit_is_read_and_a_larger_one_is_not() {
    let chunk = geometry_frame(&geometry_body(140, &vertices(), None));
    let tile = texture_frame(&[&[2], dds(0).as_slice()].concat());
    let pieces = [chunk.len() as u64, tile.len() as u64];
    let bytes =
        atlas(&[Table::geometry(1, 140, vec![Some(chunk)]), Table::textures(1, 140, vec![Some(tile)])]);
    for (piece, length) in pieces.into_iter().enumerate() {
        for (piece_bytes, fits) in [(length, true), (length - 1, false)] {
            let (terrain, mut files) = open(&bytes, Limits { piece_bytes }).unwrap();
            let outcome = match piece {
                0 => terrain.mesh(&mut files, Node::ROOT, TexCoords::Engine, &mut Vec::new()).map(drop),
                _ => terrain.tile(&mut files, 0, Node::ROOT).map(drop),
            };
            assert_eq!(outcome.is_ok(), fits, "piece {piece}");
            let kinds = outcome.err().map(|error| error.kind());
            assert_eq!(kinds, (!fits).then_some(ErrorKind::OutOfMemory), "piece {piece}");
        }
    }
}

#[test]
fn tables_are_pieces_as_well() {
    let bytes = write_tqt(4, 4, |_| dds(0));
    assert!(open(&bytes, Limits { piece_bytes: 85 * 4 }).is_ok());
    let error = open(&bytes, Limits { piece_bytes: 85 * 4 - 1 }).unwrap_err();
    assert_eq!(error.to_string(), "offsets at byte 16: at most 339 expected, 340 found");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
}
