extends Suite
## `.dat` files as resources: ours load by every way that Godot has, other people's stay untouched.


func test_load_gives_a_blueprint() -> void:
	var path: String = IslandBytes.complete().write(temp_path("island.dat"))
	var island: Blueprint = load(path)
	check_equal(island.get_map_size(), 256)
	check_equal(island.resource_path, path)
	check(load(path) == island, "the second load comes from the cache")
	var fresh: String = IslandBytes.complete().write(temp_path("fresh.dat"))
	check_equal(ResourceLoader.exists(fresh), true)
	check_equal(ResourceLoader.exists(fresh, "Blueprint"), true)
	check_equal(ResourceLoader.exists(fresh, "Texture2D"), false)
	check("dat" in ResourceLoader.get_recognized_extensions_for_type("Blueprint"), "the file ending")


func test_version_1_loads_with_a_warning() -> void:
	var path: String = IslandBytes.write_bytes(temp_path("old.dat"), IslandBytes.legacy())
	expect_error("%s: version 1 is the legacy layout and deprecated" % path)
	var island: Blueprint = load(path)
	check_equal(island.get_version(), 1)


func test_a_foreign_dat_stays_untouched() -> void:
	var path: String = IslandBytes.write_bytes(temp_path("save.dat"), "SAVEGAME 1".to_ascii_buffer())
	check_equal(ResourceLoader.exists(path), false)
	# What the engine says of any file that nobody loads.
	expect_error("Resource file not found: %s" % path)
	expect_error("Error loading resource: '%s'" % path)
	check(ResourceLoader.load(path) == null, "nobody loads it")
	check_equal(FileAccess.get_file_as_string(path), "SAVEGAME 1")


func test_other_loaders_may_take_a_foreign_dat() -> void:
	var path: String = IslandBytes.write_bytes(temp_path("other.dat"), "OTHER".to_ascii_buffer())
	var other: OtherLoader = OtherLoader.new()
	ResourceLoader.add_resource_format_loader(other)
	check_equal(load(path).resource_name, "by the other loader")
	var ours: String = IslandBytes.complete().write(temp_path("ours.dat"))
	check(load(ours) is Blueprint, "ours is still ours")
	ResourceLoader.remove_resource_format_loader(other)


func test_a_broken_island_is_an_error() -> void:
	var bytes: PackedByteArray = IslandBytes.complete().bytes()
	bytes.resize(1000)
	var path: String = IslandBytes.write_bytes(temp_path("broken.dat"), bytes)
	expect_error("%s: HGTS: payload at byte 85: 262144 bytes expected" % path)
	expect_error("Failed loading resource: %s" % path)
	expect_error("Error loading resource: '%s'" % path)
	check(ResourceLoader.load(path) == null, "nothing comes of it")


func test_eight_files_load_on_threads() -> void:
	var paths: PackedStringArray = []
	for index: int in 8:
		var island: IslandBytes = IslandBytes.complete()
		island.replace("PRMS", IslandBytes.params(100 + index, 256))
		paths.append(island.write(temp_path("island.dat")))
	var islands: Array[Resource] = await load_on_threads(paths)
	for index: int in 8:
		var island: Blueprint = islands[index]
		check_equal(island.get_params()["world_seed"], 100 + index)


func test_preload_works() -> void:
	var path: String = IslandBytes.complete().write(temp_path("island.dat"))
	var script: GDScript = GDScript.new()
	script.source_code = 'extends RefCounted\nconst ISLAND: Blueprint = preload("%s")\n' % path
	check_equal(script.reload(), OK)
	var island: Blueprint = script.get_script_constant_map()["ISLAND"]
	check_equal(island.get_map_size(), 256)


func test_a_pack_gives_its_islands() -> void:
	var original: String = IslandBytes.with_water().write(temp_path("island.dat"))
	var pack: String = temp_path("islands.pck")
	var packer: PCKPacker = PCKPacker.new()
	packer.pck_start(pack)
	packer.add_file("res://packed/island.dat", original)
	packer.flush()
	check(ProjectSettings.load_resource_pack(pack), "the pack")
	var island: Blueprint = load("res://packed/island.dat")
	var loader: BlueprintLoader = BlueprintLoader.new()
	check_equal(loader.load(original), OK)
	check_equal(island.get_heights(), loader.get_blueprint().get_heights())
	check_equal(island.get_water_ids(), loader.get_blueprint().get_water_ids())
	check_equal(loader.load_header("res://packed/island.dat"), OK)
	check_equal(loader.load_region("res://packed/island.dat", Rect2i(100, 50, 3, 4)), OK)
	check_equal(loader.get_blueprint().get_heights()[4], IslandBytes.lopsided_height(101, 50))


class OtherLoader:
	extends ResourceFormatLoader

	func _get_recognized_extensions() -> PackedStringArray:
		return ["dat"]

	func _handles_type(_type: StringName) -> bool:
		return true

	func _load(_path: String, _original: String, _sub_threads: bool, _cache_mode: int) -> Variant:
		var resource: Resource = Resource.new()
		resource.resource_name = "by the other loader"
		return resource
