extends Suite
## Maps in a project: imported as scenes, imported again when they or their prefabs change, loaded in every way.

const MAP: String = "maps/house.gtm"
const BOX: Vector3 = Vector3(64, 64, 64)

## What a script of the project begins with that tells the suite something.
const TELL: String = """extends SceneTree


func tell(value: Variant) -> void:
	print("TOLD ", JSON.stringify(value))


"""


## A project with one map in it, of a box and what [param nodes] there are besides.
func _project(nodes: Array = []) -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	for material: String in ["stone", "grass"]:
		project.write("textures/%s.tres" % material, "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\n")
	_save(project, MAP, nodes)
	return project


func _save(project: FreshProject, path: String, nodes: Array = []) -> void:
	var all: Array = [MapNodes.box(2, Vector3.ZERO, BOX)]
	all.append_array(nodes)
	var place: String = project.folder.path_join(path)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	check_equal(MapNodes.file(all).save(place), OK)


## Imports the project; everything has to go well.
func _import(project: FreshProject) -> void:
	project.forget_times()
	project.import()
	check_equal(project.exit_code, 0, "exit code of the import")
	check_equal(project.complaints(), PackedStringArray(), "complaints of the import")


## What a script with the body [param body] of _initialize tells.
func _told(project: FreshProject, body: String) -> Array:
	project.run_script(TELL + "func _initialize() -> void:\n" + body.indent("\t") + "\n\tquit()\n")
	check_equal(project.exit_code, 0, project.log_text)
	check_equal(project.complaints(), PackedStringArray(), "complaints of the script")
	var told: Array = []
	for line: String in project.log_text.split("\n"):
		if line.begins_with("TOLD "):
			told.append(JSON.parse_string(line.trim_prefix("TOLD ")))
	return told


const TELL_CHILDREN: String = """
var scene: Node = (load("res://maps/house.gtm") as PackedScene).instantiate()
tell(scene.get_children().map(func(child: Node) -> String: return child.name))
tell(scene.find_children("*", "CollisionShape3D", true, false).size())
scene.free()
"""


func test_a_map_is_a_packed_scene() -> void:
	var project: FreshProject = _project([MapNodes.entity(3, "light")])
	_import(project)
	var told: Array = _told(project, TELL_CHILDREN)
	check_equal(told, [["worldspawn", "light_3"], 1.0])


func test_the_options_stand_in_the_import_file_and_count() -> void:
	var project: FreshProject = _project()
	_import(project)
	var path: String = project.folder.path_join(MAP + ".import")
	var text: String = FileAccess.get_file_as_string(path)
	for option: String in [
		"mapwright/units_per_meter=32.0", "mapwright/textures_dir=\"res://textures\"", "mapwright/collision=true",
		"mapwright/cell_size=0.0", "mapwright/use_groups_hierarchy=false", "mapwright/output_relays=false",
	]:
		check(text.contains(option), option)
	project.write(MAP + ".import", text.replace("mapwright/collision=true", "mapwright/collision=false"))
	for file: String in DirAccess.get_files_at(project.folder.path_join(".godot/imported")):
		DirAccess.remove_absolute(project.folder.path_join(".godot/imported").path_join(file))
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[1], 0.0)


func test_an_import_file_without_our_options_still_works() -> void:
	var project: FreshProject = _project()
	_import(project)
	var kept: PackedStringArray = []
	for line: String in FileAccess.get_file_as_string(project.folder.path_join(MAP + ".import")).split("\n"):
		if not line.begins_with("mapwright/"):
			kept.append(line)
	project.write(MAP + ".import", "\n".join(kept))
	_save(project, MAP, [MapNodes.entity(3, "light")])
	_import(project)
	check_equal(_told(project, TELL_CHILDREN), [["worldspawn", "light_3"], 1.0])


func test_a_changed_map_is_imported_again() -> void:
	var project: FreshProject = _project()
	_import(project)
	_save(project, MAP, [MapNodes.entity(3, "light")])
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[0], ["worldspawn", "light_3"])


func test_a_map_that_became_corrupt_says_so_and_leaves_its_scene_alone() -> void:
	var project: FreshProject = _project()
	_import(project)
	for broken: String in ["no map at all", "{\"format\": \"godottrench-map\", \"version\": 99, \"layers\": []}"]:
		project.write(MAP, broken)
		project.forget_times()
		project.import()
		check(project.log_text.contains("ERROR: res://maps/house.gtm: "), project.log_text)
		check_equal(_told(project, TELL_CHILDREN), [["worldspawn"], 1.0], "the scene of " + broken)
	_save(project, MAP, [MapNodes.entity(3, "light")])
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[0], ["worldspawn", "light_3"], "mended")


func test_a_map_that_was_never_sound_fails_with_the_sentence() -> void:
	var project: FreshProject = _project()
	project.write("maps/broken.gtm", "no map at all")
	project.import()
	check(project.log_text.contains("ERROR: res://maps/broken.gtm: "), project.log_text)
	var told: Array = _told(project, "tell(ResourceLoader.exists(\"res://maps/broken.gtm\"))\n" + TELL_CHILDREN)
	check_equal(told.slice(1), [["worldspawn"], 1.0], "the map beside it")


func test_problems_go_to_the_output_with_the_file_and_a_total() -> void:
	var project: FreshProject = _project([MapNodes.entity(3, "mystery"), MapNodes.terrain(4, 4, [1, 2, 3])])
	project.import()
	check_equal(project.exit_code, 0)
	for fragment: String in [
		"WARNING: res://maps/house.gtm: class \"mystery\" has no definition",
		"WARNING: res://maps/house.gtm: terrain 4 is left out",
		"WARNING: res://maps/house.gtm: 2 problems in all",
	]:
		check(project.log_text.contains(fragment), fragment)


func test_missing_materials_are_one_warning_and_tool_textures_are_not_missing() -> void:
	var high: Vector3 = Vector3(192, 64, 64)
	var project: FreshProject = _project([
		MapNodes.box(3, Vector3(128, 0, 0), high, "brick"),
		MapNodes.box(4, Vector3(256, 0, 0), Vector3(320, 64, 64), "plaster"),
		MapNodes.box(5, Vector3(384, 0, 0), Vector3(448, 64, 64), "special/clip"),
		MapNodes.box(6, Vector3(512, 0, 0), Vector3(576, 64, 64), "special/skip"),
	])
	project.import()
	check_equal(project.complaints(), PackedStringArray([
		"WARNING: res://maps/house.gtm: 2 materials are missing in res://textures: \"brick\", \"plaster\"",
	]))
	check(not project.log_text.contains(".cpp"), "no place in the engine's source")


func test_definitions_that_changed_while_the_editor_was_closed_import_their_maps_again() -> void:
	const CLASSES: String = """[gd_resource type="GtmEntityDefinitions" format=3]

[sub_resource type="GtmEntityClass" id="a"]
classname = "door"
node_class = &"%s"

[resource]
classes = [SubResource("a")]
"""
	const TELL_DOOR: String = """
var scene: Node = (load("res://maps/house.gtm") as PackedScene).instantiate()
tell(scene.find_child("*door*", true, false).get_class())
scene.free()
"""
	var project: FreshProject = _project([MapNodes.entity(3, "door")])
	_save(project, "maps/other.gtm")
	project.write(MAP + ".import", "[remap]\n\nimporter=\"scene\"\n\n[params]\n\nmapwright/definitions=\"res://classes.tres\"\n")
	project.write("classes.tres", CLASSES % "Area3D")
	_import(project)
	check_equal(_told(project, TELL_DOOR), ["Area3D"])
	project.write("classes.tres", CLASSES % "StaticBody3D")
	project.run(["--import", "--verbose"])
	check_equal(project.log_text.count("EditorFileSystem: Importing file: res://maps/house.gtm"), 1, "the map")
	check_equal(project.log_text.count("EditorFileSystem: Importing file: res://maps/other.gtm"), 0, "another map")
	check_equal(_told(project, TELL_DOOR), ["StaticBody3D"])
	DirAccess.remove_absolute(project.folder.path_join("classes.tres"))
	project.import()
	check(project.log_text.contains("ERROR: res://maps/house.gtm: "), "definitions that are gone")
	project.write("classes.tres", CLASSES % "Marker3D")
	_import(project)
	check_equal(_told(project, TELL_DOOR), ["Marker3D"], "and are there again")


func _instance(id: int, path: String) -> Dictionary:
	return {"id": id, "type": "instance", "path": path, "origin": [0.0, 0.0, 0.0], "angles": [0.0, 0.0, 0.0]}


func test_a_changed_prefab_imports_the_maps_that_use_it_again() -> void:
	var project: FreshProject = _project([_instance(5, "middle.gtm")])
	_save(project, "maps/middle.gtm", [_instance(5, "../parts/inner.tdm")])
	_save(project, "parts/inner.tdm")
	_save(project, "maps/other.gtm")
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[0], ["worldspawn"])
	var other: String = project.folder.path_join("maps/other.gtm.import")
	var untouched: int = FileAccess.get_modified_time(other)
	_save(project, "parts/inner.tdm", [MapNodes.entity(9, "light")])
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[0], ["worldspawn", "light_5_5_9"], "two levels below")
	check_equal(FileAccess.get_modified_time(other), untouched, "a map that does not use it")


func test_a_prefab_that_comes_later_imports_the_map_that_misses_it_again() -> void:
	var project: FreshProject = _project([_instance(5, "late.gtm")])
	project.import()
	check(project.log_text.contains("late.gtm"), "the missing prefab is named")
	_save(project, "maps/late.gtm", [MapNodes.entity(9, "light")])
	_import(project)
	check_equal(_told(project, TELL_CHILDREN)[0], ["worldspawn", "light_5_9"])


func test_a_model_that_is_imported_after_the_map_is_in_its_scene() -> void:
	var project: FreshProject = _project([MapNodes.scatter(6, "res://models/post.glb", [Vector3.ZERO, Vector3(64, 0, 0)])])
	_save_glb(project.folder.path_join("models/post.glb"))
	_import(project)
	var told: Array = _told(project, """
var scene: Node = (load("res://maps/house.gtm") as PackedScene).instantiate()
tell((scene.find_child("post_*", true, false) as MultiMeshInstance3D).multimesh.instance_count)
scene.free()
""")
	check_equal(told, [2.0])


func _save_glb(path: String) -> void:
	DirAccess.make_dir_recursive_absolute(path.get_base_dir())
	var root: Node3D = Node3D.new()
	var post: MeshInstance3D = MeshInstance3D.new()
	post.mesh = BoxMesh.new()
	root.add_child(post)
	var document: GLTFDocument = GLTFDocument.new()
	var state: GLTFState = GLTFState.new()
	check_equal(document.append_from_scene(root, state), OK)
	check_equal(document.write_to_filesystem(state, path), OK)
	root.free()


func test_twenty_maps_are_imported_at_once_and_once_more() -> void:
	var project: FreshProject = _project()
	for number: int in 20:
		_save(project, "maps/map_%d.gtm" % number)
	_import(project)
	for number: int in 20:
		_save(project, "maps/map_%d.gtm" % number, [MapNodes.entity(3, "light")])
	_import(project)
	var told: Array = _told(project, """
for number: int in 20:
	var scene: Node = (load("res://maps/map_%d.gtm" % number) as PackedScene).instantiate()
	tell(scene.get_child_count())
	scene.free()
""")
	check_equal(told.count(2.0), 20)


const LOAD_ON_THREADS: String = """
for number: int in 8:
	ResourceLoader.load_threaded_request("res://maps/map_%d.gtm" % number)
"""


func test_eight_maps_are_loaded_on_threads() -> void:
	var project: FreshProject = _project()
	for number: int in 8:
		_save(project, "maps/map_%d.gtm" % number, [MapNodes.terrain(7, 33, _heights(33))])
	_import(project)
	var told: Array = _told(project, LOAD_ON_THREADS + """
for number: int in 8:
	var path: String = "res://maps/map_%d.gtm" % number
	while ResourceLoader.load_threaded_get_status(path) == ResourceLoader.THREAD_LOAD_IN_PROGRESS:
		OS.delay_msec(1)
OS.delay_msec(100)
for number: int in 8:
	var scene: Node = (ResourceLoader.load_threaded_get("res://maps/map_%d.gtm" % number) as PackedScene).instantiate()
	tell(scene.get_child_count())
	scene.free()
""")
	check_equal(told.count(2.0), 8)


func _heights(side: int) -> PackedFloat32Array:
	var heights: PackedFloat32Array = []
	heights.resize(side * side)
	return heights


func test_quitting_in_the_middle_of_a_load_is_no_crash() -> void:
	var project: FreshProject = _project()
	for number: int in 8:
		_save(project, "maps/map_%d.gtm" % number, [MapNodes.terrain(7, 257, _heights(257))])
	_import(project)
	project.run_script(TELL + "func _initialize() -> void:\n" + LOAD_ON_THREADS.indent("\t") + "\n\tquit()\n")
	check_equal(project.exit_code, 0, project.log_text)
	check(not project.log_text.contains("handle_crash"), project.log_text)
	check(not project.log_text.contains("panic"), project.log_text)


func test_a_map_can_be_preloaded() -> void:
	var project: FreshProject = _project()
	_import(project)
	project.write("preloads.gd", "extends Node\n\nconst MAP: PackedScene = preload(\"res://maps/house.gtm\")\n")
	var told: Array = _told(project, "tell((load(\"res://preloads.gd\") as GDScript).get_script_constant_map()[\"MAP\"] is PackedScene)")
	check_equal(told, [true])


func test_an_imported_scene_tells_whether_it_is_current() -> void:
	var project: FreshProject = _project([_instance(5, "part.gtm")])
	_save(project, "maps/part.gtm")
	_import(project)
	const TELL_CURRENT: String = """
var file: GtmFile = GtmFile.new()
file.load("res://maps/house.gtm")
var scene: Node3D = (load("res://maps/house.gtm") as PackedScene).instantiate()
tell(file.is_scene_current(scene))
scene.free()
"""
	check_equal(_told(project, TELL_CURRENT), [true])
	_save(project, "maps/part.gtm", [MapNodes.entity(3, "light")])
	check_equal(_told(project, TELL_CURRENT), [false], "the prefab has changed")
	_import(project)
	check_equal(_told(project, TELL_CURRENT), [true])
