extends Bench
## Reading and saving a large map: 50,000 brushes, a terrain of 1025 x 1025 heights, 100,000 scatter instances. The
## baselines are a reader in GDScript and [method JSON.stringify], in the same run.

const MAP: String = "res://benches/maps/large.gtm"
const SAVED: String = "user://saved"


func run() -> void:
	var bytes: PackedByteArray = FileAccess.get_file_as_bytes(MAP)
	report("%s: %.1f MB" % [MAP, bytes.size() / 1e6])
	_bench_reading(bytes)
	_bench_memory()
	_bench_saving(bytes)


func _bench_reading(bytes: PackedByteArray) -> void:
	var file: GtmFile = GtmFile.new()
	var times: PackedFloat64Array = measure_in_turn({
		"GDScript reader, and freeing its map": func() -> void: GtmReader.read(bytes),
		"load_buffer": func() -> void: file.load_buffer(bytes),
		"load_buffer + get_map, and freeing it": _load_and_get.bind(bytes),
	}, 9)
	report("load: %.1f times faster than the GDScript reader (6 wanted)" % (times[0] / times[1]))
	report("load + get_map: %.2f times faster (1.5 wanted)" % (times[0] / times[2]))
	report("the same map: %s" % (GtmReader.read(bytes) == file.get_map()))


func _load_and_get(bytes: PackedByteArray) -> void:
	var file: GtmFile = GtmFile.new()
	file.load_buffer(bytes)
	file.get_map()


func _bench_memory() -> void:
	var peaks: Dictionary[String, int] = {}
	for way: String in ["nothing", "gdscript", "mapwright"]:
		peaks[way] = peak_of_child("res://benches/gtm_peak.gd", [way, MAP])
	if peaks.values().has(0):
		report("peak memory: not to be had on this system")
		return
	var gdscript: int = peaks["gdscript"] - peaks["nothing"]
	var mapwright: int = peaks["mapwright"] - peaks["nothing"]
	report("peak memory above an idle Godot: GDScript reader %d MiB, load + get_map %d MiB" % [gdscript, mapwright])


func _bench_saving(bytes: PackedByteArray) -> void:
	var file: GtmFile = GtmFile.new()
	file.load_buffer(bytes)
	var map: Dictionary = GtmReader.read(bytes)
	var times: PackedFloat64Array = measure_in_turn({
		"JSON.stringify + store": _stringify.bind(map),
		"save as .gtm": func() -> void: file.save(SAVED + ".gtm"),
		"save as .json": func() -> void: file.save(SAVED + ".json"),
	}, 3)
	report("save as .gtm: %.1f times faster than JSON.stringify + store" % (times[0] / times[1]))
	report("save as .json: %.1f times faster" % (times[0] / times[2]))
	report("size: %.1f MB stringified, %.1f MB .gtm, %.1f MB .json" % [_size(".stringified"), _size(".gtm"), _size(".json")])


func _stringify(map: Dictionary) -> void:
	FileAccess.open(SAVED + ".stringified", FileAccess.WRITE).store_string(JSON.stringify(map))


func _size(ending: String) -> float:
	return FileAccess.get_file_as_bytes(SAVED + ending).size() / 1e6
