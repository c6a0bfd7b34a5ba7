extends Suite
## What [AtlasFile] gives of a terrain's textures and settings.

var _atlas: AtlasFile


func _ready() -> void:
	_atlas = AtlasFile.new()
	_atlas.load_buffer(AtlasBytes.complete().bytes())


func test_tiles_are_found_by_node() -> void:
	for node: Vector3i in AtlasBytes.nodes(3):
		var color: AtlasBytes.Color8 = AtlasBytes.tile_color(node)
		check_equal(_atlas.get_tile_bytes(0, node.x, node.y, node.z), AtlasBytes.dds(color))
		var image: Image = _atlas.get_tile_image(0, node.x, node.y, node.z)
		check_equal(image.get_size(), Vector2i(4, 4))
		check_equal(image.get_pixel(3, 1), Color.from_rgba8(color.r, color.g, color.b))
	check_equal(_atlas.get_tile_format(0, 0, 0, 0), &"dds")
	check_equal(_atlas.get_problems(), PackedStringArray())


func test_png_and_jpeg_are_decoded() -> void:
	var picture: Image = Image.create_empty(8, 8, false, Image.FORMAT_RGB8)
	picture.fill(Color.from_rgba8(250, 120, 10))
	var png: AtlasFile = _with_tile(1, picture.save_png_to_buffer())
	check_equal(png.get_tile_format(0, 0, 0, 0), &"png")
	check_equal(png.get_tile_image(0, 0, 0, 0).get_pixel(4, 4), Color.from_rgba8(250, 120, 10))
	check_equal(png.get_tile_image(0, 0, 0, 0, true).get_pixel(4, 4), Color.from_rgba8(10, 120, 250))
	var jpeg: AtlasFile = _with_tile(0, picture.save_jpg_to_buffer(1.0))
	check_equal(jpeg.get_tile_format(0, 0, 0, 0), &"jpeg")
	for swap: bool in [false, true]:
		var pixel: Color = jpeg.get_tile_image(0, 0, 0, 0, swap).get_pixel(4, 4)
		check_near((pixel.b8 if swap else pixel.r8), 250, 6)
		check_near((pixel.r8 if swap else pixel.b8), 10, 6)


func test_transparency_survives_the_swap() -> void:
	var picture: Image = Image.create_empty(2, 2, false, Image.FORMAT_RGBA8)
	picture.fill(Color.from_rgba8(1, 2, 3, 4))
	var atlas: AtlasFile = _with_tile(1, picture.save_png_to_buffer())
	check_equal(atlas.get_tile_image(0, 0, 0, 0, true).get_pixel(0, 0), Color.from_rgba8(3, 2, 1, 4))


func test_dds_says_itself_where_its_colors_are() -> void:
	var plain: Image = _atlas.get_tile_image(0, 2, 3, 1)
	check_equal(_atlas.get_tile_image(0, 2, 3, 1, true).get_data(), plain.get_data())


func test_compressed_dds_stays_compressed() -> void:
	var path: String = "res://maps/mountains.atlas"
	if not FileAccess.file_exists(path):
		skip("the sample maps are not there")
		return
	var mountains: AtlasFile = AtlasFile.new()
	check_equal(mountains.load(path), OK)
	var image: Image = mountains.get_tile_image(0, 0, 0, 0)
	check_equal(image.get_format(), Image.FORMAT_DXT1)
	check_equal(image.has_mipmaps(), true)


func test_a_chunk_knows_its_tile() -> void:
	# The chunk lies at x 4 to 8 and y 0 to 4: v from 0.5 to 1, u from 0 to 0.5. Rows run along v and the tile's x.
	var found: Dictionary = _atlas.get_chunk_tile(1, 1, 0)
	check_equal(found, {"level": 1, "x": 1, "y": 0, "uv_scale": Vector2(2, 2), "uv_offset": Vector2(0, -1)})
	check_equal(_atlas.get_chunk_tile(0, 0, 0)["level"], 0)
	check_equal(_atlas.get_chunk_tile(1, 1, 0, 1), {})
	check_equal(_atlas.get_chunk_tile(1, 1, 0, -1), {})


func test_absent_tiles_leave_the_coarser_one() -> void:
	var atlas: AtlasBytes = AtlasBytes.new()
	atlas.add_geometry(2, 140, func(node: Vector3i) -> PackedByteArray: return AtlasBytes.ground(node, 2))
	var root_only: Callable = func(node: Vector3i) -> PackedByteArray:
		return AtlasBytes.tile(2, AtlasBytes.dds(AtlasBytes.Color8.new(1, 2, 3))) if node.x == 0 else PackedByteArray()
	atlas.add_textures(2, 140, root_only)
	var opened: AtlasFile = AtlasFile.new()
	check_equal(opened.load_buffer(atlas.bytes()), OK)
	check_equal(opened.has_tile(0, 0, 0, 0), true)
	check_equal(opened.has_tile(0, 1, 0, 0), false)
	check_equal(opened.has_tile(9, 0, 0, 0), false)
	check(opened.get_tile_image(0, 1, 0, 0) == null, "no image")
	check(opened.get_error_message().contains("(1, 0, 0)"), opened.get_error_message())
	check_equal(opened.get_chunk_tile(1, 0, 1)["level"], 0)


func test_layers_behind_the_first_are_a_problem() -> void:
	var image: PackedByteArray = AtlasBytes.dds(AtlasBytes.Color8.new(9, 8, 7))
	var other: PackedByteArray = AtlasBytes.dds(AtlasBytes.Color8.new(1, 1, 1))
	var atlas: AtlasBytes = AtlasBytes.new()
	var layered: PackedByteArray = AtlasBytes.frame("TexH", "TexT", PackedByteArray([2, 2]) + image + other)
	atlas.add_textures(1, 150, func(_node: Vector3i) -> PackedByteArray: return layered)
	var opened: AtlasFile = AtlasFile.new()
	check_equal(opened.load_buffer(atlas.bytes()), OK)
	check_equal(opened.get_problems().size(), 0)
	check_equal(opened.get_tile_bytes(0, 0, 0, 0), image)
	check_equal(opened.get_tile_image(0, 0, 0, 0).get_pixel(0, 0), Color.from_rgba8(9, 8, 7))
	check_equal(opened.get_problems().size(), 1, "once, however often it was read")


func test_damaged_tiles_are_told_by_name_and_place() -> void:
	var whole: PackedByteArray = AtlasBytes.dds(AtlasBytes.Color8.new(9, 8, 7))
	for image: PackedByteArray in [whole.slice(0, 100), whole.slice(0, -1), "DDS nothing".to_ascii_buffer()]:
		var atlas: AtlasFile = _with_tile(2, image)
		check(atlas.get_tile_image(0, 0, 0, 0) == null, "no image")
		check(atlas.get_error_message().contains("texture tile (0, 0, 0)"), atlas.get_error_message())
		check(atlas.get_error_message().contains("byte"), atlas.get_error_message())
	for format: int in [0, 1]:
		var atlas: AtlasFile = _with_tile(format, "no picture".to_ascii_buffer())
		check(atlas.get_tile_image(0, 0, 0, 0) == null, "no image")
		check(atlas.get_error_message().contains("cannot be decoded"), atlas.get_error_message())
		check_equal(atlas.get_tile_bytes(0, 0, 0, 0), "no picture".to_ascii_buffer(), "the bytes are still there")


func test_of_a_setting_the_last_one_holds() -> void:
	check_equal(_atlas.get_config_names(), PackedStringArray(["schema"]))
	check_equal(_atlas.get_config("schema"), {"type": "unique", "textureSlot": "0"})
	check_equal(_atlas.get_config("SCHEMA"), {"type": "unique", "textureSlot": "0"})
	check_equal(_atlas.get_config("none"), {})
	check(_atlas.get_error_message().contains("\"none\""), _atlas.get_error_message())


func _with_tile(format: int, image: PackedByteArray) -> AtlasFile:
	var atlas: AtlasBytes = AtlasBytes.new()
	var frame: PackedByteArray = AtlasBytes.tile(format, image)
	atlas.add_textures(1, 140, func(_node: Vector3i) -> PackedByteArray: return frame)
	var opened: AtlasFile = AtlasFile.new()
	check_equal(opened.load_buffer(atlas.bytes()), OK, opened.get_error_message())
	return opened
