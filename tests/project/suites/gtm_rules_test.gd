extends Suite
## Maps that isolate one rule of the node text each, with what the rule's formula says.

const METER: float = 32.0
const BOX: Vector3 = Vector3(64, 64, 64)


func _world_mesh(root: Node3D) -> ArrayMesh:
	var instances: Array[Node] = root.get_node("entity_0_worldspawn").find_children("*", "MeshInstance3D", true, false)
	return (instances[0] as MeshInstance3D).mesh if instances.size() == 1 else null


func _triangles(mesh: ArrayMesh) -> int:
	var count: int = 0
	for surface: int in mesh.get_surface_count():
		@warning_ignore("integer_division")
		count += mesh.surface_get_array_index_len(surface) / 3
	return count


## The numbers of drawn triangles and of hulls of a map with [param nodes].
func _drawn_and_hulls(nodes: Array, options: Dictionary = {}) -> Array[int]:
	var root: Node3D = MapNodes.build(nodes, options)
	var world: Node = root.get_node("entity_0_worldspawn")
	var triangles: int = 0
	for instance: MeshInstance3D in world.find_children("*", "MeshInstance3D", true, false):
		triangles += _triangles(instance.mesh as ArrayMesh)
	var hulls: int = world.find_children("*", "CollisionShape3D", true, false).size()
	root.free()
	return [triangles, hulls]


func test_faces_between_two_boxes_collide_but_do_not_draw() -> void:
	var nodes: Array = [MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.box(3, Vector3(64, 0, 0), Vector3(128, 64, 64))]
	check_equal(_drawn_and_hulls(nodes), [20, 2] as Array[int])
	check_equal(_drawn_and_hulls(nodes, {"cull_covered_faces": false}), [24, 2] as Array[int])
	var half: Array = [MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.box(3, Vector3(64, 0, 0), Vector3(128, 32, 64))]
	check_equal(_drawn_and_hulls(half), [22, 2] as Array[int], "never partly")


func test_tool_textures_draw_and_collide_as_their_class_says() -> void:
	for row: Array in [
		["stone", 12, 1], ["special/clip", 0, 1], ["special/sky", 0, 1], ["tools/anything", 0, 1], ["PlayerClip", 0, 1],
		["special/skip", 0, 0], ["hint", 0, 0], ["special/origin", 0, 0], ["AREAPORTAL", 0, 0],
	]:
		var expected: Array[int] = [row[1], row[2]]
		check_equal(_drawn_and_hulls([MapNodes.box(2, Vector3.ZERO, BOX, row[0] as String)]), expected, row[0] as String)


func test_a_displaced_face_is_a_grid_moved_along_its_normal() -> void:
	var brush: Dictionary = MapNodes.box(2, Vector3.ZERO, BOX)
	var top: Dictionary = brush["faces"][3]
	top["disp"] = {
		"power": 1, "heights": [0.0, 0.0, 0.0, 0.0, 32.0, 0.0, 0.0, 0.0, 0.0],
		"alphas": [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
	}
	var root: Node3D = MapNodes.build([brush])
	var mesh: ArrayMesh = _world_mesh(root)
	check_equal(_triangles(mesh), 8, "the other faces do not draw")
	var arrays: Array = mesh.surface_get_arrays(0)
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var colors: PackedColorArray = arrays[Mesh.ARRAY_COLOR]
	check_equal(points.size(), 9)
	var peak: int = points.find(Vector3(1, 3, 1))
	check(peak >= 0, "the middle is 64 + 32 units high: %s" % [points])
	check_near(colors[peak].a, 1.0, 1e-3, "its alpha")
	for corner: Vector3 in [Vector3(0, 2, 0), Vector3(2, 2, 0), Vector3(0, 2, 2), Vector3(2, 2, 2)] as Array[Vector3]:
		check(points.has(corner), "a corner at %s" % corner)
	var shape: CollisionShape3D = root.find_children("*", "CollisionShape3D", true, false)[0]
	check_equal((shape.shape as ConcavePolygonShape3D).get_faces().size(), 24, "no hull, its triangles")
	root.free()


func test_world_projection_ignores_the_stored_axes() -> void:
	var map: Dictionary = MapNodes.map([MapNodes.box(2, Vector3.ZERO, BOX)])
	for face: Dictionary in map["layers"][0]["children"][0]["faces"]:
		face["uv"] = {"u_axis": [0, 1, 0], "v_axis": [1, 0, 0], "offset": [7, 9], "scale": [3, 3]}
	map["textures"] = {"stone": {"projection": "world", "size": [32, 16]}}
	var file: GtmFile = GtmFile.new()
	check_equal(file.set_map(map), OK)
	var root: Node3D = file.build_scene({"names": "Index"})
	var arrays: Array = _world_mesh(root).surface_get_arrays(0)
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var normals: PackedVector3Array = arrays[Mesh.ARRAY_NORMAL]
	var uvs: PackedVector2Array = arrays[Mesh.ARRAY_TEX_UV]
	for index: int in points.size():
		var place: Vector3 = points[index] * METER
		var normal: Vector3 = normals[index].round()
		var u: Vector3 = Vector3(1, 0, 0)
		var v: Vector3 = Vector3(0, -1, 0)
		if normal.x != 0.0:
			u = Vector3(0, 0, -normal.x)
		elif normal.y != 0.0:
			v = Vector3(0, 0, 1)
		else:
			u = Vector3(normal.z, 0, 0)
		var expected: Vector2 = Vector2(place.dot(u) / 32.0, place.dot(v) / 16.0)
		check(uvs[index].is_equal_approx(expected), "%s at %s, not %s" % [uvs[index], place, expected])
	root.free()


func _mesh_node(vertices: Array, indices: Array, keys: Dictionary = {}) -> Dictionary:
	var node: Dictionary = {"id": 2, "type": "mesh", "vertices": vertices, "faces": [{"indices": indices, "material": "stone"}]}
	node.merge(keys)
	return node


func test_a_hollow_mesh_face_is_cut_into_ears() -> void:
	# An L of six corners in the plane y = 0, counter-clockwise seen from above.
	var corners: Array = [[0, 0, 0], [0, 0, 64], [32, 0, 64], [32, 0, 32], [64, 0, 32], [64, 0, 0]]
	var root: Node3D = MapNodes.build([_mesh_node(corners, [0, 1, 2, 3, 4, 5])])
	var mesh: ArrayMesh = _world_mesh(root)
	check_equal(_triangles(mesh), 4, "corners less two")
	var area: float = 0.0
	var arrays: Array = mesh.surface_get_arrays(0)
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var indices: PackedInt32Array = arrays[Mesh.ARRAY_INDEX]
	for start: int in range(0, indices.size(), 3):
		var a: Vector3 = points[indices[start]]
		var across: Vector3 = (points[indices[start + 2]] - a).cross(points[indices[start + 1]] - a)
		check(across.y > 0.0, "clockwise seen from above")
		area += across.length() / 2.0
	check_near(area, 3.0, 1e-4, "three square metres")
	root.free()


func test_coordinates_by_hand_are_taken_as_they_are() -> void:
	var node: Dictionary = _mesh_node([[0, 0, 0], [0, 0, 32], [32, 0, 32]], [0, 1, 2])
	node["faces"][0]["uvs"] = [[0.25, 0.5], [0.75, 1.5], [-2.0, 3.0]]
	var root: Node3D = MapNodes.build([node])
	var uvs: PackedVector2Array = _world_mesh(root).surface_get_arrays(0)[Mesh.ARRAY_TEX_UV]
	for uv: Vector2 in [Vector2(0.25, 0.5), Vector2(0.75, 1.5), Vector2(-2, 3)] as Array[Vector2]:
		check(uvs.has(uv), "%s in %s" % [uv, uvs])
	root.free()


func test_angles_are_pitch_yaw_roll_in_degrees_turned_as_godot_turns() -> void:
	var entity: Dictionary = MapNodes.entity(2, "info_player_start")
	entity["angles"] = [20.0, 50.0, -30.0]
	var root: Node3D = MapNodes.build([entity, MapNodes.entity(3, "info_player_start", {"angle": "90"})])
	var expected: Basis = (
			Basis(Vector3.UP, deg_to_rad(50)) * Basis(Vector3.RIGHT, deg_to_rad(20)) * Basis(Vector3.BACK, deg_to_rad(-30)))
	check((root.get_node("entity_1_info_player_start") as Node3D).basis.is_equal_approx(expected), "Ry Rx Rz")
	var quake: Basis = (root.get_node("entity_2_info_player_start") as Node3D).basis
	check(quake.is_equal_approx(Basis(Vector3.UP, deg_to_rad(270))), "angle + 180: %s" % quake)
	root.free()


func test_prefabs_turn_move_and_number_what_is_in_them() -> void:
	var folder: String = temp_path("house.gtm").get_base_dir()
	var inner: Array = [
		MapNodes.box(2, Vector3.ZERO, BOX), MapNodes.entity(3, "light", {"targetname": "lamp"}, [], Vector3(32, 0, 0)),
		MapNodes.entity(4, "light", {"target": "lamp", "targetname": "!player"}),
	]
	check_equal(MapNodes.file(inner).save(folder.path_join("part.gtm")), OK)
	var nodes: Array = [MapNodes.entity(9, "light")]
	for number: int in 2:
		nodes.append({
			"id": 20 + number, "type": "instance", "path": "part.gtm", "origin": [320.0 * (number + 1), 0.0, 0.0],
			"angles": [0.0, 90.0, 0.0], "fixup": "room%d" % number,
		})
	var house: GtmFile = MapNodes.file(nodes)
	check_equal(house.save(folder.path_join("house.gtm")), OK)
	check_equal(house.load(folder.path_join("house.gtm")), OK)
	var root: Node3D = house.build_scene({"names": "Index"})
	var lamps: Array[Node] = root.find_children("*", "OmniLight3D", true, false)
	check_equal(lamps.map(func(lamp: Node) -> int: return lamp.get_meta(&"_gt_id")), [9, 1_000_003, 1_000_004, 2_000_003, 2_000_004])
	check_equal(lamps[1].get_meta(&"gt_targetname"), "room0-lamp")
	check_equal((lamps[2].get_meta(&"mapwright_properties") as Dictionary)["target"], "room0-lamp")
	check_equal(lamps[4].get_meta(&"gt_targetname"), "!player", "names of a kind of their own stay")
	# 32 units along x, turned by 90 degrees about y, lie along -z.
	check((lamps[1] as Node3D).position.is_equal_approx(Vector3(10, 0, -1)), str((lamps[1] as Node3D).position))
	check((lamps[3] as Node3D).position.is_equal_approx(Vector3(20, 0, -1)), str((lamps[3] as Node3D).position))
	check_equal(_world_mesh(root).get_aabb(), AABB(Vector3(10, 0, -2), Vector3(12, 2, 2)), "both boxes are the world's")
	root.free()


func test_a_terrain_has_the_normals_coordinates_and_weights_of_its_grid() -> void:
	# A slope of one unit up for each unit along x.
	var heights: PackedFloat32Array = []
	for place: int in 9:
		heights.append((place % 3) * 32.0)
	var node: Dictionary = MapNodes.terrain(7, 3, heights)
	var splat: PackedByteArray = []
	for place: int in 9:
		splat.append_array([255 - place, place, 0, 0])
	node["splat"] = splat
	var root: Node3D = MapNodes.build([node])
	var arrays: Array = ((root.get_node("terrain_7/chunk_0_0") as MeshInstance3D).mesh as ArrayMesh).surface_get_arrays(0)
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var normals: PackedVector3Array = arrays[Mesh.ARRAY_NORMAL]
	var uvs: PackedVector2Array = arrays[Mesh.ARRAY_TEX_UV]
	var colors: PackedColorArray = arrays[Mesh.ARRAY_COLOR]
	check_equal(points.size(), 9)
	for index: int in points.size():
		var column: int = roundi(points[index].x)
		var row: int = roundi(points[index].z)
		check_near(points[index].y, column, 1e-4, "height")
		# Neighbours are clamped at the border, which halves the slope there.
		var rise: float = 64.0 if column == 1 else 32.0
		var normal: Vector3 = Vector3(-rise, 64, 0).normalized()
		check(normals[index].is_equal_approx(normal) or normals[index].dot(normal) > 0.9999, "normal %s" % normals[index])
		check(uvs[index].is_equal_approx(Vector2(column, row) / 2.0), "coordinate %s" % uvs[index])
		check_near(colors[index].g, (row * 3 + column) / 255.0, 1e-3, "weight of the second layer")
	root.free()


func test_the_origin_of_a_solid_entity_is_the_middle_of_its_origin_brush() -> void:
	var door: Array = [
		MapNodes.box(3, Vector3.ZERO, BOX), MapNodes.box(4, Vector3(0, 0, 0), Vector3(8, 8, 8), "special/origin"),
	]
	var root: Node3D = MapNodes.build([MapNodes.entity(2, "func_door", {}, door)])
	var node: Node3D = root.get_node("entity_1_func_door")
	check_equal(node.position, Vector3(4, 4, 4) / METER)
	var mesh: MeshInstance3D = node.get_child(0)
	check_equal(mesh.get_aabb(), AABB(Vector3(-4, -4, -4) / METER, BOX / METER), "relative to it, without the origin brush")
	root.free()


## By section 5 children make an entity one with solids, whose origin and angles do not count; where nothing defines its class
## they do, unless a group says that it was meant to have solids.
func test_entities_of_another_program_with_children_but_no_solids_stand_where_the_text_says() -> void:
	var childless: String = interop("gtm/cases/entity_children_no_solid.gtm")
	if childless.is_empty():
		return skip("no files of other programs")
	var file: GtmFile = GtmFile.new()
	check_equal(file.load(childless), OK)
	for row: Array in [
		[-1, Vector3(1, 2, 3) / METER, Vector3(10, 20, 30)], [0, Vector3.ZERO, Vector3(0, 180, 0)], [1, Vector3.ZERO, Vector3.ZERO],
	]:
		var kind: int = row[0]
		var thing: GtmEntityClass = EntityClasses.named("thing" if kind >= 0 else "other")
		thing.kind = maxi(kind, 0)
		var root: Node3D = file.build_scene({"names": "Index", "definitions": EntityClasses.definitions([thing])})
		var node: Node3D = MapNodes.built(root, 2)
		check(node.position.is_equal_approx(row[1] as Vector3), "kind %d: at %s" % [kind, node.position])
		var expected: Basis = Basis.from_euler((row[2] as Vector3) * (PI / 180.0))
		check(node.basis.is_equal_approx(expected), "kind %d: turned by %s" % [kind, node.rotation_degrees])
		root.free()


func test_solid_entities_of_another_program_have_the_origins_of_the_text() -> void:
	var path: String = interop("gtm/cases/brush_ent.gtm")
	if path.is_empty():
		return skip("no files of other programs")
	var file: GtmFile = GtmFile.new()
	check_equal(file.load(path), OK)
	var root: Node3D = file.build_scene({"names": "Index"})
	for row: Array in [
		[128, Vector3(100, 50, 20), 1], [131, Vector3(300, 60, 20), 1], [134, Vector3(430, 60, 20), 1],
		[136, Vector3(500, 0, 0), 0], [138, Vector3(600, 0, 0), 0], [143, Vector3.ZERO, 0],
	]:
		var node: Node3D = MapNodes.built(root, row[0] as int)
		check(node.position.is_equal_approx(row[1] as Vector3 / METER), "%s at %s" % [row[0], node.position * METER])
		check_equal(node.find_children("*", "MeshInstance3D", true, false).size(), row[2], str(row[0]))
	check_equal(MapNodes.built(root, 143).get_class(), "Marker3D", "a group is no solid")
	root.free()
