class_name SceneLayers
extends RefCounted
## The tile map layers in the text of a scene, and the tile sets that they are drawn with.

## The text of the scene.
var text: String = ""
## What [method TileMapDataCodec.list_scene_layers] found in it.
var layers: Array[Dictionary] = []

var _tile_sets: Dictionary[String, TileSet] = {}


## Reads a scene. Nothing in it is run: its tile sets are taken from its state.
static func read(path: String) -> SceneLayers:
	var scene: SceneLayers = SceneLayers.new()
	scene.text = FileAccess.get_file_as_string(path)
	scene.layers = TileMapDataCodec.list_scene_layers(scene.text)
	if not scene.layers.is_empty() and ResourceLoader.exists(path, "PackedScene"):
		scene._find_tile_sets(load(path) as PackedScene)
	return scene


## The tile set of the layer at [param index]; null when the scene does not tell it.
func tile_set(index: int) -> TileSet:
	var path: String = layers[index]["path"]
	return _tile_sets.get(path.get_slice(":", 0))


## Puts [param data] into the layer at [param index]. Nothing else of the text changes.
func replace(index: int, data: PackedByteArray) -> bool:
	var path: String = layers[index]["path"]
	var replaced: String = TileMapDataCodec.replace_scene_layer(text, path, data)
	if replaced.is_empty():
		return false
	text = replaced
	layers = TileMapDataCodec.list_scene_layers(text)
	return true


func _find_tile_sets(scene: PackedScene) -> void:
	if scene == null:
		return
	var state: SceneState = scene.get_state()
	for node: int in state.get_node_count():
		for property: int in state.get_node_property_count(node):
			if state.get_node_property_name(node, property) == &"tile_set":
				var path: String = String(state.get_node_path(node)).trim_prefix("./")
				_tile_sets[path] = state.get_node_property_value(node, property) as TileSet
