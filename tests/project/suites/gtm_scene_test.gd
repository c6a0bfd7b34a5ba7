extends Suite
## Scenes of maps: nodes, meshes, shapes, materials, options. Expected values are worked out from the format's text.

const BOX: Vector3 = Vector3(64, 64, 64)


func test_the_world_is_a_static_body_with_one_mesh_and_a_hull_a_brush() -> void:
	var root: Node3D = MapNodes.build([
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.box(3, Vector3(128, 0, 0), Vector3(160, 64, 32)),
	])
	var world: StaticBody3D = root.get_node("entity_0_worldspawn")
	check_equal(world.get_meta(&"_gt_id"), 0)
	check_equal(world.position, Vector3.ZERO)
	check_equal([world.collision_layer, world.collision_mask], [1, 1])
	var mesh: MeshInstance3D = world.get_node("entity_0_mesh_instance")
	check_equal(mesh.mesh.get_aabb(), AABB(Vector3.ZERO, Vector3(5, 2, 2)))
	check_equal(mesh.gi_mode, GeometryInstance3D.GI_MODE_STATIC)
	var shapes: Array[Node] = world.find_children("*", "CollisionShape3D")
	check_equal(shapes.map(func(shape: Node) -> String: return shape.name), [
		"entity_0_brush_0_collision_shape", "entity_0_brush_1_collision_shape",
	])
	var hull: ConvexPolygonShape3D = (shapes[1] as CollisionShape3D).shape
	check_equal(hull.points.size(), 8)
	var points: PackedVector3Array = hull.points
	check(points.has(Vector3(4, 0, 0)) and points.has(Vector3(5, 2, 1)), "in metres")
	root.free()


func test_a_surface_a_material_named_after_it() -> void:
	var root: Node3D = MapNodes.build([
		MapNodes.box(2, Vector3.ZERO, BOX, "b"), MapNodes.box(3, BOX * 2, BOX * 3, "a"),
		MapNodes.box(4, BOX * 4, BOX * 5, "special/clip"), MapNodes.box(5, BOX * 6, BOX * 7, "special/skip"),
	])
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	check_equal(mesh.get_surface_count(), 2)
	check_equal([mesh.surface_get_name(0), mesh.surface_get_name(1)], ["b", "a"])
	check_equal(root.find_children("*", "CollisionShape3D").size(), 3, "a clip brush collides, a skip brush does not")
	root.free()


## The top of a box of 64 units: two metres up, clockwise from above, a repeat of 64 units by default.
func test_arrays_have_corners_winding_coordinates_and_tangents() -> void:
	var root: Node3D = MapNodes.build([MapNodes.box(2, Vector3.ZERO, BOX)])
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	var arrays: Array = mesh.surface_get_arrays(0)
	var vertices: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var normals: PackedVector3Array = arrays[Mesh.ARRAY_NORMAL]
	var uvs: PackedVector2Array = arrays[Mesh.ARRAY_TEX_UV]
	var tangents: PackedFloat32Array = arrays[Mesh.ARRAY_TANGENT]
	check_equal(vertices.size(), 24)
	var found: Array[Vector3] = []
	for place: int in vertices.size():
		if normals[place].y > 0.99:
			found.append(vertices[place])
			check(uvs[place].is_equal_approx(Vector2(vertices[place].x, vertices[place].z) / 2.0), "uv of %s" % vertices[place])
			check_near(tangents[place * 4], 1.0, 0.01, "tangent along x")
			check_near(tangents[place * 4 + 3], 1.0, 0.01, "bitangent side")
	check_equal(found, [Vector3(2, 2, 0), Vector3(2, 2, 2), Vector3(0, 2, 2), Vector3(0, 2, 0)] as Array[Vector3])
	var indices: PackedInt32Array = arrays[Mesh.ARRAY_INDEX]
	for triangle: int in range(0, indices.size(), 3):
		var a: Vector3 = vertices[indices[triangle]]
		var across: Vector3 = (vertices[indices[triangle + 1]] - a).cross(vertices[indices[triangle + 2]] - a)
		check(across.dot(normals[indices[triangle]]) < 0.0, "triangle %d is clockwise" % triangle)
	root.free()


func test_units_per_meter_scale_everything() -> void:
	var nodes: Array = [
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.entity(3, "light", {}, [], Vector3(64, 0, 0)),
	]
	var root: Node3D = MapNodes.build(nodes, {"units_per_meter": 64.0})
	var mesh: MeshInstance3D = root.get_node("entity_0_worldspawn/entity_0_mesh_instance")
	check_equal(mesh.mesh.get_aabb().size, Vector3.ONE)
	check_equal((root.get_node("entity_1_light") as Node3D).position, Vector3(1, 0, 0))
	root.free()


func test_every_node_belongs_to_the_root() -> void:
	var root: Node3D = MapNodes.build([
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.entity(3, "func_x", {}, [MapNodes.box(4, BOX, BOX * 2)]),
		MapNodes.terrain(5, 2, [0, 0, 0, 0]),
	], {"use_groups_hierarchy": true}, {"sun_angles": "-40 30"})
	for node: Node in root.find_children("*", "", true, false):
		check(node.owner == root, "%s belongs to the root" % node.name)
	root.free()


func test_options_may_have_the_prefix_of_the_import_dock() -> void:
	var root: Node3D = MapNodes.build([MapNodes.box(2, Vector3.ZERO, BOX)], {"mapwright/collision": false})
	check_equal(root.find_children("*", "CollisionShape3D").size(), 0)
	root.free()


func test_a_wrong_option_is_refused_and_an_unknown_one_is_named() -> void:
	var map: GtmFile = MapNodes.file([])
	check(map.build_scene({"names": "Index", "units_per_meter": 0}) == null, "no scene")
	check(map.get_error_message().contains("units_per_meter"), map.get_error_message())
	check(map.build_scene({"names": "Index", "collision": "maybe"}) == null, "no scene")
	check(map.get_error_message().contains("collision"), map.get_error_message())
	var root: Node3D = map.build_scene({"names": "Index", "colision": true})
	check(root != null, map.get_error_message())
	check(map.get_problems().has("option colision is not known"), str(map.get_problems()))
	root.free()


func test_layers_and_masks_are_options() -> void:
	var root: Node3D = MapNodes.build(
			[MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.terrain(3, 2, [0, 0, 0, 0])],
			{"collision_layer": 4, "collision_mask": 6})
	for body: Node in root.find_children("*", "CollisionObject3D"):
		check_equal([body.get(&"collision_layer"), body.get(&"collision_mask")], [4, 6], body.name)
	root.free()


func test_other_formats_and_newer_versions_are_refused() -> void:
	var newer: Dictionary = MapNodes.map([])
	newer["version"] = 2
	var other: Dictionary = MapNodes.map([])
	other["format"] = "something"
	for content: Dictionary in [newer, other]:
		var map: GtmFile = GtmFile.new()
		check_equal(map.set_map(content), OK, map.get_error_message())
		check(map.build_scene({"names": "Index"}) == null, "no scene")
		check(map.get_error_message().begins_with("no scene is built"), map.get_error_message())
	var none: GtmFile = GtmFile.new()
	check(none.build_scene({"names": "Index"}) == null and not none.get_error_message().is_empty(), "without a map")


func test_a_scene_knows_whether_it_is_of_this_content() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX)])
	var root: Node3D = map.build_scene({"names": "Index"})
	check(map.is_scene_current(root), "just built")
	check_equal(root.get_meta(&"mapwright_content_id"), map.get_content_id())
	var changed: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX * 2)])
	check(not changed.is_scene_current(root), "another map")
	var foreign: Node3D = Node3D.new()
	check(not map.is_scene_current(foreign), "a node of somebody else")
	check(not map.is_scene_current(null), "no node")
	foreign.free()
	root.free()


func test_a_changed_prefab_makes_a_scene_stale() -> void:
	var folder: String = temp_path("house.gtm").get_base_dir()
	var part: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX)])
	check_equal(part.save(folder.path_join("part.gtm")), OK)
	var house: GtmFile = MapNodes.file([{"id": 2, "type": "instance", "path": "part.gtm"}])
	check_equal(house.save(folder.path_join("house.gtm")), OK)
	check_equal(house.load(folder.path_join("house.gtm")), OK)
	var root: Node3D = house.build_scene({"names": "Index"})
	check_equal(house.get_problems(), PackedStringArray(['material "stone" is missing in res://textures']))
	check(house.is_scene_current(root), "just built")
	var other: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX * 3)])
	check_equal(other.save(folder.path_join("part.gtm")), OK)
	check(not house.is_scene_current(root), "the prefab changed")
	root.free()


func test_a_missing_material_is_named_once_and_seen() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.box(3, BOX * 2, BOX * 3)])
	var root: Node3D = map.build_scene({"names": "Index"})
	check_equal(map.get_problems(), PackedStringArray(['material "stone" is missing in res://textures']))
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	var material: StandardMaterial3D = mesh.surface_get_material(0)
	check(material.albedo_texture.get_image().get_pixel(12, 2).is_equal_approx(Color.MAGENTA), "a checkerboard")
	root.free()


func test_no_material_is_no_missing_material() -> void:
	var ground: Dictionary = MapNodes.terrain(3, 2, [0, 0, 0, 0])
	ground["layers"] = []
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX, ""), ground])
	map.build_scene({"names": "Index"}).free()
	check_equal(map.get_problems(), PackedStringArray())


func test_materials_are_found_by_name() -> void:
	var folder: String = temp_path("textures").get_base_dir()
	DirAccess.make_dir_absolute(folder.path_join("walls"))
	var stored: StandardMaterial3D = StandardMaterial3D.new()
	stored.albedo_color = Color.RED
	stored.set_meta(&"texture_size", Vector2(128, 32))
	check_equal(ResourceSaver.save(stored, folder.path_join("walls/brick.tres")), OK)
	var image: Image = Image.create(16, 8, false, Image.FORMAT_RGB8)
	image.fill(Color.GREEN)
	check_equal(image.save_png(folder.path_join("leaf.png")), OK)
	var root: Node3D = MapNodes.build([
		MapNodes.box(2, Vector3.ZERO, BOX, "walls/brick"), MapNodes.box(3, BOX * 2, BOX * 3, "leaf"),
	], {"textures_dir": folder})
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	check_equal((mesh.surface_get_material(0) as StandardMaterial3D).albedo_color, Color.RED)
	var leaf: StandardMaterial3D = mesh.surface_get_material(1)
	check_equal(leaf.albedo_texture.get_size(), Vector2(16, 8))
	# A corner at 64 units is at 64 / 128 and 64 / 32 of the first, at 192 / 16 and 192 / 8 of the second.
	check(_has_uv(mesh, 0, Vector2(0.5, 2)), "the size of the metadata")
	check(_has_uv(mesh, 1, Vector2(12, 24)), "the size of the image")
	root.free()


func test_materials_need_no_file() -> void:
	var made: StandardMaterial3D = StandardMaterial3D.new()
	made.take_over_path("res://no such folder/walls/Brick.tres")
	var root: Node3D = MapNodes.build(
			[MapNodes.box(2, Vector3.ZERO, BOX, "walls/Brick")], {"textures_dir": "res://no such folder"})
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	check(mesh.surface_get_material(0) == made, "what the project made itself")
	root.free()


func _has_uv(mesh: ArrayMesh, surface: int, uv: Vector2) -> bool:
	var uvs: PackedVector2Array = mesh.surface_get_arrays(surface)[Mesh.ARRAY_TEX_UV]
	for found: Vector2 in uvs:
		if found.is_equal_approx(uv):
			return true
	return false


func test_blends_and_decals_have_materials_of_their_own() -> void:
	var blended: Dictionary = MapNodes.box(2, Vector3.ZERO, BOX)
	for face: Dictionary in blended["faces"]:
		face["props"] = {"blend_material": "moss"}
	var decal: Dictionary = {
		"id": 3, "type": "mesh", "decal": true, "vertices": [[0, 0, 0], [0, 0, 32], [32, 0, 32]],
		"faces": [{"indices": [0, 1, 2], "material": "sign"}],
	}
	var root: Node3D = MapNodes.build([blended, decal])
	var mesh: ArrayMesh = (root.get_node("entity_0_worldspawn/entity_0_mesh_instance") as MeshInstance3D).mesh
	check_equal([mesh.surface_get_name(0), mesh.surface_get_name(1)], ["stone|moss", "sign|decal"])
	for surface: int in 2:
		var material: ShaderMaterial = mesh.surface_get_material(surface)
		check(not material.shader.get_shader_uniform_list().is_empty(), "shader of surface %d compiles" % surface)
	root.free()


func test_the_environment_and_the_sun_come_from_the_world() -> void:
	var root: Node3D = MapNodes.build([], {}, {
		"sun_angles": "-30 60", "sky_top_color": "51 102 255", "fog_density": "0.004", "sun_energy": "2",
		"ambient_color": "0.5 0.5 1", "glow_intensity": "0.5",
	})
	var sun: DirectionalLight3D = root.get_node("sun")
	check(sun.rotation_degrees.is_equal_approx(Vector3(-30, 60, 0)), str(sun.rotation_degrees))
	check_equal([sun.light_energy, sun.shadow_enabled, sun.directional_shadow_max_distance], [2.0, true, 400.0])
	var environment: Environment = (root.get_node("environment") as WorldEnvironment).environment
	check_equal(environment.background_mode, Environment.BG_SKY)
	check_equal(environment.tonemap_mode, Environment.TONE_MAPPER_FILMIC)
	check(environment.fog_enabled and environment.glow_enabled and not environment.ssr_enabled, "fog and glow")
	check_near(environment.fog_density, 0.004, 1e-6)
	check_near(environment.fog_sky_affect, 0.3, 1e-6)
	check_near(environment.ambient_light_sky_contribution, 0.5, 1e-6)
	var sky: ProceduralSkyMaterial = environment.sky.sky_material
	check(sky.sky_top_color.is_equal_approx(Color(0.2, 0.4, 1)), str(sky.sky_top_color))
	check(sky.ground_horizon_color.is_equal_approx(Color(0.72, 0.8, 0.88)), str(sky.ground_horizon_color))
	root.free()
	var without: Node3D = MapNodes.build([], {"environment": false}, {"sun_angles": "-30 60"})
	check_equal(without.find_children("*", "DirectionalLight3D").size(), 0)
	without.free()


func test_groups_become_nodes_when_asked_to() -> void:
	var group: Dictionary = {
		"id": 2, "type": "group", "name": "a room", "children": [MapNodes.entity(3, "light"), MapNodes.box(4, Vector3.ZERO, BOX)],
	}
	var root: Node3D = MapNodes.build([group], {"use_groups_hierarchy": true})
	var node: Node3D = root.get_node("layer_1_Default/group_2_a_room")
	check_equal(node.get_meta(&"_gt_group"), 2)
	check(node.has_node("entity_1_light"), "entities hang under their group")
	check(root.has_node("entity_0_worldspawn/entity_0_mesh_instance"), "loose brushes belong to the world")
	root.free()
	var flat: Node3D = MapNodes.build([group])
	check(flat.has_node("entity_1_light"), "all hangs under the root")
	flat.free()


func test_big_worlds_are_split_into_cells() -> void:
	var nodes: Array = [MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.box(3, Vector3(640, 0, 0), Vector3(704, 64, 64))]
	var root: Node3D = MapNodes.build(nodes, {"cell_size": 8.0})
	var meshes: Array[Node] = root.find_children("*", "MeshInstance3D")
	check_equal(meshes.map(func(mesh: Node) -> String: return mesh.name), [
		"entity_0_mesh_instance_0_0_0", "entity_0_mesh_instance_2_0_0",
	])
	root.free()
	var streamed: Node3D = MapNodes.build(nodes, {}, {"chunk_streaming": "1", "chunk_size": "320", "load_radius": "640"})
	check(streamed.has_node("streamer"), "a streamer")
	var first: MeshInstance3D = streamed.find_children("*", "MeshInstance3D")[0]
	check_equal(first.visibility_range_end, 20.0)
	streamed.free()


## [param count] boxes of a metre each, two metres apart, in rows of 25.
func _field(count: int) -> Array:
	var nodes: Array = []
	for place: int in count:
		var corner: Vector3 = Vector3((place % 25) * 64, 0, floori(place / 25.0) * 64)
		nodes.append(MapNodes.box(place + 2, corner, corner + Vector3(32, 32, 32)))
	return nodes


func test_many_hulls_are_spread_over_bodies_without_a_node_each() -> void:
	var root: Node3D = MapNodes.build(_field(600))
	var world: StaticBody3D = root.get_node("entity_0_worldspawn")
	check_equal(world.find_children("*", "CollisionShape3D").size(), 0)
	var bodies: Array[Node] = world.find_children("*", "StaticBody3D", false)
	check_equal(bodies.map(_shape_count), [256, 256, 88])
	check_equal((bodies[0] as StaticBody3D).collision_layer, 1)
	root.free()
	var small: Node3D = MapNodes.build(_field(512))
	check_equal(small.find_children("*", "CollisionShape3D", true, false).size(), 512, "with a node each")
	small.free()


func _shape_count(body: CollisionObject3D) -> int:
	var count: int = 0
	for shape_owner: int in body.get_shape_owners():
		count += body.shape_owner_get_shape_count(shape_owner)
	return count


func test_many_hulls_collide_where_they_are_drawn_also_after_saving() -> void:
	var root: Node3D = MapNodes.build(_field(600))
	var back: Node3D = SceneFiles.reloaded(root, temp_path("scene.scn"))
	add_child(back)
	await get_tree().physics_frame
	await get_tree().physics_frame
	var space: PhysicsDirectSpaceState3D = get_viewport().find_world_3d().direct_space_state
	for place: int in [0, 7, 255, 256, 400, 599] as Array[int]:
		var middle: Vector3 = Vector3((place % 25) * 2.0 + 0.5, 50, floori(place / 25.0) * 2.0 + 0.5)
		var hit: Dictionary = space.intersect_ray(PhysicsRayQueryParameters3D.create(middle, middle + Vector3.DOWN * 100))
		check_near((hit.get("position", Vector3.INF) as Vector3).y, 1.0, 1e-3, "box %d" % place)
		var beside: Vector3 = middle + Vector3(1, 0, 0)
		check(space.intersect_ray(PhysicsRayQueryParameters3D.create(beside, beside + Vector3.DOWN * 100)).is_empty(), "beside %d" % place)
	back.free()


func test_stages_and_progress_are_told() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX)])
	var told: Array[String] = []
	var shares: Array[float] = []
	var progress: Callable = func(stage: String, share: float) -> void:
		told.append(stage)
		shares.append(share)
	var root: Node3D = map.build_scene({"names": "Index", "progress": progress})
	check_equal(told.slice(0, 3), ["prefabs", "layout", "solids"] as Array[String])
	var sorted: Array[float] = shares.duplicate()
	sorted.sort()
	check_equal(shares, sorted, "it only grows")
	check_equal(shares.back(), 1.0)
	check(map.get_build_times().has("geometry"), str(map.get_build_times()))
	root.free()


func test_a_scene_is_built_on_another_thread() -> void:
	var map: GtmFile = MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.terrain(3, 3, [0, 1, 2, 3, 4, 5, 6, 7, 8])])
	var thread: Thread = Thread.new()
	thread.start(func() -> Node3D: return map.build_scene({"names": "Index"}))
	var root: Node3D = thread.wait_to_finish()
	check(root != null and root.get_child_count() == 2, "the scene comes back")
	root.free()


func test_a_packed_scene_comes_back_as_it_was() -> void:
	var root: Node3D = MapNodes.build([
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.terrain(3, 2, [0, 0, 0, 0]), MapNodes.entity(4, "light", {"targetname": "lamp"}),
	])
	var tree: String = root.get_tree_string()
	var back: Node3D = SceneFiles.reloaded(root, temp_path("scene.scn"))
	check_equal(back.get_tree_string(), tree)
	check_equal(back.get_node("entity_1_light").get_meta(&"gt_targetname"), "lamp")
	back.free()


func test_a_chart_gives_its_face_coordinates_in_the_light_map_and_others_the_fallback() -> void:
	var root: Node3D = MapNodes.baked_box(BOX).build_scene({"names": "Index"})
	var instance: MeshInstance3D = root.get_node("entity_0_worldspawn/entity_0_mesh_instance")
	check_equal(instance.get_meta(&"godottrench_baked"), true)
	check_equal(instance.gi_mode, GeometryInstance3D.GI_MODE_STATIC)
	var arrays: Array = (instance.mesh as ArrayMesh).surface_get_arrays(0)
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var normals: PackedVector3Array = arrays[Mesh.ARRAY_NORMAL]
	var uv2s: PackedVector2Array = arrays[Mesh.ARRAY_TEX_UV2]
	var charted: int = 0
	for index: int in points.size():
		# Face 3 of the box is its top; the row below the atlas is the fallback's.
		var expected: Vector2 = Vector2(0.5, 2.5 / 3.0)
		if normals[index].dot(Vector3.UP) > 0.99:
			var place: Vector3 = points[index] + instance.position
			expected = Vector2(place.x * 32.0 / 64.0, place.z * 32.0 / 64.0 * 2.0 / 3.0)
			charted += 1
		check(uv2s[index].is_equal_approx(expected), "%s, not %s" % [uv2s[index], expected])
	check_equal(charted, 4)
	var node: LightmapGI = root.get_node("baked_lighting")
	check_equal(node.light_data.get_user_count(), 1)
	check_equal(node.light_data.get_user_path(0), NodePath("../entity_0_worldspawn/entity_0_mesh_instance"))
	root.free()
	var plain: Node3D = MapNodes.baked_box(BOX).build_scene({"names": "Index", "baked_lighting": false})
	check(not plain.has_node("baked_lighting"), "the option switches it off")
	plain.free()


func test_baked_light_comes_back_with_its_users_from_a_saved_scene() -> void:
	var root: Node3D = MapNodes.baked_box(BOX).build_scene({"names": "Index"})
	var back: Node3D = SceneFiles.reloaded(root, temp_path("scene.scn"))
	var node: LightmapGI = back.get_node("baked_lighting")
	check_equal(node.light_data.get_user_count(), 1)
	check_equal(node.light_data.get_user_path(0), NodePath("../entity_0_worldspawn/entity_0_mesh_instance"))
	check_equal((node.get(&"bake") as Dictionary)["width"], 4)
	check_equal((node.get(&"bake") as Dictionary)["height"], 3, "with the row of the fallback")
	back.free()


func test_bake_modes_follow_the_lights_and_the_world() -> void:
	var map: GtmFile = MapNodes.baked_box(BOX)
	var nodes: Array = [MapNodes.box(2, Vector3.ZERO, BOX)]
	var expected: Dictionary[int, Light3D.BakeMode] = {}
	var id: int = 10
	for keys: Array in [
		[{}, Light3D.BAKE_STATIC], [{"bake_mode": "static"}, Light3D.BAKE_STATIC], [{"bake_mode": "bounce"}, Light3D.BAKE_DYNAMIC],
		[{"bake_mode": "realtime"}, Light3D.BAKE_DISABLED], [{"targetname": "lamp"}, Light3D.BAKE_DISABLED],
		[{"start_on": "0"}, Light3D.BAKE_DISABLED],
	]:
		nodes.append(MapNodes.entity(id, "light", keys[0] as Dictionary))
		expected[id] = keys[1]
		id += 1
	var bake: Dictionary = map.get_lightmap()
	check_equal(map.set_map(MapNodes.map(nodes, {"sun_angles": "-30 60", "sun_bake_mode": "dynamic"})), OK)
	check_equal(map.set_lightmap(bake), OK)
	var root: Node3D = map.build_scene({"names": "Index"})
	for light: Light3D in root.find_children("*", "OmniLight3D", true, false):
		check_equal(light.light_bake_mode, expected[light.get_meta(&"_gt_id")], str(light.name))
	check_equal((root.get_node("sun") as Light3D).light_bake_mode, Light3D.BAKE_DYNAMIC)
	var node: LightmapGI = root.get_node("baked_lighting")
	check_equal(node.shadowmask_mode, LightmapGIData.SHADOWMASK_MODE_REPLACE, "as the sun is dynamic")
	root.free()
