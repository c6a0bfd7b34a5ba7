//! The limits of a file, counted as the format text counts them, and the memory that reading really takes.

mod craft;

use craft::{array, chunk, dictionary, end, file, framed, head, node, nodes};
use mapwright_formats::gtm::{Document, Problem, Tag, read};

const MEMORY: u64 = 1200 << 20;

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// A NODE payload with `count` nulls after its nodes, and what it counts: 80 bytes a value, 6 more a byte of text.
fn payload_of_nulls(count: usize) -> (Vec<u8>, u64) {
    let layer = node(1, "layer", &[]);
    let mut payload =
        dictionary(&[("parents", craft::int64s(&[0])), ("nodes", array(&[layer])), ("x", array(&[]))]);
    let place = payload.len() - 4;
    payload.truncate(place);
    payload.extend((count as u32).to_le_bytes());
    payload.resize(payload.len() + count * 4, 0);
    // The dictionary, three keys, the packed array and its item, the node array, the node with two keys and two
    // values, the array of nulls.
    let values = 1 + 3 + 2 + 1 + 5 + 1;
    let text = "parents".len() + "nodes".len() + "x".len() + "id".len() + "type".len() + "layer".len();
    (payload, 80 * (values + count as u64) + 6 * text as u64)
}

/// HEAD is read first: a dictionary of two keys with a text and a number.
fn head_memory() -> u64 {
    80 * 5 + 6 * ("format".len() + "godottrench-map".len() + "version".len()) as u64
}

fn map_of_nulls(count: usize) -> Vec<u8> {
    let (payload, _) = payload_of_nulls(count);
    let packed = zstd::bulk::compress(&payload, 1).expect("zstd packs");
    let nulls = framed("NODE", craft::ZSTD, payload.len() as u32, &packed);
    file(&[chunk("HEAD", &head(&[])), nulls, chunk("END ", &end(1, 2, 0))])
}

#[test]
fn a_chunk_fits_to_the_last_value_and_the_next_value_is_too_much() {
    let left = MEMORY - head_memory();
    let cost = |count| {
        let (payload, memory) = payload_of_nulls(count);
        payload.len() as u64 + memory
    };
    let fixed = cost(0);
    // A null counts 80 bytes as a value and takes 4 in the payload.
    let most = ((left - fixed) / 84) as usize;
    assert_eq!(load(&map_of_nulls(most)).problems(), []);
    let document = load(&map_of_nulls(most + 1));
    assert!(
        matches!(document.problems(), [Problem::ChunkOverBudget { tag: Tag::NODE, limit: MEMORY, .. }, ..]),
        "{:?}",
        document.problems()
    );
}

#[test]
fn a_chunk_that_does_not_fit_takes_nothing_from_the_chunks_after_it() {
    let (too_much, _) = payload_of_nulls(16_000_000);
    let tree = nodes(&[(0, node(1, "layer", &[])), (1, node(2, "group", &[]))]);
    let chunks = [
        chunk("HEAD", &head(&[])),
        framed("NODE", 1, too_much.len() as u32, &zstd::bulk::compress(&too_much, 1).expect("zstd packs")),
        chunk("NODE", &tree),
        chunk("END ", &end(3, 3, 0)),
    ];
    let document = load(&file(&chunks));
    assert_eq!(document.node_count(), 2);
    assert!(matches!(document.problems()[0], Problem::ChunkOverBudget { .. }));
    assert_eq!(document.problems()[1], Problem::NodesLost { lost: 1, total: 3 });
}

#[test]
fn bytes_count_their_base64_text_and_a_copy_and_strings_six_a_byte() {
    // 1 + 3 keys, the packed array with its item, the node array, the node with 3 keys and 3 values.
    let values = 1 + 2 + 2 + 1 + 7;
    let text = "parents".len() + "nodes".len() + "id".len() + "type".len() + "layer".len() + "k".len();
    let count = |value: Vec<u8>, on_top: u64, what: &str| {
        let payload = nodes(&[(0, node(1, "layer", &[("k", value)]))]);
        let used = head_memory() + 80 * values + 6 * text as u64 + on_top;
        // What is left after this chunk, to the byte: nulls and their payload fill it.
        let cost = |count| {
            let (payload, memory) = payload_of_nulls(count);
            payload.len() as u64 + memory
        };
        let most = ((MEMORY - used - cost(0)) / 84) as usize;
        let exact = MEMORY - used - cost(most);
        assert!(exact < 84);
        for (count, fits) in [(most, true), (most + 1, false)] {
            let (nulls, _) = payload_of_nulls(count);
            let packed = zstd::bulk::compress(&nulls, 1).expect("zstd packs");
            let chunks = [
                chunk("HEAD", &head(&[])),
                chunk("NODE", &payload),
                framed("NODE", 1, nulls.len() as u32, &packed),
                chunk("END ", &end(2, 3, 0)),
            ];
            assert_eq!(load(&file(&chunks)).problems().is_empty(), fits, "{what}, {count} nulls");
        }
    };
    // 1000 bytes: 4 * 334 of base64 and the copy. Text: the key's own six bytes are counted with the keys.
    count(craft::bytes(&[7; 1000]), 4 * 334 + 1000, "bytes");
    count(craft::string(&"x".repeat(1000)), 6000, "a string");
}

/// The raw sizes come off a budget of 1 GiB before anything is unpacked.
#[test]
fn raw_sizes_of_more_than_1_gib_are_not_unpacked() {
    let head = head(&[]);
    let rest = (1 << 30) - head.len() as u32;
    // As much as a frame needs to hold it: the header is believed as far as its stored bytes allow.
    let packed = vec![0; 64 << 10];
    let problems = |raw_size| {
        let chunks =
            [chunk("HEAD", &head), framed("NODE", 1, raw_size, &packed), chunk("END ", &end(0, 2, 0))];
        load(&file(&chunks)).problems().to_vec()
    };
    // Within the budget the frame is looked at, and END no longer fits.
    assert!(matches!(
        problems(rest)[0],
        Problem::ChunkDamaged { tag: Tag::NODE, .. } | Problem::ChunkOverBudget { tag: Tag::END, .. }
    ));
    assert!(matches!(
        problems(rest + 1)[0],
        Problem::ChunkOverBudget { tag: Tag::NODE, limit: 0x4000_0000, .. }
    ));
}
