class_name IslandReader
extends RefCounted
## What a blueprint reader in GDScript does: every section, and every cell into its array.

var heights: PackedFloat32Array = []
var biomes: PackedByteArray = []
var water_ids: PackedInt32Array = []
var water_levels: PackedFloat32Array = []

var _side: int = 0


func read(path: String) -> void:
	var file: FileAccess = FileAccess.open(path, FileAccess.READ)
	file.seek(8)
	while file.get_position() < file.get_length():
		var tag: String = file.get_buffer(4).get_string_from_ascii()
		var length: int = file.get_64()
		var end: int = file.get_position() + length
		_read_section(file, tag)
		file.seek(end)


func _read_section(file: FileAccess, tag: String) -> void:
	match tag:
		"PRMS":
			file.get_32()
			_side = file.get_32()
		"HGTS":
			for cell: int in _side * _side:
				heights.append(file.get_float())
		"BIOM":
			for cell: int in _side * _side:
				biomes.append(file.get_8())
		"WBID":
			for cell: int in _side * _side:
				water_ids.append(file.get_16())
		"WSRF":
			for cell: int in _side * _side:
				water_levels.append((file.get_16() - 1) / 32768.0)
