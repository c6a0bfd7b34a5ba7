extends Suite
## Blueprints go back to disk byte for byte, and whole or not at all.


func test_version_2_comes_back_byte_for_byte() -> void:
	var island: IslandBytes = IslandBytes.with_water()
	island.sections.insert(3, ["RIVR", PackedByteArray([1, 2, 3])])
	var bytes: PackedByteArray = island.bytes()
	check(_read(bytes).save_buffer() == bytes, "the buffer")
	var path: String = temp_path("out.dat")
	check_equal(_read(bytes).save(path), OK)
	check(FileAccess.get_file_as_bytes(path) == bytes, "the file")


func test_version_1_comes_back_byte_for_byte() -> void:
	var bytes: PackedByteArray = IslandBytes.legacy()
	check(_read(bytes).save_buffer(1) == bytes, "version 1 from version 1")
	check(_read(IslandBytes.complete().bytes()).save_buffer(1) == bytes, "version 1 from version 2")


func test_version_1_becomes_version_2() -> void:
	var again: Blueprint = _read(_read(IslandBytes.legacy()).save_buffer())
	check_equal(again.get_version(), 2)
	check_equal(again.get_problems(), PackedStringArray())
	var params: Dictionary = again.get_params()
	check_equal(params["world_seed"], 0)
	check_equal(params["crater_radius"], -1.0)
	check_equal(params["density_multiplier"], -1.0)
	check_equal(params["impact_center"], Vector2(-1, -1))
	check_equal(params["generator_git_hash"], "")
	var stamp: float = Time.get_unix_time_from_datetime_string(params["generated_utc"] as String)
	check_near(stamp, Time.get_unix_time_from_system(), 60, "written just now")
	check_equal(again.get_heights(), _read(IslandBytes.complete().bytes()).get_heights())


func test_saving_replaces_a_file_and_leaves_no_other() -> void:
	var path: String = temp_path("island.dat")
	IslandBytes.write_bytes(path, [1, 2, 3])
	var bytes: PackedByteArray = IslandBytes.complete().bytes()
	check_equal(_read(bytes).save(path), OK)
	check(FileAccess.get_file_as_bytes(path) == bytes, "the new file")
	check_equal(_all_files(path.get_base_dir()), PackedStringArray(["island.dat"]))


func test_a_save_that_fails_leaves_the_old_file() -> void:
	var path: String = temp_path("island.dat")
	IslandBytes.write_bytes(path, [1, 2, 3])
	var island: Blueprint = _read(IslandBytes.complete().bytes())
	check_equal(island.save(path, 3), ERR_INVALID_DATA)
	check_equal(island.get_error_message(), "version: 1 or 2 expected, 3 found")
	check_equal(island.save_buffer(0), PackedByteArray())
	check_equal(FileAccess.get_file_as_bytes(path), PackedByteArray([1, 2, 3]))
	check_equal(island.save("user://no/such/folder/island.dat"), ERR_FILE_CANT_WRITE)
	check("user://no/such/folder/island.dat" in island.get_error_message(), island.get_error_message())
	check_equal(_all_files(path.get_base_dir()), PackedStringArray(["island.dat"]))


func _read(bytes: PackedByteArray) -> Blueprint:
	var loader: BlueprintLoader = BlueprintLoader.new()
	check_equal(loader.load_buffer(bytes), OK, loader.get_error_message())
	return loader.get_blueprint()


## Hidden ones as well.
func _all_files(folder: String) -> PackedStringArray:
	var access: DirAccess = DirAccess.open(folder)
	access.include_hidden = true
	return access.get_files()
