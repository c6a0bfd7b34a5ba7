//! The container: headers, mangling, sync search, chunk order, counts, the content id.

mod craft;

use craft::{chunk, end, file, file_header, framed, head, node, nodes, plain_chunk, small_map};
use mapwright_formats::ErrorKind;
use mapwright_formats::gtm::{Document, Mangling, Problem, Tag, read};

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn problems(bytes: &[u8]) -> Vec<String> {
    load(bytes).problems().iter().map(ToString::to_string).collect()
}

fn tree() -> Vec<u8> {
    nodes(&[(0, node(1, "layer", &[])), (1, node(2, "group", &[]))])
}

#[test]
fn a_sound_map_has_no_problems() {
    let document = load(&small_map(&[]));
    assert_eq!(document.problems(), []);
    assert_eq!((document.node_count(), document.map_version()), (2, 1));
}

#[test]
fn every_mangling_is_named() {
    let map = small_map(&[]);
    let replaced = |from: &[u8], to: &[u8]| -> Vec<u8> {
        let mut rest = map.as_slice();
        let mut out = Vec::new();
        while !rest.is_empty() {
            match rest.strip_prefix(from) {
                Some(behind) => (out.extend(to), rest = behind).1,
                None => (out.push(rest[0]), rest = &rest[1..]).1,
            }
        }
        out
    };
    // git leaves CR LF alone and turns every other LF into one.
    let mut git = Vec::new();
    for (index, byte) in map.iter().enumerate() {
        if *byte == b'\n' && (index == 0 || map[index - 1] != b'\r') {
            git.push(b'\r');
        }
        git.push(*byte);
    }
    let latin1: String = map.iter().map(|byte| *byte as char).collect();
    for (mangled, expected) in [
        (replaced(b"\r\n", b"\n"), Mangling::CrLfToLf),
        (replaced(b"\n", b"\r\n"), Mangling::LfToCrLf),
        (git, Mangling::GitLfToCrLf),
        (replaced(b"\r\n", b"\r"), Mangling::ToCr),
        (map.iter().map(|byte| byte & 0x7F).collect(), Mangling::SevenBits),
        (latin1.into_bytes(), Mangling::Utf8),
        (String::from_utf8_lossy(&map).into_owned().into_bytes(), Mangling::Utf8Replaced),
    ] {
        let error = read(&mangled).expect_err("a mangled map");
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(error.to_string().contains(&expected.to_string()), "{error}");
    }
}

#[test]
fn a_newer_container_is_not_recognized_and_version_0_is() {
    let body = small_map(&[]).split_off(12);
    let newer = [file_header(2), body.clone()].concat();
    let error = read(&newer).expect_err("a newer map");
    assert_eq!(error.kind(), ErrorKind::Unrecognized);
    assert_eq!(
        error.to_string(),
        "not a GodotTrench map: container version at byte 8: at most 1 expected, 2 found"
    );
    assert_eq!(load(&[file_header(0), body].concat()).problems(), []);
}

#[test]
fn a_file_that_ends_in_its_header_is_corrupt() {
    for length in 1..12 {
        let error = read(&file_header(1)[..length]).err();
        let sentence = format!("file header at byte 0: 12 bytes expected, {length} found");
        assert_eq!(error.map(|error| error.to_string()), Some(sentence));
    }
    let error = read(&file_header(1)).expect_err("a map without HEAD and END");
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert_eq!(error.to_string(), "byte 12: a readable HEAD or END chunk expected, none found");
}

#[test]
fn what_is_no_map_is_not_recognized() {
    for bytes in
        [b"".as_slice(), b"PNG\0\0\0\0\0\0\0\0", b"\xFF\xFE{\0}\0", b"hello", b"[1, 2]", b"12", b"{}"]
    {
        let error = read(bytes).err().unwrap_or_else(|| panic!("{bytes:?} is no map"));
        assert_eq!(error.kind(), ErrorKind::Unrecognized, "{error}");
    }
}

#[test]
fn bytes_that_are_no_chunk_are_skipped_and_said() {
    let (head, tree) = (chunk("HEAD", &head(&[])), chunk("NODE", &tree()));
    let garbage = b"\x89GTC no chunk header, \x89GTC another".to_vec();
    let end = chunk("END ", &end(2, 2, 0));
    let from = 12 + head.len();
    let to = from + garbage.len();
    assert_eq!(
        problems(&file(&[head, garbage, tree, end])),
        [format!("bytes {from} to {to} are damaged and were skipped")]
    );
}

#[test]
fn a_header_whose_check_is_wrong_is_no_chunk() {
    let tree = chunk("NODE", &tree());
    for byte in 4..24 {
        let mut head = chunk("HEAD", &head(&[]));
        head[byte] ^= 0x11;
        let document = load(&file(&[head, tree.clone(), chunk("END ", &end(2, 2, 0))]));
        assert!(matches!(document.problems()[0], Problem::Skipped { from: 12, .. }), "byte {byte}");
        assert_eq!(document.node_count(), 2, "byte {byte}");
    }
}

#[test]
fn a_raw_size_above_1_gib_means_a_damaged_header() {
    let liar = framed("NODE", craft::ZSTD, (1 << 30) + 1, b"12345678");
    let document = load(&file(&[chunk("HEAD", &head(&[])), liar, chunk("END ", &end(0, 1, 0))]));
    assert!(matches!(document.problems(), [Problem::Skipped { .. }]), "{:?}", document.problems());
}

/// Bytes lost from one chunk leave the next one inside the size that its header states.
#[test]
fn a_chunk_that_lost_bytes_takes_only_itself_along() {
    let whole = file(&[chunk("HEAD", &head(&[])), chunk("NODE", &tree()), chunk("END ", &end(2, 2, 0))]);
    let node_at = 12 + chunk("HEAD", &head(&[])).len();
    let mut cut = whole.clone();
    cut.drain(node_at + 30..node_at + 40);
    let document = load(&cut);
    assert_eq!(document.node_count(), 0);
    let [Problem::ChunkCut { tag: Tag::NODE, offset }, Problem::NodesLost { lost: 2, total: 2 }] =
        document.problems()
    else {
        panic!("{:?}", document.problems());
    };
    assert_eq!(*offset, node_at);
}

#[test]
fn a_file_cut_anywhere_loads_what_is_whole_or_is_refused() {
    let whole = small_map(&[]);
    for length in 0..whole.len() {
        match read(&whole[..length]) {
            Ok(document) => {
                assert!(document.node_count() <= 2 && !document.problems().is_empty(), "{length}");
            }
            Err(error) => assert_ne!(error.kind(), ErrorKind::OutOfMemory, "{length}: {error}"),
        }
    }
}

#[test]
fn the_list_of_problems_is_bounded() {
    let piece = [b"junk".to_vec(), plain_chunk("XTRA", b"kept")].concat();
    let garbage = piece.repeat(250);
    let document = load(&[small_map(&[]), garbage].concat());
    assert_eq!(document.problems().len(), 101);
    assert_eq!(document.problems()[100], Problem::More { count: 150 });
    assert_eq!(document.unknown_chunks().len(), 250);
}

#[test]
fn unknown_chunks_are_kept_byte_for_byte_and_never_unpacked() {
    let bomb = framed("BOMB", craft::ZSTD | 2, 1 << 30, b"no zstd frame");
    let document = load(&[small_map(&[]), plain_chunk("XTRA", b"some data"), bomb].concat());
    assert_eq!(document.problems(), []);
    let kept: Vec<_> = document
        .unknown_chunks()
        .iter()
        .map(|chunk| (chunk.tag, chunk.flags, chunk.raw_size, chunk.data.as_slice()))
        .collect();
    assert_eq!(
        kept,
        [
            (Tag(*b"XTRA"), 0, 9, b"some data".as_slice()),
            (Tag(*b"BOMB"), 3, 1 << 30, b"no zstd frame".as_slice())
        ]
    );
}

#[test]
fn chunks_may_come_in_any_order() {
    let chunks = [chunk("END ", &end(2, 0, 0)), chunk("NODE", &tree()), chunk("HEAD", &head(&[]))];
    let document = load(&file(&chunks));
    assert_eq!((document.problems(), document.node_count()), ([].as_slice(), 2));
}

#[test]
fn the_last_of_several_heads_counts() {
    let first = chunk("HEAD", &head(&[("which", craft::int(1))]));
    let second = chunk("HEAD", &head(&[("which", craft::int(2))]));
    let document = load(&file(&[first, chunk("NODE", &tree()), second, chunk("END ", &end(2, 3, 0))]));
    assert!(document.to_json().expect("the map is written").contains("\"which\": 2"));
}

#[test]
fn without_head_the_version_comes_from_end_and_without_both_the_file_is_refused() {
    let document = load(&file(&[chunk("NODE", &tree()), chunk("END ", &end(2, 1, 0))]));
    assert_eq!((document.map_version(), document.is_known_format()), (1, true));
    let error = read(&file(&[chunk("NODE", &tree())])).expect_err("neither HEAD nor END");
    assert_eq!(error.kind(), ErrorKind::Corrupt);
}

#[test]
fn a_payload_that_is_no_dictionary_is_said() {
    for tag in ["HEAD", "NODE", "END "] {
        let chunks =
            [chunk("HEAD", &head(&[])), chunk(tag, &craft::string("text")), chunk("END ", &end(0, 2, 0))];
        let said = problems(&file(&chunks));
        assert!(said[0].contains(&format!("the {} chunk", tag.trim())), "{tag}: {said:?}");
        assert!(said[0].contains("dictionary"), "{tag}: {said:?}");
    }
}

#[test]
fn the_content_id_is_computed_from_the_payloads_and_compared() {
    let (head, tree) = (head(&[]), tree());
    let id = craft::content_id(&[&head, &tree]);
    let map = |stored| file(&[chunk("HEAD", &head), chunk("NODE", &tree), chunk("END ", &end(2, 2, stored))]);
    let document = load(&map(id as i64));
    assert_eq!((document.content_id(), document.stored_content_id()), (id, id));
    assert_eq!(document.problems(), []);
    let other = load(&map(77));
    assert_eq!(other.problems(), [Problem::ContentId { computed: id, stored: 77 }]);
}

#[test]
fn a_frame_must_hold_what_the_header_says() {
    let tree = tree();
    let packed = zstd::bulk::compress(&tree, 3).expect("zstd packs");
    for raw_size in [tree.len() - 1, tree.len() + 1, 0, 1 << 29] {
        let liar = framed("NODE", craft::ZSTD, raw_size as u32, &packed);
        let document = load(&file(&[chunk("HEAD", &head(&[])), liar, chunk("END ", &end(0, 1, 0))]));
        assert!(matches!(document.problems()[0], Problem::ChunkDamaged { tag: Tag::NODE, .. }), "{raw_size}");
    }
}

#[test]
fn every_changed_bit_of_a_packed_payload_is_noticed() {
    let mut zstd = zstd::bulk::Compressor::new(15).expect("a compressor");
    zstd.include_checksum(true).expect("a checksum");
    let tree = tree();
    let packed = zstd.compress(&tree).expect("zstd packs");
    for byte in 0..packed.len() {
        for bit in 0..8 {
            let mut damaged = packed.clone();
            damaged[byte] ^= 1 << bit;
            let node = framed("NODE", craft::ZSTD, tree.len() as u32, &damaged);
            let document = load(&file(&[chunk("HEAD", &head(&[])), node, chunk("END ", &end(2, 2, 0))]));
            // The flag that says whether a dictionary id follows, and others, may be of no effect.
            if document.problems().is_empty() {
                assert_eq!(document.node_count(), 2, "byte {byte}, bit {bit}");
            } else {
                assert_eq!(document.node_count(), 0, "byte {byte}, bit {bit}");
            }
        }
    }
}
