extends Suite
## Entities of maps: definitions, properties, lights, models, connections.


func test_what_no_definition_names_is_a_marker_or_a_node_with_a_mesh() -> void:
	var map: GtmFile = MapNodes.file([
		MapNodes.entity(2, "mystery", {"message": "hello", "count": "3", "odd key": "x"}, [], Vector3(32, 64, -16)),
		MapNodes.entity(3, "mystery"),
		MapNodes.entity(4, "func_door", {}, [MapNodes.box(5, Vector3.ZERO, Vector3(64, 32, 16))]),
	])
	var root: Node3D = map.build_scene({"names": "Index"})
	var marker: Marker3D = root.get_node("entity_1_mystery")
	check_equal(marker.position, Vector3(1, 2, -0.5))
	check_equal(marker.get_meta(&"_gt_id"), 2)
	check_equal(marker.get_meta(&"message"), "hello")
	var properties: Dictionary = marker.get_meta(&"mapwright_properties")
	check_equal(properties["odd key"], "x")
	check_equal(properties["origin"], "-16.0 32.0 64.0", "z x y in map units")
	var door: Node3D = root.get_node("entity_3_func_door")
	check_equal(door.get_class(), "Node3D")
	check_equal(door.position, Vector3(1, 0.5, 0.25), "the middle of its brushes")
	check(door.has_node("entity_3_mesh_instance"), "its mesh")
	check_equal(door.find_children("*", "CollisionShape3D").size(), 0)
	var named: PackedStringArray = []
	for problem: String in map.get_problems():
		if problem.begins_with("class"):
			named.append(problem)
	check_equal(named, PackedStringArray(['class "mystery" has no definition', 'class "func_door" has no definition']))
	root.free()


func test_lights_have_their_keys() -> void:
	var root: Node3D = MapNodes.build([
		MapNodes.entity(2, "light", {"light_energy": "2.5", "light_color": "255 51 0", "omni_range": "7", "shadows": "1"}),
		MapNodes.entity(3, "light_spot", {"spot_angle": "20", "spot_range": "12", "start_on": "0"}),
		MapNodes.entity(4, "info_player_start"),
	])
	var omni: OmniLight3D = root.get_node("entity_1_light")
	check_equal([omni.light_energy, omni.omni_range, omni.shadow_enabled, omni.visible], [2.5, 7.0, true, true])
	check(omni.light_color.is_equal_approx(Color(1, 0.2, 0)), str(omni.light_color))
	var spot: SpotLight3D = root.get_node("entity_2_light_spot")
	check_equal([spot.light_energy, spot.spot_angle, spot.spot_range, spot.visible], [1.5, 20.0, 12.0, false])
	check_equal(root.get_node("entity_3_info_player_start").get_class(), "Marker3D")
	root.free()


func test_probes_are_as_big_as_their_brushes() -> void:
	var brush: Dictionary = MapNodes.box(3, Vector3.ZERO, Vector3(64, 1, 128))
	var root: Node3D = MapNodes.build([
		MapNodes.entity(2, "env_reflection_probe", {}, [brush]), MapNodes.entity(4, "env_voxel_gi", {}, [brush]),
	])
	var probe: ReflectionProbe = root.get_node("entity_1_env_reflection_probe")
	check_equal(probe.size, Vector3(2, 0.1, 4), "no edge is shorter than 0.1")
	check(probe.position.is_equal_approx(Vector3(1, 1.0 / 64.0, 2)), str(probe.position))
	check_equal((root.get_node("entity_2_env_voxel_gi") as VoxelGI).size, Vector3(2, 1, 4), "Godot's own least edge is 1")
	check_equal(root.find_children("*", "MeshInstance3D").size(), 0)
	root.free()


func _class(classname: String, kind: int = 0) -> GtmEntityClass:
	var made: GtmEntityClass = GtmEntityClass.new()
	made.classname = classname
	made.kind = kind
	return made


func _definitions(classes: Array[GtmEntityClass]) -> GtmEntityDefinitions:
	var made: GtmEntityDefinitions = GtmEntityDefinitions.new()
	made.classes = classes
	return made


func test_a_definition_says_which_node_and_how_it_collides() -> void:
	var trigger: GtmEntityClass = _class("trigger_once", 1)
	trigger.node_class = &"Area3D"
	trigger.collision_layer = 2
	trigger.collision_mask = 8
	trigger.draws_solids = false
	var wall: GtmEntityClass = _class("func_wall", 1)
	wall.node_class = &"StaticBody3D"
	wall.collision = 2
	wall.origin = 2
	var brush: Dictionary = MapNodes.box(3, Vector3(32, 0, 0), Vector3(64, 32, 32))
	var root: Node3D = MapNodes.build(
			[MapNodes.entity(2, "trigger_once", {}, [brush]), MapNodes.entity(4, "func_wall", {}, [brush])],
			{"definitions": _definitions([trigger, wall])})
	var area: Area3D = root.get_node("entity_1_trigger_once")
	check_equal([area.collision_layer, area.collision_mask], [2, 8])
	check_equal(area.find_children("*", "MeshInstance3D").size(), 0)
	check_equal(area.get_child(0).name, &"entity_1_brush_0_collision_shape")
	var body: StaticBody3D = root.get_node("entity_2_func_wall")
	check_equal(body.position, Vector3(1, 0, 0), "the least corner of its box")
	var shape: CollisionShape3D = body.get_node("entity_2_collision_shape")
	check_equal((shape.shape as ConcavePolygonShape3D).get_faces().size(), 36)
	check(body.has_node("entity_2_mesh_instance"), "drawn")
	root.free()


func test_properties_take_the_types_of_their_defaults() -> void:
	var lamp: GtmEntityClass = _class("lamp")
	lamp.node_class = &"OmniLight3D"
	lamp.properties = {
		"light_energy": 1.0, "omni_range": 3.0, "shadow_enabled": false, "light_color": Color.WHITE, "count": 0,
		"offset": Vector3.ZERO, "cell": Vector2i.ZERO, "path": NodePath(), "plain": NodePath(), "missing": 7, "bad": 4,
		"title": "",
	}
	var map: GtmFile = MapNodes.file([MapNodes.entity(2, "lamp", {
		"light_energy": "2.5", "shadow_enabled": "1", "light_color": "255 0 51", "count": "12", "offset": "1 2 3",
		"cell": "4 5", "path": "%Door", "plain": "Door", "bad": "x", "title": "a b", "other": "9",
	})])
	var root: Node3D = map.build_scene({"names": "Index", "definitions": _definitions([lamp])})
	var light: OmniLight3D = root.get_node("entity_1_lamp")
	check_equal([light.light_energy, light.omni_range, light.shadow_enabled], [2.5, 3.0, true], "what the node has is set")
	check(light.light_color.is_equal_approx(Color(1, 0, 0.2)), str(light.light_color))
	var properties: Dictionary = light.get_meta(&"mapwright_properties")
	check_equal(properties["count"], 12)
	check_equal(properties["offset"], Vector3(1, 2, 3))
	check_equal(properties["cell"], Vector2i(4, 5))
	check_equal(properties["path"], NodePath("%Door"))
	check_equal(properties["plain"], "Door", "a text that is no path stays")
	check_equal(properties["missing"], 7)
	check_equal(properties["bad"], 4)
	check_equal(properties["title"], "a b")
	check_equal(properties["other"], "9")
	check(map.get_problems()[0].contains("bad"), str(map.get_problems()))
	root.free()


func test_a_definition_may_name_a_scene_a_name_and_a_scale() -> void:
	var scene_root: Node3D = Node3D.new()
	var child: MeshInstance3D = MeshInstance3D.new()
	child.name = "inside"
	scene_root.add_child(child)
	child.owner = scene_root
	var scene: PackedScene = PackedScene.new()
	scene.pack(scene_root)
	scene_root.free()
	var prop: GtmEntityClass = _class("prop")
	prop.scene = scene
	prop.name_property = "id"
	prop.applies_scale = true
	var root: Node3D = MapNodes.build([
		MapNodes.entity(2, "prop", {"id": "barrel", "scale": "3 1 2"}), MapNodes.entity(3, "prop", {"id": "%Crate"}),
		MapNodes.entity(4, "prop"),
	], {"definitions": _definitions([prop])})
	var barrel: Node3D = root.get_node("entity_barrel")
	check(barrel.has_node("inside"), "an instance of the scene")
	check_equal(barrel.scale, Vector3(1, 2, 3), "z x y")
	check_equal(root.get_node("%Crate").name, &"Crate", "a unique name")
	check(root.has_node("entity_3_prop"), "no name, no change")
	root.free()


func test_definitions_survive_being_saved() -> void:
	var lamp: GtmEntityClass = _class("lamp")
	lamp.properties = {"energy": 1.5}
	var path: String = temp_path("definitions.tres")
	check_equal(ResourceSaver.save(_definitions([lamp]), path), OK)
	var back: GtmEntityDefinitions = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
	check_equal(back.classes.size(), 1)
	check_equal(back.classes[0].classname, "lamp")
	check_equal(back.classes[0].properties, {"energy": 1.5})
	var root: Node3D = MapNodes.build([MapNodes.entity(2, "lamp")], {"definitions": path})
	check_equal((root.get_node("entity_1_lamp").get_meta(&"mapwright_properties") as Dictionary)["energy"], 1.5)
	root.free()


func test_a_model_is_instanced_with_a_shape_when_it_has_none() -> void:
	var path: String = _save_model()
	var root: Node3D = MapNodes.build([
		MapNodes.entity(2, "prop_model", {"model": path, "scale": "2"}),
		MapNodes.entity(3, "prop_model", {"model": path, "collision": "trimesh"}),
		MapNodes.entity(4, "prop_model", {"model": path, "collision": "none"}),
	])
	var first: Node3D = root.get_node("entity_1_prop_model")
	check_equal((first.get_node("model") as Node3D).scale, Vector3.ONE * 2)
	var hull: CollisionShape3D = first.get_node("collision/collision_shape")
	check(hull.shape is ConvexPolygonShape3D, "a hull")
	var triangles: CollisionShape3D = root.get_node("entity_2_prop_model/collision/collision_shape")
	check_equal((triangles.shape as ConcavePolygonShape3D).get_faces().size(), 36)
	check(not root.has_node("entity_3_prop_model/collision"), "no shape")
	root.free()
	var map: GtmFile = MapNodes.file([MapNodes.entity(2, "prop_model", {"model": "res://nowhere.tscn"})])
	map.build_scene({"names": "Index"}).free()
	check_equal(map.get_problems(), PackedStringArray(['entity 2: the model "res://nowhere.tscn" is missing']))


func _save_model() -> String:
	var model: Node3D = Node3D.new()
	model.name = "model"
	var mesh: MeshInstance3D = MeshInstance3D.new()
	mesh.mesh = BoxMesh.new()
	model.add_child(mesh)
	mesh.owner = model
	var path: String = temp_path("model.tscn")
	SceneFiles.write(model, path)
	model.free()
	return path


func test_outputs_are_kept_as_data() -> void:
	var button: Dictionary = MapNodes.entity(2, "button", {"targetname": "b"})
	button["outputs"] = [
		{"output": "pressed", "target": "door", "input": "open", "delay": 0.5, "times": 1, "parameter": "3"},
		{"output": "", "target": "door"}, {"output": "released"},
	]
	var root: Node3D = MapNodes.build([button])
	var node: Node = root.get_node("entity_1_button")
	check_equal(node.get_meta(&"gt_targetname"), "b")
	var outputs: Array = node.get_meta(&"mapwright_outputs")
	check_equal(outputs.size(), 2)
	check_equal(outputs[0], {
		"output": "pressed", "target": "door", "input": "open", "parameter": "3", "delay": 0.5, "times": 1,
	})
	check_equal(outputs[1], {"output": "released", "target": "", "input": "", "parameter": "", "delay": 0.0, "times": -1})
	check_equal(node.get_child_count(), 0, "no relay unless asked for")
	root.free()


## Something that a connection calls.
const RECEIVER: String = """extends Node3D

@warning_ignore("unused_signal")
signal pressed(who: Node)

var calls: Array = []
var speed: float = 0.0


func take(value: Variant = null, other: Variant = null) -> void:
	calls.append([value, other])
"""


func _receiver_script() -> GDScript:
	var script: GDScript = GDScript.new()
	script.source_code = RECEIVER
	script.reload()
	return script


## A map whose entities have the receiver's script, wired by [param outputs] of the first.
func _wired(outputs: Array) -> Node3D:
	var receiver: GtmEntityClass = _class("receiver")
	receiver.node_script = _receiver_script()
	var first: Dictionary = MapNodes.entity(2, "receiver", {"targetname": "first"})
	first["outputs"] = outputs
	var root: Node3D = MapNodes.build([
		first, MapNodes.entity(3, "receiver", {"targetname": "lamp_1"}, [], Vector3(32, 0, 0)),
		MapNodes.entity(4, "receiver", {"targetname": "lamp_2"}),
	], {"definitions": _definitions([receiver]), "output_relays": true})
	add_child(root)
	return root


func _output(target: String, parameter: String = "", input: String = "take") -> Dictionary:
	return {"output": "pressed", "target": target, "input": input, "parameter": parameter}


func _calls(root: Node3D, entity: String) -> Array:
	return root.get_node(entity).get(&"calls")


func test_a_relay_calls_the_targets_of_its_map() -> void:
	var root: Node3D = _wired([_output("lamp_2", "7")])
	var other: Node3D = _wired([])
	check(root.has_node("entity_1_receiver/gt_output_0_pressed"), "the relay's name")
	root.get_node("entity_1_receiver").emit_signal(&"pressed", null)
	check_equal(_calls(root, "entity_3_receiver"), [[7, null]])
	check_equal(_calls(root, "entity_2_receiver"), [])
	check_equal(_calls(other, "entity_3_receiver"), [], "not those of another map")
	root.free()
	other.free()


func test_targets_may_be_a_beginning_a_group_the_activator_the_player_or_a_path() -> void:
	var player: Node3D = Node3D.new()
	player.set_script(_receiver_script())
	player.name = "hero"
	player.add_to_group(&"player")
	player.add_to_group(&"heroes")
	add_child(player)
	var root: Node3D = _wired([
		_output("lamp_*", "1"), _output("@heroes", "2"), _output("!player", "3"), _output("!activator", "4"), _output("!caller", "5"),
		_output("!self", "6"), _output(str(player.get_path()), "7"),
	])
	root.get_node("entity_1_receiver").emit_signal(&"pressed", player)
	check_equal(_calls(root, "entity_2_receiver"), [[1, null]])
	check_equal(_calls(root, "entity_3_receiver"), [[1, null]])
	check_equal(_calls(root, "entity_1_receiver"), [[6, null]])
	check_equal(player.get(&"calls"), [[2, null], [3, null], [4, null], [5, null], [7, null]])
	root.free()
	player.free()


func test_parameters_become_values() -> void:
	var root: Node3D = _wired([
		_output("lamp_1", "12"), _output("lamp_1", "0.5"), _output("lamp_1", "true"), _output("lamp_1", "1 2 3"),
		_output("lamp_1", "some text"), _output("lamp_1", "[1, \"$self\"]"), _output("lamp_1", "$position"),
		_output("lamp_1", "$caller_name"), _output("lamp_1", "$activator"), _output("lamp_1", ""),
	])
	var who: Node = Node.new()
	root.get_node("entity_1_receiver").emit_signal(&"pressed", who)
	var lamp: Node3D = root.get_node("entity_2_receiver")
	check_equal(_calls(root, "entity_2_receiver"), [
		[12, null], [0.5, null], [true, null], [Vector3(1, 2, 3), null], ["some text", null], [1.0, lamp],
		[Vector3(1, 0, 0), null], ["lamp_1", null], [who, null], [who, null],
	])
	root.free()
	who.free()


func test_a_relay_counts_waits_and_sets_properties() -> void:
	var once: Dictionary = _output("lamp_1", "1")
	once["times"] = 1
	var late: Dictionary = _output("lamp_2", "2")
	late["delay"] = 0.05
	var root: Node3D = _wired([once, late, _output("lamp_1", "4", "speed"), _output("lamp_2", "", "disable")])
	var first: Node = root.get_node("entity_1_receiver")
	first.emit_signal(&"pressed", null)
	first.emit_signal(&"pressed", null)
	check_equal(_calls(root, "entity_2_receiver"), [[1, null]], "once and no more")
	check_equal(_calls(root, "entity_3_receiver"), [], "not yet")
	check_equal(root.get_node("entity_2_receiver").get(&"speed"), 4.0)
	check_equal((root.get_node("entity_3_receiver") as Node3D).visible, false)
	await get_tree().create_timer(0.3).timeout
	check_equal(_calls(root, "entity_3_receiver"), [[2, null], [2, null]])
	root.free()


func test_a_target_that_is_not_there_is_named_once() -> void:
	var root: Node3D = _wired([_output("nobody", "1"), _output("lamp_1", "1", "fly")])
	expect_error("nothing is named")
	expect_error("has no input fly")
	for time: int in 2:
		root.get_node("entity_1_receiver").emit_signal(&"pressed", null)
	root.free()
