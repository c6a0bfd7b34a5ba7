extends Suite
## Terrains that other programs wrote, through [AtlasFile]'s public interface.

const ATLASES: PackedStringArray = [
	"atlas/v100_py", "atlas/v101_py", "atlas/v119_py", "atlas/v129_py", "atlas/v139_py", "atlas/v140_all_tocs",
	"atlas/v140_config_name8_spec_text", "atlas/v140_mini", "atlas/v140_object_toc_tgea_fork",
	"atlas/v140_shuffled_gaps_shared", "atlas/v150_tgea_tex_layers", "atlas/mixed_versions_tag_case",
	"pair/island_engine_unique",
]


func test_atlases_read_as_their_descriptions_say() -> void:
	for stem: String in ATLASES:
		var path: String = interop("atlas/%s.atlas" % stem)
		if path.is_empty():
			skip("the files of other programs are not there")
			return
		var atlas: AtlasFile = AtlasFile.new()
		check_equal(atlas.load(path), OK, stem)
		check_equal(atlas.validate(), OK, stem)
		var description: Dictionary = _json(path.get_basename() + ".json")
		var tocs: Array = description["tocs"]
		check_equal(atlas.get_tocs().size(), tocs.size(), stem)
		var tree: int = 0
		for slot: int in tocs.size():
			_check_toc(atlas, slot, tree, tocs[slot] as Dictionary, stem)
			tree += 1 if tocs[slot]["kind"] == "Tex" else 0


func test_colors_are_what_the_engine_saw() -> void:
	var path: String = interop("atlas/atlas/v140_all_tocs.atlas")
	if path.is_empty():
		skip("the files of other programs are not there")
		return
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(path), OK)
	var tocs: Array = _json(path.get_basename() + ".json")["tocs"]
	for tree: int in 2:
		var chunks: Array = tocs[tree + 1]["chunks"]
		for index: int in chunks.size():
			var node: Vector3i = AtlasBytes.nodes(2)[index]
			var image: Image = atlas.get_tile_image(tree, node.x, node.y, node.z)
			_check_mean(image, chunks[index]["engine_rgb_mean"] as Array, 3.0, "tree %d, %s" % [tree, node])
	for tree: int in [2, 3]:
		check_equal(atlas.get_tile_image(tree, 0, 0, 0).get_size(), Vector2i(16, 16))


func test_tiles_of_a_tqt_have_their_colors_and_places() -> void:
	for stem: String in ["tqt/py_dxt1_mips_depth2", "tqt/py_rgba_mips_depth2", "pair/island"]:
		var path: String = interop("atlas/%s.%s" % [stem, "TQT" if stem == "pair/island" else "tqt"])
		if path.is_empty():
			skip("the files of other programs are not there")
			return
		var atlas: AtlasFile = AtlasFile.new()
		check_equal(atlas.load(path), OK, stem)
		var described: String = path.get_basename() + (".tqt.json" if stem == "pair/island" else ".json")
		for tile: Dictionary in _json(described)["tiles"]:
			var node: Vector3i = Vector3i(tile["level"] as int, tile["x"] as int, tile["y"] as int)
			var image: Image = atlas.get_tile_image(0, node.x, node.y, node.z)
			check_equal(image.get_width(), int(tile["width"] as float))
			_check_mean(image, tile["rgb_mean"] as Array, 3.0, "%s %s" % [stem, node])


func test_a_pair_is_drawn_where_its_picture_has_it() -> void:
	var folder: String = interop("atlas/pair")
	if folder.is_empty():
		skip("the files of other programs are not there")
		return
	# The terrain's makers cut this picture into tiles: its rows run along x.
	var picture: Image = Image.load_from_file(folder.path_join("island_texture_source.png"))
	for file: String in ["island.chu", "island_engine_unique.atlas"]:
		var atlas: AtlasFile = AtlasFile.new()
		check_equal(atlas.load(folder.path_join(file)), OK)
		var wrong: float = 0.0
		for node: Vector3i in [Vector3i(1, 0, 0), Vector3i(1, 0, 1), Vector3i(1, 1, 0), Vector3i(1, 1, 1)]:
			var found: Dictionary = atlas.get_chunk_tile(node.x, node.y, node.z)
			var tile: Image = atlas.get_tile_image(0, found["level"] as int, found["x"] as int, found["y"] as int)
			tile.convert(Image.FORMAT_RGBA8)
			for uv: Vector2 in [Vector2(0.1, 0.3), Vector2(0.4, 0.2), Vector2(0.3, 0.45)]:
				var whole: Vector2 = uv + Vector2(node.z, node.y) * 0.5
				var local: Vector2 = whole * (found["uv_scale"] as Vector2) + (found["uv_offset"] as Vector2)
				var shown: Color = tile.get_pixelv(Vector2i(local * tile.get_width()))
				var meant: Color = picture.get_pixelv(Vector2i(whole * picture.get_width()))
				wrong = maxf(wrong, Vector3(shown.r - meant.r, shown.g - meant.g, shown.b - meant.b).length())
		check(wrong < 0.2, "%s differs by %f" % [file, wrong])


func test_heights_are_those_of_the_heightmap() -> void:
	var path: String = interop("atlas/pair/island.chu")
	if path.is_empty():
		skip("the files of other programs are not there")
		return
	var atlas: AtlasFile = AtlasFile.new()
	check_equal(atlas.load(path), OK)
	for node: Vector3i in AtlasBytes.nodes(2).slice(1):
		var vertices: PackedVector3Array = atlas.get_chunk(node.x, node.y, node.z)["vertices"]
		var tops: Dictionary[Vector2, float] = {}
		for vertex: Vector3 in vertices:
			var place: Vector2 = Vector2(vertex.x, vertex.z)
			tops[place] = maxf(tops.get(place, -1e9) as float, vertex.y)
		for place: Vector2 in tops:
			check_near(atlas.sample_height(place), tops[place], 0.011, "%s of %s" % [place, node])


func test_damaged_files_are_refused_or_told() -> void:
	var folder: String = interop("atlas/damaged")
	if folder.is_empty():
		skip("the files of other programs are not there")
		return
	for entry: Dictionary in _json_array(folder.path_join("index.json")):
		var file: String = entry["file"]
		var should: String = entry["should"]
		var atlas: AtlasFile = AtlasFile.new()
		var error: Error = atlas.load(folder.path_join(file))
		if error == OK:
			error = atlas.validate()
		if should.begins_with("accept"):
			check_equal(error, OK, file)
			check_equal(atlas.get_problems().is_empty(), not should.contains("warning"), file)
		elif should.begins_with("reject or warn") or should == "reader policy":
			check_equal(error, OK, file)
			check(not atlas.get_problems().is_empty(), "%s: %s" % [file, should])
		else:
			check(error in [ERR_FILE_CORRUPT, ERR_FILE_UNRECOGNIZED], "%s: %s" % [file, error_string(error)])
			check(atlas.get_error_message().contains("byte"), atlas.get_error_message())


func _check_toc(atlas: AtlasFile, slot: int, tree: int, expected: Dictionary, stem: String) -> void:
	var toc: Dictionary = atlas.get_tocs()[slot]
	check_equal(toc["kind"] as String, expected["kind"] as String, stem)
	for key: String in ["tree_depth", "stub_count", "version"]:
		check_equal(toc[key] as int, int(expected[key] as float), "%s %s" % [stem, key])
	var stubs: Array = expected["stubs"]
	for index: int in stubs.size():
		var stub: Dictionary = atlas.get_stub(slot, index)
		check_equal(stub["offset"] as int, int((stubs[index].get("offset", stubs[index].get("off"))) as float), stem)
		check_equal(stub["length"] as int, int((stubs[index].get("length", stubs[index].get("len"))) as float), stem)
	for chunk: Dictionary in expected["chunks"]:
		var index: int = int(chunk["stub"] as float)
		match expected["kind"] as String:
			"Geom":
				_check_geometry(atlas, AtlasBytes.nodes(4)[index], chunk, stem)
			"Tex":
				var node: Vector3i = AtlasBytes.nodes(4)[index]
				check(atlas.get_tile_image(tree, node.x, node.y, node.z) != null, "%s %s" % [stem, node])
			"Config":
				var values: Dictionary = {}
				for entry: Array in chunk["entries_file_order"]:
					values[entry[0]] = entry[1]
				check_equal(atlas.get_config(atlas.get_config_names()[index]), values, stem)


func _check_geometry(atlas: AtlasFile, node: Vector3i, expected: Dictionary, stem: String) -> void:
	var chunk: Dictionary = atlas.get_chunk_torque(node.x, node.y, node.z)
	var turned: Dictionary = atlas.get_chunk(node.x, node.y, node.z)
	var vertices: PackedVector3Array = chunk["vertices"]
	check_equal(vertices.size(), int(expected["vertex_count"] as float), stem)
	check_equal((chunk["indices"] as PackedInt32Array).size(), int(expected["index_count"] as float), stem)
	check_equal(chunk["skirt_index_count"] as int, int(expected["skirt_skip_count"] as float), stem)
	var first: Variant = expected["first_vertex"]
	var numbers: Array = first["point"] if first is Dictionary else first
	check(vertices[0].is_equal_approx(Vector3(numbers[0] as float, numbers[1] as float, numbers[2] as float)), stem)
	var back: Vector3 = (turned["vertices"] as PackedVector3Array)[0]
	check_equal(Vector3(back.x, -back.z, back.y), vertices[0])
	check_equal((chunk["collision"] as Dictionary).is_empty(), expected["collision"] == null, stem)


func _check_mean(image: Image, expected: Array, tolerance: float, what: String) -> void:
	if image.is_compressed():
		image.decompress()
	image.convert(Image.FORMAT_RGBA8)
	var sums: Array[float] = [0.0, 0.0, 0.0]
	for y: int in image.get_height():
		for x: int in image.get_width():
			var pixel: Color = image.get_pixel(x, y)
			sums = [sums[0] + pixel.r8, sums[1] + pixel.g8, sums[2] + pixel.b8]
	for channel: int in 3:
		check_near(sums[channel] / (image.get_width() * image.get_height()), expected[channel] as float, tolerance, what)


func _json(path: String) -> Dictionary:
	return JSON.parse_string(FileAccess.get_file_as_string(path))


func _json_array(path: String) -> Array:
	return JSON.parse_string(FileAccess.get_file_as_string(path))
