extends Suite
## How [AtlasFile] opens terrains: from paths, packs and memory, on many threads, damaged ones too.


func test_a_terrain_opens_from_user_and_absolute_paths() -> void:
	var path: String = AtlasBytes.complete().write(temp_path("ground.atlas"))
	for way: String in [path, ProjectSettings.globalize_path(path)]:
		var atlas: AtlasFile = AtlasFile.new()
		check_equal(atlas.load(way), OK, way)
		check_equal(atlas.get_error_message(), "")
		check_equal(atlas.get_tree_depth(), 2)
		check_equal(atlas.validate(), OK)


func test_what_is_no_terrain_is_refused() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load("res://none.atlas"), ERR_FILE_NOT_FOUND)
	check(atlas.get_error_message().contains("res://none.atlas"), atlas.get_error_message())
	var newer: PackedByteArray = AtlasBytes.complete(140).bytes()
	newer.encode_u32(22, 151)
	var cases: Array[Array] = [
		[PackedByteArray(), ERR_FILE_UNRECOGNIZED, "magic at byte 0"],
		["SAVEGAME".to_ascii_buffer(), ERR_FILE_UNRECOGNIZED, "\"SAVE\" found"],
		["ATLS".to_ascii_buffer(), ERR_FILE_CORRUPT, "NUM_TOCS at byte 4: 1 bytes expected"],
		[newer, ERR_FILE_UNRECOGNIZED, "csmVersion at byte 22: at most 150 expected, 151 found"],
	]
	for case: Array in cases:
		check_equal(atlas.load_buffer(case[0] as PackedByteArray), case[1] as Error)
		check(atlas.get_error_message().contains(case[2] as String), atlas.get_error_message())
	check_equal(atlas.get_format(), &"")
	check_equal(atlas.get_tocs(), [] as Array[Dictionary])


func test_the_ending_of_the_name_does_not_matter() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(AtlasBytes.complete().write(temp_path("ground.chu"))), OK)
	check_equal(atlas.get_format(), &"atlas")


func test_a_failed_load_leaves_what_was_there() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load_buffer(AtlasBytes.complete().bytes()), OK)
	var before: Dictionary = atlas.get_chunk(1, 0, 0)
	check_equal(atlas.load_buffer("ATLS".to_ascii_buffer()), ERR_FILE_CORRUPT)
	check_equal(atlas.get_format(), &"atlas")
	check_equal(atlas.get_chunk(1, 0, 0), before)
	check_equal(atlas.get_error_message(), "")


func test_nothing_loaded_is_told() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.get_chunk(0, 0, 0), {})
	check(atlas.get_error_message().contains("no terrain is loaded"), atlas.get_error_message())
	check_equal(atlas.save(temp_path("nothing.atlas")), ERR_INVALID_DATA)
	check_equal(atlas.validate(), ERR_INVALID_DATA)
	check_equal(atlas.get_tree_depth(), 0)
	check_equal(atlas.get_summary(), "")
	check(is_nan(atlas.sample_height(Vector2.ZERO)), "no height")


func test_damage_to_a_chunk_shows_when_it_is_read() -> void:
	var bytes: PackedByteArray = AtlasBytes.complete().bytes()
	var offset: int = bytes.decode_u32(26 + 37 * 2)
	bytes.encode_u32(offset, 0)
	var path: String = AtlasBytes.write_bytes(temp_path("damaged.atlas"), bytes)
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(path), OK)
	check_equal(atlas.get_chunk(1, 0, 1), {})
	var told: String = "%s: geometry chunk (1, 0, 1): outerMarker at byte %d" % [path, offset]
	check(atlas.get_error_message().contains(told), atlas.get_error_message())
	check_equal(atlas.get_chunk(1, 0, 0).is_empty(), false, "the others can be read")
	check_equal(atlas.validate(), ERR_FILE_CORRUPT)
	check_equal(atlas.save(temp_path("copy.atlas")), ERR_FILE_CORRUPT)
	check(atlas.get_error_message().contains(told), atlas.get_error_message())


func test_a_terrain_opens_from_a_pack() -> void:
	var source: String = AtlasBytes.complete().write(temp_path("packed.atlas"))
	var pack: String = temp_path("terrain.pck")
	var packer: PCKPacker = PCKPacker.new()
	check_equal(packer.pck_start(pack), OK)
	check_equal(packer.add_file("res://packed/ground.atlas", source), OK)
	check_equal(packer.flush(), OK)
	check(ProjectSettings.load_resource_pack(pack), "the pack is loaded")
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load("res://packed/ground.atlas"), OK, atlas.get_error_message())
	check_equal(atlas.validate(), OK)
	var plain: AtlasFile = AtlasFile.new()
	check_equal(plain.load(source), OK)
	check_equal(atlas.get_chunk(1, 1, 1), plain.get_chunk(1, 1, 1))
	check_equal(_read_everywhere(atlas), 0, "threads read from the pack as well")


func test_one_terrain_serves_many_threads() -> void:
	var from_disk: AtlasFile = AtlasFile.new()
	check_equal(from_disk.load(AtlasBytes.complete().write(temp_path("ground.atlas"))), OK)
	check_equal(_read_everywhere(from_disk), 0)
	var from_memory: AtlasFile = AtlasFile.new()
	check_equal(from_memory.load_buffer(AtlasBytes.complete().bytes()), OK)
	check_equal(_read_everywhere(from_memory), 0)


func test_terrains_open_on_many_threads() -> void:
	var path: String = AtlasBytes.complete().write(temp_path("ground.atlas"))
	var results: Array[bool] = []
	results.resize(32)
	var group: int = WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			var atlas: AtlasFile = AtlasFile.new()
			results[index] = atlas.load(path) == OK and atlas.validate() == OK and atlas.get_config("schema").size() == 2,
		results.size()
	)
	WorkerThreadPool.wait_for_group_task_completion(group)
	check_equal(results.count(true), results.size())


func test_a_file_that_changed_meanwhile_is_told() -> void:
	var path: String = AtlasBytes.complete().write(temp_path("ground.atlas"))
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(path), OK)
	AtlasBytes.write_bytes(path, PackedByteArray([1, 2, 3]))
	check_equal(atlas.get_chunk(1, 0, 0), {})
	check(not atlas.get_error_message().is_empty(), "it says so")


func test_the_summary_is_for_people() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load_buffer(AtlasBytes.complete().bytes()), OK)
	check(atlas.get_summary().contains("Geom, 5 stubs, depth 2, version 140"), atlas.get_summary())
	var shown: PackedStringArray = []
	for property: Dictionary in atlas.get_property_list():
		if property["usage"] & PROPERTY_USAGE_EDITOR and not ClassDB.class_has_method("Resource", "get_" + str(property["name"])):
			shown.append(property["name"] as String)
	check("summary" in shown, str(shown))
	check_equal(var_to_bytes_with_objects(atlas).size() < 1000, true, "nothing of the terrain is stored with it")


func _read_everywhere(atlas: AtlasFile) -> int:
	var expected: Array[Dictionary] = []
	var nodes: Array[Vector3i] = AtlasBytes.nodes(2)
	for node: Vector3i in nodes:
		expected.append(atlas.get_chunk(node.x, node.y, node.z))
	var wrong: PackedByteArray = []
	wrong.resize(400)
	var group: int = WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			var node: Vector3i = nodes[index % 5]
			var chunk: Dictionary = atlas.get_chunk(node.x, node.y, node.z)
			var image: Image = atlas.get_tile_image(0, node.x, node.y, node.z)
			var height: float = atlas.sample_height(Vector2(index % 8, -3))
			var good: bool = chunk == expected[index % 5] and image != null and absf(height - AtlasBytes.height(index % 8, 3)) < 1e-4
			wrong[index] = 0 if good else 1,
		wrong.size()
	)
	WorkerThreadPool.wait_for_group_task_completion(group)
	return wrong.count(1)
