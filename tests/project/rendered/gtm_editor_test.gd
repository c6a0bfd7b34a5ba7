extends BrokenMapsSuite
## The editor in a window: what it imports when files change while it is open, and what it says.

const RENDERERS: Array[String] = ["gl_compatibility"]

const MAP: String = "IMPORTED res://maps/house.gtm"
const IMPORT_FILE: String = """[remap]

importer="scene"
importer_version=1
type="PackedScene"

[params]

mapwright/definitions="res://classes.tres"
"""
const CLASSES: String = """[gd_resource type="GtmEntityDefinitions" format=3]

[ext_resource type="Script" path="res://door.gd" id="1"]
[ext_resource type="PackedScene" path="res://lamp.tscn" id="2"]

[sub_resource type="GtmEntityClass" id="door"]
classname = "door"
node_class = &"Area3D"
node_script = ExtResource("1")

[sub_resource type="GtmEntityClass" id="lamp"]
classname = "lamp"
scene = ExtResource("2")

[resource]
classes = [SubResource("door"), SubResource("lamp")]
"""
const LAMP: String = "[gd_scene format=3]\n\n[node name=\"lamp\" type=\"Node3D\"]\n"
const MATERIAL: String = "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\n"

## Functions for a driver's body.
const SHOW_DOOR: String = """
var door: Callable = func() -> String:
	var scene: Node = (load("res://maps/house.gtm") as PackedScene).instantiate()
	var name_of_class: String = scene.find_child("*door*", true, false).get_class()
	scene.free()
	return name_of_class
"""


func test_broken_maps_are_told_once_in_a_window() -> void:
	var project: FreshProject = broken_project()
	var logs: PackedStringArray = []
	for start: int in 3:
		project.run_in_window(["--import", "--verbose"])
		check_equal(project.exit_code, 0, "exit code of start %d" % start)
		logs.append(project.log_text)
	check_told_once(logs, broken_maps())
	check_left(project)


func test_a_broken_map_is_told_when_it_changes_and_not_when_the_window_gets_the_focus() -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.write("textures/stone.tres", MATERIAL)
	save_sound(project, "house")
	project.write("maps/never.gtm", "no map at all")
	DrivenEditor.run(project, """
print("STEP focus")
await focus()
await focus()
var sound: PackedByteArray = FileAccess.get_file_as_bytes("res://maps/house.gtm")
print("STEP broken")
write("res://maps/house.gtm", "broken")
await focus()
var folder: EditorFileSystemDirectory = files.get_filesystem_path("res://maps")
for name_of_file: String in ["house.gtm", "never.gtm"]:
	print("TOLD ", folder.get_file_import_is_valid(folder.find_file_index(name_of_file)))
print("TOLD ", load("res://maps/house.gtm") is PackedScene)
print("STEP focus again")
await focus()
await focus()
print("STEP mended")
FileAccess.open("res://maps/house.gtm", FileAccess.WRITE).store_buffer(sound)
FileAccess.open("res://maps/never.gtm", FileAccess.WRITE).store_buffer(sound)
await focus()
for name_of_file: String in ["house.gtm", "never.gtm"]:
	print("TOLD ", folder.get_file_import_is_valid(folder.find_file_index(name_of_file)))
""")
	check_equal(project.exit_code, 0, project.log_text)
	check_equal(project.log_text.count("ERROR: res://maps/never.gtm: the file is not a GodotTrench map"), 1)
	check_equal(_said(project, "focus"), [])
	var broken: Array = _said(project, "broken")
	check_equal(broken.size(), 5, str(broken))
	check(str(broken).contains("; the scene of the last import is kept"), str(broken))
	check_equal(broken.slice(1), [MAP, "TOLD false", "TOLD false", "TOLD true"])
	check_equal(_said(project, "focus again"), [])
	var mended: Array = _said(project, "mended")
	mended.sort()
	check_equal(mended, [MAP, "IMPORTED res://maps/never.gtm", "TOLD true", "TOLD true"])


func test_what_a_map_is_made_from_imports_it_again() -> void:
	var project: FreshProject = _project_with_classes()
	DrivenEditor.run(project, SHOW_DOOR + """
print("STEP nothing")
await focus()
print("STEP from outside")
write("res://classes.tres", FileAccess.get_file_as_string("res://classes.tres").replace("Area3D", "StaticBody3D"))
await focus()
print("TOLD ", door.call())
print("STEP from the Inspector")
var classes: Resource = load("res://classes.tres")
classes.classes[0].node_class = &"AnimatableBody3D"
ResourceSaver.save(classes, "res://classes.tres")
await settle()
print("TOLD ", door.call())
print("STEP script")
write("res://door.gd", "extends Node3D\\n\\n@export var speed: int = 3\\n")
await focus()
print("STEP scene")
write("res://lamp.tscn", FileAccess.get_file_as_string("res://lamp.tscn").replace("Node3D", "OmniLight3D"))
await focus()
print("STEP material")
write("res://textures/stone.tres", FileAccess.get_file_as_string("res://textures/stone.tres") + "metallic = 1.0\\n")
await focus()
print("STEP nothing again")
await focus()
""")
	check_equal(project.exit_code, 0, project.log_text)
	check_equal(project.complaints(), PackedStringArray(), "complaints")
	check_equal(_said(project, "nothing"), [])
	check_equal(_said(project, "from outside"), [MAP, "TOLD StaticBody3D"])
	check_equal(_said(project, "from the Inspector"), [MAP, "TOLD AnimatableBody3D"])
	for step: String in ["script", "scene", "material"]:
		check_equal(_said(project, step), [MAP], step)
	check_equal(_said(project, "nothing again"), [])


func test_textures_that_are_added_import_the_maps_that_missed_them() -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	for map: String in ["house", "shed"]:
		save_sound(project, map)
	var image: String = temp_path("stone.png")
	Image.create_empty(64, 64, false, Image.FORMAT_RGB8).save_png(image)
	DrivenEditor.run(project, """
print("STEP added")
DirAccess.make_dir_absolute("res://textures")
DirAccess.copy_absolute("%s", "res://textures/stone.png")
await focus()
print("STEP focus")
await focus()
print("STEP gone")
DirAccess.remove_absolute("res://textures/stone.png")
await focus()
""" % ProjectSettings.globalize_path(image))
	check_equal(project.exit_code, 0, project.log_text)
	var maps: Array = _said(project, "added").filter(func(line: String) -> bool: return line.ends_with(".gtm"))
	check_equal(maps, [MAP, "IMPORTED res://maps/shed.gtm"], project.log_text)
	check_equal(_said(project, "focus"), [])
	check(not project.log_text.contains("ERROR:"), project.log_text)
	# Before, and told again when they are missing again.
	check_equal(project.log_text.count("material \"stone\" is missing in res://textures"), 4, project.log_text)


func _project_with_classes() -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.write("textures/stone.tres", MATERIAL)
	project.write("door.gd", "extends Node3D\n")
	project.write("lamp.tscn", LAMP)
	project.write("classes.tres", CLASSES)
	project.write("maps/house.gtm.import", IMPORT_FILE)
	var nodes: Array = [
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.entity(3, "door"), MapNodes.entity(4, "lamp"),
	]
	check_equal(MapNodes.file(nodes).save(project.folder.path_join("maps/house.gtm")), OK)
	return project


func _said(project: FreshProject, step: String) -> Array:
	return Array(DrivenEditor.said_after(project, step))
