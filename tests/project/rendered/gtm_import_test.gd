extends Suite
## What a map shows, however it came there: imported without a renderer, imported with one, in an exported game, or built
## in a running game.

const MAPS: Array[String] = ["room", "village"]
## A run that has not ended by itself by then never will.
const LAST_FRAME: String = "600"
## The name of the variable with the path of Godot's release template.
const TEMPLATE: String = "MAPWRIGHT_RELEASE_TEMPLATE"
## Pictures of the same scene differ in the last bit of some channels at most.
const TOLERANCE: float = 1.5 / 255.0

const PHOTO: String = """extends Node3D

const VIEWS: Dictionary = %s


func _ready() -> void:
	get_window().size = Vector2i(480, 270)
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	for map: String in VIEWS:
		var path: String = "res://maps/%%s.gtm" %% map
		var scene: Node3D = null
		if arguments[1] == "build":
			var file: GtmFile = GtmFile.new()
			file.load(arguments[2].path_join(map + ".gtm"))
			scene = file.build_scene()
		else:
			scene = (load(path) as PackedScene).instantiate()
		add_child(scene)
		var camera: Camera3D = Camera3D.new()
		camera.position = VIEWS[map][0]
		camera.rotation = VIEWS[map][1]
		scene.add_child(camera)
		camera.make_current()
		for frame: int in 4:
			await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image().save_png(arguments[0].path_join(map + ".png"))
		scene.free()
	get_tree().quit()
"""
const PHOTO_SCENE: String = """[gd_scene format=3]

[ext_resource type="Script" path="res://photo.gd" id="1"]

[node name="photo" type="Node3D"]
script = ExtResource("1")
"""

var _reference: Dictionary[String, Image] = {}


func test_a_map_imported_without_a_renderer_shows_what_one_imported_with_a_renderer_does() -> void:
	var with_renderer: FreshProject = _project()
	with_renderer.run_in_window(["--import"])
	_reference = _photos(with_renderer, "with", "load")
	var without: FreshProject = _project()
	without.import()
	_compare(_photos(without, "without", "load"), "imported without a renderer")
	_compare(_photos(without, "built", "build"), "built by the running game")


func test_an_exported_game_shows_the_same() -> void:
	var template: String = OS.get_environment(TEMPLATE)
	if template.is_empty():
		skip("no release template of Godot is here")
		return
	var project: FreshProject = _project()
	project.import()
	project.export_game(template, "game/game.x86_64")
	check_equal(project.exit_code, 0, project.log_text)
	# Its own scenes, and maps that it does not have in it.
	for way: String in ["load", "build"]:
		var folder: String = _folder(project, "exported_" + way)
		project.run_game(
				"game/game.x86_64",
				["--quit-after", LAST_FRAME, "--", folder, way, ProjectSettings.globalize_path("res://maps")])
		check_equal(project.exit_code, 0, project.log_text)
		var complaints: PackedStringArray = project.complaints()
		# The library of this run is one for development.
		check(complaints.is_empty() or complaints[0].contains("register-docs"), "complaints of the game: %s" % complaints)
		check(complaints.size() <= 1, "complaints of the game: %s" % complaints)
		_compare(_pictures(folder), "the exported game, " + way)


## The sample maps with their images and models, and a scene that takes pictures of them.
func _project() -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	for folder: String in ["maps", "models", "textures"]:
		check(project.add_folder("res://" + folder, folder) > 0, folder)
	var views: Dictionary = {}
	for map: String in MAPS:
		views[map] = _view("res://maps/%s.gtm" % map)
	project.write("photo.gd", PHOTO % var_to_str(views))
	project.write("photo.tscn", PHOTO_SCENE)
	project.write("project.godot", FreshProject.SETTINGS + "run/main_scene=\"res://photo.tscn\"\n")
	return project


## Where the map's first camera stands, and how it is turned.
func _view(path: String) -> Array:
	var file: GtmFile = GtmFile.new()
	check_equal(file.load(path), OK, file.get_error_message())
	var camera: Dictionary = file.get_map()["editor"]["cameras"]["1"]
	var place: Array = camera["position"]
	var yaw: float = camera["yaw"]
	var pitch: float = camera["pitch"]
	return [Vector3(place[0], place[1], place[2]) / 32.0, Vector3(pitch, yaw, 0.0)]


func _folder(project: FreshProject, folder_name: String) -> String:
	var folder: String = project.folder.path_join("photos").path_join(folder_name)
	DirAccess.make_dir_recursive_absolute(folder)
	return folder


func _photos(project: FreshProject, folder_name: String, way: String) -> Dictionary[String, Image]:
	var complaints: PackedStringArray = project.complaints()
	# The Compatibility renderer itself forgets the sky of a scene that the editor drew a thumbnail of.
	check(Array(complaints).all(func(line: String) -> bool: return line.contains("Texture with GL ID")), str(complaints))
	var folder: String = _folder(project, folder_name)
	project.run_in_window(["--quit-after", LAST_FRAME, "--", folder, way, "res://maps"])
	check_equal(project.exit_code, 0, project.log_text)
	check_equal(project.complaints(), PackedStringArray(), "complaints of " + folder_name)
	return _pictures(folder)


func _pictures(folder: String) -> Dictionary[String, Image]:
	var pictures: Dictionary[String, Image] = {}
	for map: String in MAPS:
		var picture: Image = Image.load_from_file(folder.path_join(map + ".png"))
		check(picture != null, "a picture of " + map)
		pictures[map] = picture
	return pictures


func _compare(pictures: Dictionary[String, Image], what: String) -> void:
	for map: String in MAPS:
		var expected: Image = _reference[map]
		var picture: Image = pictures[map]
		check_equal(picture.get_size(), expected.get_size(), "size")
		check(_colors(expected) > 500, "%s shows something: %d colours" % [map, _colors(expected)])
		check_near(_difference(picture, expected), 0.0, TOLERANCE, "%s, %s" % [map, what])


func _colors(picture: Image) -> int:
	var seen: Dictionary[Color, bool] = {}
	for y: int in range(0, picture.get_height(), 3):
		for x: int in range(0, picture.get_width(), 3):
			seen[picture.get_pixel(x, y)] = true
	return seen.size()


## The mean difference of the channels, 0 to 1.
func _difference(picture: Image, expected: Image) -> float:
	var metrics: Dictionary = picture.compute_image_metrics(expected, false)
	return float(metrics["mean"]) / 255.0
