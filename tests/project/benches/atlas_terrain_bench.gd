extends Bench
## A terrain of eight levels, 21,845 chunks and as many tiles: what a frame costs when nothing is to be done, while
## flying, and how soon all is there. The baselines are the same choice of chunks in GDScript, and the same chunks and
## tiles read one after the other on the main thread.

const MAP: String = "res://benches/maps/hills_depth_8.atlas"
const FRAMES: int = 600
const SCREEN_ERROR: float = 0.5
const TEXEL: float = 4.0

var _terrain: AtlasTerrain
var _camera: Camera3D = Camera3D.new()
## What the baseline chooses from: the box of each node in the order of the table.
var _boxes: Array[AABB] = []


func run() -> void:
	var atlas: AtlasFile = AtlasFile.new()
	atlas.load(MAP)
	report("%s: %d nodes" % [MAP, AtlasFile.node_count(atlas.get_tree_depth())])
	add_child(_camera)
	_camera.far = 20000.0
	_camera.make_current()
	_camera.position = Vector3(3000, 300, -3000)
	_terrain = AtlasTerrain.new()
	# Headless windows are small: this chooses as much as 8 pixels on a screen of 1080 rows, where tiles are as fine as
	# chunks.
	_terrain.max_screen_error = SCREEN_ERROR
	_terrain.max_texel_size = TEXEL
	var start: int = Time.get_ticks_usec()
	_terrain.source = atlas
	add_child(_terrain)
	await _terrain.source_loaded
	report("looking at the source: %.0f ms" % ((Time.get_ticks_usec() - start) / 1000.0))
	await TerrainSuite.wait_for(_terrain)
	var full_view: float = (Time.get_ticks_usec() - start) / 1000.0
	report("all chunks and tiles of a view from the start: %.0f ms" % full_view)
	_report_view()
	_report_reading(atlas, full_view)
	await _report_still()
	await _report_turning(atlas)
	await _report_flight()
	await _report_changes(atlas)
	for budget: int in [2, 8, 32]:
		await _report_memory(budget)
	_terrain.free()
	_camera.free()


func _report_view() -> void:
	var statistics: Dictionary = _terrain.get_statistics()
	report("visible chunks by level: %s" % statistics["visible_chunks_by_level"])
	report("resident: %d chunks, %d textures, %.1f MiB" % [
		statistics["resident_chunks"], statistics["resident_textures"], (statistics["resident_bytes"] as int) / 1048576.0
	])


func _report_reading(atlas: AtlasFile, full_view: float) -> void:
	var nodes: Dictionary[Vector3i, bool] = {}
	for node: Vector3i in _terrain.get_visible_chunks():
		var above: Vector3i = node
		while above.x >= 0 and not nodes.has(above):
			nodes[above] = true
			above = Vector3i(above.x - 1, above.y >> 1, above.z >> 1)
	var baseline: float = measure("baseline, the same chunks and their tiles one by one", func() -> void:
		for node: Vector3i in nodes:
			atlas.create_chunk_mesh(node.x, node.y, node.z, AtlasFile.CHUNK_LOCAL | AtlasFile.CHUNK_COMPUTE_NORMALS)
			ImageTexture.create_from_image(atlas.get_tile_image(0, node.x, node.y, node.z)), 3)
	report("the view is there in %.2f times that, morphs included" % (full_view / baseline))


func _report_still() -> void:
	var selection: PackedFloat64Array = []
	var frame: PackedFloat64Array = []
	for index: int in FRAMES:
		await get_tree().process_frame
		var statistics: Dictionary = _terrain.get_statistics()
		selection.append((statistics["selection_usec"] as int) / 1000.0)
		frame.append((statistics["frame_usec"] as int) / 1000.0)
	_report_times("a frame without new work, its selection", selection)
	_report_times("a frame without new work, all of it", frame)


## The camera trembles: everything is chosen anew, and nothing else comes of it.
func _report_turning(atlas: AtlasFile) -> void:
	var selection: PackedFloat64Array = []
	var home: Vector3 = _camera.position
	for index: int in FRAMES:
		_camera.position = home + Vector3(index % 2 * 0.01, 0, 0)
		await get_tree().process_frame
		selection.append((_terrain.get_statistics()["selection_usec"] as int) / 1000.0)
	_report_times("choosing anew, with nothing new to load", selection)
	for index: int in AtlasFile.node_count(atlas.get_tree_depth()):
		_boxes.append(atlas.get_stub(0, index)["bounds"] as AABB)
	var baseline: float = measure("baseline, the same choice in GDScript", _choose)
	selection.sort()
	report("choosing: %.0f times faster, %d chunks" % [
		baseline / selection[FRAMES >> 1], _terrain.get_visible_chunks().size()
	])


func _report_flight() -> void:
	var frame: PackedFloat64Array = []
	var upload: PackedFloat64Array = []
	var loaded: int = _terrain.get_statistics()["loaded_chunks"]
	for index: int in FRAMES:
		_camera.position = Vector3(4000 + 3000 * sin(index * 0.01), 300, -4000 + 3000 * cos(index * 0.013))
		await get_tree().process_frame
		var statistics: Dictionary = _terrain.get_statistics()
		frame.append((statistics["frame_usec"] as int) / 1000.0)
		upload.append((statistics["upload_usec"] as int) / 1000.0)
	_report_times("a frame while flying, all of it", frame)
	_report_times("a frame while flying, handing over", upload)
	report("chunks that came in %d frames: %d" % [FRAMES, (_terrain.get_statistics()["loaded_chunks"] as int) - loaded])


## Another source and back again in the middle of loading, and out of the tree and in again: what whole frames take.
func _report_changes(atlas: AtlasFile) -> void:
	var other: AtlasFile = AtlasFile.new()
	other.load(MAP)
	var times: PackedFloat64Array = []
	var last: int = Time.get_ticks_usec()
	for index: int in FRAMES:
		if index % 60 == 20:
			_terrain.source = other if _terrain.source == atlas else atlas
		elif index % 60 == 50:
			remove_child(_terrain)
			add_child(_terrain)
		await get_tree().process_frame
		var now: int = Time.get_ticks_usec()
		times.append((now - last) / 1000.0)
		last = now
	_report_times("a frame of the engine while the source changes in mid-load", times)
	_terrain.source = atlas
	await get_tree().process_frame
	await TerrainSuite.wait_for(_terrain)


func _report_memory(budget: int) -> void:
	_terrain.memory_budget = budget
	var most: int = 0
	for index: int in FRAMES:
		_camera.position = Vector3(4000 + 3000 * sin(index * 0.02), 300, -4000 + 3000 * cos(index * 0.017))
		await get_tree().process_frame
		# What was there before the budget was lowered goes first.
		if index > FRAMES >> 1:
			most = maxi(most, _terrain.get_statistics()["resident_bytes"] as int)
	report("budget of %d MiB: %.2f MiB at most, lod_bias %.2f" % [
		budget, most / 1048576.0, _terrain.get_statistics()["lod_bias"]
	])


func _report_times(label: String, times: PackedFloat64Array) -> void:
	var sorted: PackedFloat64Array = times.duplicate()
	sorted.sort()
	var count: int = sorted.size()
	report("%s: median %.3f ms, 99 of 100 below %.3f ms, at most %.3f ms" % [
		label, sorted[count >> 1], sorted[count * 99 / 100.0], sorted[-1]
	])


## Walks the tree as the terrain does, and only that.
func _choose() -> void:
	var errors: PackedFloat32Array = _terrain.get_statistics()["level_errors"]
	var pixels: float = 64.0 / (2.0 * tan(deg_to_rad(_camera.fov) / 2.0))
	var open: Array[Vector3i] = [Vector3i.ZERO]
	var chosen: Array[Vector3i] = []
	while not open.is_empty():
		var node: Vector3i = open.pop_back()
		var box: AABB = _boxes[AtlasFile.node_id(node.x, node.y, node.z)]
		var near: Vector3 = _camera.position.clamp(box.position, box.end)
		var error: float = maxf(errors[node.x] / SCREEN_ERROR, (8192.0 / 8.0 / (1 << node.x)) / TEXEL)
		if node.x < 7 and error * pixels / maxf(near.distance_to(_camera.position), 0.01) > 1.0:
			for child: int in 4:
				open.append(Vector3i(node.x + 1, node.y * 2 + (child >> 1), node.z * 2 + (child & 1)))
		else:
			chosen.append(node)
