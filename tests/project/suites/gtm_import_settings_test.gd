extends MapBesideGlbSuite
## What import scripts and the settings of Godot's Advanced window make of a map, beside a .glb with the same geometry, and
## what of the map's own stays.

## What cuts a box into parts that are drawn up to 8,192 units away.
const STREAMED: Dictionary = {"chunk_streaming": "1", "chunk_size": "32"}
## The head of an import script.
const AFTER: String = """@tool
extends EditorScenePostImport


func _post_import(scene: Node) -> Object:
"""


func test_an_import_script_sees_mesh_instances() -> void:
	var project: FreshProject = _project()
	project.write("after.gd", AFTER + """	scene.set_meta(&"touched", str(scene.find_children("*", "MeshInstance3D", true, false).size()))
	return scene
""")
	for told: Dictionary in _imported(project, "import_script/path=\"res://after.gd\""):
		check_equal(told["root"][4], "2")


func test_an_import_script_that_fails_leaves_no_settings_behind() -> void:
	var project: FreshProject = _project(MapNodes.file([MapNodes.box(2, Vector3.ZERO, BOX)], STREAMED))
	var params: String = """import_script/path="res://after.gd"
_subresources={
"meshes": {
"other": {
"generate/lods": 2
}
}
}"""
	for fault: String in ["	return null\n", "	return nothing_there(scene)\n"]:
		project.write("after.gd", AFTER + fault)
		project.write(MAP + ".import", HEADER + params + "\n")
		project.forget_times()
		project.import()
		check(not project.complaints().is_empty(), "the import says that the script failed")
		var text: String = FileAccess.get_file_as_string(project.folder.path_join(MAP + ".import"))
		check(text.contains("meshes/generate_lods"), "Godot has written the file: " + text)
		check(not text.contains("visibility_range_end"), "no settings of the map: " + text)
		check(text.contains("\"generate/lods\": 2"), "the user's settings: " + text)


func test_settings_of_a_mesh_and_of_a_node() -> void:
	var project: FreshProject = _project()
	DirAccess.make_dir_recursive_absolute(project.folder.path_join("saved"))
	var names: Array = _imported(project, "").map(func(found: Dictionary) -> String: return found[MESH]["name"])
	for index: int in 2:
		var path: String = [MAP, GLB][index]
		project.write(path + ".import", HEADER + """_subresources={
"meshes": {
"%s": {
"generate/lightmap_uv": 1,
"generate/shadow_meshes": 2,
"save_to_file/enabled": true,
"save_to_file/path": "res://saved/%s.res"
}
}
}
""" % [names[index], path.get_extension()])
	var told: Array = _read(project)
	_check_both(told, MESH, "uv2", true)
	_check_both(told, MESH, "shadow", false)
	_check_both(told, CHUNK, "uv2", false)
	check_equal([told[0][MESH]["path"], told[1][MESH]["path"]], ["gtm.res", "glb.res"], "saved to files")
	var node: String = "PATH:" + MESH
	told = _imported(project, """_subresources={
"nodes": {
"%s": {
"generate/physics": true,
"mesh_instance/layers": 4,
"mesh_instance/cast_shadow": 0,
"mesh_instance/visibility_range_end": 50.0
},
"PATH:terrain_4": {
"import/skip_import": true
}
}
}""" % node)
	_check_both(told, MESH, "layers", 4.0)
	_check_both(told, MESH, "cast_shadow", 0.0)
	_check_both(told, MESH, "range", 50.0)
	_check_both(told, MESH, "bodies", 1.0)
	check(not told[0].has(CHUNK) and not told[1].has(CHUNK), "the terrain is skipped")


func test_a_material_from_outside_and_one_that_is_extracted() -> void:
	var project: FreshProject = _project()
	project.write("gold.tres", "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\nresource_name = \"gold\"\n")
	var told: Array = _imported(project, """_subresources={
"materials": {
"stone": {
"use_external/enabled": true,
"use_external/path": "res://gold.tres"
}
}
}""")
	_check_both(told, MESH, "material_path", "gold.tres")
	DirAccess.make_dir_recursive_absolute(project.folder.path_join("extracted"))
	told = _imported(project, """materials/extract=1
materials/extract_path="res://extracted"
_subresources={
"materials": {
"stone": {},
"terrain": {}
}
}""")
	_check_both(told, MESH, "material_path", "stone.tres")


func test_a_map_with_a_bake_of_its_own_keeps_it() -> void:
	var project: FreshProject = _project(MapNodes.baked_box(BOX))
	var before: Dictionary = _imported(project, "meshes/light_baking=1")[0][MESH]
	check_equal(before["compressed"], false, "places in the bake are exact")
	for baking: int in 4:
		var after: Dictionary = _imported(project, "meshes/light_baking=%d" % baking)[0][MESH]
		for fact: String in ["uv2s", "hints", "shadow"]:
			check_equal(after[fact], before[fact], "%s with light baking %d" % [fact, baking])
		var text: String = FileAccess.get_file_as_string(project.folder.path_join(MAP + ".import"))
		check(text.contains("_subresources={}"), "no settings are left in the .import file")


func test_shadows_and_ranges_of_the_map_stay() -> void:
	var nodes: Array = [MapNodes.box(2, Vector3.ZERO, BOX)]
	var map: GtmFile = MapNodes.file(nodes, STREAMED)
	var project: FreshProject = _project(map)
	project.write("definitions.tres", """[gd_resource type="GtmEntityDefinitions" format=3]

[sub_resource type="GtmEntityClass" id="1"]
classname = "worldspawn"
kind = 1
casts_shadows = false

[resource]
classes = [SubResource("1")]
""")
	var told: Dictionary = _imported(project, "mapwright/definitions=\"res://definitions.tres\"")[0]
	var meshes: Array = told.keys().filter(func(key: String) -> bool: return key.begins_with(MESH))
	check(not meshes.is_empty(), "there are meshes")
	for mesh: String in meshes:
		check_equal([told[mesh]["cast_shadow"], told[mesh]["range"]], [0.0, 256.0], mesh)
	var text: String = FileAccess.get_file_as_string(project.folder.path_join(MAP + ".import"))
	check(text.contains("_subresources={}"), "no settings are left in the .import file")
