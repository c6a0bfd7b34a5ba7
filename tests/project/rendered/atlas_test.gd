extends Suite
## The sample terrains drawn from straight above: without holes, and with the ground where its textures have it.

const BACKGROUND: Color = Color(1, 0, 1)

var _stage: Node3D


func test_an_atlas_is_drawn_without_holes() -> void:
	await _check_terrain("res://maps/mountains.atlas", 3)


func test_a_coarse_level_is_drawn_without_holes() -> void:
	await _check_terrain("res://maps/mountains.atlas", 1)


func test_a_pair_is_drawn_without_holes() -> void:
	await _check_terrain("res://maps/highlands.chu", 3)


func _check_terrain(path: String, level: int) -> void:
	if not FileAccess.file_exists(path):
		skip("the sample maps are not there")
		return
	var atlas: AtlasFile = load(path)
	_stage = Node3D.new()
	add_child(_stage)
	_draw_level(atlas, level)
	_look_down(1024.0)
	var picture: Image = await capture()
	_stage.free()
	picture.convert(Image.FORMAT_RGB8)
	# The terrain fills the middle square of the window.
	var side: int = picture.get_height()
	var square: Image = picture.get_region(Rect2i((picture.get_width() - side) >> 1, 0, side, side))
	check_equal(_count_background(square.get_region(Rect2i(2, 2, side - 4, side - 4))), 0, "pixels without ground")
	check(_count_background(picture) > 0, "beside the terrain there is nothing")
	_compare(atlas, level, square)


func _draw_level(atlas: AtlasFile, level: int) -> void:
	for x: int in 1 << level:
		for y: int in 1 << level:
			var chunk: MeshInstance3D = MeshInstance3D.new()
			chunk.mesh = atlas.create_chunk_mesh(level, x, y, AtlasFile.CHUNK_LOCAL)
			chunk.position = atlas.get_chunk_origin(level, x, y)
			var found: Dictionary = atlas.get_chunk_tile(level, x, y)
			var tile: Image = atlas.get_tile_image(0, found["level"] as int, found["x"] as int, found["y"] as int)
			var uv_scale: Vector2 = found["uv_scale"]
			var uv_offset: Vector2 = found["uv_offset"]
			var material: StandardMaterial3D = StandardMaterial3D.new()
			material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
			material.albedo_texture = ImageTexture.create_from_image(tile)
			material.texture_repeat = false
			material.uv1_scale = Vector3(uv_scale.x, uv_scale.y, 1)
			material.uv1_offset = Vector3(uv_offset.x, uv_offset.y, 0)
			chunk.material_override = material
			_stage.add_child(chunk)


## North is up in the picture: it shows x to the right and Torque's y upwards.
func _look_down(size: float) -> void:
	var camera: Camera3D = Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = size
	camera.far = 2000.0
	camera.environment = Environment.new()
	camera.environment.background_mode = Environment.BG_COLOR
	camera.environment.background_color = BACKGROUND
	_stage.add_child(camera)
	camera.look_at_from_position(Vector3(size / 2, 1000, -size / 2), Vector3(size / 2, 0, -size / 2), Vector3.FORWARD)
	camera.make_current()


func _count_background(picture: Image) -> int:
	var count: int = 0
	for y: int in picture.get_height():
		for x: int in picture.get_width():
			if picture.get_pixel(x, y).is_equal_approx(BACKGROUND):
				count += 1
	return count


## Each chunk is as bright and as green as its tile: chunks run to the right along x and upwards along Torque's y.
func _compare(atlas: AtlasFile, level: int, square: Image) -> void:
	square.resize(512, 512, Image.INTERPOLATE_BILINEAR)
	_shrink(square, 1 << level)
	var worst: float = 0.0
	for x: int in 1 << level:
		for y: int in 1 << level:
			var tile: Image = atlas.get_tile_image(0, level, x, y)
			tile.decompress()
			_shrink(tile, 1)
			var drawn: Color = square.get_pixel(x, (1 << level) - 1 - y)
			var meant: Color = tile.get_pixel(0, 0)
			worst = maxf(worst, Vector3(drawn.r - meant.r, drawn.g - meant.g, drawn.b - meant.b).length())
	check(worst < 0.05, "a chunk differs from its tile by %.3f" % worst)


func _shrink(picture: Image, width: int) -> void:
	picture.clear_mipmaps()
	while picture.get_width() > width:
		picture.shrink_x2()
