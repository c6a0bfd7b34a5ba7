extends Suite
## What [GtmFile] loads it saves, in both forms, and loads again: maps that other tools wrote, ids that are missing or
## repeated, limits.

const MAP: String = """{"format": "godottrench-map", "version": 1, "properties": {"classname": "worldspawn"}, "layers": [
	{"id": 1, "type": "layer", "name": "Default", "children": [
		{"id": 2, "type": "brush", "vertices": [[0.0, 1.0, 2.0]], "faces": [{"indices": [0, 1, 2], "material": "stone"}]},
		{"id": 3, "type": "entity", "classname": "light", "origin": [1.0, 2.0, 3.0], "outputs": [{"output": "a", "times": -1}]},
		{"id": 4, "type": "terrain", "resolution": [2, 2], "chunk_cells": 8, "heights": "AAAAAAAAgD8AAABAAABAQA=="},
		{"id": 5, "type": "scatter", "targets": [4], "instances": [[0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]]}]}]}"""


func test_a_map_that_godot_json_rewrote_is_the_same_map() -> void:
	var original: GtmFile = _load(MAP)
	var parsed: Dictionary = JSON.parse_string(MAP)
	var text: String = JSON.stringify(parsed)
	check(text.contains("2.0"), "Godot writes every number as a float")
	var rewritten: GtmFile = _load(text)
	var given: GtmFile = GtmFile.new()
	check_equal(given.set_map(parsed), OK, given.get_error_message())
	for file: GtmFile in [rewritten, given]:
		check_equal(file.get_map(), original.get_map())
		check_equal(typeof(file.find_node(2)["faces"][0]["indices"][0]), TYPE_INT)
		check_equal(file.get_map_version(), 1)
		_check_saves(file)
	check_equal(rewritten.get_problems(), PackedStringArray())


func test_a_node_without_an_id_gets_one() -> void:
	var file: GtmFile = _load('{"format": "godottrench-map", "layers": [{"type": "layer", "children": [{"id": 7}, {"id": "x"}]}]}')
	check_equal(file.get_problems().size(), 1)
	check(file.get_problems()[0].begins_with("2 nodes without an id"), file.get_problems()[0])
	check_equal(file.get_map()["layers"][0]["id"], 8)
	check_equal(file.find_node(9).size(), 1)
	var again: GtmFile = GtmFile.new()
	check_equal(again.set_map(file.get_map()), OK, again.get_error_message())
	check_equal(again.get_map(), file.get_map())
	_check_saves(file)


func test_a_repeated_id_is_replaced_and_told() -> void:
	var file: GtmFile = _load('{"format": "godottrench-map", "layers": [{"id": 1, "type": "layer", "children": [{"id": 1, "type": "group", "children": [{"id": 1}]}, {"id": 2}]}]}')
	check_equal(file.get_problems().size(), 1)
	check(file.get_problems()[0].begins_with("2 nodes with the id of another node"), file.get_problems()[0])
	check_equal(file.get_map()["layers"][0]["children"][0]["id"], 3)
	check_equal(file.get_map()["layers"][0]["children"][0]["children"][0]["id"], 4)
	_check_saves(file)


func test_a_node_goes_only_where_the_format_has_a_place_for_it() -> void:
	var file: GtmFile = _load(MAP)
	var before: Dictionary = file.get_map()
	for case: Array in [["group", 0], ["brush", 0], ["layer", 1], ["brush", 2], ["group", 4]]:
		var kind: String = case[0]
		var parent: int = case[1]
		check_equal(file.add_node({"type": kind}, parent), 0, "%s below %d" % case)
		check(file.get_error_message().contains(kind), file.get_error_message())
	check_equal(file.move_node(3, 0), {}, "an entity at the top")
	check_equal(file.get_map(), before)
	check_equal(file.add_node({"type": "layer"}), 6)
	check_equal(file.add_node({"type": "group", "children": [{"type": "brush"}]}, 6), 7)
	check_equal(file.add_node({"type": "brush"}, 3), 9, file.get_error_message())
	_check_saves(file)


func test_saving_refuses_what_loading_would_refuse() -> void:
	var numbers: PackedInt32Array = []
	numbers.resize(16_000_000)
	var file: GtmFile = _load(MAP)
	check_equal(file.set_map({"format": "godottrench-map", "layers": [{"id": 1, "type": "layer", "k": numbers}]}), OK)
	for ending: String in ["gtm", "json"]:
		var path: String = temp_path("too_large." + ending)
		check_equal(file.save(path), ERR_OUT_OF_MEMORY, ending)
		check(file.get_error_message().contains("limit"), file.get_error_message())
		check(not FileAccess.file_exists(path), "nothing is written")
	check_equal(file.to_json(), "")
	check(not file.get_error_message().is_empty(), "it is told")
	check_equal(file.save_buffer(), PackedByteArray())


func test_text_of_a_terrain_that_is_not_canonical_is_bytes_in_the_map_and_stays_in_the_file() -> void:
	var file: GtmFile = _load(MAP.replace("AAAAAAAAgD8AAABAAABAQA==", "AAAAAAAAgD8AAABAAABAQA"))
	check_equal(file.get_map(), _load(MAP).get_map())
	check(file.to_json().contains('"AAAAAAAAgD8AAABAAABAQA"'), "the text is kept")


func test_cases_of_other_programs_are_saved_in_both_forms() -> void:
	var folder: String = interop("gtm/cases")
	if folder.is_empty():
		skip("the files of other programs are not here")
		return
	for entry: String in DirAccess.get_files_at(folder):
		var file: GtmFile = GtmFile.new()
		check_equal(file.load(folder.path_join(entry)), OK, entry)
		_check_saves(file)
		var again: GtmFile = GtmFile.new()
		check_equal(again.set_map(file.get_map()), OK, entry + again.get_error_message())


func test_a_layer_in_a_layer_is_built() -> void:
	var inner: String = '{"id": 6, "type": "layer", "children": [{"id": 7, "type": "entity", "classname": "thing", "origin": [32.0, 0.0, 0.0]}]}'
	var file: GtmFile = _load('{"format": "godottrench-map", "layers": [{"id": 1, "type": "layer", "children": [%s]}]}' % inner)
	var scene: Node3D = file.build_scene()
	var found: Array[Node] = scene.find_children("*", "Marker3D", true, false)
	check_equal(found.size(), 1)
	check_equal((found[0] as Marker3D).position, Vector3(1.0, 0.0, 0.0))
	scene.free()


func _load(text: String) -> GtmFile:
	var file: GtmFile = GtmFile.new()
	check_equal(file.load_buffer(text.to_utf8_buffer()), OK, file.get_error_message())
	return file


func _check_saves(file: GtmFile) -> void:
	for ending: String in ["gtm", "json"]:
		var path: String = temp_path("again." + ending)
		check_equal(file.save(path), OK, file.get_error_message())
		var again: GtmFile = GtmFile.new()
		check_equal(again.load(path), OK, again.get_error_message())
		check_equal(again.get_map(), file.get_map(), ending)
		check_equal(again.get_problems(), PackedStringArray(), ending)
