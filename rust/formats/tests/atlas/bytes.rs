//! Files as the format text lays them out, byte by byte.

use mapwright_formats::atlas::{Error, Files, GeometryChunk, Limits, Node, Terrain, TexCoords};

/// A table of contents before its stubs' offsets are known.
pub(crate) struct Table {
    pub(crate) tag: &'static str,
    pub(crate) depth: u32,
    pub(crate) version: u32,
    /// A frame, or none for an absent chunk, and what the stub has behind its generation.
    pub(crate) chunks: Vec<(Option<Vec<u8>>, Vec<u8>)>,
}

impl Table {
    pub(crate) fn geometry(depth: u32, version: u32, chunks: Vec<Option<Vec<u8>>>) -> Self {
        let tail = if version < 101 { floats(&[0.0; 2]) } else { [floats(&BOUNDS), vec![0xD0]].concat() };
        let chunks = chunks.into_iter().map(|chunk| (chunk, tail.clone())).collect();
        Self { tag: "Geom", depth, version, chunks }
    }

    pub(crate) fn textures(depth: u32, version: u32, chunks: Vec<Option<Vec<u8>>>) -> Self {
        let chunks = chunks.into_iter().map(|chunk| (chunk, Vec::new())).collect();
        Self { tag: "Tex", depth, version, chunks }
    }

    pub(crate) fn configs(name_bytes: usize, chunks: Vec<(&str, Option<Vec<u8>>)>) -> Self {
        let name = |name: &str| {
            let mut bytes = name.as_bytes().to_vec();
            bytes.resize(name_bytes, 0);
            bytes
        };
        let chunks = chunks.into_iter().map(|(text, chunk)| (chunk, name(text))).collect();
        Self { tag: "Config", depth: 0, version: 140, chunks }
    }

    fn has_goal(&self) -> bool {
        ["geom", "object"].contains(&self.tag.to_lowercase().as_str())
    }

    fn byte_count(&self) -> usize {
        let head = 1 + self.tag.len() + if self.has_goal() { 16 } else { 12 };
        head + self.chunks.iter().map(|(_, tail)| 12 + tail.len()).sum::<usize>()
    }
}

/// A box that is the same in every stub.
pub(crate) const BOUNDS: [f32; 6] = [0.0, 0.0, -1.0, 8.0, 8.0, 5.0];

/// A whole `.atlas`, its chunks one after the other.
pub(crate) fn atlas(tables: &[Table]) -> Vec<u8> {
    let mut bytes = b"ATLS".to_vec();
    bytes.push(tables.len() as u8);
    let mut offset = 5 + tables.iter().map(Table::byte_count).sum::<usize>();
    for table in tables {
        bytes.push(table.tag.len() as u8);
        bytes.extend(table.tag.bytes());
        bytes.extend(if table.has_goal() { words(&[1500]) } else { Vec::new() });
        bytes.extend(words(&[table.depth, table.chunks.len() as u32, table.version]));
        for (chunk, tail) in &table.chunks {
            let length = chunk.as_ref().map_or(0, Vec::len);
            let place = if length == 0 { 0 } else { offset as u32 };
            bytes.extend(words(&[place, length as u32, u32::from(length > 0)]));
            bytes.extend(tail);
            offset += length;
        }
    }
    let chunks = tables.iter().flat_map(|table| &table.chunks).filter_map(|(chunk, _)| chunk.as_ref());
    bytes.extend(chunks.flatten());
    bytes
}

/// A frame around `body`: section 2.
pub(crate) fn frame(head: &str, tail: &str, body: &[u8]) -> Vec<u8> {
    [b"ATSP", words(&[body.len() as u32]).as_slice(), head.as_bytes(), body, tail.as_bytes()].concat()
}

pub(crate) fn geometry_frame(body: &[u8]) -> Vec<u8> {
    frame("agch", "agct", body)
}

pub(crate) fn texture_frame(body: &[u8]) -> Vec<u8> {
    frame("TexH", "TexT", body)
}

pub(crate) fn config_frame(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut body = words(&[0, entries.len() as u32]);
    for text in entries.iter().flat_map(|(key, value)| [key, value]) {
        body.extend(words(&[text.len() as u32]));
        body.extend(text.bytes());
    }
    frame("CfgH", "CfgT", &body)
}

/// A vertex in the order of version 140: point, tex, tex morph, point morph, normal.
pub(crate) type Vertex = [f32; 13];

/// Two triangles, the second one a skirt, over vertices that differ in every field.
pub(crate) fn vertices() -> Vec<Vertex> {
    (0..4).map(|vertex| std::array::from_fn(|field| (vertex * 13 + field) as f32 * 0.25)).collect()
}

/// A body of any version: section 3.
pub(crate) fn geometry_body(version: u32, vertices: &[Vertex], collision: Option<&[u8]>) -> Vec<u8> {
    let mut body = words(&[77]);
    if version >= 120 {
        body.extend(floats(&BOUNDS));
    }
    body.extend(words(&[6, 3]));
    body.extend(shorts(&[0, 1, 2, 2, 1, 3]));
    body.extend(words(&[vertices.len() as u32]));
    for vertex in vertices {
        let (point_and_tex, rest) = vertex.split_at(5);
        let (tex_morph, rest) = rest.split_at(2);
        let (point_morph, normal) = rest.split_at(3);
        body.extend(floats(point_and_tex));
        let morphs = if version < 130 { [point_morph, tex_morph] } else { [tex_morph, point_morph] };
        body.extend(morphs.iter().flat_map(|morph| floats(morph)));
        body.extend(if version < 140 { Vec::new() } else { floats(normal) });
    }
    if (101..120).contains(&version) {
        body.extend(floats(&BOUNDS));
    }
    if version >= 120 {
        body.push(if collision.is_some() { 0xDF } else { 0x0F });
        body.extend(collision.unwrap_or_default());
        body.extend(words(&[0xCEFE_DEEF]));
    }
    body
}

/// A file of one chunk.
pub(crate) fn one_chunk(version: u32, body: &[u8]) -> Vec<u8> {
    atlas(&[Table::geometry(1, version, vec![Some(geometry_frame(body))])])
}

/// Collision data of depth 2 for one triangle that is in the first bin only.
pub(crate) fn collision(nodes: &[[f32; 2]; 5], offsets: [u16; 4], triangles: &[u16]) -> Vec<u8> {
    let mut bytes = words(&[2]);
    bytes.extend(nodes.iter().flat_map(|node| floats(node)));
    bytes.extend(words(&[4]));
    bytes.extend(shorts(&offsets));
    bytes.extend(words(&[triangles.len() as u32]));
    bytes.extend(shorts(triangles));
    bytes
}

/// A DDS file of 4 by 4 pixels of 32 bits.
pub(crate) fn dds(pixel: u8) -> Vec<u8> {
    let mut header = [0u32; 32];
    header[0] = u32::from_le_bytes(*b"DDS ");
    header[1..5].copy_from_slice(&[124, 0x1007, 4, 4]);
    header[19..27].copy_from_slice(&[32, 0x41, 0, 32, 0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]);
    let mut bytes = words(&header);
    bytes.resize(128 + 64, pixel);
    bytes
}

pub(crate) fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(crate) fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(crate) fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// `bytes` with a word put over them.
pub(crate) fn with_word(bytes: &[u8], offset: usize, word: u32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    changed
}

/// A terrain in memory, with what it is read from.
pub(crate) struct Opened<'b> {
    pub(crate) terrain: Terrain,
    pub(crate) files: Files<&'b [u8]>,
}

impl<'b> Opened<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Result<Self, Error> {
        let mut source = bytes;
        Ok(Self { terrain: Terrain::open(&mut source, Limits::default())?, files: Files::one(bytes) })
    }

    pub(crate) fn chunk(&mut self, node: Node) -> Result<GeometryChunk, Error> {
        self.terrain.chunk(&mut self.files, node, TexCoords::Engine).map(|(chunk, _)| chunk)
    }

    pub(crate) fn validate(&mut self) -> Result<Vec<String>, Error> {
        self.terrain.validate(&mut self.files).map(|problems| problems.sentences())
    }
}

/// Why opening `bytes`, or reading everything in them, is refused.
pub(crate) fn refusal(bytes: &[u8]) -> Error {
    let outcome = Opened::new(bytes).and_then(|mut opened| opened.validate());
    outcome.expect_err("what is wrong must be refused")
}
