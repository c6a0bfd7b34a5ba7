extends Suite
## What [TileMapDataCodec] takes and refuses, and what it does to the records it holds.

const COLUMNS: Array[String] = ["x", "y", "source_id", "atlas_x", "atlas_y", "alternative", "transform"]


func test_missing_keys_are_zero_and_false() -> void:
	check_equal(TileMapDataCodec.encode([{}]), PackedByteArray([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
	var codec: TileMapDataCodec = _holding([{"coords": Vector2i(3, 4), "flip_v": true}])
	var expected: Dictionary = {
		"coords": Vector2i(3, 4),
		"source_id": 0,
		"atlas": Vector2i(0, 0),
		"alternative": 0,
		"flip_h": false,
		"flip_v": true,
		"transpose": false,
	}
	check_equal(codec.get_cells()[0], expected)
	check_equal(codec.get_records()[0], expected)
	check_equal(codec.get_cells()[0].keys(), expected.keys())


func test_values_that_would_wrap_are_refused_by_name() -> void:
	var codec: TileMapDataCodec = _holding([{"coords": Vector2i(1, 1)}])
	var before: PackedByteArray = codec.to_buffer()
	var wrong: Array[Dictionary] = [
		{"coords": Vector2i(32768, 0)},
		{"coords": Vector2i(0, -32769)},
		{"source_id": -2},
		{"source_id": 65536},
		{"source_id": 1 << 40},
		{"atlas": Vector2i(-1, 0)},
		{"atlas": Vector2i(0, 65536)},
		{"alternative": 4096},
		{"alternative": -1},
	]
	for cell: Dictionary in wrong:
		check_equal(codec.set_cells([{}, cell]), ERR_INVALID_DATA, str(cell))
		var message: String = codec.get_error_message()
		check(message.contains("cell 1 at (") and message.contains(str(cell.keys()[0])), message)
		check_equal(codec.to_buffer(), before, "the records stay")
		check_equal(TileMapDataCodec.encode([{}, cell]), PackedByteArray(), str(cell))
	check_equal(codec.set_cells([]), OK)
	check_equal(codec.get_error_message(), "")


func test_the_source_of_an_erased_cell_needs_erase() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	for source_id: int in [-1, 65535]:
		check_equal(codec.set_cells([{"source_id": source_id}]), ERR_INVALID_DATA)
		check(codec.get_error_message().contains("erase: true"), codec.get_error_message())
	check_equal(codec.set_cells([{"coords": Vector2i(1, -1), "erase": true}]), OK)
	check_equal(codec.to_buffer(), PackedByteArray([0, 0, 1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]))
	check_equal(codec.set_cells([{"coords": Vector2i(40000, 0), "erase": true}]), ERR_INVALID_DATA)
	check_equal(codec.set_cells([{"erase": false, "source_id": 2}]), OK)
	check_equal(codec.get_cell_count(), 1)


func test_records_come_back_through_set_cells() -> void:
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 90)
	# Bit 15 is the one thing that a cell does not tell.
	for offset: int in range(12, buffer.size(), 12):
		if buffer.decode_u16(offset - 6) != 65535:
			buffer.encode_u16(offset, buffer.decode_u16(offset) & 0x7FFF)
	var codec: TileMapDataCodec = _loaded(buffer)
	check_equal(codec.set_cells(codec.get_records()), OK, codec.get_error_message())
	check_equal(codec.to_buffer(), buffer)


func test_keys_may_be_string_names_and_numbers_floats() -> void:
	var plain: Array[Dictionary] = [{"coords": Vector2i(-2, 5), "source_id": 3, "alternative": 9, "flip_h": true}]
	var named: Array[Dictionary] = [{&"coords": Vector2i(-2, 5), &"source_id": 3, &"alternative": 9, &"flip_h": true}]
	var floats: Array = [{"coords": Vector2(-2.0, 5.0), "source_id": 3.0, "alternative": 9.0, "flip_h": 1.0}]
	var typed: Array = [{"source_id": 3, "alternative": 9} as Dictionary[String, int]]
	check_equal(TileMapDataCodec.encode(named), TileMapDataCodec.encode(plain))
	check_equal(TileMapDataCodec.encode(floats), TileMapDataCodec.encode(plain))
	check_equal(TileMapDataCodec.encode(typed).size(), 14)
	check_equal(_holding(named).get_problems(), PackedStringArray())


func test_values_of_a_wrong_type_are_refused_by_name() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	var wrong: Array[Dictionary] = [
		{"coords": Vector2(0.5, 0)},
		{"coords": [1, 2]},
		{"coords": Vector2(NAN, 0)},
		{"source_id": "7"},
		{"source_id": 1.5},
		{"source_id": INF},
		{"atlas": null},
		{"flip_h": "yes"},
		{"erase": {}},
	]
	for cell: Dictionary in wrong:
		check_equal(codec.set_cells([cell]), ERR_INVALID_DATA, str(cell))
		check(codec.get_error_message().contains("cell 0: %s: " % cell.keys()[0]), codec.get_error_message())
	check_equal(codec.set_cells([{}, 5]), ERR_INVALID_DATA)
	check(codec.get_error_message().contains("cell 1: a Dictionary expected"), codec.get_error_message())


func test_a_misspelled_key_is_a_problem() -> void:
	var codec: TileMapDataCodec = _holding([{}, {"coords": Vector2i(1, 0), "atlas_coords": Vector2i(1, 1)}])
	check_equal(codec.get_problems().size(), 1)
	check(codec.get_problems()[0].contains("cell 1") and codec.get_problems()[0].contains("atlas_coords"),
			codec.get_problems()[0])


func test_columns_hold_every_field_of_every_record() -> void:
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 200)
	var columns: Dictionary = _loaded(buffer).get_columns()
	check_equal(columns.keys(), COLUMNS as Array)
	for column: String in COLUMNS:
		check_equal(typeof(columns[column]), TYPE_PACKED_INT32_ARRAY, column)
	for row: int in 200:
		var offset: int = 2 + row * 12
		var field: int = buffer.decode_u16(offset + 10)
		var expected: Array[int] = [
			buffer.decode_s16(offset), buffer.decode_s16(offset + 2), buffer.decode_u16(offset + 4),
			buffer.decode_u16(offset + 6), buffer.decode_u16(offset + 8), field & 0x0FFF, field & 0xF000,
		]
		check_equal(COLUMNS.map(func(column: String) -> int: return columns[column][row]), expected as Array)
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.set_columns(columns), OK)
	check_equal(codec.to_buffer(), buffer)


func test_columns_of_an_empty_layer_are_empty() -> void:
	for column: PackedInt32Array in TileMapDataCodec.new().get_columns().values():
		check_equal(column, PackedInt32Array())


func test_columns_may_be_missing_and_plain_arrays() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.set_columns({"x": [1, 2.0], &"source_id": PackedInt32Array([7, 65535])}), OK)
	check_equal(codec.get_records().size(), 2)
	check_equal(codec.get_cells()[0]["coords"], Vector2i(1, 0))
	check_equal(codec.get_cell_count(), 1)
	check_equal(codec.set_columns({}), OK)
	check_equal(codec.get_record_count(), 0)


func test_columns_that_do_not_fit_are_refused_by_name() -> void:
	var codec: TileMapDataCodec = _holding([{"coords": Vector2i(1, 1)}])
	var before: PackedByteArray = codec.to_buffer()
	var wrong: Array[Dictionary] = [
		{"x": PackedInt32Array([0, 32768])},
		{"y": PackedInt32Array([0, -32769])},
		{"source_id": PackedInt32Array([0, 65536])},
		{"atlas_x": PackedInt32Array([0, -1])},
		{"alternative": PackedInt32Array([0, 4096])},
		{"transform": PackedInt32Array([0, 1])},
		{"atlas_y": PackedInt32Array([0, 1]), "x": PackedInt32Array([0, 1, 2])},
		{"atlas_y": "0, 1"},
		{"atlas_y": [0, "1"]},
	]
	for columns: Dictionary in wrong:
		check_equal(codec.set_columns(columns), ERR_INVALID_DATA, str(columns))
		check(codec.get_error_message().contains("column %s" % columns.keys()[0]), codec.get_error_message())
		check_equal(codec.to_buffer(), before)
	check_equal(codec.set_columns({"column": [1], "x": [5]}), OK)
	check(codec.get_problems()[0].contains("column"), "a misspelled column is a problem")


func test_compact_keeps_what_is_painted() -> void:
	var cells: Array[Dictionary] = [
		{"coords": Vector2i(0, 0), "source_id": 1},
		{"coords": Vector2i(1, 0), "source_id": 1},
		{"coords": Vector2i(0, 0), "source_id": 2},
		{"coords": Vector2i(1, 0), "erase": true},
		{"coords": Vector2i(2, 0), "erase": true},
		{"coords": Vector2i(2, 0), "source_id": 3},
	]
	var codec: TileMapDataCodec = _holding(cells)
	check_equal(codec.get_record_count(), 6)
	var painted: Array[Dictionary] = codec.get_cells()
	codec.compact()
	check_equal(codec.get_records(), painted)
	check_equal(codec.get_cell_count(), 2)
	check_equal(painted.map(func(cell: Dictionary) -> int: return cell["source_id"]), [2, 3] as Array)


func test_a_move_out_of_the_coordinates_moves_nothing() -> void:
	var codec: TileMapDataCodec = _holding([{"coords": Vector2i(0, 0)}, {"coords": Vector2i(32000, 5)}])
	var before: PackedByteArray = codec.to_buffer()
	for offset: Vector2i in [Vector2i(768, 0), Vector2i(0, 1 << 30), Vector2i(-2147483648, -2147483648)]:
		check_equal(codec.translate(offset), ERR_INVALID_DATA, str(offset))
		check(codec.get_error_message().contains("record "), codec.get_error_message())
		check_equal(codec.to_buffer(), before)
	check_equal(codec.translate(Vector2i(767, -32768)), OK)
	check_equal(codec.get_used_rect(), Rect2i(767, -32768, 32001, 6))
	check_equal(codec.get_error_message(), "")


func test_a_diff_gives_the_cells_that_differ() -> void:
	var before: TileMapDataCodec = _holding([_tile(0, 1), _tile(1, 1), _tile(2, 1)])
	var after: TileMapDataCodec = _holding([_tile(2, 1), _tile(3, 1), _tile(1, 5)])
	var diff: Dictionary = before.diff(after)
	check_equal(_columns_of(diff["added"] as Array[Dictionary]), [3] as Array)
	check_equal(_columns_of(diff["removed"] as Array[Dictionary]), [0] as Array)
	var changed: Array[Dictionary] = diff["changed"]
	check_equal(changed.size(), 1)
	check_equal(changed[0]["before"]["source_id"], 1)
	check_equal(changed[0]["after"]["source_id"], 5)
	check_equal(before.diff(before)["changed"], [] as Array[Dictionary])
	check_equal(before.diff(null), {})


func test_two_edits_of_one_layer_merge() -> void:
	var base: TileMapDataCodec = _holding([_tile(0, 1), _tile(1, 1), _tile(2, 1)])
	var ours: TileMapDataCodec = _holding([_tile(0, 2), _tile(1, 1), _tile(2, 1)])
	var theirs: TileMapDataCodec = _holding([_tile(0, 3), _tile(1, 1), _tile(9, 9)])
	var conflicts: Array[Dictionary] = ours.merge(base, theirs)
	check_equal(ours.get_records(), _holding([_tile(0, 2), _tile(1, 1), _tile(9, 9)]).get_records())
	check_equal(conflicts.size(), 1)
	check_equal(conflicts[0]["coords"], Vector2i(0, 0))
	for side: Array in [["base", 1], ["ours", 2], ["theirs", 3]]:
		check_equal(conflicts[0][side[0]]["source_id"], side[1])
	var removed: TileMapDataCodec = _holding([])
	var theirs_only: Array[Dictionary] = removed.merge(_holding([_tile(0, 1)]), _holding([_tile(0, 2)]))
	check_equal(theirs_only[0]["ours"], {}, "no tile is an empty dictionary")
	check_equal(removed.get_record_count(), 0)
	check_equal(ours.merge(ours, ours), [] as Array[Dictionary], "one object may be all three")
	check_equal(ours.merge(null, theirs), [] as Array[Dictionary])
	check(not ours.get_error_message().is_empty(), "a missing codec is told")


func test_a_missing_layer_is_refused() -> void:
	var codec: TileMapDataCodec = _holding([_tile(1, 1)])
	check_equal(codec.apply_to(null), ERR_INVALID_DATA)
	check_equal(codec.read_from(null), ERR_INVALID_DATA)
	check(codec.get_error_message().contains("TileMapLayer expected"), codec.get_error_message())
	check_equal(codec.get_record_count(), 1)


func test_a_layer_may_answer_its_change_with_the_codec() -> void:
	var codec: TileMapDataCodec = _holding([_tile(1, 1)])
	var layer: TileMapLayer = TileMapLayer.new()
	add_child(layer)
	layer.changed.connect(func() -> void: codec.sort())
	check_equal(codec.apply_to(layer), OK)
	await get_tree().process_frame
	check_equal(codec.read_from(layer), OK)


func test_threads_may_share_and_have_codecs() -> void:
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 300)
	var shared: TileMapDataCodec = _loaded(buffer)
	var cells: Array[Dictionary] = shared.get_cells()
	var work: Callable = func() -> bool:
		var codec: TileMapDataCodec = TileMapDataCodec.new()
		var is_right: bool = codec.load_buffer(buffer) == OK and codec.get_cells() == cells
		for turn: int in 20:
			is_right = is_right and shared.get_cells() == cells and shared.get_columns() == codec.get_columns()
		return is_right
	var threads: Array[Thread] = []
	for index: int in 4:
		threads.append(Thread.new())
		check_equal(threads[index].start(work), OK)
	for thread: Thread in threads:
		check_equal(thread.wait_to_finish(), true)


func _tile(x: int, source_id: int) -> Dictionary:
	return {"coords": Vector2i(x, 0), "source_id": source_id}


func _columns_of(cells: Array[Dictionary]) -> Array:
	return cells.map(func(cell: Dictionary) -> int: return (cell["coords"] as Vector2i).x)


func _holding(cells: Array[Dictionary]) -> TileMapDataCodec:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.set_cells(cells), OK, codec.get_error_message())
	return codec


func _loaded(buffer: PackedByteArray) -> TileMapDataCodec:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_buffer(buffer), OK, codec.get_error_message())
	return codec
