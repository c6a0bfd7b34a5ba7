extends MapBesideGlbSuite
## What Godot's own options of the Import dock make of a map, beside what they make of a .glb with the same geometry.


func test_options_that_are_left_alone_do_to_a_map_what_they_do_to_a_glb() -> void:
	var told: Array = _imported(_project(), "")
	for mesh: String in [MESH, CHUNK]:
		for fact: String in ["gi_mode", "uv2", "hint", "shadow", "layers", "cast_shadow", "range", "bodies", "size"]:
			check_equal(told[0][mesh][fact], told[1][mesh][fact], "%s of %s" % [fact, mesh])
	_check_both(told, MESH, "gi_mode", float(GeometryInstance3D.GI_MODE_STATIC))
	_check_both(told, MESH, "shadow", true)
	check_equal(told[0][MESH]["name"], "worldspawn_mesh")
	_check_both(told, MESH, "material", "stone")


func test_light_baking_and_its_texel_size() -> void:
	var project: FreshProject = _project()
	var modes: Array[int] = [
		GeometryInstance3D.GI_MODE_DISABLED, GeometryInstance3D.GI_MODE_STATIC,
		GeometryInstance3D.GI_MODE_STATIC, GeometryInstance3D.GI_MODE_DYNAMIC,
	]
	for baking: int in modes.size():
		var told: Array = _imported(project, "meshes/light_baking=%d" % baking)
		for mesh: String in [MESH, CHUNK]:
			_check_both(told, mesh, "gi_mode", float(modes[baking]))
			_check_both(told, mesh, "uv2", baking == 2)
			_check_both(told, mesh, "hint", baking == 2)
	var coarse: Dictionary = _imported(project, "meshes/light_baking=2\nmeshes/lightmap_texel_size=1.0")[0]
	var fine: Dictionary = _imported(project, "meshes/light_baking=2\nmeshes/lightmap_texel_size=0.1")[0]
	check(coarse[CHUNK]["hints"] != fine[CHUNK]["hints"], "the texel size counts")


## Godot gives every mesh with normals tangents of some kind; glTF's exporter writes those of the terrain into the .glb.
func test_tangents_follow_the_texture_when_they_are_to_be_there() -> void:
	var project: FreshProject = _project()
	var on: Array = _imported(project, "")
	_check_both(on, MESH, "tangents", true)
	check_equal(on[0][CHUNK]["along"], str(Vector3.RIGHT), "the texture of a terrain runs along x")
	var off: Array = _imported(project, "meshes/ensure_tangents=false")
	check(off[0][CHUNK]["along"] != str(Vector3.RIGHT), "tangents are left to Godot")
	check_equal(off[0][MESH]["along"], on[0][MESH]["along"], "brushes have their own")


func test_lods_shadow_meshes_and_compression() -> void:
	var project: FreshProject = _project()
	var on: Array = _imported(project, "")
	check(on[0][CHUNK]["lods"] > 0 and on[1][CHUNK]["lods"] > 0, "a terrain has levels of detail")
	_check_both(_imported(project, "meshes/generate_lods=false"), CHUNK, "lods", 0.0)
	_check_both(_imported(project, "meshes/create_shadow_meshes=false"), MESH, "shadow", false)
	check_equal([on[0][MESH]["compressed"], on[1][CHUNK]["compressed"]], [true, true], "compressed when nothing is said")
	var exact: Array = _imported(project, "meshes/force_disable_compression=true")
	check_equal([exact[0][MESH]["compressed"], exact[1][CHUNK]["compressed"]], [false, false], "not compressed by force")


func test_levels_of_detail_keep_every_border_where_it_is() -> void:
	var boxes: Array = [MapNodes.terrain(4, SIDE, _hills())]
	for number: int in 64:
		var low: Vector3 = Vector3(number % 8, (number * 5) % 3, floorf(number / 8.0)) * 64.0
		boxes.append(MapNodes.box(10 + number, low, low + BOX, "stone" if number % 3 else "grass"))
	var told: Dictionary = _imported(_project(MapNodes.file(boxes)), "meshes/force_disable_compression=true")[0]
	check(told[CHUNK]["lods"] > 0, "there are levels to look at")
	for mesh: String in [MESH, CHUNK]:
		check_equal(told[mesh]["held"], told[mesh]["lods"], "levels of %s with all borders" % mesh)


func test_root_name_type_script_and_scale() -> void:
	var project: FreshProject = _project()
	project.write("root.gd", "extends Node3D\n")
	var plain: Dictionary = _imported(project, "")[0]
	var told: Array = _imported(project, "nodes/root_name=\"Castle\"\nnodes/root_type=\"StaticBody3D\"\nnodes/root_scale=2.0")
	for index: int in 2:
		check_equal(told[index]["root"].slice(0, 4), ["Castle", "StaticBody3D", false, 1.0], "root %d" % index)
	_check_both(told, MESH, "size", str(Vector3(4, 4, 4)))
	check_equal(plain["shape"], str(Vector3(2, 2, 2)), "the shape before")
	check_equal(told[0]["shape"], str(Vector3(4, 4, 4)), "the shape follows the mesh")
	told = _imported(project, "nodes/apply_root_scale=false\nnodes/root_scale=2.0\nnodes/root_script=Resource(\"res://root.gd\")")
	for index: int in 2:
		check_equal(told[index]["root"].slice(2, 4), [true, 2.0], "root %d" % index)
	_check_both(told, MESH, "size", str(Vector3(2, 2, 2)))


func test_suffixes_of_an_entity_make_its_mesh_something_else() -> void:
	var wall: Array = [MapNodes.box(12, BOX * 2.0, BOX * 3.0)]
	var nodes: Array = _nodes()
	nodes.append(MapNodes.entity(11, "worldspawn", {"targetname": "wall-colonly"}, wall))
	var project: FreshProject = _project(MapNodes.file(nodes))
	var plain: PackedStringArray = ["nodes/use_node_type_suffixes=false", "nodes/use_name_suffixes=false"]
	var told: Dictionary = _read(project)[0]
	check(not told.has("wall-colonly/mesh"), "there is no mesh")
	check((told["nodes"] as Array).has("wall-colonly/mesh"), "there is a body in its place")
	for params: String in plain:
		check((_imported(project, params)[0] as Dictionary).has("wall-colonly/mesh"), params)
