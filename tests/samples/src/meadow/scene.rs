//! The scene's text, with everything that it draws inside it.

use super::land::Land;
use super::shapes::DRAWN;
use super::tiles::{self, COLUMNS, PATH, ROWS, SHORE, SIZE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mapwright_formats::tilemap::{Record, TileMapData, to_text};
use std::fmt::Write;

const HEAD: &str = "[gd_scene load_steps=5 format=4]\n";

pub(super) fn text(land: &Land) -> String {
    [
        HEAD.to_owned(),
        tile_set(),
        "[node name=\"Meadow\" type=\"Node2D\"]\ntexture_filter = 1\n".to_owned(),
        layer("Ground", land.ground()),
        layer("Paths", land.paths()),
        old_layers("Plants", &[("Flowers", land.flowers()), ("Reeds", land.reeds())]),
        layer("Things", land.things()),
    ]
    .join("\n")
}

fn tile_set() -> String {
    let pixels = STANDARD.encode(tiles::draw());
    let (width, height) = (COLUMNS * SIZE, ROWS * SIZE);
    let rows = 0..ROWS as u16;
    let drawn = |row: u16| if row == SHORE || row == PATH { DRAWN.len() } else { COLUMNS };
    let tiles = rows.flat_map(|row| (0..drawn(row)).map(move |column| format!("{column}:{row}/0 = 0\n")));
    let tiles: String = tiles.collect();
    format!(
        "[sub_resource type=\"Image\" id=\"pixels\"]\n\
         data = {{\n\"data\": PackedByteArray(\"{pixels}\"),\n\"format\": \"RGBA8\",\n\"height\": {height},\n\
         \"mipmaps\": false,\n\"width\": {width}\n}}\n\n\
         [sub_resource type=\"ImageTexture\" id=\"atlas\"]\nimage = SubResource(\"pixels\")\n\n\
         [sub_resource type=\"TileSetAtlasSource\" id=\"source\"]\ntexture = SubResource(\"atlas\")\n{tiles}\n\
         [sub_resource type=\"TileSet\" id=\"tiles\"]\nsources/0 = SubResource(\"source\")\n"
    )
}

fn layer(name: &str, records: &[Record]) -> String {
    let line = to_text(&TileMapData::from(records.to_vec()));
    format!(
        "[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]\n{line}\ntile_set = SubResource(\"tiles\")\n"
    )
}

/// The node that scenes of Godot 4.2 and before have.
fn old_layers(name: &str, layers: &[(&str, &[Record])]) -> String {
    let mut text = format!(
        "[node name=\"{name}\" type=\"TileMap\" parent=\".\"]\ntile_set = SubResource(\"tiles\")\nformat = 2\n"
    );
    for (index, (layer, records)) in layers.iter().enumerate() {
        let numbers = TileMapData::from(records.to_vec()).to_legacy();
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        let numbers = numbers.join(", ");
        // Writing to a String does not fail.
        let _ = write!(
            text,
            "layer_{index}/name = \"{layer}\"\nlayer_{index}/tile_data = PackedInt32Array({numbers})\n"
        );
    }
    text
}
