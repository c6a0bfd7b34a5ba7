extends Bench
## Reading a large map: 50,000 brushes, a terrain of 1025 x 1025 heights, 100,000 scatter instances. The baseline is a
## reader in GDScript, in the same run.

const MAP: String = "res://benches/maps/large.gtm"


func run() -> void:
	var bytes: PackedByteArray = FileAccess.get_file_as_bytes(MAP)
	report("%s: %.1f MB" % [MAP, bytes.size() / 1e6])
	var gdscript: float = measure("GDScript reader", func() -> void: GtmReader.read(bytes))
	var file: GtmFile = GtmFile.new()
	var load_time: float = measure("load_buffer", func() -> void: file.load_buffer(bytes))
	var map_time: float = measure("load_buffer + get_map, and freeing it", _load_and_get.bind(bytes))
	report("load: %.1f times faster than the GDScript reader" % (gdscript / load_time))
	report("load + get_map: %.1f times faster" % (gdscript / map_time))
	report("the same map: %s" % (GtmReader.read(bytes) == file.get_map()))


func _load_and_get(bytes: PackedByteArray) -> void:
	var file: GtmFile = GtmFile.new()
	file.load_buffer(bytes)
	file.get_map()
