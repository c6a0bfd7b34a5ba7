extends Suite
## Every claim about the buffer, held against the engine: what it paints, erases, saves and loads.

const SOURCE: int = 7


func test_set_cell_writes_the_worked_example_and_it_reads_as_its_cells() -> void:
	var layer: TileMapLayer = _layer()
	layer.set_cell(Vector2i(1, 2), SOURCE, Vector2i(1, 1))
	layer.set_cell(Vector2i(2, 2), SOURCE, Vector2i(0, 0), TileSetAtlasSource.TRANSFORM_FLIP_H)
	layer.set_cell(Vector2i(-1, -1), SOURCE, Vector2i(0, 0))
	var expected: Array[Dictionary] = [
		_cell(Vector2i(1, 2), Vector2i(1, 1)),
		_cell(Vector2i(2, 2), Vector2i(0, 0), 0, true),
		_cell(Vector2i(-1, -1), Vector2i(0, 0)),
	]
	check_equal(TileMapDataCodec.decode(layer.tile_map_data), expected)
	check_equal(TileMapDataCodec.encode(expected), layer.tile_map_data, "encode writes the engine's bytes")


func test_an_erased_cell_stays_as_a_tombstone_through_a_reload() -> void:
	var layer: TileMapLayer = _layer()
	layer.set_cell(Vector2i(1, 1), SOURCE, Vector2i(0, 0))
	layer.set_cell(Vector2i(2, 2), SOURCE, Vector2i(1, 0))
	layer.erase_cell(Vector2i(1, 1))
	var reloaded: TileMapLayer = _saved_and_loaded(layer)
	check_equal(reloaded.tile_map_data, layer.tile_map_data, "the buffer survives a scene file")
	var codec: TileMapDataCodec = _codec(reloaded.tile_map_data)
	check_equal(codec.get_record_count(), 2)
	check_equal(codec.get_cell_count(), 1)
	check_equal(codec.get_records()[0]["erase"], true)
	check_equal(codec.get_cells(), EngineCells.of(reloaded))
	var erased: Array[Dictionary] = [{"coords": Vector2i(1, 1), "erase": true}]
	check_equal(TileMapDataCodec.encode(erased), layer.tile_map_data.slice(0, 14), "a tombstone is written as erased")


func test_a_cleared_layer_is_full_of_tombstones_and_compacts_to_nothing() -> void:
	var layer: TileMapLayer = _layer()
	for x: int in 5:
		layer.set_cell(Vector2i(x, 0), SOURCE, Vector2i(0, 0))
	layer.clear()
	var codec: TileMapDataCodec = _codec(layer.tile_map_data)
	check_equal(codec.get_record_count(), 5)
	check_equal(codec.get_cell_count(), 0)
	check_equal(codec.get_used_rect(), layer.get_used_rect())
	codec.compact()
	check_equal(codec.to_buffer(), PackedByteArray())


func test_an_empty_layer_is_an_empty_buffer() -> void:
	check_equal(_layer().tile_map_data, PackedByteArray(), "the engine writes no header")
	check_equal(TileMapDataCodec.new().to_buffer(), PackedByteArray())
	check_equal(EngineCells.of_buffer([0, 0]), _no_cells(), "the engine takes a lone header")
	check_equal(_codec([0, 0]).to_buffer(), PackedByteArray([0, 0]))


func test_the_last_record_of_a_coordinate_wins_in_the_place_of_the_first() -> void:
	var cells: Array[Dictionary] = [
		_cell(Vector2i(4, 4), Vector2i(0, 0)),
		_cell(Vector2i(5, 5), Vector2i(0, 0)),
		_cell(Vector2i(4, 4), Vector2i(1, 1), 5),
	]
	var buffer: PackedByteArray = TileMapDataCodec.encode(cells)
	check_equal(TileMapDataCodec.decode(buffer), EngineCells.of_buffer(buffer))
	var layer: TileMapLayer = _layer()
	layer.tile_map_data = buffer
	var codec: TileMapDataCodec = _codec(buffer)
	codec.compact()
	check_equal(codec.to_buffer(), layer.tile_map_data, "compacting is what the engine's saving does")


func test_records_come_in_the_order_of_painting() -> void:
	var layer: TileMapLayer = _layer()
	for coords: Vector2i in [Vector2i(9, 9), Vector2i(-4, 2), Vector2i(0, 0), Vector2i(9, -9)]:
		layer.set_cell(coords, SOURCE, Vector2i(0, 0))
	check_equal(_codec(layer.tile_map_data).get_cells(), EngineCells.of(layer))


func test_a_newer_header_is_refused_and_nothing_changes() -> void:
	var layer: TileMapLayer = _layer()
	layer.set_cell(Vector2i(9, 9), SOURCE, Vector2i(1, 1))
	var before: PackedByteArray = layer.tile_map_data
	var codec: TileMapDataCodec = _codec(before)
	for newer: PackedByteArray in [PackedByteArray([1, 0]), PackedByteArray([0, 1, 5]), PackedByteArray([255, 255])]:
		expect_error("Unsupported tile map data format")
		layer.tile_map_data = newer
		check_equal(layer.tile_map_data, before, "the engine keeps its cells")
		check_equal(codec.load_buffer(newer), ERR_FILE_UNRECOGNIZED)
		check(codec.get_error_message().contains("format 0 expected"), codec.get_error_message())
		check_equal(codec.to_buffer(), before)
		check_equal(TileMapDataCodec.decode(newer), _no_cells())


func test_half_a_header_is_refused() -> void:
	expect_error("Corrupted tile map data")
	check_equal(EngineCells.of_buffer([0]), _no_cells())
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_buffer([0]), ERR_FILE_CORRUPT)


func test_a_partial_last_record_is_dropped_and_reported() -> void:
	var whole: PackedByteArray = TileMapDataCodec.encode([
		_cell(Vector2i(0, 0), Vector2i(0, 0)), _cell(Vector2i(1, 0), Vector2i(1, 0)),
	])
	for length: int in range(15, 26):
		expect_error("tiles might be missing")
		var engine_cells: Array[Dictionary] = EngineCells.of_buffer(whole.slice(0, length))
		var codec: TileMapDataCodec = _codec(whole.slice(0, length))
		check_equal(codec.get_cells(), engine_cells)
		check_equal(codec.get_problems().size(), 1)
		check(codec.get_problems()[0].contains("byte 14"), codec.get_problems()[0])


func test_both_ends_of_the_coordinates_survive_and_one_more_wraps_in_the_engine_only() -> void:
	var layer: TileMapLayer = _layer()
	layer.set_cell(Vector2i(-32768, -32768), SOURCE, Vector2i(0, 0))
	layer.set_cell(Vector2i(32767, 32767), SOURCE, Vector2i(1, 1))
	var reloaded: TileMapLayer = _saved_and_loaded(layer)
	check_equal(EngineCells.of(reloaded), EngineCells.of(layer))
	check_equal(_codec(reloaded.tile_map_data).get_cells(), EngineCells.of(layer))
	var far: TileMapLayer = _layer()
	far.set_cell(Vector2i(40000, -40000), SOURCE, Vector2i(0, 0))
	check_equal(_saved_and_loaded(far).get_used_cells(), [Vector2i(-25536, 25536)] as Array[Vector2i])
	var codec: TileMapDataCodec = _codec(layer.tile_map_data)
	check_equal(codec.read_from(far), ERR_INVALID_DATA)
	check(codec.get_error_message().contains("(40000, -40000)"), codec.get_error_message())
	check_equal(codec.to_buffer(), layer.tile_map_data, "the codec keeps what it held")


func test_transforms_are_the_bits_of_the_alternative() -> void:
	var layer: TileMapLayer = _layer()
	for bits: int in 8:
		layer.set_cell(Vector2i(bits, 0), SOURCE, Vector2i(0, 0), bits << 12 | 4095)
	check_equal(TileMapDataCodec.decode(layer.tile_map_data), EngineCells.of(layer))
	check_equal(TileMapDataCodec.encode(EngineCells.of(layer)), layer.tile_map_data)


func test_bit_15_is_kept_and_the_field_is_unsigned() -> void:
	var buffer: PackedByteArray = TileMapDataCodec.encode([_cell(Vector2i(3, 3), Vector2i(0, 0), 5)])
	buffer.encode_u16(12, 0x9005)
	var layer: TileMapLayer = _layer()
	layer.tile_map_data = buffer
	check_equal(layer.get_cell_alternative_tile(Vector2i(3, 3)), 0x9005 - 0x10000, "the engine extends the sign")
	var codec: TileMapDataCodec = _codec(buffer)
	check_equal(codec.get_cells(), [_cell(Vector2i(3, 3), Vector2i(0, 0), 5, true)] as Array[Dictionary])
	check_equal(codec.get_problems().size(), 1)
	codec.sort()
	codec.compact()
	check_equal(codec.to_buffer(), buffer)
	check_equal(codec.get_columns()["transform"], PackedInt32Array([0x9000]))


func test_random_buffers_read_as_in_the_engine_and_come_back() -> void:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	for turn: int in 40:
		random.seed = turn
		var buffer: PackedByteArray = EngineCells.random_buffer(random, random.randi_range(1, 120))
		var codec: TileMapDataCodec = _codec(buffer)
		var layer: TileMapLayer = _layer()
		layer.tile_map_data = buffer
		check_equal(codec.get_cells(), EngineCells.of(layer), "seed %d" % turn)
		check_equal(codec.get_used_rect(), layer.get_used_rect(), "seed %d" % turn)
		check_equal(codec.to_buffer(), buffer, "seed %d" % turn)
		codec.compact()
		check_equal(EngineCells.of_buffer(codec.to_buffer()), EngineCells.of(layer), "compacted, seed %d" % turn)


func test_random_painting_and_erasing_reads_as_painted() -> void:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	for turn: int in 20:
		random.seed = turn
		var layer: TileMapLayer = _layer()
		for stroke: int in 80:
			var coords: Vector2i = Vector2i(random.randi_range(-4, 4), random.randi_range(-4, 4))
			if random.randi() % 3 == 0:
				layer.erase_cell(coords)
			else:
				var atlas: Vector2i = Vector2i(random.randi() % 8, random.randi() % 8)
				layer.set_cell(coords, random.randi() % 4, atlas, random.randi() % 0x8000)
		var reloaded: TileMapLayer = _saved_and_loaded(layer)
		check_equal(TileMapDataCodec.decode(layer.tile_map_data), EngineCells.of(reloaded), "seed %d" % turn)


func test_what_the_codec_writes_paints_the_cells_that_were_given() -> void:
	var cells: Array[Dictionary] = [
		{"coords": Vector2i(-32768, 32767), "source_id": 32767, "atlas": Vector2i(32767, 0), "alternative": 4095},
		{"coords": Vector2i(0, 1), "transpose": true, "flip_v": true},
	]
	var layer: TileMapLayer = _layer()
	layer.set_cell(Vector2i(50, 50), SOURCE, Vector2i(0, 0))
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.set_cells(cells), OK)
	check_equal(codec.apply_to(layer), OK)
	check_equal(layer.get_cell_source_id(Vector2i(50, 50)), -1, "what was painted before is gone")
	check_equal(codec.get_cells(), EngineCells.of_buffer(codec.to_buffer()))
	check_equal(codec.get_cells().size(), 2)
	for cell: Dictionary in codec.get_cells():
		var coords: Vector2i = cell["coords"]
		check_equal(layer.get_cell_source_id(coords), cell["source_id"])
		check_equal(layer.get_cell_atlas_coords(coords), cell["atlas"])
		check_equal(layer.is_cell_transposed(coords), cell["transpose"])
		check_equal(layer.is_cell_flipped_h(coords), cell["flip_h"])
		check_equal(layer.is_cell_flipped_v(coords), cell["flip_v"])


func test_read_from_and_apply_to_carry_a_layer_over() -> void:
	var painted: TileMapLayer = _layer()
	painted.tile_map_data = EngineCells.random_buffer(RandomNumberGenerator.new(), 60)
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.read_from(painted), OK)
	check_equal(codec.to_buffer(), painted.tile_map_data)
	var target: TileMapLayer = _layer()
	check_equal(codec.apply_to(target), OK)
	check_equal(target.tile_map_data, painted.tile_map_data)


func test_moved_and_sorted_layers_show_what_was_asked_for() -> void:
	var layer: TileMapLayer = _layer()
	for coords: Vector2i in [Vector2i(3, 1), Vector2i(-2, 1), Vector2i(0, -7)]:
		layer.set_cell(coords, SOURCE, Vector2i(0, 0))
	var codec: TileMapDataCodec = _codec(layer.tile_map_data)
	check_equal(codec.translate(Vector2i(10, -20)), OK)
	codec.sort()
	codec.apply_to(layer)
	var expected: Array[Vector2i] = [Vector2i(10, -27), Vector2i(8, -19), Vector2i(13, -19)]
	for coords: Vector2i in expected:
		check_equal(layer.get_cell_source_id(coords), SOURCE)
	var records: Array[Dictionary] = codec.get_records()
	check_equal(records.map(func(record: Dictionary) -> Vector2i: return record["coords"]), expected as Array)


func _layer() -> TileMapLayer:
	var layer: TileMapLayer = TileMapLayer.new()
	add_child(layer)
	return layer


## The layer as a scene file brings it back.
func _saved_and_loaded(layer: TileMapLayer) -> TileMapLayer:
	var path: String = temp_path("layer.tscn")
	var scene: PackedScene = PackedScene.new()
	check_equal(scene.pack(layer), OK)
	check_equal(ResourceSaver.save(scene, path), OK)
	var loaded: PackedScene = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
	var reloaded: TileMapLayer = loaded.instantiate()
	add_child(reloaded)
	return reloaded


func _codec(buffer: PackedByteArray) -> TileMapDataCodec:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_buffer(buffer), OK, codec.get_error_message())
	return codec


func _cell(coords: Vector2i, atlas: Vector2i, alternative: int = 0, flip_h: bool = false) -> Dictionary:
	return {
		"coords": coords,
		"source_id": SOURCE,
		"atlas": atlas,
		"alternative": alternative,
		"flip_h": flip_h,
		"flip_v": false,
		"transpose": false,
	}


func _no_cells() -> Array[Dictionary]:
	return []
