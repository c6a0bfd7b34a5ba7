//! Buffers that Godot's editor wrote or was given, with the cells that Godot read back from them.

use mapwright_formats::tilemap::{Problem, Record, TileMapData};
use serde_json::Value;
use std::path::PathBuf;

fn cases(file: &str) -> Vec<Value> {
    let folder = std::env::var_os("MAPWRIGHT_INTEROP").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/interop")),
        PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(folder.join("tile").join(file)) else {
        println!("skipped: {file} is not there");
        return Vec::new();
    };
    serde_json::from_str(&text).expect("the interop file is JSON")
}

fn buffer(case: &Value) -> Vec<u8> {
    use base64::Engine;
    let text = case["data"].as_str().expect("data is a string");
    base64::engine::general_purpose::STANDARD.decode(text).expect("data is base64")
}

/// The cells as Godot's numbers, by coordinates; flags are kept within the alternative.
fn sorted(mut cells: Vec<[i64; 6]>) -> Vec<[i64; 6]> {
    cells.sort_unstable();
    cells
}

fn numbers(record: &Record) -> [i64; 6] {
    [
        record.x.into(),
        record.y.into(),
        record.source_id.into(),
        record.atlas_x.into(),
        record.atlas_y.into(),
        record.alternative_tile.into(),
    ]
}

fn expected(cells: &Value) -> Vec<[i64; 6]> {
    let number = |value: &Value| value.as_i64().unwrap_or_else(|| i64::from(value == &Value::Bool(true)));
    let cell = |cell: &Value| {
        let cell: Vec<i64> = cell.as_array().expect("a cell is an array").iter().map(number).collect();
        let flags: i64 =
            cell.iter().skip(6).zip([0x1000, 0x2000, 0x4000]).map(|(set, flag)| set * flag).sum();
        [cell[0], cell[1], cell[2], cell[3], cell[4], cell[5] | flags]
    };
    cells.as_array().expect("the cells are an array").iter().map(cell).collect()
}

#[test]
fn interop_odd_buffers_give_the_cells_that_godot_reads() {
    for case in cases("odd_buffers.json") {
        let (name, bytes) = (&case["name"], buffer(&case));
        let loaded = TileMapData::read(&bytes);
        if name == "bad_header" {
            assert!(loaded.is_err(), "Godot refuses {name}");
            continue;
        }
        let loaded = loaded.unwrap();
        let cells = loaded.data.painted().iter().map(numbers).collect();
        assert_eq!(sorted(cells), sorted(expected(&case["cells"])), "{name}");
        let partial = name == "truncated_record";
        let dropped = |problem: &Problem| matches!(problem, Problem::PartialRecord { .. });
        assert_eq!(loaded.problems.iter().any(dropped), partial, "{name}");
        assert_eq!(loaded.data.to_bytes() == bytes, !partial, "{name}");
    }
}

#[test]
fn interop_painted_layers_give_the_cells_that_godot_reads() {
    for case in cases("painted_layers.json") {
        let (name, bytes) = (&case["name"], buffer(&case));
        let loaded = TileMapData::read(&bytes).unwrap();
        let cells = loaded.data.painted().iter().map(numbers).collect();
        assert_eq!(sorted(cells), sorted(expected(&case["engine_cells"])), "{name}");
        assert_eq!(loaded.problems.as_slice(), [], "{name}");
        assert_eq!(loaded.data.to_bytes(), bytes, "{name}");
    }
}
