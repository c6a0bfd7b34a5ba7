extends Suite
## Terrains collide where they are drawn, in both physics engines: rays at random places meet the triangles of the mesh.

const RAYS: int = 10000
const TOLERANCE: float = 1e-4
const SIDE: int = 33

## Runs in a project of its own: casts rays at a map's terrain and tells how many missed, and the greatest error.
const CAST: String = """extends SceneTree

const RAYS: int = %d
var _terrain: Node3D


func _initialize() -> void:
	var scene: Node3D = (load("res://maps/hills.gtm") as PackedScene).instantiate()
	root.add_child(scene)
	_terrain = scene.get_child(1)
	cast.call_deferred()


func cast() -> void:
	for frame: int in 3:
		await physics_frame
	var space: PhysicsDirectSpaceState3D = root.world_3d.direct_space_state
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 7
	var heights: PackedFloat32Array = _terrain.get(&"heights")
	var cells: int = (_terrain.get(&"resolution") as Vector2i).x - 1
	var size: float = _terrain.get(&"cell_size")
	var missed: int = 0
	var worst: float = 0.0
	for ray: int in RAYS:
		var place: Vector2 = Vector2(random.randf(), random.randf()) * cells
		var from: Vector3 = _terrain.position + Vector3(place.x * size, 500.0, place.y * size)
		var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 1000.0)
		var hit: Dictionary = space.intersect_ray(query)
		if hit.is_empty():
			missed += 1
			continue
		worst = maxf(worst, absf(hit["position"].y - _terrain.position.y - drawn(heights, cells + 1, place)))
	print("TOLD ", JSON.stringify([missed, worst]))
	quit()


func drawn(heights: PackedFloat32Array, width: int, place: Vector2) -> float:
	var cell: Vector2i = Vector2i(mini(int(place.x), width - 2), mini(int(place.y), width - 2))
	var at: Vector2 = place - Vector2(cell)
	var h: Callable = func(x: int, z: int) -> float: return heights[(cell.y + z) * width + cell.x + x]
	if (cell.x + cell.y) %% 2 == 0:
		if at.x > at.y:
			return h.call(0, 0) + at.x * (h.call(1, 0) - h.call(0, 0)) + at.y * (h.call(1, 1) - h.call(1, 0))
		return h.call(0, 0) + at.y * (h.call(0, 1) - h.call(0, 0)) + at.x * (h.call(1, 1) - h.call(0, 1))
	if at.x + at.y < 1.0:
		return h.call(0, 0) + at.x * (h.call(1, 0) - h.call(0, 0)) + at.y * (h.call(0, 1) - h.call(0, 0))
	return h.call(1, 1) + (1.0 - at.x) * (h.call(0, 1) - h.call(1, 1)) + (1.0 - at.y) * (h.call(1, 0) - h.call(1, 1))
""" % RAYS


func _heights() -> PackedFloat32Array:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 3
	var heights: PackedFloat32Array = []
	for place: int in SIDE * SIDE:
		heights.append(random.randf_range(-64.0, 64.0))
	return heights


func _check_engine(engine: String) -> void:
	var project: FreshProject = FreshProject.new(temp_path("project"))
	project.write("project.godot", FreshProject.SETTINGS + "\n[physics]\n\n3d/physics_engine=\"%s\"\n" % engine)
	project.write("textures/grass.tres", "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\n")
	DirAccess.make_dir_recursive_absolute(project.folder.path_join("maps"))
	var map: GtmFile = MapNodes.file([MapNodes.terrain(7, SIDE, _heights())])
	check_equal(map.save(project.folder.path_join("maps/hills.gtm")), OK)
	project.import()
	check_equal(project.exit_code, 0, project.log_text)
	project.run_script(CAST)
	check_equal(project.exit_code, 0, project.log_text)
	var told: PackedStringArray = []
	for line: String in project.log_text.split("\n"):
		if line.begins_with("TOLD "):
			told.append(line.trim_prefix("TOLD "))
	if told.size() != 1:
		check(false, project.log_text)
		return
	var outcome: Array = JSON.parse_string(told[0])
	check_equal(outcome[0], 0.0, "rays that went through, " + engine)
	check(outcome[1] < TOLERANCE, "%s: off by %s" % [engine, outcome[1]])


func test_rays_meet_the_mesh_in_godot_physics() -> void:
	_check_engine("GodotPhysics3D")


func test_rays_meet_the_mesh_in_jolt() -> void:
	_check_engine("Jolt Physics")


## The middle of an even cell lies on the line between its first and its last corner.
func test_the_middle_of_an_even_cell_is_where_it_is_drawn() -> void:
	var root: Node3D = MapNodes.build([MapNodes.terrain(7, 3, [0, 0, 0, 0, 64, 0, 0, 0, 0])])
	add_child(root)
	await get_tree().physics_frame
	await get_tree().physics_frame
	check_near(_hit(Vector2(0.5, 0.5)), 1.0, TOLERANCE, "between a low and a high corner")
	check_near(_hit(Vector2(1.5, 0.5)), 1.0, TOLERANCE, "an odd cell")
	root.free()


func _hit(at: Vector2) -> float:
	var query: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(Vector3(at.x, 50, at.y), Vector3(at.x, -50, at.y))
	var found: Dictionary = get_viewport().find_world_3d().direct_space_state.intersect_ray(query)
	return NAN if found.is_empty() else (found["position"] as Vector3).y


func test_a_terrain_without_collision_is_a_plain_body() -> void:
	var root: Node3D = MapNodes.build([MapNodes.terrain(7, SIDE, _heights())], {"collision": false})
	check_equal(root.get_node("terrain_7").get_class(), "StaticBody3D")
	root.free()


func test_a_body_keeps_heights_and_makes_its_shapes_when_it_is_used() -> void:
	var root: Node3D = MapNodes.build([MapNodes.terrain(7, SIDE, _heights())])
	var body: StaticBody3D = root.get_node("terrain_7")
	check_equal(body.get_shape_owners().size(), 0, "nothing is made before it is used")
	add_child(root)
	check_equal(body.get_shape_owners().size(), 1, "one chunk of 32 cells")
	body.set(&"chunk_cells", 16)
	check_equal(body.get_shape_owners().size(), 4, "four of 16")
	root.free()
