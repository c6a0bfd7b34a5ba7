extends Suite
## `.atlas`, `.chu` and `.tqt` as resources, and the files that make a pair.

const CHU: String = "res://maps/highlands.chu"
const TQT: String = "res://maps/highlands.tqt"


func test_load_gives_an_atlas_file() -> void:
	var path: String = AtlasBytes.complete().write(temp_path("ground.atlas"))
	var atlas: AtlasFile = load(path)
	check_equal(atlas.get_tree_depth(), 2)
	check_equal(atlas.resource_path, path)
	check(load(path) == atlas, "the second load comes from the cache")
	var fresh: String = AtlasBytes.complete().write(temp_path("fresh.atlas"))
	check_equal(ResourceLoader.exists(fresh), true)
	check_equal(ResourceLoader.exists(fresh, "AtlasFile"), true)
	check_equal(ResourceLoader.exists(fresh, "Texture2D"), false)
	for ending: String in ["atlas", "chu", "tqt"]:
		check(ending in ResourceLoader.get_recognized_extensions_for_type("AtlasFile"), ending)


func test_endings_may_be_in_capitals() -> void:
	var atlas: AtlasFile = load(AtlasBytes.complete().write(temp_path("GROUND.ATLAS")))
	check_equal(atlas.get_format(), &"atlas")


func test_foreign_files_stay_untouched() -> void:
	var path: String = AtlasBytes.write_bytes(temp_path("sprites.atlas"), "size: 512, 512".to_ascii_buffer())
	check_equal(ResourceLoader.exists(path), false)
	# What the engine says of any file that nobody loads.
	expect_error("Resource file not found: %s" % path)
	expect_error("Error loading resource: '%s'" % path)
	check(ResourceLoader.load(path) == null, "nobody loads it")
	check_equal(FileAccess.get_file_as_string(path), "size: 512, 512")


func test_a_broken_terrain_is_an_error() -> void:
	var bytes: PackedByteArray = AtlasBytes.complete().bytes().slice(0, 100)
	var path: String = AtlasBytes.write_bytes(temp_path("broken.atlas"), bytes)
	expect_error("%s: table of contents 0: stubs at byte 26: 185 bytes expected" % path)
	expect_error("Failed loading resource: %s" % path)
	expect_error("Error loading resource: '%s'" % path)
	check(ResourceLoader.load(path) == null, "nothing comes of it")


func test_problems_are_warnings() -> void:
	var bytes: PackedByteArray = AtlasBytes.complete().bytes()
	bytes.encode_float(38, NAN)
	var path: String = AtlasBytes.write_bytes(temp_path("odd.atlas"), bytes)
	expect_error("%s: table of contents 0: stub 0: the bounds are not a box" % path)
	var atlas: AtlasFile = load(path)
	check_equal(atlas.get_problems().size(), 1)


func test_eight_files_load_on_threads() -> void:
	var paths: PackedStringArray = []
	for index: int in 8:
		paths.append(AtlasBytes.complete([100, 119, 129, 130, 139, 140, 149, 150][index]).write(temp_path("ground.atlas")))
	var terrains: Array[Resource] = await load_on_threads(paths)
	for index: int in 8:
		var atlas: AtlasFile = terrains[index]
		check_equal(atlas.get_tocs()[0]["version"], [100, 119, 129, 130, 139, 140, 149, 150][index])
		check_equal(atlas.validate(), OK)


func test_a_pair_is_found_from_either_side() -> void:
	if not _has_samples():
		return
	for path: String in [CHU, TQT]:
		var pair: AtlasFile = load(path)
		check_equal(pair.get_format(), &"chu+tqt", path)
		check_equal(pair.get_tocs().map(func(toc: Dictionary) -> String: return toc["kind"]), ["Geom", "Tex"])
		check_equal(pair.get_tree_depth(), 4)
		check_equal(pair.get_texture_tree_depth(), 4)
		check_equal(pair.validate(), OK, pair.get_error_message())
		check_equal(pair.get_problems(), PackedStringArray())


func test_names_of_a_pair_compare_without_case() -> void:
	if not _has_samples():
		return
	var folder: String = temp_path("x").get_base_dir()
	DirAccess.copy_absolute(CHU, folder.path_join("Highlands.Chu"))
	DirAccess.copy_absolute(TQT, folder.path_join("HIGHLANDS.TQT"))
	DirAccess.copy_absolute(TQT, folder.path_join("other.tqt"))
	for file: String in ["Highlands.Chu", "HIGHLANDS.TQT"]:
		var pair: AtlasFile = AtlasFile.new()
		check_equal(pair.load(folder.path_join(file)), OK)
		check_equal(pair.get_format(), &"chu+tqt", file)
	var alone: AtlasFile = AtlasFile.new()
	check_equal(alone.load(folder.path_join("other.tqt")), OK)
	check_equal(alone.get_format(), &"tqt")
	check_equal(alone.get_tree_depth(), 0)
	check_equal(alone.get_chunk(0, 0, 0), {})


func test_each_of_a_pair_stands_alone() -> void:
	if not _has_samples():
		return
	var chu: AtlasFile = AtlasFile.new()
	check_equal(chu.load_buffer(FileAccess.get_file_as_bytes(CHU)), OK)
	check_equal(chu.get_format(), &"chu")
	check_equal(chu.get_texture_tree_count(), 0)
	check(chu.get_tile_image(0, 0, 0, 0) == null, "no textures")
	var tqt: AtlasFile = AtlasFile.new()
	check_equal(tqt.load_buffer(FileAccess.get_file_as_bytes(TQT)), OK)
	check_equal(tqt.get_format(), &"tqt")
	check_equal(tqt.get_tile_image(0, 3, 7, 7).get_width(), 128)


func test_a_damaged_companion_is_left_out() -> void:
	if not _has_samples():
		return
	var folder: String = temp_path("x").get_base_dir()
	DirAccess.copy_absolute(CHU, folder.path_join("a.chu"))
	AtlasBytes.write_bytes(folder.path_join("a.tqt"), "tqt".to_ascii_buffer())
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(folder.path_join("a.chu")), OK)
	check_equal(atlas.get_format(), &"chu")
	check_equal(atlas.get_problems().size(), 1)
	check(atlas.get_problems()[0].contains("a.tqt"), atlas.get_problems()[0])


func test_a_pair_opens_from_a_pack() -> void:
	if not _has_samples():
		return
	var pack: String = temp_path("pair.pck")
	var packer: PCKPacker = PCKPacker.new()
	packer.pck_start(pack)
	packer.add_file("res://packed_pair/land.chu", CHU)
	packer.add_file("res://packed_pair/Land.TQT", TQT)
	packer.flush()
	check(ProjectSettings.load_resource_pack(pack), "the pack is loaded")
	var pair: AtlasFile = load("res://packed_pair/land.chu")
	check_equal(pair.get_format(), &"chu+tqt")
	check_equal(pair.validate(), OK)


func _has_samples() -> bool:
	if FileAccess.file_exists(CHU):
		return true
	skip("the sample maps are not there")
	return false
