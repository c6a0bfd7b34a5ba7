extends Suite
## The data of the old [TileMap] node, held against the engine's own reading of it.

const TILE_DATA: String = "layer_0/tile_data"


func test_what_an_old_tile_map_keeps_reads_as_its_cells() -> void:
	var map: TileMap = TileMap.new()
	map.set_cell(0, Vector2i(1, 2), 7, Vector2i(1, 1))
	map.set_cell(0, Vector2i(-1, -1), 7, Vector2i(0, 0), TileSetAtlasSource.TRANSFORM_FLIP_H | 3)
	map.set_cell(0, Vector2i(5, 5), 7, Vector2i(0, 0))
	map.erase_cell(0, Vector2i(5, 5))
	var tile_data: PackedInt32Array = map.get(TILE_DATA)
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_legacy(tile_data), OK)
	check_equal(codec.get_cells(), _cells_of(map))
	check_equal(codec.get_record_count(), 3)
	map.free()


func test_random_data_of_format_2_reads_as_in_the_engine() -> void:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	for turn: int in 30:
		random.seed = turn
		var tile_data: PackedInt32Array = _random_data(random, 2)
		var map: TileMap = _loaded_map(tile_data, 2)
		check_equal(_loaded(tile_data, 2).get_cells(), _cells_of(map), "seed %d" % turn)
		map.free()


## The engine of today refuses these formats. What its older versions did with each cell is one call of set_cell.
func test_random_data_of_older_formats_reads_as_painted_in_the_engine() -> void:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	for turn: int in 30:
		for format: int in 2:
			random.seed = turn
			var tile_data: PackedInt32Array = _random_data(random, format)
			var bytes: PackedByteArray = tile_data.to_byte_array()
			var size: int = 8 + 4 * format
			var map: TileMap = TileMap.new()
			for offset: int in range(0, bytes.size(), size):
				var coords: Vector2i = Vector2i(bytes.decode_s16(offset), bytes.decode_s16(offset + 2))
				var id: int = bytes.decode_u32(offset + 4)
				var atlas: Vector2i = Vector2i.ZERO
				if format == 1:
					atlas = Vector2i(bytes.decode_s16(offset + 8), bytes.decode_s16(offset + 10))
				map.set_cell(0, coords, id & 0x1FFFFFFF, atlas, id >> 29)
			var codec: TileMapDataCodec = _loaded(tile_data, format)
			var cells: Array[Dictionary] = _cells_of(map)
			check_equal(_by_coords(codec.get_cells()), _by_coords(cells), "seed %d, format %d" % [turn, format])
			map.free()


func test_ids_that_do_not_fit_are_reported() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_legacy([0, 70000], 0), OK)
	check_equal(codec.get_problems().size(), 1)
	check(codec.get_problems()[0].contains("70000"), codec.get_problems()[0])


func test_data_that_the_engine_refuses_is_refused() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	codec.set_cells([{"coords": Vector2i(3, 3)}])
	expect_error("Corrupted tile data")
	_loaded_map([0, 0, 0, 0, 0], 2).free()
	for case: Array in [[0, 3], [1, 4], [2, 5]]:
		var tile_data: PackedInt32Array = []
		tile_data.resize(case[1] as int)
		check_equal(codec.load_legacy(tile_data, case[0] as int), ERR_FILE_CORRUPT)
	expect_error("TILE_MAP_DATA_FORMAT_MAX")
	_loaded_map([0, 0, 0], 3).free()
	check_equal(codec.load_legacy([0, 0, 0], 3), ERR_INVALID_DATA)
	check_equal(codec.get_record_count(), 1)


func test_layers_of_a_saved_tile_map_are_listed_and_replaced() -> void:
	var map: TileMap = TileMap.new()
	map.name = "Map"
	map.add_layer(-1)
	map.set_cell(0, Vector2i(1, 1), 4, Vector2i(2, 2))
	map.set_cell(1, Vector2i(-5, 0), 4, Vector2i(2, 2), TileSetAtlasSource.TRANSFORM_TRANSPOSE)
	map.set_cell(1, Vector2i(6, 0), 4, Vector2i(2, 2))
	var text: String = _scene_text(map)
	var listed: Array[Dictionary] = TileMapDataCodec.list_scene_layers(text)
	check_equal(listed.size(), 2)
	var buffer: PackedByteArray = TileMapDataCodec.encode([{"coords": Vector2i(9, -9), "source_id": 2, "flip_v": true}])
	for layer: int in 2:
		check_equal(listed[layer]["kind"], "TileMap")
		check_equal(listed[layer]["name"], "Map")
		check_equal(TileMapDataCodec.decode(listed[layer]["data"] as PackedByteArray), _cells_of(map, layer))
		var replaced: String = TileMapDataCodec.replace_scene_layer(text, listed[layer]["path"] as String, buffer)
		var loaded: TileMap = _instantiated(replaced)
		check_equal(_cells_of(loaded, layer), TileMapDataCodec.decode(buffer))
		check_equal(_cells_of(loaded, 1 - layer), _cells_of(map, 1 - layer))
		loaded.free()
	map.free()


func test_an_unpainted_tile_map_can_be_painted_in_its_scene() -> void:
	var map: TileMap = TileMap.new()
	var text: String = _scene_text(map)
	map.free()
	var listed: Array[Dictionary] = TileMapDataCodec.list_scene_layers(text)
	check_equal(listed.size(), 1)
	check_equal(listed[0]["cells"], 0)
	var buffer: PackedByteArray = TileMapDataCodec.encode([{"coords": Vector2i(2, 2), "source_id": 2}])
	var loaded: TileMap = _instantiated(TileMapDataCodec.replace_scene_layer(text, ".", buffer))
	check_equal(_cells_of(loaded), TileMapDataCodec.decode(buffer))
	loaded.free()


func test_a_scene_of_godot_3_is_listed_and_left_alone() -> void:
	var text: String = (
		"[gd_scene format=2]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 1\n"
		+ "tile_data = PoolIntArray( 65537, 536870917, 131073, -65535, 1073741826, 0 )\n"
	)
	var listed: Array[Dictionary] = TileMapDataCodec.list_scene_layers(text)
	var data: PackedByteArray = listed[0]["data"]
	check_equal(data, _loaded([65537, 536870917, 131073, -65535, 1073741826, 0], 1).to_buffer())
	check_equal(listed[0]["cells"], 2)
	check_equal(TileMapDataCodec.replace_scene_layer(text, ".", data), "")


func _loaded(tile_data: PackedInt32Array, format: int) -> TileMapDataCodec:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_legacy(tile_data, format), OK, codec.get_error_message())
	return codec


func _random_data(random: RandomNumberGenerator, format: int) -> PackedInt32Array:
	var tile_data: PackedInt32Array = []
	for cell: int in random.randi_range(1, 40):
		tile_data.append(random.randi() if cell % 3 == 0 else cell % 7)
		tile_data.append(-1 if cell % 11 == 0 else random.randi())
		if format > 0:
			tile_data.append(-1 if cell % 5 == 0 else random.randi())
	return tile_data


func _loaded_map(tile_data: PackedInt32Array, format: int) -> TileMap:
	var map: TileMap = TileMap.new()
	map.set("format", format)
	map.set(TILE_DATA, tile_data)
	return map


## The cells of a layer; [TileMap] keeps each in a [TileMapLayer] of its own.
func _cells_of(map: TileMap, layer: int = 0) -> Array[Dictionary]:
	return EngineCells.of(map.get_child(layer, true) as TileMapLayer)


func _by_coords(cells: Array[Dictionary]) -> Dictionary[Vector2i, Dictionary]:
	var by_coords: Dictionary[Vector2i, Dictionary] = {}
	for cell: Dictionary in cells:
		by_coords[cell["coords"] as Vector2i] = cell
	return by_coords


func _scene_text(root: Node) -> String:
	var path: String = temp_path("map.tscn")
	var scene: PackedScene = PackedScene.new()
	check_equal(scene.pack(root), OK)
	check_equal(ResourceSaver.save(scene, path), OK)
	return FileAccess.get_file_as_string(path)


func _instantiated(text: String) -> TileMap:
	var path: String = temp_path("map.tscn")
	FileAccess.open(path, FileAccess.WRITE).store_string(text)
	return (ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate() as TileMap
