extends Bench
## Maps to ready scenes: 5,000 brushes, and 50,000 brushes with a terrain of 1025 x 1025 heights and 100,000 scatter
## instances. The baseline of the same run is a plain builder in GDScript of the same brush meshes, with and without hulls.

const SMALL: String = "res://benches/maps/brushes_5000.gtm"
const LARGE: String = "res://benches/maps/large.gtm"
const SMALL_BRUSHES: int = 5_000
const LARGE_BRUSHES: int = 50_000
## The stages that work on brushes.
const BRUSH_STAGES: Array[String] = ["layout", "solids", "geometry", "nodes"]


func run() -> void:
	var bytes: PackedByteArray = FileAccess.get_file_as_bytes(SMALL)
	_compare(bytes, "meshes alone", false)
	var gdscript: float = _compare(bytes, "meshes and hulls", true)
	_bench(SMALL, SMALL_BRUSHES)
	var large: float = _bench(LARGE, LARGE_BRUSHES)
	var scaled: float = gdscript * LARGE_BRUSHES / SMALL_BRUSHES
	report("the large map: %.0f times faster than the GDScript builder, scaled up and without terrain and scatter" % (scaled / large))
	_bench_memory()


## Times both builders on the small map, and looks whether they make the same.
func _compare(bytes: PackedByteArray, what: String, with_hulls: bool) -> float:
	var options: Dictionary = {"collision": with_hulls, "cull_covered_faces": false}
	var plain: Callable = func() -> Node3D: return GtmBrushBuilder.build(GtmReader.read(bytes), with_hulls)
	var native: Callable = _build.bind(SMALL, GtmFile.new(), options)
	var times: PackedFloat64Array = measure_in_turn({
		"GDScript: read and build 5,000 brushes, " + what: plain,
		"load and build_scene: 5,000 brushes, " + what: native,
	})
	report("  %.0f times faster (30 wanted, 50 aimed at)" % (times[0] / times[1]))
	var surfaces: Array[Array] = []
	for way: Callable in [plain, native]:
		var scene: Node3D = way.call()
		surfaces.append(_surfaces(scene))
		scene.free()
	report("  the same surfaces: %s" % (surfaces[0] == surfaces[1]))
	return times[0]


## Loads and builds a map some times; gives the median of the time.
func _bench(path: String, brushes: int) -> float:
	var file: GtmFile = GtmFile.new()
	var time: float = measure("load and build_scene: " + path.get_file(), _build.bind(path, file, {}))
	report("  stages, last run: %s" % _stages(file.get_build_times()))
	var brush_time: float = 0.0
	for stage: String in BRUSH_STAGES:
		brush_time += file.get_build_times()[stage]
	report("  %.1f microseconds a brush" % (brush_time * 1000.0 / brushes))
	var scene: Node3D = _build(path, file, {})
	report("  %d nodes, %d draw calls at most" % [scene.find_children("*", "", true, false).size() + 1, _draw_calls(scene)])
	var start: int = Time.get_ticks_usec()
	scene.free()
	report("  freeing: %.1f ms" % ((Time.get_ticks_usec() - start) / 1000.0))
	return time


func _build(path: String, file: GtmFile, options: Dictionary) -> Node3D:
	file.load(path)
	return file.build_scene(options)


func _stages(times: Dictionary) -> String:
	var shown: PackedStringArray = []
	for stage: String in times:
		shown.append("%s %.1f ms" % [stage, times[stage]])
	return ", ".join(shown)


## Of each surface its material's name, vertices, indices, and the box around it.
func _surfaces(scene: Node3D) -> Array:
	var surfaces: Array = []
	for instance: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
		var mesh: ArrayMesh = instance.mesh
		for surface: int in mesh.get_surface_count():
			var sizes: Array[int] = [mesh.surface_get_array_len(surface), mesh.surface_get_array_index_len(surface)]
			surfaces.append([mesh.surface_get_name(surface), sizes])
		surfaces.append(mesh.get_aabb())
	return surfaces


## One for each surface that is drawn, with everything in view and no shadows.
func _draw_calls(scene: Node3D) -> int:
	var count: int = 0
	for instance: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
		count += instance.mesh.get_surface_count()
	for instance: MultiMeshInstance3D in scene.find_children("*", "MultiMeshInstance3D", true, false):
		count += instance.multimesh.mesh.get_surface_count()
	return count


func _bench_memory() -> void:
	var idle: int = peak_of_child("res://benches/gtm_peak.gd", ["nothing", LARGE])
	var scene: int = peak_of_child("res://benches/gtm_peak.gd", ["scene", LARGE])
	report("peak memory above an idle Godot: load + build_scene of the large map %d MiB (under 1024 wanted)" % (scene - idle))
