class_name IslandReader
extends RefCounted
## A blueprint reader in GDScript that reads and checks what [method BlueprintLoader.load] does: every cell of
## every grid, and the water sections against each other.

var heights: PackedFloat32Array = []
var biomes: PackedByteArray = []
var water_ids: PackedInt32Array = []
var water_levels: PackedFloat32Array = []
## What is suspicious.
var faults: int = 0

var _side: int = 0
## By id: the level and the cells that the table gives a body.
var _bodies: Dictionary[int, PackedFloat64Array] = {}
var _quantised: PackedInt32Array = []


func read(path: String) -> void:
	var file: FileAccess = FileAccess.open(path, FileAccess.READ)
	file.seek(8)
	while file.get_position() < file.get_length():
		var tag: String = file.get_buffer(4).get_string_from_ascii()
		var length: int = file.get_64()
		var end: int = file.get_position() + length
		_read_section(file, tag)
		file.seek(end)
	_check_water()


func _read_section(file: FileAccess, tag: String) -> void:
	match tag:
		"PRMS":
			file.get_32()
			_side = file.get_32()
		"HGTS":
			for cell: int in _side * _side:
				var height: float = file.get_float()
				if not is_finite(height):
					faults += 1
				heights.append(height)
		"BIOM":
			for cell: int in _side * _side:
				biomes.append(file.get_8())
		"WBID":
			for cell: int in _side * _side:
				water_ids.append(file.get_16())
		"WBTB":
			for body: int in file.get_32():
				var id: int = file.get_16()
				file.get_16()
				_bodies[id] = PackedFloat64Array([file.get_float(), file.get_32()])
				file.get_64()
		"WSRF":
			for cell: int in _side * _side:
				var quantised: int = file.get_16()
				_quantised.append(quantised)
				water_levels.append((quantised - 1) / 32768.0 if quantised > 0 else NAN)


func _check_water() -> void:
	var counts: Dictionary[int, int] = {}
	for cell: int in water_ids.size():
		var id: int = water_ids[cell]
		if (id == 0) != (_quantised[cell] == 0):
			faults += 1
		if id == 0:
			continue
		counts[id] = counts.get(id, 0) + 1
		if not _bodies.has(id) or _quantised[cell] != 1 + roundi(_bodies[id][0] * 32768.0):
			faults += 1
	for id: int in _bodies:
		if counts.get(id, 0) != int(_bodies[id][1]):
			faults += 1
