extends Suite
## [method AtlasFile.save]: any terrain as an [code].atlas[/code] of version 140.


func test_what_is_saved_reads_back_equal() -> void:
	for version: int in [100, 119, 130, 140, 150]:
		var before: AtlasFile = _opened(AtlasBytes.complete(version))
		var path: String = temp_path("saved.atlas")
		check_equal(before.save(path, 777), OK, before.get_error_message())
		var after: AtlasFile = AtlasFile.new()
		check_equal(after.load(path), OK, after.get_error_message())
		check_equal(after.validate(), OK)
		check_equal(after.get_tocs()[0]["goal_batch_size"], 777)
		check_equal(after.get_tocs().map(func(toc: Dictionary) -> int: return toc["version"]), [140, 140, 140])
		for node: Vector3i in AtlasBytes.nodes(2):
			var old: Dictionary = before.get_chunk(node.x, node.y, node.z)
			var new: Dictionary = after.get_chunk(node.x, node.y, node.z)
			for key: String in ["vertices", "normals", "uvs", "morph_offsets", "indices", "skirt_index_count", "bounds"]:
				check_equal(new[key], old[key], "%s of %s, version %d" % [key, node, version])
			var regenerated: bool = version < 120 and node.x == 1
			check_equal((new["collision"] as Dictionary).is_empty(), not regenerated)
		for node: Vector3i in AtlasBytes.nodes(3):
			var tile: PackedByteArray = before.get_tile_bytes(0, node.x, node.y, node.z)
			check_equal(after.get_tile_bytes(0, node.x, node.y, node.z), tile)
		check_equal(after.get_config("schema"), before.get_config("schema"))


func test_the_buffer_is_what_is_saved() -> void:
	var atlas: AtlasFile = _opened(AtlasBytes.complete(130))
	var path: String = temp_path("saved.atlas")
	check_equal(atlas.save(path), OK)
	check_equal(FileAccess.get_file_as_bytes(path), atlas.save_buffer())


func test_the_engines_default_is_the_batch_size() -> void:
	var again: AtlasFile = AtlasFile.new()
	check_equal(again.load_buffer(_opened(AtlasBytes.complete()).save_buffer()), OK)
	check_equal(again.get_tocs()[0]["goal_batch_size"], 1500)


func test_a_saved_terrain_saves_as_itself() -> void:
	var once: PackedByteArray = _opened(AtlasBytes.complete(119)).save_buffer()
	var again: AtlasFile = AtlasFile.new()
	check_equal(again.load_buffer(once), OK)
	check_equal(again.save_buffer(), once)


func test_saving_over_its_own_file_leaves_a_readable_terrain() -> void:
	var path: String = AtlasBytes.complete(100).write(temp_path("ground.atlas"))
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(path), OK)
	var vertices: PackedVector3Array = atlas.get_chunk(1, 1, 1)["vertices"]
	check_equal(atlas.save(path), OK, atlas.get_error_message())
	check_equal(atlas.get_tocs()[0]["version"], 140, "what is in memory is the new file")
	check_equal(atlas.get_chunk(1, 1, 1)["vertices"], vertices)
	check_equal(atlas.validate(), OK)


func test_what_cannot_be_saved_leaves_no_file() -> void:
	var atlas: AtlasFile = _opened(AtlasBytes.complete())
	check_equal(atlas.save("user://no/such/folder/x.atlas"), ERR_FILE_CANT_WRITE)
	check(atlas.get_error_message().contains("user://no/such/folder/x.atlas"), atlas.get_error_message())
	var path: String = temp_path("refused.atlas")
	check_equal(atlas.save(path, -1), ERR_INVALID_DATA)
	check(atlas.get_error_message().contains("goal_batch_size"), atlas.get_error_message())
	check_equal(atlas.save_buffer(-1), PackedByteArray())
	check_equal(DirAccess.get_files_at(path.get_base_dir()), PackedStringArray(), "nothing is left behind")


func test_a_pair_becomes_one_file() -> void:
	if not FileAccess.file_exists("res://maps/highlands.chu"):
		skip("the sample maps are not there")
		return
	var pair: AtlasFile = AtlasFile.new()
	check_equal(pair.load("res://maps/highlands.chu"), OK)
	var saved: AtlasFile = AtlasFile.new()
	check_equal(saved.load_buffer(pair.save_buffer()), OK)
	check_equal(saved.get_format(), &"atlas")
	for node: Vector3i in [Vector3i(0, 0, 0), Vector3i(3, 5, 2), Vector3i(3, 7, 7)]:
		var old: Dictionary = pair.get_chunk_torque(node.x, node.y, node.z)
		var new: Dictionary = saved.get_chunk_torque(node.x, node.y, node.z)
		old.erase("has_normals")
		new.erase("has_normals")
		check_equal(new, old, str(node))
		var tile: PackedByteArray = pair.get_tile_bytes(0, node.x, node.y, node.z)
		check_equal(saved.get_tile_bytes(0, node.x, node.y, node.z), tile)
	check_equal((saved.get_chunk(3, 1, 1)["collision"] as Dictionary)["tree_depth"], 4)
	check_equal(saved.get_chunk(2, 1, 1)["collision"], {})
	check_equal(saved.get_stub(0, 0)["generation"], 1)


func test_texture_coordinates_are_saved_as_they_are_asked_for() -> void:
	if not FileAccess.file_exists("res://maps/highlands.chu"):
		skip("the sample maps are not there")
		return
	var pair: AtlasFile = AtlasFile.new()
	check_equal(pair.load("res://maps/highlands.chu"), OK)
	var plain: PackedVector2Array = pair.get_chunk(0, 0, 0)["uvs"]
	pair.reflect_chu_uvs = true
	var reflected: PackedVector2Array = pair.get_chunk(0, 0, 0)["uvs"]
	for index: int in [0, 100, 1000]:
		check_equal(reflected[index], Vector2(plain[index].x, 1.0 - plain[index].y))
	var saved: AtlasFile = AtlasFile.new()
	check_equal(saved.load_buffer(pair.save_buffer()), OK)
	check_equal(saved.get_chunk(0, 0, 0)["uvs"], reflected)


func _opened(atlas: AtlasBytes) -> AtlasFile:
	var opened: AtlasFile = AtlasFile.new()
	check_equal(opened.load_buffer(atlas.bytes()), OK, opened.get_error_message())
	return opened
