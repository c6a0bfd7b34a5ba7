extends Suite
## A process that is killed while it saves leaves the old map or the new one, whole.

const SaveForever: GDScript = preload("res://fixtures/save_forever.gd")
const SAVES: int = 1000


func test_a_save_that_is_killed_leaves_a_whole_map() -> void:
	var path: String = ProjectSettings.globalize_path(temp_path("killed.gtm"))
	var first: GtmFile = SaveForever.call("map_of", 20)
	var second: GtmFile = SaveForever.call("map_of", 400)
	var maps: Array[Dictionary] = [first.get_map(), second.get_map()]
	check_equal(first.save(path), OK, first.get_error_message())
	var saves: int = 0
	var kills: int = 0
	while saves < SAVES and kills < SAVES:
		saves += _save_until_killed(path)
		kills += 1
		var file: GtmFile = GtmFile.new()
		check_equal(file.load(path), OK, file.get_error_message())
		check_equal(file.get_problems(), PackedStringArray())
		check(file.get_map() in maps, "the map is the old one or the new one")
	check(saves >= SAVES, "%d saves were made in %d processes" % [saves, kills])


## How many saves a process made until it was killed, at whatever point it was.
func _save_until_killed(path: String) -> int:
	var count: String = path + ".count"
	if FileAccess.file_exists(count):
		DirAccess.remove_absolute(count)
	var arguments: PackedStringArray = [
		"--headless", "--path", ProjectSettings.globalize_path("res://"), "--script", "res://fixtures/save_forever.gd", "--", path
	]
	var process: int = OS.create_process(OS.get_executable_path(), arguments)
	while OS.is_process_running(process) and _count(count) == 0:
		OS.delay_msec(10)
	OS.delay_usec(randi_range(0, 400_000))
	# This also waits for the end of the process.
	OS.kill(process)
	return _count(count)


func _count(path: String) -> int:
	var file: FileAccess = FileAccess.open(path, FileAccess.READ) if FileAccess.file_exists(path) else null
	return file.get_32() if file and file.get_length() >= 4 else 0
