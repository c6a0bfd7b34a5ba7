extends Suite
## What `BlueprintLoader` reads, what it refuses and how it says so.

var _loader: BlueprintLoader


func test_params() -> void:
	var params: Dictionary = _read(IslandBytes.complete()).get_params()
	check_equal(params, {
		"world_seed": 4711,
		"map_size": 256,
		"crater_radius": -3.5,
		"density_multiplier": 0.75,
		"impact_center": Vector2(120.5, 99),
		"generated_utc": "2026-01-02T03:04:05Z",
		"generator_git_hash": "abc1234",
	})


func test_version_size_and_region() -> void:
	var island: Blueprint = _read(IslandBytes.complete())
	check_equal(island.get_version(), 2)
	check_equal(island.get_map_size(), 256)
	check_equal(island.get_region(), Rect2i(0, 0, 256, 256))
	check_equal(island.get_problems(), PackedStringArray())
	check_equal(island.get_error_message(), "")


func test_towns_and_roads() -> void:
	var island: Blueprint = _read(IslandBytes.complete())
	var towns: Array[Dictionary] = island.get_towns()
	check_equal(towns, [
		{"position": Vector2(10.5, 20.25), "tier": 2, "is_highway_node": true},
		{"position": Vector2(200, 3), "tier": 0, "is_highway_node": false},
	] as Array[Dictionary])
	var highways: Array[PackedVector2Array] = island.get_roads(&"highway")
	check_equal(highways, [
		PackedVector2Array([Vector2(1, 2), Vector2(30, 4)]),
		PackedVector2Array(),
	] as Array[PackedVector2Array])
	check_equal(island.get_roads(&"branch").size(), 0)
	check_equal(island.get_roads(&"rugged")[0][1], Vector2(5.5, 60))
	check_equal(island.get_roads(&"trail").size(), 0)
	check_equal(island.get_error_message(), "")
	check_equal(island.get_roads(&"motorway").size(), 0)
	check_equal(island.get_error_message(), "tier: highway, branch, rugged or trail expected, \"motorway\" found")


func test_missing_towns_and_roads_are_problems() -> void:
	var island: IslandBytes = IslandBytes.complete()
	island.remove("TOWN")
	island.remove("RDTL")
	var read: Blueprint = _read(island)
	check_equal(read.get_problems(), PackedStringArray([
		"section TOWN is missing; it reads as empty",
		"section RDTL is missing; it reads as empty",
	]))
	check_equal(_loader.get_problems(), read.get_problems())
	check_equal(read.get_towns().size(), 0)


func test_water() -> void:
	var island: Blueprint = _read(IslandBytes.with_water())
	check_equal(island.get_problems(), PackedStringArray())
	check_equal(island.get_water_bodies(), [
		{
			"id": 1,
			"type": 0,
			"salinity": 1,
			"surface_level": 0.25,
			"pixel_count": 1024,
			"centroid": Vector2(1.5, 127.5),
		},
		{
			"id": 2,
			"type": 1,
			"salinity": 0,
			"surface_level": 0.5,
			"pixel_count": 10,
			"centroid": Vector2(9, 24.5),
		},
	] as Array[Dictionary])
	var ids: PackedInt32Array = island.get_water_ids()
	var levels: PackedFloat32Array = island.get_water_levels()
	check_equal(ids.size(), 256 * 256)
	check_equal([ids[3 * 256 + 255], ids[9 * 256 + 29], ids[9 * 256 + 30]], [1, 2, 0])
	check_equal([levels[0], levels[9 * 256 + 20]], [0.25, 0.5])
	check(is_nan(levels[9 * 256 + 19]), "no level where there is no water")


func test_water_that_disagrees_is_a_problem() -> void:
	var island: IslandBytes = IslandBytes.with_water()
	island.remove("WSRF")
	var problems: PackedStringArray = _read(island).get_problems()
	check_equal(problems, PackedStringArray(["the water sections belong together; WSRF missing"]))
	island = IslandBytes.with_water()
	var ids: PackedByteArray = island.payload_of("WBID")
	ids.encode_u16(2 * (9 * 256 + 22), 3)
	island.replace("WBID", ids)
	problems = _read(island).get_problems()
	check_equal(problems, PackedStringArray([
		"WBID names a body that WBTB does not have in 1 cells, the first at (9, 22)",
		"WBTB: 1 bodies cover another number of cells than they say; body 2 says 10, covers 9",
	]))


func test_no_water_is_empty() -> void:
	var island: Blueprint = _read(IslandBytes.complete())
	check_equal(island.get_water_ids().size(), 0)
	check_equal(island.get_water_levels().size(), 0)
	check_equal(island.get_water_bodies().size(), 0)
	check_equal(island.create_water_mesh(1), null)
	check_equal(
		island.get_error_message(), "id: that of a body in the table of water bodies expected, 1 found"
	)


func test_water_surfaces_lie_at_their_level() -> void:
	var island: Blueprint = _read(IslandBytes.with_water())
	var ocean: AABB = island.create_water_mesh(1).get_aabb()
	check(_is_flat(ocean, Vector3(0, 0.25 * 251, 0), Vector3(4, 0.25 * 251, 255)), str(ocean))
	var lake: AABB = island.create_water_mesh(2, 10.0).get_aabb()
	check(_is_flat(lake, Vector3(8, 5, 19), Vector3(10, 5, 30)), str(lake))


func test_roads_lie_on_the_ground() -> void:
	var island: Blueprint = _read(IslandBytes.complete())
	var curves: Array[Curve3D] = island.create_road_curves(&"rugged", 100.0, 5.0)
	check_equal(curves.size(), 1)
	var points: PackedVector3Array = curves[0].get_baked_points()
	check(points.size() > 10, "points between the ends")
	for index: int in curves[0].point_count:
		var point: Vector3 = curves[0].get_point_position(index)
		check_near(point.y, island.sample_height(Vector2(point.x, point.z)) * 100.0, 0.001)
		check_equal(point.x, 5.5)
	check_equal(island.create_road_curves(&"trail").size(), 0)
	var towns: PackedVector3Array = island.get_town_positions(100.0)
	check_near(towns[0].y, island.sample_height(Vector2(10.5, 20.25)) * 100.0, 0.001)
	check_equal(towns[1].z, 3.0)


func test_terrain_curve_and_detail() -> void:
	var curve: StreamPeerBuffer = StreamPeerBuffer.new()
	curve.put_u16(5)
	for place: int in range(1, 19):
		curve.put_float(place / 2.0)
	for place: int in range(19, 22):
		curve.put_32(-place)
	curve.put_u8(2)
	curve.put_float(11.5)
	curve.put_float(12)
	var detail: StreamPeerBuffer = StreamPeerBuffer.new()
	detail.put_u16(1)
	for place: int in range(1, 9):
		detail.put_float(place / 4.0)
	detail.put_32(-9)
	var island: IslandBytes = IslandBytes.complete()
	island.add("TCRV", curve.data_array)
	island.add("TDTL", detail.data_array)
	var read: Blueprint = _read(island)
	check_equal(read.get_terrain_curve(), {
		"curve_version": 5,
		"knot1": 0.5,
		"knot2": 1.0,
		"knot3": 1.5,
		"knot4": 2.0,
		"spike_max": 2.5,
		"sea": 3.0,
		"orange_ceil": 3.5,
		"red_ceil": 4.0,
		"bench_lo": 4.5,
		"bench_hi": 5.0,
		"peak_cap": 5.5,
		"tail_slope": 6.0,
		"bench_amp": 6.5,
		"plateau_amp": 7.0,
		"shelf_span_min": 7.5,
		"shelf_span_max": 8.0,
		"elev_freq_islands": 8.5,
		"strength_freq_islands": 9.0,
		"bench_seed_offset": -19,
		"plateau_seed_offset": -20,
		"strength_seed_offset": -21,
		"preset_id": 2,
		"k5": 11.5,
		"k6": 12.0,
	})
	check_equal(read.get_terrain_detail(), {
		"detail_version": 1,
		"relief_amp_m": 0.25,
		"relief_freq_islands": 0.5,
		"inc_k": 0.75,
		"inc_p": 1.0,
		"inc_cap_m": 1.25,
		"sea_clamp_raw": 1.5,
		"crater_excl_factor": 1.75,
		"shelf_inc_weight": 2.0,
		"relief_seed_offset": -9,
	})
	check_equal(_read(IslandBytes.complete()).get_terrain_curve(), {})


func test_unknown_sections_are_kept() -> void:
	var island: IslandBytes = IslandBytes.complete()
	island.sections.insert(2, ["RIVR", PackedByteArray([1, 2, 3])])
	check_equal(_read(island).get_unknown_sections(), [
		{"tag": "RIVR", "data": PackedByteArray([1, 2, 3])},
	] as Array[Dictionary])


func test_version_1() -> void:
	var bytes: PackedByteArray = IslandBytes.legacy()
	bytes.append_array([1, 2, 3])
	var island: Blueprint = _read_bytes(bytes)
	check_equal(island.get_version(), 1)
	check_equal(island.get_problems(), PackedStringArray([
		"version 1 is the legacy layout and deprecated; save the map as version 2",
	]))
	var complete: Blueprint = _read(IslandBytes.complete())
	check_equal(island.get_heights(), complete.get_heights())
	check_equal(island.get_biomes(), complete.get_biomes())
	check_equal(island.get_roads(&"highway"), complete.get_roads(&"highway"))
	check_equal(island.get_roads(&"rugged"), complete.get_roads(&"rugged"))
	check_equal(island.get_towns()[0]["tier"], 2)
	check_equal(island.get_towns()[0]["is_highway_node"], false)
	check_equal(island.get_params(), {
		"world_seed": 0,
		"map_size": 256,
		"crater_radius": -1.0,
		"density_multiplier": -1.0,
		"impact_center": Vector2(-1, -1),
		"generated_utc": "",
		"generator_git_hash": "",
	})


func test_header_reads_no_grid() -> void:
	var island: IslandBytes = IslandBytes.complete()
	var head: PackedByteArray = island.bytes().slice(0, 8 + 12 + island.payload_of("PRMS").size() + 5)
	var path: String = IslandBytes.write_bytes(temp_path("head.dat"), head)
	_loader = BlueprintLoader.new()
	check_equal(_loader.load_header(path), OK, "the grids need not even be there")
	var header: Blueprint = _loader.get_blueprint()
	check_equal(header.get_params()["world_seed"], 4711)
	check_equal(header.get_map_size(), 256)
	check_equal(header.get_region(), Rect2i())
	check_equal(header.get_heights().size(), 0)
	check(is_nan(header.sample_height(Vector2(1, 1))), "no height")
	for made: Variant in [
		header.create_height_image(),
		header.create_collision_shape(),
		header.create_terrain_mesh(),
		header.create_biome_image([Color.RED]),
	]:
		check(made == null, "nothing can be made of a header")
	check("a loaded region" in header.get_error_message(), header.get_error_message())
	check_equal(header.save(temp_path("none.dat")), ERR_INVALID_DATA)


func test_ordinals_are_checked_when_counts_are_set() -> void:
	_loader = BlueprintLoader.new()
	_loader.biome_count = 11
	_loader.town_tier_count = 3
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), OK)
	_loader.biome_count = 10
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), ERR_FILE_CORRUPT)
	check("BIOM: biome at byte " in _loader.get_error_message(), "names the field")
	_loader.biome_count = 0
	_loader.town_tier_count = 2
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), ERR_FILE_CORRUPT)
	_loader.town_tier_count = -1
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), ERR_INVALID_DATA)


func test_seed_and_size_are_compared_when_they_are_set() -> void:
	_loader = BlueprintLoader.new()
	_loader.expected_seed = 4712
	_loader.expected_map_size = 512
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), OK)
	check_equal(_loader.get_problems(), PackedStringArray([
		"the map was generated from seed 4711, 4712 expected",
		"the map is 256 cells a side, 512 expected",
	]))
	var sentinel: IslandBytes = IslandBytes.complete()
	sentinel.replace("PRMS", IslandBytes.params(0, 256))
	_loader.expected_map_size = 256
	check_equal(_loader.load_buffer(sentinel.bytes()), OK)
	check_equal(_loader.get_problems(), PackedStringArray())


func test_failures_have_their_codes_and_sentences() -> void:
	_loader = BlueprintLoader.new()
	check_equal(_loader.load("user://there_is_no_such.dat"), ERR_FILE_NOT_FOUND)
	check_equal(_loader.get_error_message(), "user://there_is_no_such.dat: no such file")
	check_equal(_loader.load_buffer([]), ERR_FILE_UNRECOGNIZED)
	check_equal(_loader.load_buffer("PK\u0003\u0004 something".to_ascii_buffer()), ERR_FILE_UNRECOGNIZED)
	var newer: PackedByteArray = IslandBytes.complete().bytes()
	newer[4] = 3
	check_equal(_loader.load_buffer(newer), ERR_FILE_UNRECOGNIZED)
	check_equal(_loader.get_error_message(), "not an ISLA island blueprint: format version at byte 4: 2 expected, 3 found")
	for size: int in [255, 32769, -1]:
		var island: IslandBytes = IslandBytes.complete()
		island.replace("PRMS", IslandBytes.params(1, size))
		check_equal(_loader.load_buffer(island.bytes()), ERR_FILE_CORRUPT, "size %d" % size)
	var half: PackedByteArray = IslandBytes.complete().bytes()
	half.resize(half.size() >> 1)
	var path: String = IslandBytes.write_bytes(temp_path("half.dat"), half)
	check_equal(_loader.load(path), ERR_FILE_CORRUPT)
	var sentence: String = "%s: HGTS: payload at byte 85: 262144 bytes expected" % path
	check(_loader.get_error_message().begins_with(sentence), _loader.get_error_message())


func test_a_failed_load_changes_nothing() -> void:
	var before: Blueprint = _read(IslandBytes.complete())
	check_equal(_loader.load_buffer([1, 2, 3]), ERR_FILE_UNRECOGNIZED)
	check(_loader.get_blueprint() == before, "the blueprint is still there")
	check_equal(_loader.load_buffer(IslandBytes.complete().bytes()), OK)
	check_equal(_loader.get_error_message(), "")
	check(_loader.get_blueprint() != before, "each load gives a blueprint of its own")


func test_regions_outside_the_map_are_refused() -> void:
	var path: String = IslandBytes.with_water().write(temp_path("island.dat"))
	_loader = BlueprintLoader.new()
	for region: Rect2i in [
		Rect2i(0, 0, 0, 5),
		Rect2i(-1, 0, 5, 5),
		Rect2i(250, 0, 7, 1),
		Rect2i(0, 256, 1, 1),
		Rect2i(0, 0, 257, 256),
		Rect2i(2147483647, 0, 2, 2),
	]:
		check_equal(_loader.load_region(path, region), ERR_INVALID_DATA, str(region))
	check("(2147483647, 0, 2, 2)" in _loader.get_error_message(), _loader.get_error_message())
	check_equal(_loader.load_region(path, Rect2i(0, 0, 256, 256)), OK)
	check_equal(_loader.load_region(path, Rect2i(8, 20, 2, 10)), OK)
	var part: Blueprint = _loader.get_blueprint()
	check_equal(part.get_water_ids().slice(8, 12), PackedInt32Array([0, 0, 2, 2]))
	check_equal(part.get_problems(), PackedStringArray())
	check_equal(part.save(temp_path("part.dat")), ERR_INVALID_DATA)


func test_a_step_must_be_positive_and_a_palette_not_empty() -> void:
	var island: Blueprint = _read(IslandBytes.complete())
	check_equal(island.create_terrain_mesh(0), null)
	check_equal(island.get_error_message(), "a step of 1 or more expected")
	check_equal(island.create_terrain_mesh(-3), null)
	check_equal(island.create_biome_image([]), null)
	check("a palette" in island.get_error_message(), island.get_error_message())
	check(island.create_terrain_mesh(1000) != null, "a step past the end is the whole side")
	check_equal(island.get_error_message(), "")


func test_water_levels_are_quantised_as_the_format_says() -> void:
	check_equal(Blueprint.encode_water_level(0.0), 1)
	check_equal(Blueprint.encode_water_level(0.15), 4916)
	check_equal(Blueprint.encode_water_level(1.0), 32769)
	check_equal(Blueprint.encode_water_level(99.0), 65535)
	check_equal(Blueprint.encode_water_level(-99.0), 1)
	check_equal(Blueprint.decode_water_level(1), 0.0)
	check_equal(Blueprint.decode_water_level(32769), 1.0)
	check_equal(Blueprint.decode_water_level(16385), 0.5)
	for none: int in [0, -1, 65536]:
		check(is_nan(Blueprint.decode_water_level(none)), str(none))


func test_path_for_seed() -> void:
	check_equal(BlueprintLoader.path_for_seed(4711), "user://MapData_Seed_4711.dat")
	check_equal(BlueprintLoader.path_for_seed(-5), "user://MapData_Seed_-5.dat")


func test_nothing_large_shows_in_the_inspector() -> void:
	for property: Dictionary in _read(IslandBytes.complete()).get_property_list():
		var type: int = property["type"]
		var shown: bool = (property["usage"] as int) & PROPERTY_USAGE_EDITOR
		check(not shown or type < TYPE_ARRAY, "%s is shown" % property["name"])


func test_blueprints_serve_many_threads() -> void:
	var path: String = IslandBytes.with_water().write(temp_path("island.dat"))
	var work: Callable = func() -> float:
		var loader: BlueprintLoader = BlueprintLoader.new()
		if loader.load(path) != OK:
			return NAN
		var island: Blueprint = loader.get_blueprint()
		island.create_height_image()
		island.create_water_mesh(2)
		return island.sample_height(Vector2(7, 9))
	var threads: Array[Thread] = []
	for index: int in 8:
		threads.append(Thread.new())
		threads[index].start(work)
	for thread: Thread in threads:
		check_equal(thread.wait_to_finish(), IslandBytes.lopsided_height(7, 9))


## Godot gives the bounds of something flat a little height.
func _is_flat(bounds: AABB, from: Vector3, to: Vector3) -> bool:
	return bounds.position.is_equal_approx(from) and bounds.end.is_equal_approx(to)


func _read(island: IslandBytes) -> Blueprint:
	return _read_bytes(island.bytes())


func _read_bytes(bytes: PackedByteArray) -> Blueprint:
	_loader = BlueprintLoader.new()
	check_equal(_loader.load_buffer(bytes), OK, _loader.get_error_message())
	return _loader.get_blueprint()
