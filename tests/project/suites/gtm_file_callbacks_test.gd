extends Suite
## What a build of a map calls may call every method of the map, from the same and from another thread.

## A script of the project that a build runs: when its node is made, when a property is set and when a child comes.
const SCRIPT: String = """extends Node3D

static var called: Callable

var speed: float = 0.0:
	set(value):
		speed = value
		called.call("set")


func _init() -> void:
	called.call("init")


func _notification(what: int) -> void:
	if what == NOTIFICATION_SCENE_INSTANTIATED:
		called.call("instanced")
	elif what == NOTIFICATION_CHILD_ORDER_CHANGED and get_child_count() > 0:
		called.call("child")
"""

var _map: GtmFile
var _is_inside: bool = false
var _places: PackedStringArray = []
var _methods: PackedStringArray = []


func _set_up() -> void:
	_map = MapNodes.file([
		MapNodes.box(2, Vector3.ZERO, Vector3(64, 64, 64)),
		MapNodes.entity(3, "door", {"speed": "2"}, [MapNodes.box(4, Vector3(128, 0, 0), Vector3(192, 64, 64))]),
		MapNodes.entity(5, "lamp", {"speed": "3"}),
	])
	_places.clear()
	_methods.clear()


func _nothing(argument: Dictionary) -> Variant:
	match argument["type"]:
		TYPE_STRING, TYPE_STRING_NAME:
			return ""
		TYPE_ARRAY:
			return Array([], TYPE_DICTIONARY, &"", null)
		TYPE_OBJECT:
			return null
		_:
			return type_convert(null, argument["type"] as int)


## Calls every method of the map with arguments that say nothing.
func _call_everything() -> void:
	for method: Dictionary in ClassDB.class_get_method_list(&"GtmFile", true):
		var arguments: Array = (method["args"] as Array).map(_nothing)
		var answer: Variant = _map.callv(method["name"] as StringName, arguments)
		if answer is Node:
			(answer as Node).free()
		_methods.append(method["name"] as String)


## Called from within a build. What builds in turn is not looked into again.
func _called(place: String) -> void:
	if _is_inside:
		return
	_is_inside = true
	_places.append(place)
	_call_everything()
	var thread: Thread = Thread.new()
	thread.start(_call_everything)
	thread.wait_to_finish()
	_is_inside = false


func _progress(stage: String, _share: float) -> void:
	_called("progress " + stage)


func test_the_callback_of_a_build_may_call_everything() -> void:
	_set_up()
	var root: Node3D = _map.build_scene({"progress": _progress})
	check_equal(MapNodes.built(root, 3).get_class(), "Node3D", "built from the map as it was")
	check(_places.size() > 5, str(_places))
	for method: String in ["load", "set_map", "get_map", "build_scene", "is_scene_current", "save_buffer", "get_problems"]:
		check_equal(_methods.count(method), 2 * _places.size(), method)
	root.free()


func test_scripts_of_what_a_build_makes_may_call_everything() -> void:
	_set_up()
	var script: GDScript = EntityClasses.script_of(SCRIPT)
	script.set(&"called", _called)
	_is_inside = true
	var model: Node3D = script.new()
	var scene: PackedScene = PackedScene.new()
	scene.pack(model)
	model.free()
	_is_inside = false
	var door: GtmEntityClass = EntityClasses.named("door", SCRIPT)
	door.node_script = script
	door.kind = 1
	door.properties = {"speed": 1.0}
	var lamp: GtmEntityClass = EntityClasses.named("lamp")
	lamp.scene = scene
	lamp.properties = {"speed": 1.0}
	var root: Node3D = _map.build_scene({"definitions": EntityClasses.definitions([door, lamp])})
	for place: String in ["init", "instanced", "set", "child"]:
		check(_places.has(place), "%s: %s" % [place, _places])
	check_equal([MapNodes.built(root, 3).get(&"speed"), MapNodes.built(root, 5).get(&"speed")], [2.0, 3.0])
	_is_inside = true
	root.free()
	script.set(&"called", Callable())


func test_a_map_that_is_changed_while_it_is_built_is_built_as_it_was() -> void:
	_set_up()
	var change: Callable = func(stage: String, _share: float) -> void:
		if stage == "solids":
			_map.remove_node(3)
	var root: Node3D = _map.build_scene({"progress": change})
	check(MapNodes.built(root, 3) != null, "the door was there when the build began")
	check(_map.find_node(3).is_empty(), "and is not any more")
	check(not _map.is_scene_current(root), "so the scene is that of another map")
	root.free()
	root = _map.build_scene()
	check(MapNodes.built(root, 3) == null, "the next build has it not")
	check(_map.is_scene_current(root), "of this very map")
	root.free()


func test_a_map_may_be_let_go_of_while_it_is_built() -> void:
	_set_up()
	var let_go: Callable = func(_stage: String, _share: float) -> void: _map = null
	var root: Node3D = _map.build_scene({"progress": let_go})
	check(MapNodes.built(root, 3) != null, "built to its end")
	root.free()
