extends Suite
## [GtmFile] through its public interface: loading, the one shape of maps, errors, threads, packs, changing, saving.

const EXAMPLE: Dictionary = {
	"format": "godottrench-map",
	"version": 1,
	"properties": {"classname": "worldspawn", "message": "été ✓"},
	"layers": [
		{
			"id": 1,
			"type": "layer",
			"name": "Default",
			"children": [
				{"id": 2, "type": "group", "children": [{"id": 3, "type": "brush", "vertices": [[0.0, 1.5, -2.0]]}]},
				{"id": 4, "type": "terrain", "resolution": [2, 2], "heights": "AAAAAAAAgD8AAABAAABAQA=="},
				{
					"id": 5,
					"type": "scatter",
					"instances": [
						[0.0, 32.0, 64.0, -96.0, 0.0, 0.0, 0.0, 2.0],
						[1.0, 0.5, 0.25, 0.125, 10.0, 20.0, 30.0, 1.0],
					],
				},
			],
		},
	],
}


func test_a_json_map_loads_from_user_and_absolute_paths() -> void:
	var path: String = temp_path("example.gtm")
	_store(path, JSON.stringify(EXAMPLE).to_utf8_buffer())
	for way: String in [path, ProjectSettings.globalize_path(path)]:
		var file: GtmFile = GtmFile.new()
		check_equal(file.load(way), OK, way)
		check_equal(file.get_node_count(), 5)
		check(not file.is_binary(), "JSON is not binary")
		check_equal(file.get_error_message(), "")
		check_equal(file.get_problems(), PackedStringArray())


func test_both_forms_of_a_map_give_equal_dictionaries() -> void:
	var json: GtmFile = _example()
	var binary: GtmFile = GtmFile.new()
	check_equal(binary.load_buffer(json.save_buffer()), OK, binary.get_error_message())
	check(binary.is_binary(), "a container is binary")
	check_equal(binary.get_map(), json.get_map())
	check_equal(binary.get_content_id(), json.get_content_id())
	check_equal(binary.get_stored_content_id(), json.get_content_id())
	check_equal(_types(binary.get_map()), _types(json.get_map()), "types")


func test_numbers_texts_and_arrays_have_their_own_types() -> void:
	var many: Array = range(40)
	var halves: Array = many.map(func(number: int) -> float: return number / 2.0)
	var tenths: Array = many.map(func(number: int) -> float: return number / 10.0)
	var map: Dictionary = {
		"format": "godottrench-map",
		"int": 3,
		"float": 3.0,
		"null": null,
		"bool": true,
		"text": "x",
		"few": [1, 2],
		"ints": many,
		"halves": halves,
		"tenths": tenths,
		"mixed": many + [0.5],
		"layers": [],
	}
	var file: GtmFile = GtmFile.new()
	check_equal(file.set_map(map), OK, file.get_error_message())
	var found: Dictionary = file.get_map()
	var expected: Dictionary = map.duplicate()
	expected["ints"] = PackedInt32Array(many)
	expected["halves"] = PackedFloat32Array(halves)
	expected["tenths"] = PackedFloat64Array(tenths)
	check_equal(found, expected)
	check_equal(_types(found), _types(expected), "types")


func test_terrains_and_scatter_sets_have_one_shape() -> void:
	var file: GtmFile = _example()
	var heights: PackedFloat32Array = [0.0, 1.0, 2.0, 3.0]
	check_equal(file.find_node(4)["heights"], heights.to_byte_array())
	check_equal(file.get_terrain_heights(4), heights)
	check_equal(file.find_node(5)["instances"], EXAMPLE["layers"][0]["children"][2]["instances"])
	check_equal(file.get_terrain_heights(5), PackedFloat32Array(), "no terrain")
	check_equal(file.get_terrain_heights(99), PackedFloat32Array(), "no node")


func test_a_scatter_buffer_is_what_a_multimesh_takes() -> void:
	var file: GtmFile = _example()
	var first: PackedFloat32Array = [2, 0, 0, 1, 0, 2, 0, 2, 0, 0, 2, -3]
	check_equal(file.get_scatter_buffer(5, 0), first)
	check_equal(file.get_scatter_buffer(5, 2), PackedFloat32Array(), "no such item")
	check_equal(file.get_scatter_buffer(5, 0, 0.0), PackedFloat32Array(), "no scale")
	var buffer: PackedFloat32Array = file.get_scatter_buffer(5, 1, 1.0)
	var basis: Basis = Basis.from_euler(Vector3(deg_to_rad(10), deg_to_rad(20), deg_to_rad(30)), EULER_ORDER_YXZ)
	var mesh: MultiMesh = MultiMesh.new()
	mesh.transform_format = MultiMesh.TRANSFORM_3D
	mesh.instance_count = 1
	mesh.buffer = buffer
	for row: int in 3:
		for column: int in 3:
			check_near(buffer[row * 4 + column], basis[column][row], 1e-6, "basis %d %d" % [row, column])
		check_equal(buffer[row * 4 + 3], [0.5, 0.25, 0.125][row], "origin")


func test_a_node_is_found_with_what_is_under_it() -> void:
	var group: Dictionary = _example().find_node(2)
	check_equal(group, {"id": 2, "type": "group", "children": [EXAMPLE["layers"][0]["children"][0]["children"][0]]})
	check_equal(_example().find_node(77), {})


func test_codes_and_sentences_of_failures() -> void:
	var sound: PackedByteArray = _example().save_buffer()
	var newer: PackedByteArray = sound.duplicate()
	newer.encode_u32(8, 2)
	var cases: Array[Array] = [
		[PackedByteArray(), ERR_FILE_UNRECOGNIZED, "byte 0"],
		["PNG no map".to_utf8_buffer(), ERR_FILE_UNRECOGNIZED, "50 4E 47"],
		["[1, 2]".to_utf8_buffer(), ERR_FILE_UNRECOGNIZED, "a map expected"],
		["{\"a\": 1}".to_utf8_buffer(), ERR_FILE_UNRECOGNIZED, "\"layers\""],
		[newer, ERR_FILE_UNRECOGNIZED, "container version at byte 8: at most 1 expected, 2 found"],
		[sound.slice(0, 10), ERR_FILE_CORRUPT, "12 bytes expected, 10 found"],
		[sound.slice(0, 40), ERR_FILE_CORRUPT, "HEAD"],
		["{\"format\": ".to_utf8_buffer(), ERR_FILE_CORRUPT, "byte"],
		[sound.get_string_from_ascii().to_utf8_buffer(), ERR_FILE_CORRUPT, "mangled"],
	]
	var file: GtmFile = _example()
	var before: Dictionary = file.get_map()
	for case: Array in cases:
		var bytes: PackedByteArray = case[0]
		var fragment: String = case[2]
		check_equal(file.load_buffer(bytes), case[1], fragment)
		check(file.get_error_message().contains(fragment), "%s in: %s" % [fragment, file.get_error_message()])
		check_equal(file.get_map(), before, "the map of before")
	check_equal(file.load("res://none.gtm"), ERR_FILE_NOT_FOUND)
	check(file.get_error_message().contains("res://none.gtm"), file.get_error_message())
	check_equal(file.load_buffer(sound), OK)
	check_equal(file.get_error_message(), "")


func test_damage_is_told_and_the_rest_loads() -> void:
	var bytes: PackedByteArray = _example().save_buffer()
	bytes.append_array("garbage".to_utf8_buffer())
	var file: GtmFile = GtmFile.new()
	check_equal(file.load_buffer(bytes), OK)
	check_equal(file.get_problems().size(), 1)
	check(file.get_problems()[0].contains("damaged and were skipped"), file.get_problems()[0])
	check_equal(file.get_node_count(), 5)


func test_a_map_loads_from_a_pack() -> void:
	var source: String = temp_path("packed.gtm")
	var pack: String = temp_path("maps.pck")
	_store(source, _example().save_buffer())
	var packer: PCKPacker = PCKPacker.new()
	check_equal(packer.pck_start(pack), OK)
	check_equal(packer.add_file("res://packed/inside.gtm", source), OK)
	check_equal(packer.flush(), OK)
	check(ProjectSettings.load_resource_pack(pack), "the pack is loaded")
	var file: GtmFile = GtmFile.new()
	check_equal(file.load("res://packed/inside.gtm"), OK, file.get_error_message())
	check_equal(file.get_map(), _example().get_map())


func test_maps_load_on_many_threads() -> void:
	var bytes: PackedByteArray = _example().save_buffer()
	var expected: Dictionary = _example().get_map()
	var results: Array[bool] = []
	results.resize(64)
	var group: int = WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			var file: GtmFile = GtmFile.new()
			results[index] = file.load_buffer(bytes) == OK and file.get_map() == expected and file.find_node(3)["id"] == 3,
		results.size()
	)
	WorkerThreadPool.wait_for_group_task_completion(group)
	check(results.all(func(result: bool) -> bool: return result), "every thread reads the map")


func test_one_file_object_serves_many_threads() -> void:
	var file: GtmFile = _example()
	var counts: PackedInt64Array = []
	counts.resize(64)
	var group: int = WorkerThreadPool.add_group_task(
		func(index: int) -> void: counts[index] = file.get_map().size() + file.get_node_count(), counts.size()
	)
	WorkerThreadPool.wait_for_group_task_completion(group)
	check_equal(counts.count(4 + 5), counts.size())


func test_what_the_format_cannot_hold_is_refused_with_its_path() -> void:
	var cycle: Array = []
	cycle.append(cycle)
	var cases: Array[Array] = [
		[NAN, "layers[0].children[1].x"],
		[[1.0, INF], "layers[0].children[1].x[1]"],
		[PackedFloat64Array([0.0, NAN]), "layers[0].children[1].x[1]"],
		[{"a": {2: 3}}, "layers[0].children[1].x.a"],
		[Vector3.ONE, "layers[0].children[1].x"],
		[[{"deep": Color.RED}], "layers[0].children[1].x[0].deep"],
		[cycle, "layers[0].children[1].x"],
	]
	var file: GtmFile = _example()
	var before: Dictionary = file.get_map()
	for case: Array in cases:
		var map: Dictionary = before.duplicate(true)
		map["layers"][0]["children"][1]["x"] = case[0]
		var path: String = case[1]
		check_equal(file.set_map(map), ERR_INVALID_DATA, path)
		check(file.get_error_message().begins_with(path), "%s in: %s" % [path, file.get_error_message()])
		check_equal(file.get_map(), before, "the map of before")
	cycle.clear()
	check_equal(file.set_map({"layers": [{"type": "layer"}]}), ERR_INVALID_DATA)
	check(file.get_error_message().begins_with("layers[0].id"), file.get_error_message())
	check_equal(file.set_map({"layers": 3}), ERR_INVALID_DATA)


func test_a_map_that_is_set_comes_back() -> void:
	var file: GtmFile = GtmFile.new()
	check_equal(file.set_map(_example().get_map()), OK, file.get_error_message())
	check_equal(file.get_map(), _example().get_map())
	check_equal(file.get_content_id(), _example().get_content_id())
	check_equal(file.set_map({&"format": &"godottrench-map", &"layers": [{&"id": 0, &"type": &"layer"}]}), OK)
	check_equal(file.get_map(), {"format": "godottrench-map", "layers": [{"id": 1, "type": "layer"}]})


func test_nodes_are_added_moved_and_removed_with_what_undoes_it() -> void:
	var file: GtmFile = _example()
	var before: Dictionary = file.get_map()
	var removed: Dictionary = file.remove_node(2)
	check_equal(removed["node"], _example().find_node(2))
	check_equal([removed["parent_id"], removed["index"]], [1, 0])
	check_equal(file.get_node_count(), 3)
	check_equal(file.add_node(removed["node"], removed["parent_id"], removed["index"]), 2)
	check_equal(file.get_map(), before)
	var place: Dictionary = file.move_node(4, 2, 0)
	check_equal(place, {"parent_id": 1, "index": 1})
	check_equal(file.find_node(2)["children"][0]["id"], 4)
	file.move_node(4, place["parent_id"], place["index"])
	check_equal(file.get_map(), before)
	check_equal(file.get_content_id(), _example().get_content_id())
	check_equal(file.add_node({"type": "layer", "name": "new"}), 6)
	check_equal(file.get_map()["layers"][1], {"id": 6, "type": "layer", "name": "new"} as Dictionary)
	check_equal(file.move_node(2, 3), {})
	check(not file.get_error_message().is_empty(), "a node cannot go under its own child")
	check_equal(file.remove_node(99), {})
	check_equal(file.add_node({}, 99), 0)


func test_saving_replaces_the_file_and_keeps_a_backup_when_asked() -> void:
	var path: String = temp_path("saved.gtm")
	var file: GtmFile = _example()
	check_equal(file.save(path), OK, file.get_error_message())
	var first: PackedByteArray = FileAccess.get_file_as_bytes(path)
	check_equal(first, file.save_buffer())
	check_equal(file.set_map({"format": "godottrench-map", "layers": []}), OK)
	check_equal(file.save(path, true), OK, file.get_error_message())
	check_equal(FileAccess.get_file_as_bytes(path + ".bak"), first)
	check_equal(FileAccess.get_file_as_bytes(path), file.save_buffer())
	check_equal(DirAccess.get_files_at(path.get_base_dir()).size(), 2, "nothing else is left")
	check_equal(file.save("user://no/such/folder/map.gtm"), ERR_FILE_CANT_WRITE)
	check_equal(GtmFile.new().save(path), ERR_UNCONFIGURED)


func test_json_is_saved_by_its_ending_and_reads_back() -> void:
	var path: String = temp_path("saved.json")
	var file: GtmFile = _example()
	check_equal(file.save(path), OK, file.get_error_message())
	var text: String = FileAccess.get_file_as_string(path)
	check_equal(text, file.to_json())
	check_equal(JSON.parse_string(text)["layers"][0]["children"][1]["heights"], EXAMPLE["layers"][0]["children"][1]["heights"])
	var again: GtmFile = GtmFile.new()
	check_equal(again.load(path), OK)
	check_equal(again.get_map(), file.get_map())


func test_unknown_chunks_are_carried_along() -> void:
	var file: GtmFile = _example()
	var chunk: Dictionary = {"tag": "XTRA", "flags": 4, "raw_size": 3, "data": PackedByteArray([1, 2, 3])}
	check_equal(file.set_unknown_chunks([chunk]), OK, file.get_error_message())
	var again: GtmFile = GtmFile.new()
	check_equal(again.load_buffer(file.save_buffer()), OK)
	check_equal(again.get_unknown_chunks(), [chunk] as Array[Dictionary])
	check_equal(again.set_map(EXAMPLE), OK)
	check_equal(again.get_unknown_chunks().size(), 1, "they stay with a new map")
	for wrong: Dictionary in [{"tag": "HEAD", "data": PackedByteArray()}, {"tag": "toolong", "data": PackedByteArray()}, {"tag": "XTRA"}]:
		check_equal(file.set_unknown_chunks([wrong]), ERR_INVALID_DATA, str(wrong))
		check(not file.get_error_message().is_empty(), "a sentence")


func test_a_new_object_is_an_empty_map() -> void:
	var file: GtmFile = GtmFile.new()
	check_equal(file.get_map(), {})
	check_equal(file.get_node_count(), 0)
	check_equal(file.get_content_id(), 0)
	check_equal(file.to_json(), "")
	check_equal(file.save_buffer(), PackedByteArray())
	check(not file.get_error_message().is_empty(), "saving nothing is told")
	check(not file.has_lightmap(), "no bake")
	check(file.build_lightmap_data() == null, "nothing to light with")


func test_maps_of_other_programs_read_as_they_read_them() -> void:
	var folder: String = interop("gtm/maps")
	if folder.is_empty():
		skip("the files of other programs are not here")
		return
	for entry: String in DirAccess.get_files_at(folder):
		if entry.get_extension() != "gtm":
			continue
		var file: GtmFile = GtmFile.new()
		check_equal(file.load(folder.path_join(entry)), OK, entry)
		var expected: GtmFile = GtmFile.new()
		var path: String = folder.path_join(entry.get_basename() + ".expected.json")
		# Loaded as a map the text would get fresh ids where the container keeps repeated ones.
		var parsed: Dictionary = JSON.parse_string(FileAccess.get_file_as_string(path)) if entry == "dup_ids.gtm" else {}
		check_equal(expected.load(path) if parsed.is_empty() else expected.set_map(parsed), OK, entry)
		check_equal(file.get_map(), expected.get_map(), entry)
		check_equal(_types(file.get_map()), _types(expected.get_map()), entry + " types")
		check_equal(file.get_content_id(), file.get_stored_content_id(), entry)
		check_equal(file.get_problems(), PackedStringArray(), entry)


func _example() -> GtmFile:
	var file: GtmFile = GtmFile.new()
	check_equal(file.load_buffer(JSON.stringify(EXAMPLE, "", false).to_utf8_buffer()), OK, file.get_error_message())
	return file


func _store(path: String, bytes: PackedByteArray) -> void:
	FileAccess.open(path, FileAccess.WRITE).store_buffer(bytes)


## The types of all that is in a value, in order.
func _types(value: Variant) -> Array:
	var types: Array = [typeof(value)]
	if value is Dictionary:
		var dictionary: Dictionary = value
		for key: Variant in dictionary:
			types.append_array([key, _types(dictionary[key])])
	elif value is Array:
		var array: Array = value
		for entry: Variant in array:
			types.append_array(_types(entry))
	return types
