extends Bench
## A buffer of 1,000,000 records. The baselines of the same run: a decoder in GDScript that makes a dictionary for each
## painted cell, copying the bytes, and, as the least that cells can take, dictionaries of constants.

const RECORDS: int = 1_000_000


func run() -> void:
	var buffer: PackedByteArray = _make_buffer()
	report("%d records, %.1f MB" % [RECORDS, buffer.size() / 1e6])
	var gdscript: float = measure("GDScript decoder", func() -> void: _decode(buffer))
	var constants: float = measure("as many dictionaries of constants", _make_constants)
	var copying: float = measure("copying the bytes", func() -> void: buffer.slice(0))
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	measure("load_buffer", func() -> void: codec.load_buffer(buffer))
	var columns: float = measure("get_columns", func() -> void: codec.get_columns())
	var cells: float = measure("get_cells", func() -> void: codec.get_cells())
	measure("get_cell_count", func() -> void: codec.get_cell_count())
	measure("to_buffer", func() -> void: codec.to_buffer())
	measure("to_text", func() -> void: codec.to_text())
	var table: Dictionary = codec.get_columns()
	measure("set_columns", func() -> void: codec.set_columns(table))
	report("get_columns: %.0f times faster than the GDScript decoder" % (gdscript / columns))
	report("get_columns: %.2f times the time of copying the bytes" % (columns / copying))
	report("get_cells: %.2f times faster than the GDScript decoder" % (gdscript / cells))
	report("get_cells: %.2f times the time of dictionaries of constants" % (cells / constants))
	report("the same cells: %s" % (_decode(buffer) == (codec.get_cells() as Array)))


func _make_buffer() -> PackedByteArray:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 1
	var x: PackedInt32Array = []
	var y: PackedInt32Array = []
	var atlas: PackedInt32Array = []
	var transform: PackedInt32Array = []
	for column: PackedInt32Array in [x, y, atlas, transform]:
		column.resize(RECORDS)
	for row: int in RECORDS:
		x[row] = row % 1000 - 500
		@warning_ignore("integer_division")
		y[row] = row / 1000 - 500
		atlas[row] = random.randi() % 16
		transform[row] = random.randi() % 8 << 12
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	codec.set_columns({"x": x, "y": y, "atlas_x": atlas, "atlas_y": atlas, "transform": transform})
	return codec.to_buffer()


func _decode(buffer: PackedByteArray) -> Array:
	var cells: Array = []
	for offset: int in range(2, buffer.size(), 12):
		var source_id: int = buffer.decode_u16(offset + 4)
		if source_id == 0xFFFF:
			continue
		var field: int = buffer.decode_u16(offset + 10)
		cells.append({
			"coords": Vector2i(buffer.decode_s16(offset), buffer.decode_s16(offset + 2)),
			"source_id": source_id,
			"atlas": Vector2i(buffer.decode_u16(offset + 6), buffer.decode_u16(offset + 8)),
			"alternative": field & 0x0FFF,
			"flip_h": bool(field & 0x1000),
			"flip_v": bool(field & 0x2000),
			"transpose": bool(field & 0x4000),
		})
	return cells


func _make_constants() -> Array:
	var cells: Array = []
	for index: int in RECORDS:
		cells.append({
			"coords": Vector2i.ZERO, "source_id": 1, "atlas": Vector2i.ZERO, "alternative": 0, "flip_h": false,
			"flip_v": false, "transpose": false,
		})
	return cells
