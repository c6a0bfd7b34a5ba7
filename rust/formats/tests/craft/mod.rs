//! Maps put together byte by byte from the format text, so that tests do not lean on the code they test.

#![allow(dead_code)]

/// Bit 0 of the flags.
pub(crate) const ZSTD: u32 = 1;
const WIDE: u32 = 1 << 16;

/// The 12 bytes of a file header.
pub(crate) fn file_header(version: u32) -> Vec<u8> {
    [b"\x89GTM\r\n\x1a\n".as_slice(), &version.to_le_bytes()].concat()
}

/// A container of version 1 with these chunks.
pub(crate) fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    [file_header(1), chunks.concat()].concat()
}

/// A chunk whose payload is packed.
pub(crate) fn chunk(tag: &str, raw: &[u8]) -> Vec<u8> {
    framed(tag, ZSTD, raw.len() as u32, &zstd::bulk::compress(raw, 3).expect("zstd packs"))
}

/// A chunk whose payload is stored as it is.
pub(crate) fn plain_chunk(tag: &str, raw: &[u8]) -> Vec<u8> {
    framed(tag, 0, raw.len() as u32, raw)
}

/// A chunk with any header over any stored bytes.
pub(crate) fn framed(tag: &str, flags: u32, raw_size: u32, stored: &[u8]) -> Vec<u8> {
    let tag: [u8; 4] = tag.as_bytes().try_into().expect("a tag has four characters");
    let size = stored.len() as u32;
    let check = u32::from_le_bytes(tag) ^ flags ^ raw_size ^ size ^ 0x4754_4D43;
    let numbers = [flags, raw_size, size, check].map(u32::to_le_bytes).concat();
    [b"\x89GTC".as_slice(), &tag, &numbers, stored].concat()
}

fn header(kind: u32, body: &[u8]) -> Vec<u8> {
    [kind.to_le_bytes().as_slice(), body].concat()
}

fn counted(kind: u32, count: usize, body: &[u8]) -> Vec<u8> {
    [kind.to_le_bytes().as_slice(), &(count as u32).to_le_bytes(), body].concat()
}

fn padded(kind: u32, bytes: &[u8]) -> Vec<u8> {
    let mut value = counted(kind, bytes.len(), bytes);
    value.resize(value.len().next_multiple_of(4), 0);
    value
}

pub(crate) fn null() -> Vec<u8> {
    header(0, &[])
}

pub(crate) fn boolean(value: u32) -> Vec<u8> {
    header(1, &value.to_le_bytes())
}

pub(crate) fn int(value: i32) -> Vec<u8> {
    header(2, &value.to_le_bytes())
}

pub(crate) fn int64(value: i64) -> Vec<u8> {
    header(2 | WIDE, &value.to_le_bytes())
}

pub(crate) fn float32(value: f32) -> Vec<u8> {
    header(3, &value.to_le_bytes())
}

pub(crate) fn float(value: f64) -> Vec<u8> {
    header(3 | WIDE, &value.to_le_bytes())
}

pub(crate) fn string(text: &str) -> Vec<u8> {
    padded(4, text.as_bytes())
}

pub(crate) fn string_of(bytes: &[u8]) -> Vec<u8> {
    padded(4, bytes)
}

pub(crate) fn bytes(bytes: &[u8]) -> Vec<u8> {
    padded(29, bytes)
}

pub(crate) fn dictionary(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let body: Vec<u8> =
        entries.iter().flat_map(|(key, value)| [string(key), value.clone()].concat()).collect();
    counted(27, entries.len(), &body)
}

pub(crate) fn array(values: &[Vec<u8>]) -> Vec<u8> {
    counted(28, values.len(), &values.concat())
}

pub(crate) fn int32s(values: &[i32]) -> Vec<u8> {
    counted(30, values.len(), &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
}

pub(crate) fn int64s(values: &[i64]) -> Vec<u8> {
    counted(31, values.len(), &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
}

pub(crate) fn float32s(values: &[f32]) -> Vec<u8> {
    counted(32, values.len(), &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
}

pub(crate) fn float64s(values: &[f64]) -> Vec<u8> {
    counted(33, values.len(), &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
}

/// `value` inside this many arrays of one.
pub(crate) fn nested(count: usize, value: Vec<u8>) -> Vec<u8> {
    (0..count).fold(value, |value, _| counted(28, 1, &value))
}

/// A HEAD payload with more keys behind the usual ones.
pub(crate) fn head(more: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let usual = [("format", string("godottrench-map")), ("version", int(1))];
    dictionary(&[usual.as_slice(), more].concat())
}

/// A node with more keys behind the usual ones.
pub(crate) fn node(id: i64, kind: &str, more: &[(&str, Vec<u8>)]) -> Vec<u8> {
    dictionary(&[[("id", int64(id)), ("type", string(kind))].as_slice(), more].concat())
}

/// A NODE payload of nodes and the ids of their parents.
pub(crate) fn nodes(nodes: &[(i64, Vec<u8>)]) -> Vec<u8> {
    let parents: Vec<i64> = nodes.iter().map(|(parent, _)| *parent).collect();
    let nodes: Vec<Vec<u8>> = nodes.iter().map(|(_, node)| node.clone()).collect();
    dictionary(&[("parents", int64s(&parents)), ("nodes", array(&nodes))])
}

/// An END payload.
pub(crate) fn end(nodes: i32, chunks: i32, content: i64) -> Vec<u8> {
    let numbers = [("version", int(1)), ("nodes", int(nodes)), ("chunks", int(chunks))];
    dictionary(&[numbers.as_slice(), &[("content", int64(content))]].concat())
}

/// A map of a layer with one group, and more keys in HEAD.
pub(crate) fn small_map(more: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let tree = [(0, node(1, "layer", &[])), (1, node(2, "group", &[]))];
    file(&[chunk("HEAD", &head(more)), chunk("NODE", &nodes(&tree)), chunk("END ", &end(2, 2, 0))])
}

/// 64 bit FNV-1a of the payloads, cut to 52 bits.
pub(crate) fn content_id(payloads: &[&[u8]]) -> u64 {
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    payloads.concat().iter().fold(0xCBF2_9CE4_8422_2325, hash) & 0x000F_FFFF_FFFF_FFFF
}
