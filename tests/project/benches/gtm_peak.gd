extends SceneTree
## Reads a map in one of two ways, or builds its scene, and prints the largest memory that the process ever held, in MiB.


func _initialize() -> void:
	var way: String = OS.get_cmdline_user_args()[0]
	var bytes: PackedByteArray = FileAccess.get_file_as_bytes(OS.get_cmdline_user_args()[1])
	var map: Dictionary = {}
	if way == "gdscript":
		map = GtmReader.read(bytes)
	elif way == "mapwright":
		var file: GtmFile = GtmFile.new()
		file.load_buffer(bytes)
		map = file.get_map()
	elif way == "scene":
		var file: GtmFile = GtmFile.new()
		file.load_buffer(bytes)
		map["scene"] = file.build_scene()
	print("PEAK ", roundi(Bench.peak_memory()))
	if map.has("scene"):
		(map["scene"] as Node).free()
	quit(0 if way == "nothing" or not map.is_empty() else 1)
