extends Bench
## Every chunk and tile of a terrain of 1025 x 1025 heights, six levels deep: 1,365 chunks with all their channels into
## mesh arrays, and as many tiles into images. The baselines are readers in GDScript, one that reads field by field and one
## written to be quick, measured on one chunk and one tile of every level and scaled up, and reading the bytes of the file once.

const MAP: String = "res://benches/maps/mountains_1024.atlas"

var _atlas: AtlasFile = AtlasFile.new()
var _nodes: Array[Vector3i] = []


func run() -> void:
	for level: int in 6:
		for x: int in 1 << level:
			for y: int in 1 << level:
				_nodes.append(Vector3i(level, x, y))
	var size: int = FileAccess.open(MAP, FileAccess.READ).get_length()
	report("%s: %.1f MB, %d chunks" % [MAP, size / 1e6, _nodes.size()])
	measure("open", func() -> void: _atlas.load(MAP))
	var reader: AtlasReader = AtlasReader.new()
	reader.open(MAP)
	report("the same arrays: %s" % (reader.arrays(700) == _arrays(700) and reader.arrays_by_field(700) == _arrays(700)))
	var times: PackedFloat64Array = measure_in_turn({
		"reading the file's bytes once": _read_bytes,
		"GDScript reader, field by field, one chunk and tile of each level": _read_one_each.bind(reader, reader.arrays_by_field),
		"GDScript reader, written to be quick, one chunk and tile of each level": _read_one_each.bind(reader, reader.arrays),
		"all chunks into mesh arrays": _read_chunks,
		"all tiles into images": _read_tiles,
		"all chunks and tiles, on the engine's worker threads": _read_on_workers,
	})
	var scale: float = _nodes.size() / 6.0
	var by_field: float = scale * times[1]
	var quick: float = scale * times[2]
	var alone: float = times[3] + times[4]
	var shared: float = times[5]
	report("GDScript readers, scaled up to all: %.0f ms and %.0f ms" % [by_field, quick])
	var compared: String = "%s: %.0f times faster than the GDScript reader by field (100 wanted), %.0f times than the quick one"
	report(compared % ["chunks and tiles", by_field / alone, quick / alone])
	report(compared % ["chunks and tiles on workers", by_field / shared, quick / shared])
	report("chunks and tiles: %.1f times the floor; on workers: %.1f times" % [alone / times[0], shared / times[0]])


func _arrays(index: int) -> Array:
	var node: Vector3i = _nodes[index]
	return _atlas.get_chunk_arrays(node.x, node.y, node.z, AtlasFile.CHUNK_MORPH)


func _image(index: int) -> Image:
	var node: Vector3i = _nodes[index]
	return _atlas.get_tile_image(0, node.x, node.y, node.z)


func _read_bytes() -> void:
	FileAccess.get_file_as_bytes(MAP)


func _read_one_each(reader: AtlasReader, arrays: Callable) -> void:
	for level: int in 6:
		var index: int = AtlasFile.node_id(level, (1 << level) >> 1, (1 << level) >> 2)
		arrays.call(index)
		reader.image(index)


func _read_chunks() -> void:
	for index: int in _nodes.size():
		_arrays(index)


func _read_tiles() -> void:
	for index: int in _nodes.size():
		_image(index)


func _read_on_workers() -> void:
	var both: Callable = func(index: int) -> void:
		_arrays(index)
		_image(index)
	WorkerThreadPool.wait_for_group_task_completion(WorkerThreadPool.add_group_task(both, _nodes.size(), -1, true))
