extends Suite
## Buffers in every text they are pasted from, and the layers of whole scenes: those that the engine saves.


func test_to_text_is_the_line_that_godot_writes() -> void:
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	for count: int in range(20, 28):
		var layer: TileMapLayer = TileMapLayer.new()
		layer.tile_map_data = EngineCells.random_buffer(random, count)
		var codec: TileMapDataCodec = _loaded(layer.tile_map_data)
		check(_scene_text(layer).split("\n").has(codec.to_text()), codec.to_text())
		layer.free()
	check_equal(TileMapDataCodec.new().to_text(), "tile_map_data = PackedByteArray()")


func test_short_buffers_that_godot_writes_as_numbers_are_read_and_replaced() -> void:
	var layer: TileMapLayer = TileMapLayer.new()
	layer.set_cell(Vector2i(1, 2), 7, Vector2i(1, 1))
	var text: String = _scene_text(layer)
	check(text.contains("PackedByteArray(0, 0, 1, 0"), "a scene without a long array has numbers")
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_text(var_to_str(layer.tile_map_data)), OK)
	check_equal(TileMapDataCodec.list_scene_layers(text)[0]["data"], layer.tile_map_data)
	var replaced: String = TileMapDataCodec.replace_scene_layer(text, ".", layer.tile_map_data)
	check(replaced.split("\n").has(codec.to_text()), replaced)
	var loaded: TileMapLayer = _instantiated(replaced, true) as TileMapLayer
	check_equal(loaded.tile_map_data, layer.tile_map_data, "the engine reads base64 in such a scene as well")
	layer.free()


func test_every_spelling_of_a_buffer_loads() -> void:
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 40)
	var numbers: String = str(buffer)
	var base64: String = Marshalls.raw_to_base64(buffer)
	var hex: String = buffer.hex_encode()
	var texts: PackedStringArray = [
		"tile_map_data = PackedByteArray(\"%s\")" % base64,
		"tile_map_data = " + var_to_str(buffer) + "\n",
		"\n\ttile_map_data=" + var_to_str(buffer).replace(", ", ",\r\n  "),
		var_to_str(buffer),
		"PackedByteArray(\"%s\")" % base64,
		numbers,
		numbers.trim_prefix("[").trim_suffix("]"),
		numbers.trim_prefix("[").trim_suffix("]").replace(",", ""),
		base64,
		"\"%s\"" % base64,
		base64.insert(50, "\n"),
		hex,
		hex.to_upper(),
		"0x" + hex,
		_split(hex, " "),
		_split(hex, "\n"),
		_split(hex, ", "),
		"0x" + _split(hex, " 0x"),
		"0x" + _split(hex, ", 0x"),
	]
	for text: String in texts:
		var codec: TileMapDataCodec = TileMapDataCodec.new()
		check_equal(codec.load_text(text), OK, codec.get_error_message())
		check_equal(codec.to_buffer(), buffer, text.left(60))


func test_texts_that_are_no_buffer_are_refused_and_say_where() -> void:
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 3)
	var codec: TileMapDataCodec = _loaded(buffer)
	var unrecognized: PackedStringArray = [
		"", "  \n", "position = Vector2(1, 2)", "PackedStringArray(\"a\")", "hello there!", "1, 0, 0",
		"PackedByteArray(1, 0)", "layer_0/tile_data = PackedInt32Array(0, 0, 0)", "0, 0, x", "00 00 0",
	]
	var corrupt: PackedStringArray = [
		"PackedByteArray(0, 0, 256)", "PackedByteArray(0, 0", "tile_map_data = PackedByteArray(\"A*\")", "0, 0, 300",
		"PackedByteArray(0)", "tile_map_data = PackedByteArray(0, 0) + 1",
	]
	for text: String in unrecognized:
		check_equal(codec.load_text(text), ERR_FILE_UNRECOGNIZED, text)
		check(not codec.get_error_message().is_empty(), text)
	for text: String in corrupt:
		check_equal(codec.load_text(text), ERR_FILE_CORRUPT, text)
		check(codec.get_error_message().contains("byte "), codec.get_error_message())
	check_equal(codec.to_buffer(), buffer, "the codec keeps what it held")


func test_a_partial_record_in_a_text_is_a_problem() -> void:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_text("0, 0, 1, 2, 3"), OK)
	check_equal(codec.get_problems().size(), 1)


func test_layers_of_a_saved_scene_are_listed_as_they_are() -> void:
	var root: Node = _world()
	var text: String = _scene_text(root)
	var listed: Array[Dictionary] = TileMapDataCodec.list_scene_layers(text)
	var layers: Array[Node] = root.find_children("*", "TileMapLayer")
	check_equal(listed.size(), layers.size())
	for index: int in layers.size():
		var layer: TileMapLayer = layers[index] as TileMapLayer
		check_equal(listed[index]["path"], str(root.get_path_to(layer)))
		check_equal(listed[index]["name"], str(layer.name))
		check_equal(listed[index]["kind"], "TileMapLayer")
		check_equal(listed[index]["cells"], layer.get_used_cells().size())
		check_equal(listed[index]["data"], layer.tile_map_data)
	root.free()


func test_a_replaced_layer_loads_in_the_engine_and_nothing_else_changes() -> void:
	var root: Node = _world()
	var text: String = _scene_text(root)
	var buffer: PackedByteArray = EngineCells.random_buffer(RandomNumberGenerator.new(), 50)
	for layer: Dictionary in TileMapDataCodec.list_scene_layers(text):
		var path: String = layer["path"]
		var replaced: String = TileMapDataCodec.replace_scene_layer(text, path, buffer)
		var loaded: Node = _instantiated(replaced)
		check_equal(EngineCells.of(loaded.get_node(path) as TileMapLayer), EngineCells.of_buffer(buffer), path)
		loaded.free()
		var restored: String = TileMapDataCodec.replace_scene_layer(replaced, path, layer["data"] as PackedByteArray)
		if not (layer["data"] as PackedByteArray).is_empty():
			check_equal(restored, text, "not another byte: " + path)
	root.free()


func test_what_a_scene_overrides_of_another_is_found_and_replaced() -> void:
	var inner_path: String = temp_path("inner.tscn")
	var inner: Node2D = Node2D.new()
	_add(inner, inner, "Ground").set_cell(Vector2i(1, 1), 0, Vector2i(0, 0))
	_save(inner, inner_path)
	inner.free()
	var outer: Node2D = Node2D.new()
	var instance: Node = (load(inner_path) as PackedScene).instantiate()
	instance.name = "Level"
	outer.add_child(instance)
	instance.owner = outer
	outer.set_editable_instance(instance, true)
	(instance.get_node("Ground") as TileMapLayer).set_cell(Vector2i(2, 2), 0, Vector2i(0, 0))
	var text: String = _scene_text(outer)
	outer.free()
	var listed: Array[Dictionary] = TileMapDataCodec.list_scene_layers(text)
	check_equal(listed.size(), 1)
	check_equal(listed[0]["path"], "Level/Ground")
	check_equal(listed[0]["cells"], 2)
	var buffer: PackedByteArray = TileMapDataCodec.encode([{"coords": Vector2i(7, 7), "source_id": 3}])
	var loaded: Node = _instantiated(TileMapDataCodec.replace_scene_layer(text, "Level/Ground", buffer))
	check_equal((loaded.get_node("Level/Ground") as TileMapLayer).get_used_cells(), [Vector2i(7, 7)] as Array[Vector2i])
	loaded.free()


func test_numbers_over_several_lines_are_found_and_replaced() -> void:
	var buffer: PackedByteArray = TileMapDataCodec.encode([{"coords": Vector2i(1, 2), "source_id": 7}])
	var numbers: String = var_to_str(buffer).replace(", ", ",\n\t")
	var text: String = (
		"[gd_scene format=3]\n\n[node name=\"A\" type=\"TileMapLayer\"]\nmetadata/x = \"[node]\n\\\"\"\n"
		+ "tile_map_data = %s\ny_sort_origin = 4\n" % numbers
	)
	check_equal(EngineCells.of(_instantiated(text, true) as TileMapLayer), EngineCells.of_buffer(buffer))
	check_equal(TileMapDataCodec.list_scene_layers(text)[0]["data"], buffer)
	var other: PackedByteArray = TileMapDataCodec.encode([{"coords": Vector2i(3, 3)}])
	var line: String = _loaded(other).to_text()
	var expected: String = text.replace("tile_map_data = " + numbers, line)
	check_equal(TileMapDataCodec.replace_scene_layer(text, ".", other), expected)


func test_what_cannot_be_replaced_gives_no_text() -> void:
	var root: Node = _world()
	var text: String = _scene_text(root)
	root.free()
	check_equal(TileMapDataCodec.replace_scene_layer(text, "Nowhere", [0, 0]), "")
	check_equal(TileMapDataCodec.replace_scene_layer(text, "Ground", [1, 0]), "", "a newer format")
	check_equal(TileMapDataCodec.replace_scene_layer(text, "Ground", [0, 0, 1]), "", "a partial record")
	check_equal(TileMapDataCodec.replace_scene_layer(text + "[node", "Ground", [0, 0]), "", "broken syntax")
	check_equal(TileMapDataCodec.list_scene_layers(text + "[node"), [] as Array[Dictionary])


## A scene with layers at every depth, with names that need escapes, painted, erased and empty.
func _world() -> Node:
	var root: Node2D = Node2D.new()
	root.name = "World"
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	var ground: TileMapLayer = _add(root, root, "Ground")
	ground.tile_map_data = EngineCells.random_buffer(random, 30)
	ground.set_meta("note", "tile_map_data = PackedByteArray(1)\n[node name=\"Fake\" type=\"TileMapLayer\"]")
	var nested: TileMapLayer = _add(root, ground, "Näh 'dran' [1]; #")
	nested.tile_map_data = EngineCells.random_buffer(random, 10)
	nested.add_to_group("a \"group\"]", true)
	_add(root, nested, "Empty")
	var cleared: TileMapLayer = _add(root, root, "Cleared\\n")
	cleared.set_cell(Vector2i(1, 1), 0, Vector2i(0, 0))
	cleared.clear()
	return root


func _add(root: Node, parent: Node, layer_name: String) -> TileMapLayer:
	var layer: TileMapLayer = TileMapLayer.new()
	layer.name = layer_name
	parent.add_child(layer)
	layer.owner = root
	return layer


func _scene_text(root: Node) -> String:
	var path: String = temp_path("scene.tscn")
	_save(root, path)
	return FileAccess.get_file_as_string(path)


func _save(root: Node, path: String) -> void:
	var scene: PackedScene = PackedScene.new()
	check_equal(scene.pack(root), OK)
	check_equal(ResourceSaver.save(scene, path), OK)


## The scene of this text. A kept one is freed with the suite.
func _instantiated(text: String, is_kept: bool = false) -> Node:
	var path: String = temp_path("scene.tscn")
	FileAccess.open(path, FileAccess.WRITE).store_string(text)
	var node: Node = (ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate()
	if is_kept:
		add_child(node)
	return node


func _loaded(buffer: PackedByteArray) -> TileMapDataCodec:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.load_buffer(buffer), OK, codec.get_error_message())
	return codec


func _split(hex: String, between: String) -> String:
	var pairs: PackedStringArray = []
	for at: int in range(0, hex.length(), 2):
		pairs.append(hex.substr(at, 2))
	return between.join(pairs)
