class_name GtmReader
extends RefCounted
## A reader of binary GodotTrench maps in plain GDScript: the engine's own zstd and [method @GlobalScope.bytes_to_var],
## then the tree. What the benches compare against.

const FILE_HEADER: int = 12
const CHUNK_HEADER: int = 24
const STEPS: Array[float] = [1.0, 100.0, 100.0, 100.0, 10.0, 10.0, 10.0, 1000.0]


## The map in [param bytes], which must be sound.
static func read(bytes: PackedByteArray) -> Dictionary:
	var map: Dictionary = {}
	var layers: Array[Dictionary] = []
	var by_id: Dictionary[int, Dictionary] = {}
	var position: int = FILE_HEADER
	while position < bytes.size():
		var tag: String = bytes.slice(position + 4, position + 8).get_string_from_ascii()
		var raw_size: int = bytes.decode_u32(position + 12)
		var stored_size: int = bytes.decode_u32(position + 16)
		var start: int = position + CHUNK_HEADER
		position = start + stored_size
		if tag == "HEAD":
			map = _unpack(bytes, start, position, raw_size)
		elif tag == "NODE":
			_add_nodes(_unpack(bytes, start, position, raw_size), layers, by_id)
	map["layers"] = layers
	return map


static func _unpack(bytes: PackedByteArray, start: int, end: int, raw_size: int) -> Dictionary:
	return bytes_to_var(bytes.slice(start, end).decompress(raw_size, FileAccess.COMPRESSION_ZSTD))


static func _add_nodes(payload: Dictionary, layers: Array[Dictionary], by_id: Dictionary[int, Dictionary]) -> void:
	var parents: PackedInt64Array = payload["parents"]
	var nodes: Array = payload["nodes"]
	for index: int in nodes.size():
		var node: Dictionary = nodes[index]
		var id: int = node["id"]
		by_id[id] = node
		if node["type"] == "scatter":
			node["instances"] = _rows(node["instances"])
		var parent: int = parents[index]
		if parent == 0:
			layers.append(node)
			continue
		var above: Dictionary = by_id[parent]
		if not above.has("children"):
			above["children"] = []
		var children: Array = above["children"]
		children.append(node)


static func _rows(stored: Variant) -> Array:
	if stored is not PackedInt32Array:
		return stored
	var columns: PackedInt32Array = stored
	@warning_ignore("integer_division")
	var count: int = columns.size() / STEPS.size()
	var rows: Array = []
	rows.resize(count)
	for index: int in count:
		var row: Array = []
		row.resize(STEPS.size())
		for field: int in STEPS.size():
			row[field] = columns[field * count + index] / STEPS[field]
		rows[index] = row
	return rows
