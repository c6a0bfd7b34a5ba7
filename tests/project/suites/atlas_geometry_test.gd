extends Suite
## What [AtlasFile] gives of a terrain's geometry: axes, arrays, meshes, shapes, heights.

const LEAF: Vector3i = Vector3i(1, 1, 0)

var _atlas: AtlasFile


func _ready() -> void:
	_atlas = _opened(AtlasBytes.complete())


func test_tables_are_listed_in_order() -> void:
	check_equal(
		_atlas.get_tocs(),
		[
			{"kind": "Geom", "tree_depth": 2, "stub_count": 5, "version": 140, "goal_batch_size": 1500},
			{"kind": "Tex", "tree_depth": 3, "stub_count": 21, "version": 140, "goal_batch_size": 0},
			{"kind": "Config", "tree_depth": 0, "stub_count": 2, "version": 140, "goal_batch_size": 0},
		] as Array[Dictionary]
	)
	check_equal(_atlas.get_format(), &"atlas")
	check_equal(_atlas.get_tree_depth(), 2)
	check_equal(_atlas.get_texture_tree_count(), 1)
	check_equal(_atlas.get_texture_tree_depth(), 3)
	check_equal(_atlas.get_texture_tree_depth(1), 0)
	check_equal(_atlas.get_texture_tree_depth(-1), 0)


func test_nodes_are_numbered_level_by_level() -> void:
	check_equal([0, 1, 2, 3, 4, 5].map(AtlasFile.node_count), [0, 1, 5, 21, 85, 341])
	check_equal(AtlasFile.node_count(-1), -1)
	check_equal(AtlasFile.node_count(1000), -1)
	check_equal(AtlasFile.node_id(0, 0, 0), 0)
	check_equal(AtlasFile.node_id(2, 1, 3), 5 + 4 + 3)
	check_equal(AtlasFile.node_id(2, 4, 0), -1)
	check_equal(AtlasFile.node_id(2, 0, -1), -1)
	check_equal(AtlasFile.node_id(99, 0, 0), -1)


func test_a_chunk_has_height_along_y() -> void:
	var chunk: Dictionary = _atlas.get_chunk(LEAF.x, LEAF.y, LEAF.z)
	var points: PackedVector3Array = AtlasBytes.surface(LEAF, 2)
	var vertices: PackedVector3Array = chunk["vertices"]
	check_equal(vertices.size(), 25 + 5)
	for index: int in points.size():
		var point: Vector3 = points[index]
		check_equal(vertices[index], Vector3(point.x, point.z, -point.y))
		check_equal((chunk["uvs"] as PackedVector2Array)[index], Vector2(point.y / 8.0, point.x / 8.0))
		check_equal((chunk["morph_offsets"] as PackedVector3Array)[index], Vector3(0.5, point.x, -0.25))
		check_equal((chunk["uv_morph_offsets"] as PackedVector2Array)[index], Vector2(0.125, point.y))
	check_equal((chunk["normals"] as PackedVector3Array)[0], Vector3(0.6, 0.8, -0.0))
	check_equal(chunk["skirt_index_count"], 24)
	check_equal((chunk["indices"] as PackedInt32Array).size(), 16 * 6 + 24)
	check_equal(chunk["collision"], {})
	check_equal(chunk["has_normals"], true)
	var bounds: AABB = chunk["bounds"]
	check_equal(bounds.position, Vector3(4, -7, -4))
	check_equal(bounds.end, Vector3(8, 16, 0))
	check_equal(_atlas.get_stub(0, AtlasFile.node_id(LEAF.x, LEAF.y, LEAF.z))["bounds"], bounds)
	check_equal(_atlas.get_error_message(), "")


func test_torque_form_is_as_stored() -> void:
	var chunk: Dictionary = _atlas.get_chunk_torque(LEAF.x, LEAF.y, LEAF.z)
	var points: PackedVector3Array = AtlasBytes.surface(LEAF, 2)
	check_equal((chunk["vertices"] as PackedVector3Array).slice(0, 25), points)
	check_equal((chunk["normals"] as PackedVector3Array)[7], Vector3(0.6, 0.0, 0.8))
	check_equal((chunk["morph_offsets"] as PackedVector3Array)[7], Vector3(0.5, 0.25, points[7].x))
	check_equal((chunk["bounds"] as AABB).position, Vector3(4, 0, -7))
	check_equal((chunk["bounds"] as AABB).end, Vector3(8, 4, 16))
	check_equal(chunk["previous_chunk"], 12345)
	check_equal(chunk["indices"], _atlas.get_chunk(LEAF.x, LEAF.y, LEAF.z)["indices"])


func test_every_version_gives_the_same_ground() -> void:
	var expected: Dictionary = _atlas.get_chunk(1, 0, 1)
	for version: int in [100, 101, 120, 130, 139, 150]:
		var atlas: AtlasFile = _opened(AtlasBytes.complete(version))
		var chunk: Dictionary = atlas.get_chunk(1, 0, 1)
		for key: String in ["vertices", "uvs", "morph_offsets", "uv_morph_offsets", "indices", "bounds"]:
			check_equal(chunk[key], expected[key], "%s of version %d" % [key, version])
		var stored: bool = version >= 140
		check_equal(chunk["has_normals"], stored)
		check_equal((chunk["normals"] as PackedVector3Array)[3], Vector3(0.6, 0.8, -0.0) if stored else Vector3.UP)
		check_equal(atlas.sample_height(Vector2(3, -5)), _atlas.sample_height(Vector2(3, -5)))


func test_computed_normals_stand_on_the_ground() -> void:
	var atlas: AtlasFile = _opened(AtlasBytes.complete(130))
	var chunk: Dictionary = atlas.get_chunk(1, 0, 0, AtlasFile.CHUNK_COMPUTE_NORMALS)
	# At the south-west corner the ground rises by 2 along x and falls by 3 along Torque's y.
	var expected: Vector3 = Vector3(-2, 1, -3).normalized()
	var normal: Vector3 = (chunk["normals"] as PackedVector3Array)[0]
	check(normal.angle_to(expected) < 0.1, str(normal))
	var stored: Dictionary = _atlas.get_chunk(1, 0, 0, AtlasFile.CHUNK_COMPUTE_NORMALS)
	check_equal((stored["normals"] as PackedVector3Array)[0], Vector3(0.6, 0.8, -0.0), "those of the file stay")


func test_local_chunks_stand_at_their_origin() -> void:
	var whole: Dictionary = _atlas.get_chunk(1, 1, 1)
	var local: Dictionary = _atlas.get_chunk(1, 1, 1, AtlasFile.CHUNK_LOCAL)
	var origin: Vector3 = _atlas.get_chunk_origin(1, 1, 1)
	check_equal(origin, Vector3(4, 0, -4))
	for index: int in 30:
		check_equal((local["vertices"] as PackedVector3Array)[index] + origin, (whole["vertices"] as PackedVector3Array)[index])
	check_equal((local["bounds"] as AABB).position + origin, (whole["bounds"] as AABB).position)
	var faces: PackedVector3Array = _atlas.create_chunk_shape(1, 1, 1, AtlasFile.CHUNK_LOCAL).get_faces()
	check_equal(faces[0] + origin, _atlas.create_chunk_shape(1, 1, 1).get_faces()[0])


func test_arrays_make_a_mesh_as_they_are() -> void:
	var mesh: ArrayMesh = ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, _atlas.get_chunk_arrays(1, 0, 0))
	check_equal(mesh.get_surface_count(), 1)
	check_equal(mesh.surface_get_array_index_len(0), 16 * 6 + 24)
	var bare: Array = _atlas.get_chunk_arrays(1, 0, 0, AtlasFile.CHUNK_WITHOUT_SKIRTS)
	check_equal((bare[Mesh.ARRAY_INDEX] as PackedInt32Array).size(), 16 * 6)


func test_morph_offsets_have_channels_of_their_own() -> void:
	var arrays: Array = _atlas.get_chunk_arrays(1, 0, 1, AtlasFile.CHUNK_MORPH)
	var mesh: ArrayMesh = ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], {}, AtlasFile.MORPH_FORMAT)
	for made: ArrayMesh in [mesh, _atlas.create_chunk_mesh(1, 0, 1)]:
		var back: Array = made.surface_get_arrays(0)
		var offsets: PackedFloat32Array = back[Mesh.ARRAY_CUSTOM0]
		var uv_offsets: PackedFloat32Array = back[Mesh.ARRAY_CUSTOM1]
		var chunk: Dictionary = _atlas.get_chunk(1, 0, 1)
		for index: int in 30:
			var offset: Vector3 = (chunk["morph_offsets"] as PackedVector3Array)[index]
			check_equal(Vector3(offsets[4 * index], offsets[4 * index + 1], offsets[4 * index + 2]), offset)
			var uv_offset: Vector2 = (chunk["uv_morph_offsets"] as PackedVector2Array)[index]
			check_equal(Vector2(uv_offsets[2 * index], uv_offsets[2 * index + 1]), uv_offset)


func test_fronts_face_up() -> void:
	var mesh: ArrayMesh = _atlas.create_chunk_mesh(1, 0, 0, AtlasFile.CHUNK_WITHOUT_SKIRTS)
	var triangles: PackedVector3Array = mesh.get_faces()
	check_equal(triangles.size(), 32 * 3)
	for first: int in range(0, triangles.size(), 3):
		# Godot's Plane takes its points clockwise.
		check(Plane(triangles[first], triangles[first + 1], triangles[first + 2]).normal.y > 0.0, "triangle %d" % first)


func test_bodies_rest_on_the_shape() -> void:
	var body: StaticBody3D = StaticBody3D.new()
	for x: int in 2:
		for y: int in 2:
			var owner_id: int = body.create_shape_owner(body)
			body.shape_owner_add_shape(owner_id, _atlas.create_chunk_shape(1, x, y))
	add_child(body)
	await get_tree().physics_frame
	await get_tree().physics_frame
	var space: PhysicsDirectSpaceState3D = body.get_world_3d().direct_space_state
	for place: Vector2 in [Vector2(0.5, -0.25), Vector2(7.5, -7.25), Vector2(3.0, -5.5), Vector2(6.25, -1.5)]:
		var above: Vector3 = Vector3(place.x, 100, place.y)
		var ray: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(above, above + Vector3.DOWN * 200)
		ray.hit_back_faces = false
		var hit: Dictionary = space.intersect_ray(ray)
		check(not hit.is_empty(), "a ray from above hits at %s" % place)
		if hit:
			check_near((hit["position"] as Vector3).y, _atlas.sample_height(place), 0.01, str(place))
	body.free()


func test_heights_are_those_of_the_finest_chunks() -> void:
	for x: int in 9:
		for y: int in 9:
			check_near(_atlas.sample_height(Vector2(x, -y)), AtlasBytes.height(x, y), 1e-4, "%d, %d" % [x, y])
	check_near(_atlas.sample_height(Vector2(2.5, -3.0)), AtlasBytes.height(2.5, 3.0), 1e-4)
	for outside: Vector2 in [Vector2(-0.01, -1), Vector2(8.01, -1), Vector2(1, 0.01), Vector2(1, -8.01), Vector2(NAN, 0)]:
		check(is_nan(_atlas.sample_height(outside)), str(outside))


func test_absent_chunks_are_told_apart_from_damage() -> void:
	var atlas: AtlasBytes = AtlasBytes.new()
	var root_only: Callable = func(node: Vector3i) -> PackedByteArray:
		return AtlasBytes.ground(node, 2) if node.x == 0 else PackedByteArray()
	atlas.add_geometry(2, 140, root_only)
	var opened: AtlasFile = _opened(atlas)
	check_equal(opened.has_chunk(0, 0, 0), true)
	check_equal(opened.has_chunk(1, 0, 0), false)
	check_equal(opened.get_stub(0, 1)["absent"], true)
	check_equal(opened.get_chunk(1, 0, 0), {})
	check(opened.get_error_message().contains("(1, 0, 0)"), opened.get_error_message())
	check_equal(opened.get_chunk_arrays(1, 0, 0), [])
	check(opened.create_chunk_mesh(1, 0, 0) == null, "no mesh")
	check(opened.create_chunk_shape(1, 0, 0) == null, "no shape")
	check_near(opened.sample_height(Vector2(2, -2)), AtlasBytes.height(2, 2), 1e-4, "the coarser chunk counts there")
	check_equal(opened.get_problems(), PackedStringArray())


func test_nodes_outside_of_the_tree_are_refused() -> void:
	for node: Vector3i in [Vector3i(2, 0, 0), Vector3i(-1, 0, 0), Vector3i(1, 2, 0), Vector3i(1, 0, -1)]:
		check_equal(_atlas.get_chunk(node.x, node.y, node.z), {})
		check(_atlas.get_error_message().contains("a tree of 2 levels"), _atlas.get_error_message())
		check_equal(_atlas.has_chunk(node.x, node.y, node.z), false)


func test_an_empty_chunk_makes_an_empty_mesh() -> void:
	var empty: StreamPeerBuffer = StreamPeerBuffer.new()
	for word: int in [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]:
		empty.put_u32(word)
	empty.put_u8(0x0F)
	empty.put_u32(0xCEFEDEEF)
	var atlas: AtlasBytes = AtlasBytes.new()
	var body: PackedByteArray = empty.data_array
	atlas.add_geometry(1, 140, func(_node: Vector3i) -> PackedByteArray: return AtlasBytes.frame("agch", "agct", body))
	var opened: AtlasFile = _opened(atlas)
	check_equal(opened.create_chunk_mesh(0, 0, 0).get_surface_count(), 0)
	check_equal(opened.create_chunk_shape(0, 0, 0).get_faces(), PackedVector3Array())
	check_equal((opened.get_chunk(0, 0, 0)["vertices"] as PackedVector3Array).size(), 0)
	check(is_nan(opened.sample_height(Vector2.ZERO)), "nothing is there")


func _opened(atlas: AtlasBytes) -> AtlasFile:
	var opened: AtlasFile = AtlasFile.new()
	check_equal(opened.load_buffer(atlas.bytes()), OK, opened.get_error_message())
	return opened
