extends TerrainSuite
## A terrain as a node: what it loads, draws, tells, evicts and collides with.

const MOUNTAINS: String = "res://maps/mountains.atlas"
const HIGHLANDS: String = "res://maps/highlands.chu"
## More frames than any of these terrains takes to be there.

## A child process that quits while its terrain loads.
const QUIT_MID_LOAD: String = """extends SceneTree

var _frames: int = 0


func _initialize() -> void:
	var terrain: AtlasTerrain = AtlasTerrain.new()
	terrain.source = load("res://mountains.atlas")
	terrain.max_screen_error = 0.25
	terrain.collision = AtlasTerrain.COLLISION_EVERYWHERE
	var camera: Camera3D = Camera3D.new()
	camera.position = Vector3(500, 150, -500)
	root.add_child(camera)
	root.add_child(terrain)


func _process(_delta: float) -> bool:
	_frames += 1
	if _frames == int(OS.get_environment("MAPWRIGHT_FRAMES")):
		quit(0)
	return false
"""

const EDITED_SCENE: String = """[gd_scene load_steps=3 format=3]

[ext_resource type="AtlasFile" path="res://mountains.atlas" id="1"]
[ext_resource type="Script" path="res://watch.gd" id="2"]

[node name="Terrain" type="AtlasTerrain"]
source = ExtResource("1")
show_bounds = true

[node name="Watch" type="Node" parent="."]
script = ExtResource("2")
"""
## Runs in the editor beside the terrain.
const WATCH: String = """@tool
extends Node



var _calm_frames: int = -1


func _process(_delta: float) -> void:
	var terrain: AtlasTerrain = get_parent()
	if _calm_frames < 0:
		if terrain.get_visible_chunks().size() > 0 and terrain.is_settled():
			print("SEEN AND BAKED IN THE EDITOR: ", terrain.save_baked_scene())
			_calm_frames = 0
		return
	# The editor looks at the new file first.
	_calm_frames = 0 if EditorInterface.get_resource_filesystem().is_scanning() else _calm_frames + 1
	if _calm_frames == 30:
		get_tree().quit()
"""


func test_a_terrain_without_a_source_says_so() -> void:
	var terrain: AtlasTerrain = AtlasTerrain.new()
	check_equal(terrain.get_warnings().size(), 1)
	check(terrain.get_warnings()[0].contains("no source"), terrain.get_warnings()[0])
	terrain.source = AtlasFile.new()
	check(terrain.get_warnings()[0].contains("nothing loaded"), terrain.get_warnings()[0])
	terrain.source.load_buffer(AtlasBytes.complete().bytes())
	check_equal(terrain.get_warnings(), PackedStringArray())
	check_equal(terrain.get_statistics(), {})
	terrain.free()


func test_a_source_is_looked_at_and_its_chunks_come() -> void:
	if not _set_up(MOUNTAINS):
		return
	var told: Array[int] = []
	var chunks: Array[Vector3i] = []
	_terrain.source_loaded.connect(func(error: int) -> void: told.append(error))
	_terrain.chunk_loaded.connect(func(level: int, x: int, y: int) -> void: chunks.append(Vector3i(level, x, y)))
	await _settle()
	check_equal(told, [OK] as Array[int])
	check_equal(chunks[0], Vector3i(0, 0, 0), "the root comes first")
	for index: int in chunks.size():
		var node: Vector3i = chunks[index]
		check(node.x == 0 or chunks.slice(0, index).has(_parent(node)), "%s comes after its parent" % node)
	var statistics: Dictionary = _terrain.get_statistics()
	check_equal(statistics["loaded_chunks"], chunks.size())
	check_equal(statistics["resident_chunks"], chunks.size())
	check_equal(statistics["failed"], 0)
	check(statistics["resident_textures"] > 0, "tiles came")
	check_equal(statistics["visible_chunks"], _terrain.get_visible_chunks().size())
	var by_level: PackedInt32Array = statistics["visible_chunks_by_level"]
	check_equal(by_level.size(), 4)
	check(by_level[3] > 0, "the finest level is seen from here")
	_check_cover()
	_tear_down()


func test_the_ground_is_covered_once_at_all_times() -> void:
	if not _set_up(MOUNTAINS):
		return
	await _terrain.source_loaded
	for frame: int in 240:
		await get_tree().process_frame
		if _terrain.get_visible_chunks().size() > 0:
			_check_cover()
		_camera.position = Vector3(512 + 400 * sin(frame * 0.05), 60, -512 + 400 * cos(frame * 0.03))
	_tear_down()


func test_nearer_is_finer() -> void:
	if not _set_up(MOUNTAINS):
		return
	var counts: PackedInt32Array = []
	for height: float in [20000.0, 1000.0, 100.0]:
		_camera.position = Vector3(512, height, -512)
		await _settle()
		counts.append(_terrain.get_statistics()["visible_chunks"] as int)
	check_equal(counts[0], 1, "from afar the root will do")
	check(counts[0] < counts[1] and counts[1] < counts[2], "chunks from three heights: %s" % counts)
	_tear_down()


func test_a_finer_tolerance_takes_more_chunks() -> void:
	if not _set_up(MOUNTAINS):
		return
	_terrain.texture_tree = -1
	var counts: PackedInt32Array = []
	for tolerance: float in [64.0, 8.0, 1.0]:
		_terrain.max_screen_error = tolerance
		await _settle()
		counts.append(_terrain.get_statistics()["visible_chunks"] as int)
	check(counts[0] < counts[1] and counts[1] <= counts[2], "chunks at three tolerances: %s" % counts)
	check_equal(_terrain.get_statistics()["resident_textures"], 0, "no texture was asked for")
	_tear_down()


func test_the_viewer_may_be_any_node() -> void:
	if not _set_up(MOUNTAINS):
		return
	_camera.position = Vector3(512, 20000, -512)
	var viewer: Node3D = Node3D.new()
	add_child(viewer)
	viewer.position = Vector3(60, 60, -60)
	_terrain.viewer = _terrain.get_path_to(viewer)
	await _settle()
	var finest: Array[Vector3i] = _terrain.get_visible_chunks().filter(func(node: Vector3i) -> bool: return node.x == 3)
	check(finest.has(Vector3i(3, 0, 0)), "the chunk under the viewer is the finest")
	check(not finest.has(Vector3i(3, 7, 7)), "the one across the terrain is not")
	viewer.free()
	_tear_down()


func test_a_terrain_may_lie_anywhere() -> void:
	if not _set_up(MOUNTAINS):
		return
	_terrain.transform = Transform3D(Basis(Vector3.UP, 0.5).scaled(Vector3.ONE * 2.0), Vector3(3000, 500, -2000))
	_camera.position = _terrain.transform * Vector3(300, 100, -400)
	await _settle()
	var moved: Array[Vector3i] = _terrain.get_visible_chunks()
	_terrain.transform = Transform3D.IDENTITY
	_camera.position = Vector3(300, 100, -400)
	await _settle()
	var here: Array[Vector3i] = _terrain.get_visible_chunks()
	moved.sort()
	here.sort()
	check_equal(moved, here)
	_tear_down()


func test_heights_are_those_of_the_file() -> void:
	var terrain: AtlasTerrain = _terrain_of(AtlasBytes.complete())
	# Its places are Torque's: z is -y.
	for place: Vector2 in [Vector2(0, 0), Vector2(3, 5), Vector2(8, 8), Vector2(6, 1)]:
		var height: float = terrain.get_height(Vector3(place.x, 99, -place.y))
		check_near(height, AtlasBytes.height(place.x, place.y), 1e-4, str(place))
	check(is_nan(terrain.get_height(Vector3(-1, 0, -1))), "no height outside")
	terrain.position = Vector3(100, 10, 200)
	terrain.rotation.y = PI / 2
	# A quarter turn takes x to -z and z to x.
	check_near(terrain.get_height(Vector3(100 - 5, 0, 200 - 3)), 10 + AtlasBytes.height(3, 5), 1e-3, "turned")
	terrain.free()
	var bare: AtlasTerrain = AtlasTerrain.new()
	check(is_nan(bare.get_height(Vector3.ZERO)), "no height without a source")
	bare.free()


func test_rays_meet_the_ground_where_it_is() -> void:
	var terrain: AtlasTerrain = _terrain_of(AtlasBytes.complete())
	add_child(terrain)
	await terrain.source_loaded
	await get_tree().process_frame
	for place: Vector2 in [Vector2(1, 1), Vector2(3, 5), Vector2(7, 2), Vector2(5, 6)]:
		var from: Vector3 = Vector3(place.x, 100, -place.y)
		var hit: Dictionary = terrain.intersect_ray(from, from + Vector3.DOWN * 200)
		var position: Vector3 = hit["position"]
		check_near(position.y, AtlasBytes.height(place.x, place.y), 1e-3, str(place))
		check_equal([hit["level"], hit["x"], hit["y"]], [1, int(place.x / 4), int(place.y / 4)])
		var normal: Vector3 = hit["normal"]
		check(normal.y > 0.1 and absf(normal.length() - 1.0) < 1e-4, "the normal %s points up" % normal)
	var aslant: Dictionary = terrain.intersect_ray(Vector3(-20, 60, -4), Vector3(28, -60, -4))
	var point: Vector3 = aslant["position"]
	check_near(point.y, terrain.get_height(point), 1e-3, "aslant")
	check_near(point.y, 60 - 120 * (point.x + 20) / 48, 1e-3, "on the ray")
	check_equal(terrain.intersect_ray(Vector3(-20, 60, -4), Vector3(-20, -60, -4)), {}, "beside the terrain")
	check_equal(terrain.intersect_ray(Vector3(3, 100, -5), Vector3(3, 90, -5)), {}, "too short")
	terrain.transform = Transform3D(Basis(Vector3.UP, 1.0).scaled(Vector3(2, 3, 2)), Vector3(50, 60, 70))
	var start: Vector3 = terrain.transform * Vector3(3, 100, -5)
	var end: Vector3 = terrain.transform * Vector3(3, -100, -5)
	var moved: Vector3 = terrain.intersect_ray(start, end)["position"]
	check_near(moved.y, 60 + 3 * AtlasBytes.height(3, 5), 1e-3, "moved")
	# Not from within the signal that was waited for.
	await get_tree().process_frame
	terrain.free()


func test_a_source_without_geometry_is_an_error() -> void:
	if not FileAccess.file_exists("res://maps/highlands.tqt"):
		skip("the sample maps are not there")
		return
	var tiles: AtlasFile = AtlasFile.new()
	check_equal(tiles.load_buffer(FileAccess.get_file_as_bytes("res://maps/highlands.tqt")), OK)
	var terrain: AtlasTerrain = AtlasTerrain.new()
	terrain.source = tiles
	expect_error("a file with geometry expected, none found")
	add_child(terrain)
	check_equal(await terrain.source_loaded, ERR_INVALID_DATA)
	terrain.source = AtlasFile.new()
	check_equal(await terrain.source_loaded, ERR_INVALID_DATA, "nothing loaded")
	terrain.source.load_buffer(AtlasBytes.complete().bytes())
	check_equal(await terrain.source_loaded, OK, "loaded later")
	await get_tree().process_frame
	terrain.free()


func test_a_damaged_chunk_leaves_its_parent_in_place() -> void:
	var atlas: AtlasBytes = AtlasBytes.new()
	atlas.add_geometry(2, 140, func(node: Vector3i) -> PackedByteArray:
		var frame: PackedByteArray = AtlasBytes.ground(node, 2)
		if node == Vector3i(1, 1, 0):
			frame[8] = 0
		return frame)
	_terrain = _terrain_of(atlas)
	_add_camera(Vector3(4, 5, -4))
	_terrain.max_screen_error = 0.1
	expect_error("geometry chunk (1, 1, 0)")
	add_child(_terrain)
	await _settle()
	check_equal(_terrain.get_visible_chunks(), [Vector3i(0, 0, 0)] as Array[Vector3i])
	check_equal(_terrain.get_statistics()["failed"], 1)
	_tear_down()


func test_all_versions_and_formats_are_drawn() -> void:
	for version: int in [100, 119, 129, 139, 140, 150]:
		_terrain = _terrain_of(AtlasBytes.complete(version))
		_add_camera(Vector3(4, 12, -4))
		_terrain.max_screen_error = 0.25
		add_child(_terrain)
		await _settle()
		check_equal(_terrain.get_visible_chunks().size(), 4, "version %d" % version)
		check(_terrain.get_statistics()["resident_textures"] > 0, "version %d has its tiles" % version)
		_tear_down()
	if _set_up(HIGHLANDS):
		await _settle()
		_check_cover()
		check_equal(_terrain.get_statistics()["failed"], 0)
		_tear_down()


func test_another_source_in_the_middle_of_loading() -> void:
	if not _set_up(MOUNTAINS):
		return
	var other: AtlasFile = load(HIGHLANDS)
	var first: AtlasFile = _terrain.source
	for turn: int in 12:
		for frame: int in turn:
			await get_tree().process_frame
		_terrain.source = other if turn % 2 == 0 else first
	_terrain.source = null
	for frame: int in 10:
		await get_tree().process_frame
	check_equal(_terrain.get_visible_chunks().size(), 0)
	check_equal(_terrain.get_statistics(), {})
	_terrain.source = other
	await _settle()
	_check_cover()
	_tear_down()


func test_leaving_the_tree_in_the_middle_of_loading() -> void:
	if not _set_up(MOUNTAINS):
		return
	for turn: int in 8:
		for frame: int in turn * 2:
			await get_tree().process_frame
		remove_child(_terrain)
		await get_tree().process_frame
		check_equal(_terrain.get_visible_chunks().size(), 0, "nothing is drawn outside of the tree")
		add_child(_terrain)
	await _settle()
	_check_cover()
	_tear_down()


func test_being_freed_in_the_middle_of_loading() -> void:
	for turn: int in 8:
		if not _set_up(MOUNTAINS):
			return
		_terrain.collision = AtlasTerrain.COLLISION_EVERYWHERE
		for frame: int in turn * 2:
			await get_tree().process_frame
		_tear_down()
	# By its own signal as well.
	_set_up(MOUNTAINS)
	var terrain: AtlasTerrain = _terrain
	_terrain.chunk_loaded.connect(func(_level: int, _x: int, _y: int) -> void:
		if is_instance_valid(terrain):
			terrain.queue_free())
	for frame: int in PATIENCE:
		await get_tree().process_frame
		if not is_instance_valid(terrain):
			break
	check(not is_instance_valid(terrain), "it is gone")
	_camera.free()


func test_a_handler_may_call_back() -> void:
	if not _set_up(MOUNTAINS):
		return
	var heights: PackedFloat64Array = []
	_terrain.chunk_loaded.connect(func(_level: int, _x: int, _y: int) -> void:
		heights.append(_terrain.get_height(Vector3(500, 0, -500)))
		heights.append(_terrain.get_statistics()["loaded_chunks"] as float)
		_terrain.max_screen_error = 2.0
		_terrain.intersect_ray(Vector3(500, 500, -500), Vector3(500, -500, -500)))
	await _settle()
	check(heights.size() > 0, "it was called")
	_tear_down()


func test_quitting_in_the_middle_of_loading() -> void:
	if not FileAccess.file_exists(MOUNTAINS):
		skip("the sample maps are not there")
		return
	var project: FreshProject = FreshProject.new(temp_path("project"))
	check_equal(project.add(MOUNTAINS, "mountains.atlas"), OK)
	for frames: String in ["1", "2", "3", "5", "8", "13"]:
		OS.set_environment("MAPWRIGHT_FRAMES", frames)
		project.run_script(QUIT_MID_LOAD)
		check_equal(project.exit_code, 0, "after %s frames" % frames)
		check_equal(project.complaints(), PackedStringArray(), "after %s frames" % frames)


func test_the_editor_shows_it_and_bakes_it() -> void:
	if not FileAccess.file_exists(MOUNTAINS):
		skip("the sample maps are not there")
		return
	var project: FreshProject = FreshProject.new(temp_path("project"))
	check_equal(project.add(MOUNTAINS, "mountains.atlas"), OK)
	project.write("watch.gd", WATCH)
	project.write("terrain.tscn", EDITED_SCENE)
	project.import()
	project.run(["--editor", "--quit-after", "5000", "res://terrain.tscn"])
	check_equal(project.exit_code, 0)
	check_equal(project.complaints(), PackedStringArray())
	check(project.log_text.contains("SEEN AND BAKED IN THE EDITOR: 0"), project.log_text)
	check(FileAccess.file_exists(project.folder.path_join("mountains_baked.scn")), "the baked scene is beside its source")


func test_memory_stays_within_its_budget() -> void:
	if not _set_up(MOUNTAINS):
		return
	_terrain.memory_budget = 2
	_terrain.max_screen_error = 0.25
	await _terrain.source_loaded
	var most: int = 0
	for frame: int in PATIENCE:
		await get_tree().process_frame
		_camera.position = Vector3(512 + 480 * sin(frame * 0.02), 40, -512 + 480 * cos(frame * 0.013))
		most = maxi(most, _terrain.get_statistics()["resident_bytes"] as int)
		if frame > 600 and most > 1024 * 1024 and _terrain.get_statistics()["evicted"] > 0:
			break
	check(most <= 2 * 1024 * 1024, "most bytes: %d" % most)
	check(most > 1024 * 1024, "the budget is made use of: %d" % most)
	check(_terrain.get_statistics()["evicted"] > 0, "something went")
	_check_cover()
	_terrain.memory_budget = 1
	await get_tree().process_frame
	await get_tree().process_frame
	# What is drawn stays until there is something coarser in its place.
	for frame: int in 200:
		await get_tree().process_frame
	_check_cover()
	_tear_down()


func test_chunks_are_kept_while_there_is_room() -> void:
	if not _set_up(MOUNTAINS):
		return
	await _settle()
	var resident: int = _terrain.get_statistics()["resident_chunks"]
	_camera.position = Vector3(512, 20000, -512)
	await _settle()
	check_equal(_terrain.get_visible_chunks().size(), 1)
	check_equal(_terrain.get_statistics()["resident_chunks"], resident)
	check_equal(_terrain.get_statistics()["evicted"], 0)
	_tear_down()


func test_there_is_ground_to_collide_with_everywhere() -> void:
	if not _set_up(MOUNTAINS):
		return
	_terrain.position = Vector3(40, 20, -60)
	_terrain.collision = AtlasTerrain.COLLISION_EVERYWHERE
	_terrain.collision_layer = 4
	# The engine's own bodies see it whatever is drawn.
	_camera.position = Vector3(0, 30000, 0)
	await _shapes(64)
	var space: PhysicsDirectSpaceState3D = get_viewport().world_3d.direct_space_state
	for place: Vector2 in [Vector2(100, -200), Vector2(513.5, -511.5), Vector2(1000, -1000), Vector2(700.25, -33)]:
		var from: Vector3 = Vector3(place.x + 40, 1000, place.y - 60)
		var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 2000)
		query.collision_mask = 4
		var hit: Dictionary = space.intersect_ray(query)
		check(not hit.is_empty(), "%s is hit" % place)
		if hit:
			var position: Vector3 = hit["position"]
			check_near(position.y, _terrain.get_height(from), 0.01, str(place))
			check_equal(hit["collider"], _terrain)
		query.collision_mask = 1
		check(space.intersect_ray(query).is_empty(), "other layers are free")
	_terrain.collision = AtlasTerrain.COLLISION_DISABLED
	await _shapes(0)
	_tear_down()


func test_there_is_ground_around_bodies() -> void:
	if not _set_up(MOUNTAINS):
		return
	_camera.position = Vector3(0, 30000, 0)
	_terrain.collision = AtlasTerrain.COLLISION_AROUND_BODIES
	_terrain.collision_margin = 10.0
	var body: RigidBody3D = RigidBody3D.new()
	body.freeze = true
	body.position = Vector3(64, 300, -64)
	add_child(body)
	var still: StaticBody3D = StaticBody3D.new()
	still.position = Vector3(900, 0, -900)
	add_child(still)
	await _shapes(1)
	check_equal(_hit(Vector2(64, -64)), true, "under the body")
	check_equal(_hit(Vector2(900, -900)), false, "not under what cannot move")
	# On a corner of four chunks.
	body.position = Vector3(512, 300, -512)
	await _shapes(4)
	check_equal(_hit(Vector2(64, -64)), false, "not where it was")
	check_equal(_hit(Vector2(513, -513)), true, "where it is")
	body.free()
	await _shapes(0)
	still.free()
	_tear_down()


func test_textures_finer_than_the_finest_chunk_are_put_together() -> void:
	var atlas: AtlasBytes = AtlasBytes.new()
	atlas.add_geometry(1, 140, func(node: Vector3i) -> PackedByteArray: return AtlasBytes.ground(node, 1))
	atlas.add_textures(3, 140, func(node: Vector3i) -> PackedByteArray:
		return AtlasBytes.tile(2, AtlasBytes.dds(AtlasBytes.tile_color(node))))
	_terrain = _terrain_of(atlas)
	_add_camera(Vector3(2, 3, -2))
	add_child(_terrain)
	await _settle()
	# One tile, four put together, sixteen put together: each has 4 by 4 pixels of four bytes, and mipmaps.
	check_equal(_terrain.get_statistics()["resident_textures"], 3)
	check_equal(_terrain.get_statistics()["failed"], 0)
	_tear_down()


func test_a_plain_scene_has_every_chunk_of_a_level() -> void:
	var terrain: AtlasTerrain = _terrain_of(AtlasBytes.complete())
	terrain.name = "Hills"
	terrain.collision = AtlasTerrain.COLLISION_EVERYWHERE
	var baked: Node3D = terrain.bake_scene()
	check_equal(baked.name, &"Hills")
	check_equal(baked.get_child_count(), 4)
	for child: String in ["Chunk_1_0_0", "Chunk_1_0_1", "Chunk_1_1_0", "Chunk_1_1_1"]:
		check(baked.has_node(child), child)
	terrain.free()
	var loaded: Node3D = SceneFiles.reloaded(baked, temp_path("hills.scn"))
	var chunk: MeshInstance3D = loaded.get_node("Chunk_1_1_0")
	check_equal(chunk.position, Vector3(4, 0, 0))
	check_equal(chunk.mesh.get_aabb().size.x, 4.0)
	var material: StandardMaterial3D = chunk.mesh.surface_get_material(0)
	# Two tiles a side of the finest texture level for each chunk.
	check_equal(material.albedo_texture.get_width(), 8)
	check_equal(material.uv1_scale, Vector3(2, 2, 1))
	var shape: CollisionShape3D = chunk.find_children("*", "CollisionShape3D", true, false)[0]
	check(shape.shape is ConcavePolygonShape3D, "there is a shape")
	loaded.free()


func test_a_coarse_level_is_baked_as_well() -> void:
	var terrain: AtlasTerrain = _terrain_of(AtlasBytes.complete())
	var baked: Node3D = terrain.bake_scene(0)
	check_equal(baked.get_child_count(), 1)
	check_equal(baked.find_children("*", "CollisionShape3D", true, false).size(), 0)
	baked.free()
	terrain.free()
	var bare: AtlasTerrain = AtlasTerrain.new()
	expect_error("the terrain has no source")
	check(bare.bake_scene() == null, "nothing to bake")
	bare.free()


func test_a_navigation_mesh_lies_on_the_ground() -> void:
	if not _set_up(MOUNTAINS):
		return
	var model: NavigationMesh = NavigationMesh.new()
	model.cell_size = 4.0
	model.cell_height = 1.0
	model.agent_radius = 4.0
	model.agent_height = 4.0
	model.agent_max_climb = 2.0
	var mesh: NavigationMesh = _terrain.bake_navigation_mesh(model, 3)
	check_equal(mesh.cell_size, 4.0)
	check(mesh.get_polygon_count() > 10, "%d polygons" % mesh.get_polygon_count())
	var vertices: PackedVector3Array = mesh.get_vertices()
	var far: int = 0
	for vertex: Vector3 in vertices:
		# Recast puts corners on its cells, and polygons are not bent inside.
		far += int(absf(vertex.y - _terrain.get_height(vertex)) > 12.0)
	check(far * 20 < vertices.size(), "%d of %d corners are off the ground" % [far, vertices.size()])
	_tear_down()


func test_the_inspector_has_its_buttons() -> void:
	var terrain: AtlasTerrain = AtlasTerrain.new()
	var buttons: PackedStringArray = []
	for property: Dictionary in terrain.get_property_list():
		if property["hint"] == PROPERTY_HINT_TOOL_BUTTON:
			buttons.append((property["hint_string"] as String).get_slice(",", 0))
	check_equal(buttons, PackedStringArray(["Bake Scene", "Bake Navigation Mesh"]))
	terrain.free()


func test_bounds_can_be_shown_and_materials_changed_at_any_time() -> void:
	if not _set_up(MOUNTAINS):
		return
	_terrain.show_bounds = true
	for frame: int in 60:
		await get_tree().process_frame
		if frame % 10 == 5:
			if frame % 20 == 5:
				_terrain.material = ShaderMaterial.new()
			else:
				_terrain.material = StandardMaterial3D.new()
			_terrain.show_bounds = not _terrain.show_bounds
			_terrain.cast_shadow = not _terrain.cast_shadow
			_terrain.light_tree = 0 if frame % 20 == 5 else 7
			_terrain.visible = not _terrain.visible
			_terrain.position.x += 1.0
			_terrain.update_material()
	_terrain.material = null
	_terrain.visible = true
	await _settle()
	_check_cover()
	_tear_down()


func _set_up(path: String) -> bool:
	if not FileAccess.file_exists(path):
		skip("the sample maps are not there")
		return false
	_terrain = AtlasTerrain.new()
	_terrain.source = load(path)
	_add_camera(Vector3(500, 150, -500))
	add_child(_terrain)
	return true


func _terrain_of(atlas: AtlasBytes) -> AtlasTerrain:
	var terrain: AtlasTerrain = AtlasTerrain.new()
	terrain.source = AtlasFile.new()
	check_equal(terrain.source.load_buffer(atlas.bytes()), OK, terrain.source.get_error_message())
	return terrain


func _add_camera(at: Vector3) -> void:
	_camera = Camera3D.new()
	add_child(_camera)
	_camera.position = at
	_camera.make_current()


func _shapes(count: int) -> void:
	for frame: int in PATIENCE:
		await get_tree().physics_frame
		if _terrain.get_statistics().get("collision_shapes", -1) == count:
			# The space takes new bodies in with its next step.
			await get_tree().physics_frame
			await get_tree().physics_frame
			return
	check(false, "expected %d shapes, found %s" % [count, _terrain.get_statistics().get("collision_shapes", -1)])


func _hit(place: Vector2) -> bool:
	var from: Vector3 = Vector3(place.x, 290, place.y)
	var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 2000)
	return not get_viewport().world_3d.direct_space_state.intersect_ray(query).is_empty()


func _parent(node: Vector3i) -> Vector3i:
	return Vector3i(node.x - 1, node.y >> 1, node.z >> 1)


## Each place is drawn by one chunk.
func _check_cover() -> void:
	var nodes: Array[Vector3i] = _terrain.get_visible_chunks()
	var area: float = 0.0
	for node: Vector3i in nodes:
		area += pow(0.25, node.x)
		var above: Vector3i = node
		while above.x > 0:
			above = _parent(above)
			check(not nodes.has(above), "%s and %s lie on each other" % [node, above])
	check_equal(area, 1.0, "the part that is covered")
