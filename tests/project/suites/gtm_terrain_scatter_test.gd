extends Suite
## Terrains and scatter sets of maps: nodes, shapes that match what is drawn, instances that survive.

## Nine by nine heights: a slope along x and a bump.
const SIDE: int = 9


func _heights() -> PackedFloat32Array:
	var heights: PackedFloat32Array = []
	for place: int in SIDE * SIDE:
		heights.append((place % SIDE) * 4.0 + (32.0 if place == 40 else 0.0))
	return heights


func test_a_terrain_is_a_body_with_chunks() -> void:
	var node: Dictionary = MapNodes.terrain(7, SIDE, _heights())
	node["chunk_cells"] = 4
	node["label"] = "hill"
	node["origin"] = [32, 64, -32]
	var root: Node3D = MapNodes.build([node])
	var body: StaticBody3D = root.get_node("terrain_7_hill")
	check_equal(body.position, Vector3(1, 2, -1))
	check_equal(body.get_meta(&"_gt_id"), 7)
	var chunks: Array[Node] = body.find_children("*", "MeshInstance3D")
	check_equal(chunks.map(func(child: Node) -> String: return child.name), ["chunk_0_0", "chunk_1_0", "chunk_0_1", "chunk_1_1"])
	var chunk: MeshInstance3D = body.get_node("chunk_1_0")
	check_equal(chunk.position, Vector3(4, 0, 0), "chunks are local, their nodes carry the offset")
	check_equal(chunk.mesh.get_aabb().position, Vector3(0, 0.5, 0))
	var material: ShaderMaterial = (chunk.mesh as ArrayMesh).surface_get_material(0)
	check(not material.shader.get_shader_uniform_list().is_empty(), "the terrain's shader compiles")
	check_equal(material.get_shader_parameter(&"tile_0"), 8.0)
	root.free()


## Rays at the corners, at a bump and along an edge hit what the mesh shows.
func test_a_terrain_collides_without_nodes() -> void:
	var root: Node3D = MapNodes.build([MapNodes.terrain(7, SIDE, _heights())])
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame
	check(root.get_node("terrain_7") is GtmTerrainBody, "its own class")
	check_equal(root.find_children("*", "CollisionShape3D", true, false).size(), 0)
	for place: Vector2i in [Vector2i(0, 0), Vector2i(8, 0), Vector2i(0, 8), Vector2i(8, 8), Vector2i(4, 4), Vector2i(2, 7)]:
		var expected: float = (place.x * 4.0 + (32.0 if place == Vector2i(4, 4) else 0.0)) / 32.0
		# A hair inwards, or the ray would pass along the very edge.
		var inward: Vector2 = (Vector2(4, 4) - Vector2(place)).normalized() * 0.001
		check_near(_hit(Vector2(place) + inward), expected, 0.02, "at %s" % place)
	root.free()


func test_a_terrain_too_large_for_triangles_collides_by_its_heights() -> void:
	var side: int = 2049
	var heights: PackedFloat32Array = []
	heights.resize(side * side)
	heights.fill(64.0)
	var file: GtmFile = MapNodes.file([MapNodes.terrain(7, side, heights)])
	var root: Node3D = file.build_scene()
	var told: PackedStringArray = file.get_problems()
	check(Array(told).any(func(problem: String) -> bool: return problem.contains("terrain 7: 2049 by 2049")), "%s" % told)
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame
	check_equal(root.find_children("*", "CollisionShape3D", true, false).size(), 1)
	check_near(_hit(Vector2(1000.25, 3.5)), 2.0, 1e-4)
	root.free()


func test_a_ray_goes_through_a_hole() -> void:
	var holes: PackedByteArray = []
	holes.resize((SIDE - 1) * (SIDE - 1))
	holes[8 * 2 + 5] = 1
	var root: Node3D = MapNodes.build([MapNodes.terrain(7, SIDE, _heights(), holes)])
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame
	check(is_nan(_hit(Vector2(5.5, 2.5))), "nothing in the hole")
	check_near(_hit(Vector2(6.5, 2.5)), 26.0 / 32.0, 0.01, "beside the hole")
	check_near(_hit(Vector2(5.5, 3.4)), 22.0 / 32.0, 0.01, "on the other side")
	root.free()


func _hit(at: Vector2) -> float:
	var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(Vector3(at.x, 50, at.y), Vector3(at.x, -50, at.y))
	var found: Dictionary = (get_viewport().find_world_3d().direct_space_state).intersect_ray(query)
	return NAN if found.is_empty() else (found["position"] as Vector3).y


func test_a_terrain_that_does_not_add_up_is_named_and_left_out() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.terrain(7, 4, [1, 2, 3])])
	var root: Node3D = map.build_scene({"names": "Index"})
	check_equal(root.find_children("terrain*").size(), 0)
	check_equal(map.get_problems(), PackedStringArray(["terrain 7 is left out: it has 3 heights, 16 expected"]))
	root.free()


func _save_model(with_script: bool = false) -> String:
	var model: Node3D = Node3D.new()
	model.name = "tree"
	for part: int in 2:
		var mesh: MeshInstance3D = MeshInstance3D.new()
		mesh.name = "part%d" % part
		mesh.mesh = BoxMesh.new()
		mesh.position = Vector3(0, part, 0)
		model.add_child(mesh)
		mesh.owner = model
	var path: String = temp_path("tree.tscn")
	if with_script:
		var script: GDScript = GDScript.new()
		script.source_code = "extends Node3D\n"
		var script_path: String = path.get_base_dir().path_join("tree.gd")
		ResourceSaver.save(script, script_path)
		model.set_script(load(script_path))
	SceneFiles.write(model, path)
	model.free()
	return path


const PLACES: Array[Vector3] = [Vector3(32, 0, 0), Vector3(96, 0, 0), Vector3(640, 0, 64)]


func test_a_multimesh_a_mesh_and_cell() -> void:
	var grass: Dictionary = MapNodes.scatter(5, _save_model(), PLACES, {
		"kind": "foliage", "chunk_size": 320.0, "visibility_range": 960.0, "cast_shadows": false,
	})
	var root: Node3D = MapNodes.build([grass])
	var node: Node3D = root.get_node("scatter_5_set")
	check_equal(node.get_meta(&"_gt_id"), 5)
	check_equal(node.get_children().map(func(child: Node) -> String: return child.name), [
		"tree_part0_0_0_0", "tree_part0_2_0_0", "tree_part1_0_0_0", "tree_part1_2_0_0",
	])
	var first: MultiMeshInstance3D = node.get_child(0)
	check_equal(first.multimesh.instance_count, 2)
	check_equal([first.visibility_range_end, first.visibility_range_end_margin], [30.0, 3.0])
	check_equal(first.visibility_range_fade_mode, GeometryInstance3D.VISIBILITY_RANGE_FADE_SELF)
	check_equal(first.cast_shadow, GeometryInstance3D.SHADOW_CASTING_SETTING_OFF)
	var buffer: PackedFloat32Array = node.get_child(2).get(&"instances")
	check_equal(buffer.size(), 24)
	check_equal(buffer.slice(0, 12), PackedFloat32Array([1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0]), "x 1 of its own, y 1 of the part")
	root.free()


func test_props_with_scripts_are_scenes_unless_they_are_static() -> void:
	var path: String = _save_model(true)
	var root: Node3D = MapNodes.build([
		MapNodes.scatter(5, path, PLACES), MapNodes.scatter(6, path, PLACES, {"static_props_multimesh": true, "collision": "none"}),
	])
	var scenes: Node3D = root.get_node("scatter_5_set")
	check_equal(scenes.get_children().map(func(child: Node) -> String: return child.name), ["tree_0", "tree_1", "tree_2"])
	check_equal((scenes.get_child(2) as Node3D).position, Vector3(20, 0, 2))
	check(scenes.get_child(0).get_script() != null, "with their script")
	check_equal(root.get_node("scatter_6_set").get_child_count(), 2)
	root.free()


func test_scattered_props_collide_without_a_node_an_instance() -> void:
	var root: Node3D = MapNodes.build([MapNodes.scatter(5, _save_model(), PLACES)])
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame
	var body: StaticBody3D = root.get_node("scatter_5_set/tree_collision")
	check_equal(body.get_shape_owners().size(), 3)
	check_equal(root.find_children("*", "CollisionShape3D").size(), 0)
	check_near(_hit(Vector2(20, 2)), 1.5, 0.05, "on top of the third")
	check(is_nan(_hit(Vector2(10, 0))), "between them")
	root.free()


func test_a_missing_model_is_named() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.scatter(5, "res://nowhere.glb", PLACES)])
	map.build_scene({"names": "Index"}).free()
	check_equal(map.get_problems(), PackedStringArray(["scatter set 5: the model res://nowhere.glb is missing"]))


## Without a renderer a MultiMesh keeps nothing; the scene does.
func test_instances_survive_being_packed_without_a_renderer() -> void:
	var root: Node3D = MapNodes.build([MapNodes.scatter(5, _save_model(), PLACES)])
	var back: Node3D = SceneFiles.reloaded(root, temp_path("scene.scn"))
	var first: MultiMeshInstance3D = back.get_node("scatter_5_set/tree_part0")
	check_equal(first.multimesh.instance_count, 3)
	check_equal((first.get(&"instances") as PackedFloat32Array).slice(24, 28), PackedFloat32Array([1, 0, 0, 20]))
	var body: StaticBody3D = back.get_node("scatter_5_set/tree_collision")
	check_equal(body.get_shape_owners().size(), 3)
	back.free()
