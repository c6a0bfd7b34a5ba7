//! Atlas, CHU and TQT files that other programs wrote, against what those programs read from them.

#![allow(clippy::float_cmp)]

mod checksums;
mod interop;

use checksums::{crc_of_u16s, crc32};
use interop::folder;
use mapwright_formats::ErrorKind;
use mapwright_formats::atlas::{
    Bounds, Chu, Error, Files, GeometryChunk, Limits, Node, Stub, StubDetail, Terrain, TexCoords, TocKind,
    TocSummary, Tqt, node_count,
};
use serde_json::Value;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The files of one kind that have a description of the same stem beside them.
fn stem_pairs(folder: &Path, extension: &str) -> Vec<(PathBuf, PathBuf)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let described = files
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| (path.clone(), path.with_extension("json")))
        .filter(|(_, description)| description.is_file());
    described.collect()
}

/// A terrain in memory, with what it is read from.
struct Opened<'b> {
    terrain: Terrain,
    files: Files<&'b [u8]>,
}

impl<'b> Opened<'b> {
    fn one(bytes: &'b [u8]) -> Result<Self, Error> {
        let mut source = bytes;
        Ok(Self { terrain: Terrain::open(&mut source, Limits::default())?, files: Files::one(bytes) })
    }

    fn pair(chu: &'b [u8], tqt: &'b [u8]) -> Self {
        let terrain = Self::one(chu).unwrap().terrain.join(Self::one(tqt).unwrap().terrain).unwrap();
        Self { terrain, files: Files::pair(chu, tqt) }
    }

    fn chunk(&mut self, node: Node) -> Result<GeometryChunk, Error> {
        self.terrain.chunk(&mut self.files, node, TexCoords::Engine).map(|(chunk, _)| chunk)
    }

    fn save(&mut self, goal: u32) -> Vec<u8> {
        let mut sink = Cursor::new(Vec::new());
        self.terrain.save(&mut self.files, &mut sink, goal, TexCoords::Engine).unwrap();
        sink.into_inner()
    }
}

fn floats(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn int(value: &Value, key: &str) -> Option<u64> {
    value.get(key).and_then(Value::as_u64)
}

fn either<'v>(value: &'v Value, keys: [&str; 2]) -> &'v Value {
    keys.iter().find_map(|key| value.get(key)).unwrap_or(&Value::Null)
}

fn bounds_of(value: &Value) -> [f32; 6] {
    floats(value).try_into().unwrap()
}

fn six(Bounds { min, max }: Bounds) -> [f32; 6] {
    [min[0], min[1], min[2], max[0], max[1], max[2]]
}

fn vertices_crc(chunk: &GeometryChunk) -> String {
    let vertices = &chunk.vertices;
    let mut bytes = Vec::new();
    for index in 0..vertices.len() {
        let fields: [&[f32]; 5] = [
            &vertices.points[index],
            &vertices.tex_coords[index],
            &vertices.tex_morph_offsets[index],
            &vertices.point_morph_offsets[index],
            &vertices.normals[index],
        ];
        bytes.extend(fields.into_iter().flatten().flat_map(|float| float.to_le_bytes()));
    }
    crc32(&bytes)
}

fn check_toc(summary: &TocSummary, expected: &Value, name: &str) {
    assert_eq!(summary.kind.tag(), expected["kind"], "{name}");
    assert_eq!(Some(summary.tree_depth.into()), int(expected, "tree_depth"), "{name}");
    assert_eq!(Some(summary.stub_count.into()), int(expected, "stub_count"), "{name}");
    assert_eq!(Some(summary.version.into()), int(expected, "version"), "{name}");
    if expected.get("goal_batch_size").is_some_and(|goal| !goal.is_null()) {
        assert_eq!(summary.kind.goal_batch_size().map(u64::from), int(expected, "goal_batch_size"), "{name}");
    }
}

fn check_stub(stub: &Stub, expected: &Value, version: u32, name: &str) {
    assert_eq!(Some(u64::from(stub.offset)), either(expected, ["offset", "off"]).as_u64(), "{name}");
    assert_eq!(Some(u64::from(stub.length)), either(expected, ["length", "len"]).as_u64(), "{name}");
    assert_eq!(Some(u64::from(stub.generation)), either(expected, ["generation", "gen"]).as_u64(), "{name}");
    match &stub.detail {
        StubDetail::Bounds(bounds) => assert_eq!(six(*bounds), bounds_of(&expected["bounds"]), "{name}"),
        StubDetail::Position(_) => assert!(version < 101, "{name}"),
        StubDetail::Name(text) => assert_eq!(*String::from_utf8_lossy(text), expected["name"], "{name}"),
        StubDetail::None => {}
    }
}

fn check_geometry(chunk: &GeometryChunk, expected: &Value, name: &str) {
    assert_eq!(Some(chunk.previous_chunk.into()), int(expected, "previous_chunk"), "{name}");
    assert_eq!(six(chunk.bounds), bounds_of(&expected["bounds"]), "{name}");
    assert_eq!(Some(chunk.indices.len() as u64), int(expected, "index_count"), "{name}");
    assert_eq!(Some(chunk.skirt_index_count.into()), int(expected, "skirt_skip_count"), "{name}");
    assert_eq!(Some(chunk.vertices.len() as u64), int(expected, "vertex_count"), "{name}");
    assert_eq!(crc_of_u16s(&chunk.indices), expected["indices_crc32"], "{name}");
    assert_eq!(vertices_crc(chunk), expected["vertices_v140_crc32"], "{name}");
    let collision = &expected["collision"];
    assert_eq!(chunk.collision.is_some(), !collision.is_null(), "{name}");
    let Some(found) = &chunk.collision else { return };
    assert_eq!(Some(found.tree_depth.into()), int(collision, "tree_depth"), "{name}");
    assert_eq!(Some(found.offsets.len() as u64), int(collision, "offset_count"), "{name}");
    assert_eq!(Some(found.triangles.len() as u64), int(collision, "index_count"), "{name}");
    let nodes: Vec<u8> = found.nodes.iter().flatten().flat_map(|height| height.to_le_bytes()).collect();
    let crcs = [
        ("nodes_crc32", crc32(&nodes)),
        ("offsets_crc32", crc_of_u16s(&found.offsets)),
        ("indices_crc32", crc_of_u16s(&found.triangles)),
    ];
    for (key, crc) in crcs.iter().filter(|(key, _)| collision.get(key).is_some()) {
        assert_eq!(crc, collision[key].as_str().unwrap(), "{name} {key}");
    }
}

fn check_config(entries: &[(Vec<u8>, Vec<u8>)], expected: &Value, name: &str) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let found: Vec<_> =
        entries.iter().map(|(key, value)| serde_json::json!([text(key), text(value)])).collect();
    assert_eq!(Value::from(found), expected["entries_file_order"], "{name}");
}

/// Holds a whole `.atlas` against its description.
fn check_atlas(bytes: &[u8], expected: &Value, name: &str) {
    let mut opened = Opened::one(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tocs = opened.terrain.tocs();
    let expected_tocs = expected["tocs"].as_array().unwrap();
    assert_eq!(tocs.len(), expected_tocs.len(), "{name}");
    let mut tree = 0;
    for (slot, (toc, expected)) in tocs.iter().zip(expected_tocs).enumerate() {
        check_toc(toc, expected, name);
        for (index, expected) in expected["stubs"].as_array().unwrap().iter().enumerate() {
            let stub = opened.terrain.stub(&mut opened.files, slot, index as u32).unwrap();
            // What the engine fills into stubs of old versions comes from nowhere in the file.
            check_stub(&stub, expected, toc.version, &format!("{name} table {slot} stub {index}"));
        }
        for expected in expected["chunks"].as_array().unwrap() {
            let index = int(expected, "stub").unwrap() as u32;
            let name = format!("{name} table {slot} chunk {index}");
            match toc.kind {
                TocKind::Geometry { .. } => {
                    check_geometry(&opened.chunk(Node::from_index(index)).unwrap(), expected, &name);
                }
                TocKind::Texture => {
                    let node = Node::from_index(index);
                    let (tile, _) = opened.terrain.tile(&mut opened.files, tree, node).unwrap();
                    assert_eq!(Some(tile.format.code().into()), int(expected, "format"), "{name}");
                    if toc.version < 150 {
                        assert_eq!(Some(tile.image.len() as u64), int(expected, "image_bytes"), "{name}");
                    } else {
                        // The description counts the layer byte and all layers.
                        let layers = u64::from(tile.further_layers) + 1;
                        assert_eq!(Some(tile.image.len() as u64 * layers + 1), int(expected, "image_bytes"));
                    }
                }
                TocKind::Config => {
                    let names = opened.terrain.config_names();
                    let config_name = names[index as usize].to_vec();
                    let config = opened.terrain.config(&mut opened.files, &config_name).unwrap();
                    check_config(&config.entries, expected, &name);
                }
                TocKind::Object { .. } => {}
            }
        }
        tree += usize::from(toc.kind == TocKind::Texture);
    }
}

#[test]
fn interop_atlas_files_read_as_their_writers_say() {
    let Some(folder) = folder("atlas") else { return };
    let files = stem_pairs(&folder.join("atlas"), "atlas");
    assert!(files.len() >= 12);
    for (path, description) in files {
        check_atlas(&fs::read(&path).unwrap(), &json(&description), &path.display().to_string());
    }
    let unique = folder.join("pair/island_engine_unique.atlas");
    check_atlas(&fs::read(&unique).unwrap(), &json(&unique.with_extension("json")), "island_engine_unique");
}

#[test]
fn interop_what_is_saved_reads_back_equal() {
    let Some(folder) = folder("atlas") else { return };
    for (path, _) in stem_pairs(&folder.join("atlas"), "atlas") {
        let bytes = fs::read(&path).unwrap();
        let mut before = Opened::one(&bytes).unwrap();
        let saved = before.save(1500);
        let mut after = Opened::one(&saved).unwrap();
        let name = path.display();
        assert!(after.terrain.tocs().iter().all(|toc| toc.version == 140), "{name}");
        assert_eq!(before.terrain.tree_depth(), after.terrain.tree_depth(), "{name}");
        for node in (0..node_count(before.terrain.tree_depth())).map(Node::from_index) {
            let (old, mut new) = (before.chunk(node).unwrap(), after.chunk(node).unwrap());
            if old.collision.is_none() && before.terrain.is_leaf(node) {
                new.collision = None;
            }
            new.previous_chunk = old.previous_chunk;
            new.vertices.has_normals = old.vertices.has_normals;
            assert_eq!(old, new, "{name} {node}");
        }
        assert_eq!(before.terrain.texture_tree_count(), after.terrain.texture_tree_count(), "{name}");
        for tree in 0..before.terrain.texture_tree_count() {
            for node in (0..node_count(before.terrain.texture_tree_depth(tree))).map(Node::from_index) {
                let old = before.terrain.tile(&mut before.files, tree, node).unwrap().0;
                let new = after.terrain.tile(&mut after.files, tree, node).unwrap().0;
                assert_eq!((old.format, old.image), (new.format, new.image), "{name} {node}");
            }
        }
        assert_eq!(before.terrain.config_names(), after.terrain.config_names(), "{name}");
        for config in before.terrain.config_names() {
            let old = before.terrain.config(&mut before.files, config).unwrap();
            let new = after.terrain.config(&mut after.files, config).unwrap();
            assert_eq!(old.entries, new.entries, "{name}");
        }
    }
}

#[test]
fn interop_saving_lays_files_out_as_the_engine_does() {
    let Some(folder) = folder("atlas") else { return };
    let chu = fs::read(folder.join("chu/engine_33_depth2.chu")).unwrap();
    let imported = fs::read(folder.join("chu/engine_33_depth2.imported.atlas")).unwrap();
    assert!(
        Opened::one(&chu).unwrap().save(1500) == imported,
        "a saved .chu is not the engine's import of it"
    );
    assert!(Opened::one(&imported).unwrap().save(1500) == imported, "an engine's import saved differs");
    let mini = fs::read(folder.join("atlas/v140_mini.atlas")).unwrap();
    assert!(Opened::one(&mini).unwrap().save(1500) == mini, "an engine's atlas saved differs");
}

#[test]
fn interop_chu_files_read_as_their_writers_say() {
    let Some(folder) = folder("atlas") else { return };
    let mut files: Vec<_> = ["engine_33_depth2", "no_collision", "no_collision_coldepth0"]
        .map(|name| (folder.join(format!("chu/{name}.chu")), folder.join(format!("chu/{name}.json"))))
        .into();
    files.push((folder.join("pair/island.chu"), folder.join("pair/island.chu.json")));
    for (path, description) in files {
        let (bytes, expected) = (fs::read(&path).unwrap(), json(&description));
        let mut source = bytes.as_slice();
        let chu = Chu::open(&mut source, Limits::default()).unwrap();
        assert_eq!(Some(chu.header().tree_depth.into()), int(&expected, "tree_depth"));
        assert_eq!(Some(chu.header().col_tree_depth.into()), int(&expected, "col_tree_depth"));
        assert_eq!(chu.header().vertical_scale, expected["vertical_scale"].as_f64().unwrap() as f32);
        let stubs = expected["stubs"].as_array().unwrap();
        for (stub, expected) in stubs.iter().zip(expected["chunks"].as_array().unwrap()) {
            let [level, x, y] = ["level", "x", "y"].map(|key| int(stub, key).unwrap() as u32);
            let node = Node { level, x, y };
            let found = chu.stub(node).unwrap();
            assert_eq!(i64::from(found.label), stub["label"].as_i64().unwrap());
            assert_eq!(i64::from(found.min), stub["min"].as_i64().unwrap());
            let neighbors: Vec<_> = found.neighbors.iter().map(|&label| Value::from(label)).collect();
            assert_eq!(Value::from(neighbors), stub["neighbors"]);
            let chunk = chu.chunk(&mut source, node).unwrap();
            let end = u64::from(found.chunk_offset + chunk.byte_count);
            assert_eq!(Some(end), int(expected, "chunk_end"));
            let vertices: Vec<u8> =
                chunk.vertices.iter().flatten().flat_map(|field| field.to_le_bytes()).collect();
            assert_eq!(crc32(&vertices), expected["vertices_crc32"]);
            assert_eq!(crc_of_u16s(&chunk.indices), expected["indices_crc32"]);
            assert_eq!(Some(chunk.tri_count.into()), int(expected, "tri_count"));
            assert_eq!(chunk.has_collision, !expected["collision"].is_null());
        }
    }
}

#[test]
fn interop_a_chu_maps_to_what_torque_imports() {
    let Some(folder) = folder("atlas") else { return };
    let chu = fs::read(folder.join("chu/engine_33_depth2.chu")).unwrap();
    let mut opened = Opened::one(&chu).unwrap();
    let expected = json(&folder.join("chu/engine_33_depth2.imported.json"));
    for expected in expected["tocs"][0]["chunks"].as_array().unwrap() {
        let node = Node::from_index(int(expected, "stub").unwrap() as u32);
        check_geometry(&opened.chunk(node).unwrap(), expected, &format!("{node}"));
    }
}

#[test]
fn interop_a_chu_maps_as_described_in_both_ways() {
    let Some(folder) = folder("atlas") else { return };
    for (chu, mapped) in [
        ("chu/engine_33_depth2.chu", "chu/engine_33_depth2.mapped.json"),
        ("pair/island.chu", "pair/island.mapped.json"),
    ] {
        let bytes = fs::read(folder.join(chu)).unwrap();
        let mut opened = Opened::one(&bytes).unwrap();
        for expected in json(&folder.join(mapped))["chunks"].as_array().unwrap() {
            let node = Node::from_index(int(expected, "atlas_stub").unwrap() as u32);
            let chunk = opened.chunk(node).unwrap();
            assert_eq!(six(chunk.bounds), bounds_of(&expected["bounds"]));
            let positions: Vec<u8> =
                chunk.vertices.points.iter().flatten().flat_map(|float| float.to_le_bytes()).collect();
            assert_eq!(crc32(&positions), expected["positions_crc32"]);
            let reflected = opened.terrain.chunk(&mut opened.files, node, TexCoords::Reflected).unwrap().0;
            for (key, at) in [("first_vertex", 0), ("last_vertex", chunk.vertices.len() - 1)] {
                assert_eq!(chunk.vertices.tex_coords[at].to_vec(), floats(&expected[key]["tex_engine"]));
                assert_eq!(reflected.vertices.tex_coords[at].to_vec(), floats(&expected[key]["tex_spec"]));
            }
        }
    }
}

#[test]
fn interop_tqt_files_read_as_their_writers_say() {
    let Some(folder) = folder("atlas") else { return };
    let mut files = stem_pairs(&folder.join("tqt"), "tqt");
    files.push((folder.join("pair/island.TQT"), folder.join("pair/island.tqt.json")));
    assert_eq!(files.len(), 3);
    for (path, description) in files {
        let (bytes, expected) = (fs::read(&path).unwrap(), json(&description));
        let mut source = bytes.as_slice();
        let tqt = Tqt::open(&mut source, Limits::default()).unwrap();
        assert_eq!(Some(tqt.tree_depth().into()), int(&expected, "tree_depth"));
        assert_eq!(Some(tqt.tile_size().into()), int(&expected, "tile_size"));
        for expected in expected["tiles"].as_array().unwrap() {
            let [level, x, y] = ["level", "x", "y"].map(|key| int(expected, key).unwrap() as u32);
            let node = Node { level, x, y };
            assert_eq!(tqt.offset(node).map(u64::from), int(expected, "offset"));
            let tile = tqt.tile(&mut source, node).unwrap();
            assert_eq!(crc32(&tile.image), expected["dds_crc32"]);
        }
    }
}

#[test]
fn interop_a_pair_is_one_terrain() {
    let Some(folder) = folder("atlas") else { return };
    let (chu, tqt) = (
        fs::read(folder.join("pair/island.chu")).unwrap(),
        fs::read(folder.join("pair/island.TQT")).unwrap(),
    );
    let mut pair = Opened::pair(&chu, &tqt);
    let kinds: Vec<_> = pair.terrain.tocs().iter().map(|toc| toc.kind.tag()).collect();
    assert_eq!(kinds, ["Geom", "Tex"]);
    assert_eq!(pair.terrain.format().name(), "chu+tqt");
    let saved = pair.save(1500);
    let mut atlas = Opened::one(&saved).unwrap();
    for node in (0..node_count(3)).map(Node::from_index) {
        let mut tile = tqt.as_slice();
        let expected = Tqt::open(&mut tile, Limits::default()).unwrap().tile(&mut tile, node).unwrap();
        assert_eq!(pair.terrain.tile(&mut pair.files, 0, node).unwrap().0, expected);
        assert_eq!(atlas.terrain.tile(&mut atlas.files, 0, node).unwrap().0, expected);
    }
    let engine = fs::read(folder.join("pair/island_engine_unique.atlas")).unwrap();
    let mut engine = Opened::one(&engine).unwrap();
    for node in (0..node_count(2)).map(Node::from_index) {
        let (mut ours, theirs) = (atlas.chunk(node).unwrap(), engine.chunk(node).unwrap());
        ours.previous_chunk = theirs.previous_chunk;
        assert_eq!(ours, theirs);
    }
}

/// What reading a damaged file comes to: opening it, then everything in it.
fn outcome(path: &Path) -> Result<Vec<String>, Error> {
    let bytes = fs::read(path).unwrap();
    let mut opened = Opened::one(&bytes)?;
    opened.terrain.validate(&mut opened.files).map(|problems| problems.sentences())
}

#[test]
fn interop_damaged_files_fare_as_their_index_says() {
    let Some(folder) = folder("atlas/damaged") else { return };
    let index = json(&folder.join("index.json"));
    for entry in index.as_array().unwrap() {
        let (name, should) = (entry["file"].as_str().unwrap(), entry["should"].as_str().unwrap());
        let outcome = outcome(&folder.join(name));
        match should {
            "accept" => {
                assert_eq!(outcome.unwrap_or_else(|error| panic!("{name}: {error}")), [""; 0], "{name}");
            }
            should if should.starts_with("accept (empty chunk)") => assert!(outcome.is_ok(), "{name}"),
            // Where the index leaves the choice, the file is read and the fault listed.
            "reader policy" => assert_eq!(outcome.unwrap().len(), 1, "{name}"),
            should if should.starts_with("accept") || should.starts_with("reject or warn") => {
                assert!(!outcome.unwrap_or_else(|error| panic!("{name}: {error}")).is_empty(), "{name}");
            }
            _ => {
                let error = outcome.err().unwrap_or_else(|| panic!("{name} was not refused"));
                assert!(error.to_string().contains("byte"), "{name}: {error} does not say where");
                assert_ne!(error.kind(), ErrorKind::InvalidData, "{name}: {error}");
            }
        }
    }
}

#[test]
fn interop_cut_short_anywhere_nothing_panics() {
    let Some(folder) = folder("atlas") else { return };
    for name in ["atlas/v150_tgea_tex_layers.atlas", "damaged/00_good_base.chu", "damaged/00_good_base.tqt"] {
        let bytes = fs::read(folder.join(name)).unwrap();
        for length in 0..bytes.len() {
            if let Ok(mut opened) = Opened::one(&bytes[..length]) {
                assert!(opened.terrain.validate(&mut opened.files).is_err(), "{name} cut to {length}");
            }
        }
    }
}
