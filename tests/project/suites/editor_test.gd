extends Suite
## The editor itself on projects with maps in them: fresh ones, and what its exit code says.

const CLASS_CHECK: String = """extends SceneTree


func _initialize() -> void:
	quit(0 if ClassDB.class_exists(&"GtmFile") else 9)
"""


func test_the_editor_opens_and_quits_with_maps_in_the_project() -> void:
	var project: FreshProject = _project_with_maps()
	project.run(["--editor", "--quit"])
	check_equal(project.exit_code, 0, "exit code")
	check_equal(project.complaints(), PackedStringArray(), "complaints")


func test_a_fresh_clone_imports_in_one_pass() -> void:
	var project: FreshProject = _project_with_maps()
	project.import()
	check_equal(project.exit_code, 0, "exit code")
	check_equal(project.complaints(), PackedStringArray(), "complaints")
	var imported: PackedStringArray = _files_of(project.folder.path_join(".godot/imported"))
	check(not imported.is_empty(), "something was imported")
	project.import()
	check_equal(_files_of(project.folder.path_join(".godot/imported")), imported, "a second pass adds nothing")


func test_a_fresh_clone_knows_the_classes_at_once() -> void:
	var project: FreshProject = _project_with_maps()
	project.run_script(CLASS_CHECK)
	check_equal(project.exit_code, 0, "exit code, 9 for a class that is missing")


# Godot 4.6 itself crashes when a headless editor quits after it found its first extension (godotengine/godot#111048), so
# only what the scan leaves behind is looked at.
func test_a_project_without_the_list_knows_the_classes_after_its_first_scan() -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"), false)
	project.import()
	project.run_script(CLASS_CHECK)
	check_equal(project.exit_code, 0, "exit code, 9 for a class that is missing")


func test_an_exit_code_reaches_whoever_started_godot() -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.run_script("extends SceneTree\n\n\nfunc _initialize() -> void:\n\tquit(7)\n")
	check_equal(project.exit_code, 7)


func test_the_executable_is_godot_itself() -> void:
	check(OS.get_executable_path().get_file().to_lower().begins_with("godot"), OS.get_executable_path())


func _project_with_maps() -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	var maps: PackedStringArray = DirAccess.get_files_at("res://maps")
	for map: String in maps:
		if map.get_extension() != "import":
			check_equal(project.add("res://maps".path_join(map), "maps/" + map), OK, map)
	check(not maps.is_empty(), "there are sample maps")
	return project


func _files_of(folder: String) -> PackedStringArray:
	var files: PackedStringArray = DirAccess.get_files_at(folder)
	files.sort()
	return files
