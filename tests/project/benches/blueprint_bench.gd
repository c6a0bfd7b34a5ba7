extends Bench
## How fast islands come from disk, against two baselines of the same run: the engine reading the whole file
## into one buffer, and a reader in GDScript. How much memory that takes is measured as well.

const MAPS: String = "res://benches/maps"
const SIZES: Array[int] = [2048, 4096]
## GDScript reads this one, and its time is scaled by the area.
const SMALL: int = 256

## Bytes a cell: height, biome, water id, water level.
const CELL: int = 9


func run() -> void:
	var script: float = measure("GDScript reader, %d a side" % SMALL, _read_in_script.bind(_path(SMALL)), 3)
	for side: int in SIZES:
		_compare(side, script * side * side / (SMALL * SMALL))


func _compare(side: int, script: float) -> void:
	var path: String = _path(side)
	# Now the system has the file in memory, for whoever is measured first.
	FileAccess.get_file_as_bytes(path)
	_report_memory(path, side)
	var middle: Rect2i = Rect2i(side / 2.0 as int - 128, side / 2.0 as int - 128, 256, 256)
	var floor_time: float = measure("get_buffer, %d a side" % side, _read_bytes.bind(path), 9)
	var load_time: float = measure("load", _load.bind(path), 9)
	var region_time: float = measure("load_region, 256 a side", _load_region.bind(path, middle), 9)
	var header_time: float = measure("load_header", _load_header.bind(path), 9)
	report("load: %.2f times what get_buffer takes" % (load_time / floor_time))
	report("load: %.0f times faster than the GDScript reader, scaled by area" % (script / load_time))
	report("load_region: %.0f times faster than load" % (load_time / region_time))
	report("load_header: %.0f times faster than load" % (load_time / header_time))


func _load(path: String) -> void:
	var loader: BlueprintLoader = BlueprintLoader.new()
	if loader.load(path) != OK:
		push_error(loader.get_error_message())


func _load_region(path: String, region: Rect2i) -> void:
	var loader: BlueprintLoader = BlueprintLoader.new()
	if loader.load_region(path, region) != OK:
		push_error(loader.get_error_message())


func _load_header(path: String) -> void:
	var loader: BlueprintLoader = BlueprintLoader.new()
	if loader.load_header(path) != OK:
		push_error(loader.get_error_message())


func _read_bytes(path: String) -> void:
	var file: FileAccess = FileAccess.open(path, FileAccess.READ)
	file.get_buffer(file.get_length())


func _read_in_script(path: String) -> void:
	var reader: IslandReader = IslandReader.new()
	reader.read(path)
	if reader.faults > 0:
		push_error("the GDScript reader finds %d faults" % reader.faults)


## How much more the process held during a load than before it. Only Linux tells.
func _report_memory(path: String, side: int) -> void:
	if not _forget_peak():
		report("peak memory: not to be had on this system")
		return
	var before: float = peak_memory()
	_load(path)
	var grids: float = CELL * side * side / 1048576.0
	report("load: peak memory %.1f MiB, %.1f of them the grids" % [peak_memory() - before, grids])


func _forget_peak() -> bool:
	var file: FileAccess = FileAccess.open("/proc/self/clear_refs", FileAccess.WRITE)
	return file != null and file.store_string("5")


func _path(side: int) -> String:
	return MAPS.path_join("island_%d.dat" % side)
