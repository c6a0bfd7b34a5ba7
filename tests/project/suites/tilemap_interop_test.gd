extends Suite
## Buffers that other Godot versions and their editors wrote, with the cells that they read back.


func test_odd_buffers_give_the_cells_that_were_read_elsewhere() -> void:
	for case: Dictionary in _cases("tile/odd_buffers.json"):
		var buffer: PackedByteArray = Marshalls.base64_to_raw(case["data"] as String)
		var expected: Array = [] if case["name"] == "bad_header" else case["cells"]
		check_equal(_sorted(TileMapDataCodec.decode(buffer)), expected.map(_from_json), case["name"] as String)


func test_painted_layers_give_the_cells_that_were_read_elsewhere() -> void:
	for case: Dictionary in _cases("tile/painted_layers.json"):
		var buffer: PackedByteArray = Marshalls.base64_to_raw(case["data"] as String)
		var expected: Array = case["engine_cells"]
		check_equal(_sorted(TileMapDataCodec.decode(buffer)), expected.map(_from_json), case["name"] as String)
		check_equal(_sorted(EngineCells.of_buffer(buffer)), expected.map(_from_json), case["name"] as String)


func _cases(relative: String) -> Array:
	var path: String = interop(relative)
	if path.is_empty():
		skip("the interop folder is not there")
		return []
	return JSON.parse_string(FileAccess.get_file_as_string(path))


## Column, row, source, atlas column, atlas row and the alternative with its transform.
func _from_json(numbers: Array) -> Array[int]:
	var cell: Array[int] = []
	cell.assign(numbers.slice(0, 6))
	for index: int in range(6, numbers.size()):
		cell[5] |= TileSetAtlasSource.TRANSFORM_FLIP_H << (index - 6) if numbers[index] else 0
	return cell


func _sorted(cells: Array[Dictionary]) -> Array:
	var numbers: Array = cells.map(_from_cell)
	numbers.sort()
	return numbers


func _from_cell(cell: Dictionary) -> Array[int]:
	var coords: Vector2i = cell["coords"]
	var atlas: Vector2i = cell["atlas"]
	var numbers: Array = [coords.x, coords.y, cell["source_id"], atlas.x, atlas.y, cell["alternative"]]
	return _from_json(numbers + [cell["flip_h"], cell["flip_v"], cell["transpose"]])
