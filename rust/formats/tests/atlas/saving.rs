use crate::bytes::{
    Opened, Table, atlas, config_frame, dds, geometry_body, geometry_frame, texture_frame, vertices,
    with_word,
};
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{
    AtlasWriter, ConfigChunk, Files, Limits, Node, Stub, StubDetail, Terrain, TexCoords, TextureChunk,
    TextureFormat, Toc, TocKind, WriteError,
};
use std::io::Cursor;

fn save(bytes: &[u8]) -> (Vec<u8>, Vec<String>) {
    let mut opened = Opened::new(bytes).unwrap();
    let mut sink = Cursor::new(Vec::new());
    let problems = opened.terrain.save(&mut opened.files, &mut sink, 1500, TexCoords::Engine).unwrap();
    (sink.into_inner(), problems.sentences())
}

fn chunk(version: u32) -> Vec<u8> {
    geometry_frame(&geometry_body(version, &vertices(), None))
}

fn config() -> Table {
    Table::configs(128, vec![("schema", Some(config_frame(&[("a", "1"), ("A", "2")]))), ("", None)])
}

#[test]
fn old_versions_become_140() {
    for version in [0, 100, 101, 120, 130, 140, 150] {
        let bytes = atlas(&[Table::geometry(1, version, vec![Some(chunk(version))]), config()]);
        let (saved, problems) = save(&bytes);
        assert!(problems.is_empty());
        let (mut before, mut after) = (Opened::new(&bytes).unwrap(), Opened::new(&saved).unwrap());
        assert!(after.terrain.tocs().iter().all(|toc| toc.version == 140));
        let (old, mut new) = (before.chunk(Node::ROOT).unwrap(), after.chunk(Node::ROOT).unwrap());
        assert_eq!(new.previous_chunk, 0, "there is no history in a new file");
        // Whoever made a version with collision data left it out on purpose.
        assert_eq!(new.collision.is_some(), version < 120);
        let stub = after.terrain.stub(&mut after.files, 0, 0).unwrap();
        assert_eq!(stub.generation, 1);
        if version < 101 {
            assert_eq!(stub.detail, StubDetail::Bounds(old.bounds));
        }
        new.previous_chunk = old.previous_chunk;
        new.vertices.has_normals = old.vertices.has_normals;
        new.collision = None;
        assert_eq!(new, old);
        let settings =
            |opened: &mut Opened<'_>| opened.terrain.config(&mut opened.files, b"schema").unwrap().entries;
        assert_eq!(settings(&mut before), settings(&mut after));
    }
}

#[test]
fn a_saved_file_saves_as_itself() {
    let tile = |color| Some(texture_frame(&[&[2], dds(color).as_slice()].concat()));
    let bytes = atlas(&[
        Table::textures(2, 140, (0..5).map(tile).collect()),
        config(),
        Table::geometry(
            2,
            119,
            vec![Some(chunk(119)), Some(chunk(119)), None, Some(chunk(119)), Some(chunk(119))],
        ),
    ]);
    let (once, _) = save(&bytes);
    assert_eq!(save(&once).0, once);
}

#[test]
fn levels_are_written_from_the_finest_to_the_root() {
    let bytes = atlas(&[Table::geometry(2, 140, vec![Some(chunk(140)); 5])]);
    let (saved, _) = save(&bytes);
    let mut opened = Opened::new(&saved).unwrap();
    let length = chunk(140).len() as u32;
    let offsets: Vec<_> =
        (0..5).map(|index| opened.terrain.stub(&mut opened.files, 0, index).unwrap().offset).collect();
    let first = 26 + 37 * 5;
    assert_eq!(offsets, [4, 0, 1, 2, 3].map(|place| first + place * length));
    assert_eq!(saved.len() as u32, first + 5 * length);
}

#[test]
fn what_shares_its_bytes_goes_on_sharing_them() {
    let tile = Some(texture_frame(&[&[2], dds(1).as_slice()].concat()));
    let mut bytes =
        atlas(&[Table::geometry(1, 140, vec![Some(chunk(140))]), Table::textures(2, 140, vec![tile; 5])]);
    let stubs = 26 + 37 + 16;
    let first = u32::from_le_bytes(bytes[stubs..stubs + 4].try_into().unwrap());
    for stub in 1..5 {
        bytes = with_word(&bytes, stubs + 12 * stub, first);
    }
    let (saved, _) = save(&bytes);
    let mut opened = Opened::new(&saved).unwrap();
    let offsets: Vec<_> =
        (0..5).map(|index| opened.terrain.stub(&mut opened.files, 1, index).unwrap().offset).collect();
    assert!(offsets.windows(2).all(|pair| pair[0] == pair[1]), "{offsets:?}");
}

#[test]
fn objects_are_left_out_and_said_so() {
    let mut objects = Table::geometry(1, 140, vec![Some(vec![0; 20])]);
    objects.tag = "Object";
    let (saved, problems) = save(&atlas(&[objects, Table::geometry(1, 140, vec![Some(chunk(140))])]));
    assert_eq!(problems.len(), 1);
    assert_eq!(Opened::new(&saved).unwrap().terrain.tocs().len(), 1);
}

#[test]
fn a_damaged_chunk_is_named_and_nothing_is_written() {
    let bytes = atlas(&[Table::geometry(1, 140, vec![Some(chunk(140))])]);
    let damaged = with_word(&bytes, bytes.len() - 4, 0);
    let terrain = Terrain::open(&mut damaged.as_slice(), Limits::default()).unwrap();
    let outcome =
        terrain.save(&mut Files::one(damaged.as_slice()), Cursor::new(Vec::new()), 1500, TexCoords::Engine);
    let Err(WriteError::Atlas(error)) = outcome else { panic!("what is damaged must not be saved") };
    assert!(error.to_string().contains("typeTail"), "{error}");
}

fn texture_toc() -> Toc {
    let stub = Stub { offset: 0, length: 0, generation: 1, detail: StubDetail::None };
    Toc { kind: TocKind::Texture, tree_depth: 1, version: 140, stubs: vec![stub] }
}

fn refused(outcome: Result<impl Sized, WriteError>) -> ErrorKind {
    match outcome {
        Err(WriteError::Atlas(error)) => error.kind(),
        Err(WriteError::Io(error)) => panic!("{error}"),
        Ok(_) => panic!("over a limit"),
    }
}

#[test]
fn what_the_engine_could_not_write_is_refused() {
    let mut writer = AtlasWriter::new(Cursor::new(Vec::new()), vec![texture_toc()]).unwrap();
    let tile = |length: usize| TextureChunk {
        format: TextureFormat::Png,
        image: vec![0; length],
        further_layers: 0,
    };
    let largest = (8 << 20) - 17;
    assert!(writer.texture(0, 0, &tile(largest)).is_ok());
    assert_eq!(refused(writer.texture(0, 0, &tile(largest + 1))), ErrorKind::OutOfMemory);
    let long = ConfigChunk { previous_chunk: 0, entries: vec![(vec![b'k'; 4097], Vec::new())] };
    assert_eq!(refused(writer.config(0, 0, &long)), ErrorKind::OutOfMemory);
    assert_eq!(refused(AtlasWriter::new(Cursor::new(Vec::new()), Vec::new())), ErrorKind::InvalidData);
    assert_eq!(
        refused(AtlasWriter::new(Cursor::new(Vec::new()), vec![texture_toc(); 256])),
        ErrorKind::InvalidData
    );
}
