extends Suite
## From a ray's hit to the map's node, its entity and the material.

const SIDES: PackedStringArray = ["west", "east", "floor", "top", "north", "south"]
const DIRECTIONS: Array[Vector3] = [Vector3.LEFT, Vector3.RIGHT, Vector3.DOWN, Vector3.UP, Vector3.FORWARD, Vector3.BACK]
const BOX: Vector3 = Vector3(32, 32, 32)

var _root: Node3D


func _stand(root: Node3D) -> void:
	_root = root
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame


## What a ray towards [param at] meets.
func _ray(at: Vector3, from: Vector3) -> Dictionary:
	var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(at + from * 1.0, at)
	return get_viewport().find_world_3d().direct_space_state.intersect_ray(query)


## A box of one meter with a material a side.
func _box(id: int, corner: Vector3) -> Dictionary:
	var box: Dictionary = MapNodes.box(id, corner, corner + BOX)
	var faces: Array = box["faces"]
	for side: int in SIDES.size():
		faces[side]["material"] = SIDES[side]
	return box


func _check_sides(middle: Vector3, node_id: int, entity_id: int) -> void:
	for side: int in SIDES.size():
		var hit: Dictionary = _ray(middle, DIRECTIONS[side])
		var expected: Dictionary = {"node_id": node_id, "entity_id": entity_id, "material": SIDES[side]}
		check_equal(GtmFile.get_hit(hit), expected, SIDES[side])
		# As Jolt Physics tells it unless the project asks for more.
		hit["face_index"] = -1
		check_equal(GtmFile.get_hit(hit), expected, SIDES[side] + " without the face")


func test_a_hit_on_a_brush_tells_its_side() -> void:
	await _stand(MapNodes.build([MapNodes.box(9, Vector3(-96, 0, 0), Vector3(-64, 32, 32)), _box(12, Vector3.ZERO)]))
	_check_sides(Vector3(0.5, 0.5, 0.5), 12, 0)
	check_equal(GtmFile.get_hit(_ray(Vector3(-2.5, 0.5, 0.5), Vector3.UP)), {"node_id": 9, "entity_id": 0, "material": "stone"})
	_root.free()


func test_a_hit_on_one_of_many_brushes_tells_its_side_also_after_saving() -> void:
	var nodes: Array = []
	for place: int in 600:
		nodes.append(_box(1000 + place, Vector3((place % 25) * 96, 0, floori(place / 25.0) * 96)))
	for is_saved: bool in [false, true]:
		var root: Node3D = MapNodes.build(nodes)
		await _stand(SceneFiles.reloaded(root, temp_path("many.scn")) if is_saved else root)
		for place: int in [0, 24, 255, 256, 257, 511, 599] as Array[int]:
			_check_sides(Vector3((place % 25) * 3.0 + 0.5, 0.5, floori(place / 25.0) * 3.0 + 0.5), 1000 + place, 0)
		var hit: Dictionary = _ray(Vector3(0.5, 0.5, 0.5), Vector3.UP)
		var body: GtmHullBody = hit["collider"]
		check_equal(body.get_hit_node_id(hit["shape"] as int), 1000)
		check_equal(body.get_meta(&"_gt_id"), 0, "the world's")
		check_equal([body.get_hit_node_id(-1), body.get_hit_node_id(256)], [-1, -1], "no such shape")
		_root.free()


## A class that takes its shape from solids and collides as hulls, or as triangles.
func _door(is_concave: bool) -> GtmEntityDefinitions:
	var door: GtmEntityClass = GtmEntityClass.new()
	door.classname = "func_door"
	door.kind = 1
	door.node_class = &"StaticBody3D"
	door.collision = 2 if is_concave else 1
	var definitions: GtmEntityDefinitions = GtmEntityDefinitions.new()
	definitions.classes = [door]
	return definitions


func test_a_hit_on_an_entity_tells_its_side_however_it_stands() -> void:
	for is_concave: bool in [false, true]:
		var solids: Array = [_box(12, Vector3.ZERO), _box(13, Vector3(96, 0, 0))]
		await _stand(MapNodes.build([MapNodes.entity(3, "func_door", {}, solids)], {"definitions": _door(is_concave)}))
		_check_sides(Vector3(0.5, 0.5, 0.5), 12, 3)
		_check_sides(Vector3(3.5, 0.5, 0.5), 13, 3)
		var door: Node3D = MapNodes.built(_root, 3)
		var middle: Vector3 = door.to_local(Vector3(3.5, 0.5, 0.5))
		door.rotation = Vector3(0.0, PI / 2.0, 0.0)
		await get_tree().physics_frame
		await get_tree().physics_frame
		var hit: Dictionary = _ray(door.to_global(middle), door.global_basis * Vector3.RIGHT)
		check_equal(GtmFile.get_hit(hit)["material"], "east", "turned")
		_root.free()


func test_a_hit_on_a_terrain_tells_its_strongest_layer() -> void:
	var heights: PackedFloat32Array = []
	heights.resize(9)
	var node: Dictionary = MapNodes.terrain(7, 3, heights)
	node["layers"] = [{"material": "grass"}, {"material": "rock"}]
	var splat: PackedByteArray = []
	for place: int in 9:
		splat.append_array([55, 200, 0, 0] if place == 4 else [200, 55, 0, 0])
	node["splat"] = splat
	for is_saved: bool in [false, true]:
		var root: Node3D = MapNodes.build([node])
		await _stand(SceneFiles.reloaded(root, temp_path("terrain.scn")) if is_saved else root)
		for row: Array in [[Vector3(0.8, 0, 1.3), "rock"], [Vector3(0.3, 0, 0.2), "grass"], [Vector3(1.9, 0, 1.2), "grass"]]:
			var at: Vector3 = row[0]
			var hit: Dictionary = _ray(at + Vector3.DOWN * 0.5, Vector3.UP)
			check_equal(GtmFile.get_hit(hit), {"node_id": 7, "entity_id": -1, "material": row[1]}, str(at))
			var body: GtmTerrainBody = hit["collider"]
			check_equal([body.get_hit_node_id(0), body.get_hit_node_id(1), body.get_hit_node_id(-1)], [7, -1, -1])
		_root.free()


func test_a_hit_on_scattered_and_placed_models_tells_their_node() -> void:
	var model: MeshInstance3D = MeshInstance3D.new()
	model.mesh = BoxMesh.new()
	var path: String = temp_path("model.tscn")
	SceneFiles.write(model, path)
	model.free()
	await _stand(MapNodes.build([
		MapNodes.scatter(5, path, [Vector3(32, 0, 0), Vector3(96, 0, 0)]), MapNodes.entity(6, "prop_model", {"model": path}, [], Vector3(0, 0, 320)),
	]))
	var scattered: Dictionary = _ray(Vector3(3, 0, 0), Vector3.UP)
	check_equal(GtmFile.get_hit(scattered), {"node_id": 5, "entity_id": -1, "material": ""})
	var body: GtmScatterBody = scattered["collider"]
	check_equal([body.get_hit_node_id(0), body.get_hit_node_id(1), body.get_hit_node_id(2)], [5, 5, -1])
	var placed: Dictionary = _ray(Vector3(0, 0, 10), Vector3.UP)
	check_equal(GtmFile.get_hit(placed), {"node_id": 6, "entity_id": 6, "material": ""})
	check_equal((placed["collider"] as Node).get_meta(&"_gt_id"), 6)
	_root.free()


func test_what_is_no_hit_on_a_map_tells_nothing() -> void:
	var stranger: StaticBody3D = StaticBody3D.new()
	add_child(stranger)
	for hit: Dictionary in [
		{}, {"collider": null}, {"collider": 5, "shape": "x"}, {"collider": self}, {"collider": stranger, "shape": 0},
		{"collider": stranger, "shape": -4, "position": "x", "normal": 1, "face_index": 1 << 60},
	] as Array[Dictionary]:
		check_equal(GtmFile.get_hit(hit), {}, str(hit))
	var freed: Dictionary = {"collider": stranger, "shape": 0}
	stranger.free()
	check_equal(GtmFile.get_hit(freed), {}, "a body that is gone")


## Bodies that scripts made, with values that do not fit each other.
func test_bodies_that_do_not_add_up_tell_nothing() -> void:
	var terrain: GtmTerrainBody = GtmTerrainBody.new()
	var heights: PackedFloat32Array = [0, 0, 0, 0]
	terrain.set(&"cell_size", 1.0)
	terrain.set(&"heights", heights)
	for row: Array in [[Vector2i(2, 2), 1], [Vector2i(-2, -2), 0], [Vector2i(4, 1), 0], [Vector2i(3, 3), 0], [Vector2i.ZERO, 0]]:
		terrain.set(&"resolution", row[0])
		check_equal(terrain.get_shape_owners().size(), row[1], str(row[0]))
		check_equal(GtmFile.get_hit({"collider": terrain, "shape": 0, "position": Vector3(1e30, 0, NAN)}), {}, "no map's")
		terrain.set_meta(&"_gt_id", 7)
		check_equal(GtmFile.get_hit({"collider": terrain, "position": Vector3(1e30, 0, NAN)})["material"], "")
		terrain.remove_meta(&"_gt_id")
	terrain.free()
	var hulls: GtmHullBody = GtmHullBody.new()
	hulls.set_meta(&"_gt_id", 3)
	hulls.set(&"node_ids", PackedInt64Array([4, 5]))
	hulls.set(&"face_ends", PackedInt32Array([9, -3]))
	for shape: int in [0, 1, 2, -1, 1 << 63]:
		check_equal(GtmFile.get_hit({"collider": hulls, "shape": shape})["material"], "", str(shape))
	hulls.free()
