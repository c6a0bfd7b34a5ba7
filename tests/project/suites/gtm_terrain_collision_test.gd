extends Suite
## What collides is what is drawn: rays at random places, in both physics engines.

const ENGINES: PackedStringArray = ["GodotPhysics3D", "Jolt Physics"]
const RAYS: int = 10_000
const TOLERANCE: float = 1e-4

const SIDE: int = 90

## How much neighbouring cells differ, as a part of the 251 m that 1 stands for.
const ISLAND_ROUGHNESS: float = 0.01
## Jolt Physics keeps the heights of a square height map in eight bits between the lowest and the highest of each two by
## two, and these in sixteen: off by half a step at most.
const JOLT_STEP: float = (ISLAND_ROUGHNESS + 0.001) * 251.0 / 255.0 / 2.0
## Islands that are no square become triangles, whose corners it keeps in 21 bits of the whole: 200 m here. This is what a
## step sideways is on the slope.
const JOLT_SIDE_STEP: float = 200.0 / 2097152.0 * (ISLAND_ROUGHNESS + 0.001) * 251.0


## Rough, without symmetry.
func _heights() -> PackedFloat32Array:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 9
	var heights: PackedFloat32Array = []
	for place: int in SIDE * SIDE:
		heights.append(random.randf_range(-64.0, 64.0))
	return heights


func _holes() -> PackedByteArray:
	var holes: PackedByteArray = []
	holes.resize((SIDE - 1) * (SIDE - 1))
	for place: int in range(0, holes.size(), 7):
		holes[place] = 1
	return holes


## What rays meet in a project whose files [param fill] adds, by engine and name.
func _told(engine: String, fill: Callable) -> Dictionary:
	var project: FreshProject = FreshProject.new(temp_path("rays").path_join(engine.get_slice(" ", 0)))
	project.write("project.godot", FreshProject.SETTINGS + "\n[physics]\n\n3d/physics_engine=\"%s\"\n" % engine)
	fill.call(project)
	for file: String in ["drawn_rays.gd", "drawn_triangles.gd"]:
		project.add("res://fixtures/" + file, file)
	project.write("textures/grass.tres", "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\n")
	project.import()
	check_equal(project.complaints(), PackedStringArray(), "complaints of the import")
	project.run(["--script", "res://drawn_rays.gd"])
	check_equal(project.complaints(), PackedStringArray(), "complaints of the rays")
	var told: Dictionary = {}
	for line: String in project.log_text.split("\n"):
		if line.begins_with("RAYS "):
			var parts: PackedStringArray = line.trim_prefix("RAYS ").split(": ", true, 1)
			told[parts[0]] = JSON.parse_string(parts[1])
	return told


func _check_met(told: Dictionary, what: String, tolerance: float, least_hits: int = RAYS) -> void:
	if not told.has(what):
		check(false, "nothing is told of " + what)
		return
	var result: Dictionary = told[what]
	check(result["worst"] as float <= tolerance, "%s: %s beside what is drawn" % [what, result["worst"]])
	check_equal(int(result["wrong"] as float), 0, what + ": rays that should miss or hit")
	check(result["hits"] as float >= least_hits, "%s: %s rays hit" % [what, result["hits"]])


func _check_map(fill: Callable, map: String, least_hits: int) -> void:
	for engine: String in ENGINES:
		var told: Dictionary = _told(engine, fill)
		for form: String in ["built", "saved", "imported"]:
			_check_met(told, "%s %s" % [map, form], TOLERANCE, least_hits)


func test_a_terrain_collides_where_it_is_drawn() -> void:
	_check_map(func(project: FreshProject) -> void:
		MapNodes.file([MapNodes.terrain(7, SIDE, _heights())]).save(project.folder.path_join("hills.gtm")), "hills.gtm", RAYS)


func test_a_terrain_with_holes_collides_where_it_is_drawn() -> void:
	_check_map(func(project: FreshProject) -> void:
		var node: Dictionary = MapNodes.terrain(7, SIDE, _heights(), _holes())
		node["origin"] = [-400.0, 50.0, 333.0]
		MapNodes.file([node]).save(project.folder.path_join("holes.gtm")), "holes.gtm", 8_000)


func test_a_terrain_of_another_program_collides_where_it_is_drawn() -> void:
	var path: String = interop("gtm/cases/terrain_diagonal.gtm")
	if path.is_empty():
		return
	_check_map(func(project: FreshProject) -> void: project.add(path, "diagonal.gtm"), "diagonal.gtm", RAYS)


func _rough_height(x: int, z: int) -> float:
	return 0.1 + x / 4096.0 + z * z / 1048576.0 + ISLAND_ROUGHNESS * fposmod(sin(x * 12.9898 + z * 78.233) * 43758.5453, 1.0)


func test_an_island_collides_where_it_is_drawn() -> void:
	for engine: String in ENGINES:
		var told: Dictionary = _told(engine, func(project: FreshProject) -> void:
			var island: IslandBytes = IslandBytes.bare(_rough_height, IslandBytes.lopsided_biome)
			island.write(project.folder.path_join("island.dat")))
		var is_jolt: bool = engine == "Jolt Physics"
		_check_met(told, "island.dat", TOLERANCE + (JOLT_STEP if is_jolt else 0.0))
		_check_met(told, "island.dat region", TOLERANCE + (JOLT_SIDE_STEP if is_jolt else 0.0))


func test_torque_terrain_collides_where_it_is_drawn() -> void:
	for engine: String in ENGINES:
		var told: Dictionary = _told(engine, func(project: FreshProject) -> void:
			AtlasBytes.complete().write(project.folder.path_join("torque.atlas")))
		for what: String in ["chunks", "terrain"]:
			_check_met(told, "torque.atlas " + what, TOLERANCE)
