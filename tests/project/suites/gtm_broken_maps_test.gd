extends BrokenMapsSuite
## Maps that cannot be imported: told once, however often the editor starts, and of no harm to what is beside them.


func test_broken_maps_are_imported_once_and_leave_the_others_alone() -> void:
	var project: FreshProject = broken_project()
	check_told_once(_starts(project, ["--import", "--verbose"]), broken_maps())
	check_left(project)


func test_broken_maps_do_not_keep_the_editor_from_opening() -> void:
	var project: FreshProject = broken_project()
	check_told_once(_starts(project, ["--editor", "--quit", "--verbose"]), broken_maps())
	check_left(project)


func test_broken_maps_in_a_clone_are_imported_once() -> void:
	var project: FreshProject = broken_project()
	_starts(project, ["--import"])
	# What a clone has of it.
	_remove(project.folder.path_join(".godot"))
	project.write(".godot/extension_list.cfg", FreshProject.EXTENSION_LIST)
	check_told_once(_starts(project, ["--import", "--verbose"]), broken_maps())


func test_a_map_that_is_mended_is_imported_in_the_next_start() -> void:
	var project: FreshProject = broken_project()
	_starts(project, ["--import"])
	for map: String in broken_maps():
		save_sound(project, map)
	project.import()
	check_equal(project.complaints(), PackedStringArray(), "complaints")
	for map: String in broken_maps():
		var text: String = FileAccess.get_file_as_string(project.folder.path_join("maps/%s.gtm.import" % map))
		check(not text.contains("valid=false"), map)
	project.run_script(TELL_CHILDREN % JSON.stringify(broken_maps()))
	check_equal(project.log_text.count("CHILDREN 1"), broken_maps().size(), "scenes that load")


func _starts(project: FreshProject, arguments: PackedStringArray) -> PackedStringArray:
	var logs: PackedStringArray = []
	for start: int in 3:
		project.run(arguments)
		check_equal(project.exit_code, 0, "exit code of start %d" % start)
		logs.append(project.log_text)
	return logs


func _remove(folder: String) -> void:
	for below: String in DirAccess.get_directories_at(folder):
		_remove(folder.path_join(below))
	for file: String in DirAccess.get_files_at(folder):
		DirAccess.remove_absolute(folder.path_join(file))
	DirAccess.remove_absolute(folder)
