extends Suite
## Names of nodes stay when other nodes of the map come and go, and so does what is edited on top of an imported map.

const MAP: String = "maps/house.gtm"
const SIZE: Vector3 = Vector3(64, 64, 64)

const TELL: String = """extends SceneTree


func tell(value: Variant) -> void:
	print("TOLD ", JSON.stringify(value))


func _initialize() -> void:
"""

## Edits of every kind on top of the map: a property, a script, a child, a group.
const EDIT: String = """
	var script: GDScript = load("res://lamp.gd")
	for lamp: Node in [house.get_node("light_4"), house.get_node("gate"), house.get_node("worldspawn/mesh")]:
		lamp.set_meta(&"edited", String(lamp.name))
		lamp.add_to_group(&"edited", true)
	var light: OmniLight3D = house.get_node("light_4")
	light.light_energy = 7.5
	light.set_script(script)
	var child: Marker3D = Marker3D.new()
	child.name = "mark"
	house.get_node("gate").add_child(child)
	child.owner = top
	var packed: PackedScene = PackedScene.new()
	packed.pack(top)
	ResourceSaver.save(packed, "res://top.tscn")
	top.free()
	quit()
"""

const INSTANCED: String = TELL + """
	var top: Node3D = Node3D.new()
	top.name = "Top"
	var house: Node = (load("res://maps/house.gtm") as PackedScene).instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE)
	top.add_child(house)
	house.owner = top
	top.set_editable_instance(house, true)
""" + EDIT

const INHERITED: String = TELL + """
	var top: Node = (load("res://maps/house.gtm") as PackedScene).instantiate(PackedScene.GEN_EDIT_STATE_MAIN_INHERITED)
	var house: Node = top
""" + EDIT

## Where the edits are, by the id of the map's node.
const TELL_EDITS: String = TELL + """
	var top: Node = (load("res://top.tscn") as PackedScene).instantiate()
	root.add_child(top)
	var edits: Dictionary = {}
	for node: Node in top.find_children("*", "", true, false):
		if not node.is_in_group(&"edited"):
			continue
		edits[node.get_meta(&"edited")] = node.get_meta(&"_gt_id", -1)
	tell(edits)
	var light: OmniLight3D = top.find_child("light_4", true, false)
	tell([light.light_energy, light.get_script() != null])
	tell(top.find_child("mark", true, false).get_parent().get_meta(&"_gt_id"))
	quit()
"""


func _nodes() -> Array:
	return [
		MapNodes.box(2, Vector3.ZERO, SIZE),
		MapNodes.entity(3, "light"),
		MapNodes.entity(4, "light"),
		MapNodes.entity(5, "light", {"targetname": "gate"}),
	]


func _save(project: FreshProject, nodes: Array) -> void:
	var place: String = project.folder.path_join(MAP)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	check_equal(MapNodes.file(nodes).save(place), OK)


func _project() -> FreshProject:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.write("textures/stone.tres", "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\n")
	project.write("lamp.gd", "extends OmniLight3D\n")
	_save(project, _nodes())
	_import(project)
	return project


func _import(project: FreshProject) -> void:
	project.forget_times()
	project.import()
	check_equal(project.exit_code, 0, "exit code of the import")
	check_equal(project.complaints(), PackedStringArray(), "complaints of the import")


func _told(project: FreshProject, script: String) -> Array:
	project.run_script(script)
	check_equal(project.exit_code, 0, project.log_text)
	check_equal(project.complaints(), PackedStringArray(), "complaints of the script")
	var told: Array = []
	for line: String in project.log_text.split("\n"):
		if line.begins_with("TOLD "):
			told.append(JSON.parse_string(line.trim_prefix("TOLD ")))
	return told


func _check_edits(project: FreshProject, case: String) -> void:
	_import(project)
	var told: Array = _told(project, TELL_EDITS)
	check_equal(told, [{"gate": 5.0, "light_4": 4.0, "mesh": -1.0}, [7.5, true], 5.0], case)


func _check_edits_stay(edit: String) -> void:
	var project: FreshProject = _project()
	_told(project, edit)
	_check_edits(project, "as it was")
	var scene: String = FileAccess.get_file_as_string(project.folder.path_join("top.tscn"))
	var nodes: Array = _nodes()
	nodes.remove_at(1)
	_save(project, nodes)
	_check_edits(project, "an entity deleted before")
	nodes.push_front(MapNodes.entity(9, "light"))
	nodes.push_front(MapNodes.box(8, SIZE, SIZE * 2))
	_save(project, nodes)
	_check_edits(project, "an entity and a brush added before")
	_save(project, [{"id": 20, "type": "group", "name": "moved", "children": nodes}])
	_check_edits(project, "moved to a group")
	check_equal(FileAccess.get_file_as_string(project.folder.path_join("top.tscn")), scene, "the scene on top")


func test_edits_on_an_instanced_map_stay() -> void:
	_check_edits_stay(INSTANCED)


func test_edits_on_an_inherited_map_stay() -> void:
	_check_edits_stay(INHERITED)


func test_names_come_from_the_map() -> void:
	var door: Dictionary = MapNodes.entity(12, "func_door", {}, [MapNodes.box(13, SIZE * 2, SIZE * 3)])
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, SIZE), door, MapNodes.entity(27, "light")])
	var root: Node3D = map.build_scene()
	var names: Array = root.get_children().map(func(child: Node) -> String: return child.name)
	check_equal(names, ["worldspawn", "func_door_12", "light_27"])
	check(root.has_node("worldspawn/mesh"), "the mesh of the world")
	check(root.has_node("worldspawn/brush_2_shape"), "the shape of a brush")
	check(root.has_node("func_door_12/mesh"), "the mesh of an entity")
	check_equal(root.get_node("light_27").get_meta(&"_gt_id"), 27)
	root.free()


func test_the_running_numbers_are_an_option_by_word_and_by_number() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.entity(27, "light")])
	for option: Variant in ["Index", "index", 1]:
		var root: Node3D = map.build_scene({"names": option})
		check(root.has_node("entity_1_light"), str(option))
		root.free()
	for option: Variant in ["Id", "id", 0]:
		var root: Node3D = map.build_scene({"names": option})
		check(root.has_node("light_27"), str(option))
		root.free()
	for option: Variant in ["names", 2, -1, [0]]:
		check(map.build_scene({"names": option}) == null, str(option))
		check(map.get_error_message().contains("option names: Id or Index expected"), map.get_error_message())
