//! Replaces the buffer of a layer in the text of a scene.

use super::super::{Error, Problem, TileMapData, packed};
use super::find::{LayerKind, SceneLayer, ValueSpan, list_scene_layers};
use std::ops::Range;

/// The format in which a `TileMap`'s layers are written: Godot 4's.
const WRITTEN_FORMAT: i64 = 2;

/// Puts `buffer` into the layer at `path` and leaves every other byte of the scene as it is. A layer that has no value
/// yet gets a line of its own below its node. `path` is the path of [`list_scene_layers`]; a `TileMap` with one layer
/// goes by its node's path as well.
///
/// # Errors
/// Broken syntax, no such layer, a buffer that Godot would not load whole, and a `TileMap` in an older format.
pub fn replace_scene_layer(scene: &str, path: &str, buffer: &[u8]) -> Result<String, Error> {
    let loaded = TileMapData::read(buffer)?;
    for problem in &loaded.problems {
        if let Problem::PartialRecord { offset, found } = *problem {
            return Err(Error::partial_record(offset, found));
        }
    }
    let layers = list_scene_layers(scene)?;
    let layer = layer_at(&layers, path)?;
    let value = match layer.kind {
        LayerKind::TileMapLayer => packed::write_bytes(buffer),
        LayerKind::TileMap => packed::write_ints(&loaded.data.to_legacy()),
    };
    let states_format = layer.kind == LayerKind::TileMapLayer || layer.format == WRITTEN_FORMAT;
    match &layer.place {
        ValueSpan::Value(place) if states_format => Ok(spliced(scene, place.clone(), &value)),
        ValueSpan::Missing { at, .. } if states_format => {
            Ok(inserted(scene, *at, &[line(&layer.property, &value)]))
        }
        ValueSpan::Missing { at, format_stated: false } if is_unpainted(&layers, layer) => {
            let format = line("format", &WRITTEN_FORMAT.to_string());
            Ok(inserted(scene, *at, &[format, line(&layer.property, &value)]))
        }
        _ => Err(Error::scene_layer_format(path, layer.format)),
    }
}

fn layer_at<'a>(layers: &'a [SceneLayer], path: &str) -> Result<&'a SceneLayer, Error> {
    let path = path.strip_prefix("./").unwrap_or(path);
    if let Some(layer) = layers.iter().find(|layer| layer.path == path) {
        return Ok(layer);
    }
    let with_property = |layer: &&SceneLayer| {
        path.strip_prefix(&layer.node_path).and_then(|rest| rest.strip_prefix(':')) == Some(&layer.property)
    };
    if let Some(layer) = layers.iter().find(with_property) {
        return Ok(layer);
    }
    if layers.iter().any(|layer| layer.node_path == path) {
        return Err(Error::scene_layer_ambiguous(path));
    }
    Err(Error::scene_layer(path))
}

/// Whether no layer of the node has a value, so that its format is still free to be chosen.
fn is_unpainted(layers: &[SceneLayer], layer: &SceneLayer) -> bool {
    let mut of_node = layers.iter().filter(|other| other.node_path == layer.node_path);
    of_node.all(|other| matches!(other.place, ValueSpan::Missing { .. }))
}

fn line(property: &str, value: &str) -> String {
    format!("{property} = {value}")
}

/// The scene with whole lines put behind byte `at`, which ends one.
fn inserted(scene: &str, at: usize, lines: &[String]) -> String {
    let line_break = if scene.contains("\r\n") { "\r\n" } else { "\n" };
    let lines: String = lines.iter().flat_map(|line| [line_break, line]).collect();
    spliced(scene, at..at, &lines)
}

fn spliced(scene: &str, place: Range<usize>, value: &str) -> String {
    let before = scene.get(..place.start).unwrap_or_default();
    let after = scene.get(place.end..).unwrap_or_default();
    [before, value, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use proptest::prelude::*;

    const BUFFER: [u8; 14] = [0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0];
    const WRITTEN: &str = "PackedByteArray(\"AAABAAIABwABAAEAAAA=\")";
    const WRITTEN_OLD: &str = "PackedInt32Array(131073, 65543, 1)";

    /// A scene with every way a layer can stand in one; `{}` marks each value.
    const SCENE: &str = r#"[gd_scene load_steps=3 format=4 uid="uid://b"]

[ext_resource type="PackedScene" path="res://level.tscn" id="1_x"]

[sub_resource type="TileSet" id="TileSet_1"]
tile_map_data = PackedByteArray("not a node")

[node name="Welt" type="Node2D" unique_id=12]
metadata/note = "[node name=\"Fake\" type=\"TileMapLayer\" parent=\".\"]
tile_map_data = PackedByteArray(1)"

[node name="Ground" type="TileMapLayer" parent="." groups=["a]", "b"]]
z_index = -1 ; below
tile_map_data = {PackedByteArray(0, 0,
	1, 0, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255)}
tile_set = SubResource("TileSet_1")

[node name="A \"quoted\" \\ naïve" type="TileMapLayer" parent="Deep/Näh"]
"tile_map_data" = {PackedByteArray("AAA=")}
[node name="Level" parent="." instance=ExtResource("1_x")]

[node name="Walls" parent="Level" index="0"]
tile_map_data = {PackedByteArray
(
"AAAAAAAABwAAAAAAAAA=")}

[node name="Old" type="TileMap" parent="."]
format = 2
layer_0/name = "a"
layer_0/tile_data = {PackedInt32Array(0, 7, 0, 1, 7, 0)}
layer_1/tile_data = {PackedInt32Array()}

[connection signal="changed" from="Ground" to="." method="f"]
"#;

    /// The scene without its marks, and the values between them.
    fn marked() -> (String, Vec<&'static str>) {
        let values = SCENE.split('{').skip(1).map(|part| part.split_once('}').unwrap().0);
        (SCENE.replace(['{', '}'], ""), values.collect())
    }

    #[test]
    fn every_layer_is_listed_and_nothing_else() {
        let (scene, _) = marked();
        let layers = list_scene_layers(&scene).unwrap();
        let told: Vec<_> = layers
            .iter()
            .map(|layer| {
                let data = &layer.content.as_ref().unwrap().data;
                (layer.path.as_str(), layer.name.as_str(), layer.kind.name(), data.painted().len())
            })
            .collect();
        let quoted = "A \"quoted\" \\ naïve";
        let expected = [
            ("Ground", "Ground", "TileMapLayer", 0),
            (&format!("Deep/Näh/{quoted}"), quoted, "TileMapLayer", 0),
            ("Level/Walls", "Walls", "TileMapLayer", 1),
            ("Old:layer_0/tile_data", "Old", "TileMap", 2),
            ("Old:layer_1/tile_data", "Old", "TileMap", 0),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn only_the_one_value_changes() {
        let (scene, values) = marked();
        let layers = list_scene_layers(&scene).unwrap();
        assert_eq!(layers.len(), values.len());
        for (index, layer) in layers.iter().enumerate() {
            let written = if layer.kind == LayerKind::TileMap { WRITTEN_OLD } else { WRITTEN };
            let mut expected = SCENE.to_owned();
            let value = format!("{{{}}}", values[index]);
            expected = expected.replacen(&value, written, 1).replace(['{', '}'], "");
            assert_eq!(
                replace_scene_layer(&scene, &layer.path, &BUFFER).unwrap(),
                expected,
                "{}",
                layer.path
            );
        }
    }

    #[test]
    fn line_breaks_of_windows_stay() {
        let scene = marked().0.replace('\n', "\r\n");
        let replaced = replace_scene_layer(&scene, "Level/Walls", &BUFFER).unwrap();
        assert_eq!(replaced.matches("\r\n").count(), replaced.matches('\n').count());
        assert!(
            replaced
                .contains(&format!("index=\"0\"]\r\ntile_map_data = {WRITTEN}\r\n\r\n[node name=\"Old\""))
        );
    }

    #[test]
    fn a_layer_without_a_value_gets_a_line() {
        let scene = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"TileMapLayer\"]\nz_index = 1\n\n[node name=\"B\" \
                     type=\"TileMapLayer\" parent=\".\"]\n";
        let root = replace_scene_layer(scene, ".", &BUFFER).unwrap();
        assert_eq!(
            root,
            scene.replace("z_index = 1\n", &format!("z_index = 1\ntile_map_data = {WRITTEN}\n"))
        );
        let child = replace_scene_layer(scene, "./B", &BUFFER).unwrap();
        assert_eq!(child, format!("{scene}tile_map_data = {WRITTEN}\n"));
    }

    #[test]
    fn an_unpainted_tile_map_gets_its_format_as_well() {
        let scene = "[node name=\"Map\" type=\"TileMap\"]\n";
        let expected =
            format!("[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = {WRITTEN_OLD}\n");
        assert_eq!(replace_scene_layer(scene, ".", &BUFFER), Ok(expected));
    }

    #[test]
    fn a_tile_map_of_one_layer_goes_by_its_path_alone() {
        let scene = "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = PackedInt32Array(1, 2, 3)\n";
        assert_eq!(list_scene_layers(scene).unwrap()[0].path, ".");
        let expected = Ok(scene.replace("PackedInt32Array(1, 2, 3)", WRITTEN_OLD));
        assert_eq!(replace_scene_layer(scene, ".", &BUFFER), expected);
        assert_eq!(replace_scene_layer(scene, ".:layer_0/tile_data", &BUFFER), expected);
    }

    #[test]
    fn older_tile_maps_are_read_by_their_format_and_not_written() {
        let layer = |properties: &str| {
            let scene = format!("[node name=\"Map\" type=\"TileMap\"]\n{properties}\n");
            let layer = list_scene_layers(&scene).unwrap().remove(0);
            (layer.content, replace_scene_layer(&scene, ".", &BUFFER))
        };
        let refused = |format| Err(Error::scene_layer_format(".", format));
        let (content, replaced) = layer("format = 1\ntile_data = PoolIntArray( 0, 536870917, 65538 )");
        let record = content.unwrap().data.records()[0];
        assert_eq!((record.source_id, record.atlas_x, record.atlas_y, record.alternative_tile), (5, 2, 1, 1));
        assert_eq!(replaced, refused(1));
        // Without a format before it, Godot reads the first one.
        let (content, replaced) = layer("layer_0/tile_data = PackedInt32Array(0, 5, 1, 6)\nformat = 2");
        assert_eq!(content.unwrap().data.records().len(), 2);
        assert_eq!(replaced, refused(0));
    }

    #[test]
    fn what_cannot_be_replaced_is_refused() {
        let (scene, _) = marked();
        for path in ["Fake", "Nowhere", "Level", "Ground/", "", "Old:layer_2/tile_data"] {
            let refused = Err(Error::scene_layer(path));
            assert_eq!(replace_scene_layer(&scene, path, &BUFFER), refused);
        }
        let several = Err(Error::scene_layer_ambiguous("Old"));
        assert_eq!(replace_scene_layer(&scene, "Old", &BUFFER), several);
        let newer = Err(Error::unsupported_format(1));
        assert_eq!(replace_scene_layer(&scene, "Ground", &[1, 0]), newer);
        let partial = Err(Error::partial_record(2, 11));
        assert_eq!(replace_scene_layer(&scene, "Ground", &BUFFER[..13]), partial);
        let cut = replace_scene_layer(&scene[..600], "Ground", &BUFFER).unwrap_err();
        assert_eq!(cut.kind(), ErrorKind::Corrupt);
        assert!(cut.fault().place.starts_with("line "), "{cut}");
    }

    #[test]
    fn a_broken_value_is_listed_with_its_error_and_can_be_replaced() {
        let scene = "[node name=\"A\" type=\"TileMapLayer\"]\ntile_map_data = PackedByteArray(0, 999)\n";
        let layer = list_scene_layers(scene).unwrap().remove(0);
        let error = layer.content.unwrap_err();
        assert_eq!((error.kind(), error.fault().offset), (ErrorKind::Corrupt, Some(71)));
        let expected = format!("[node name=\"A\" type=\"TileMapLayer\"]\ntile_map_data = {WRITTEN}\n");
        assert_eq!(replace_scene_layer(scene, ".", &BUFFER), Ok(expected));
    }

    proptest! {
        #[test]
        fn a_replaced_layer_reads_back_and_the_others_stay(
            body in prop::collection::vec(any::<[u8; 12]>(), 1..9), index in 0_usize..5,
        ) {
            let buffer: Vec<u8> = [0, 0].into_iter().chain(body.into_iter().flatten()).collect();
            let (scene, _) = marked();
            let before = list_scene_layers(&scene).unwrap();
            let replaced = replace_scene_layer(&scene, &before[index].path, &buffer).unwrap();
            let after = list_scene_layers(&replaced).unwrap();
            prop_assert_eq!(before.len(), after.len());
            for (at, (before, after)) in before.iter().zip(&after).enumerate() {
                if at == index {
                    prop_assert_eq!(after.content.as_ref().unwrap().data.to_bytes(), buffer.clone());
                } else {
                    prop_assert_eq!(&before.content, &after.content);
                }
            }
        }
    }
}
