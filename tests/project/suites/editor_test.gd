extends Suite
## The editor itself on projects with maps in them: fresh ones, and what its exit code says.

const CLASS_CHECK: String = """extends SceneTree


func _initialize() -> void:
	quit(0 if ClassDB.class_exists(&"GtmFile") else 9)
"""

## Reloads the library in a running editor with a scene of ours open, uses it, imports a map again and quits.
const RELOADER: String = """@tool
extends EditorPlugin


func _enter_tree() -> void:
	_run(get_tree())


func _run(tree: SceneTree) -> void:
	await _frames(tree, 60)
	EditorInterface.open_scene_from_path("res://level.tscn")
	await _frames(tree, 20)
	print("RELOADED ", GDExtensionManager.reload_extension("res://addons/mapwright/mapwright.gdextension"))
	await _frames(tree, 20)
	var file: RefCounted = ClassDB.instantiate(&"GtmFile")
	print("LOADED ", file.call(&"load", "res://maps/village.gtm"))
	EditorInterface.get_resource_filesystem().reimport_files(["res://maps/village.gtm"])
	await _frames(tree, 20)
	print("IMPORTED")
	tree.quit()


func _frames(tree: SceneTree, count: int) -> void:
	for frame: int in count:
		await tree.process_frame
"""
const PLUGIN: String = "[plugin]\n\nname=\"reloader\"\ndescription=\"\"\nauthor=\"\"\nversion=\"1\"\nscript=\"reloader.gd\"\n"
const PLUGINS: String = "\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/reloader/plugin.cfg\")\n"
const LEVEL: String = """[gd_scene format=3]

[ext_resource type="PackedScene" path="res://maps/village.gtm" id="1"]

[node name="level" type="Node3D"]

[node name="village" parent="." instance=ExtResource("1")]
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


func test_the_library_is_reloaded_while_the_editor_runs() -> void:
	var project: FreshProject = _project_with_maps()
	project.import()
	project.write("level.tscn", LEVEL)
	project.write("addons/reloader/plugin.cfg", PLUGIN)
	project.write("addons/reloader/reloader.gd", RELOADER)
	project.write("project.godot", FreshProject.SETTINGS + PLUGINS)
	project.run(["--editor", "--quit-after", "2000"])
	check_equal(project.exit_code, 0, "exit code")
	check_equal(project.complaints(), PackedStringArray(), "complaints")
	for line: String in ["RELOADED 0", "LOADED 0", "IMPORTED"]:
		check(project.log_text.contains(line), "%s in %s" % [line, project.log_text])


func test_an_exit_code_reaches_whoever_started_godot() -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.run_script("extends SceneTree\n\n\nfunc _initialize() -> void:\n\tquit(7)\n")
	check_equal(project.exit_code, 7)


func test_the_executable_is_godot_itself() -> void:
	check(OS.get_executable_path().get_file().to_lower().begins_with("godot"), OS.get_executable_path())


func _project_with_maps() -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	for folder: String in ["maps", "models", "textures"]:
		check(project.add_folder("res://" + folder, folder) > 0, "there are sample " + folder)
	return project


func _files_of(folder: String) -> PackedStringArray:
	var files: PackedStringArray = DirAccess.get_files_at(folder)
	files.sort()
	return files
