extends TerrainSuite
## A terrain seen: whole from every height, in its colors, without pops and without jitter.

const MOUNTAINS: String = "res://maps/mountains.atlas"
const SIZE: float = 1024.0
const BACKGROUND: Color = Color(1, 0, 1)
## Colors tell heights: black is the lowest, white this much higher.
const LOWEST: float = -60.0
const RANGE: float = 320.0
## A material of one's own, with the parameters that it gets; what it writes comes out of the screen unchanged.
const HEIGHTS: String = """shader_type spatial;
render_mode unshaded;

uniform vec4 terrain_morph;
uniform float lowest;
uniform float range;
varying float height;

void vertex() {
	VERTEX += CUSTOM0.xyz * terrain_morph.x;
	height = ((MODEL_MATRIX * vec4(VERTEX, 1.0)).y - lowest) / range;
}

void fragment() {
	ALBEDO = vec3(height);
#if CURRENT_RENDERER != RENDERER_COMPATIBILITY
	// What is drawn is linear there, and what is shown is not.
	ALBEDO = mix(pow((ALBEDO + 0.055) / 1.055, vec3(2.4)), ALBEDO / 12.92, lessThan(ALBEDO, vec3(0.04045)));
#endif
}
"""


func test_from_above_there_are_no_holes_and_the_colors_are_the_files() -> void:
	if not _set_up():
		return
	for height: float in [1100.0, 420.0, 130.0]:
		_camera.look_at_from_position(Vector3(512, height, -512), Vector3(512, 0, -512), Vector3.FORWARD)
		await _settle()
		var picture: Image = await _picture("above_%d" % int(height))
		var side: int = picture.get_height()
		var square: Image = picture.get_region(Rect2i((picture.get_width() - side) >> 1, 0, side, side))
		var rim: int = _rim_pixels(height, side)
		var inside: Image = square.get_region(Rect2i(rim, rim, side - 2 * rim, side - 2 * rim))
		check_equal(_count(inside, BACKGROUND), 0, "pixels without ground from %s up" % height)
		_compare(inside, height, side, rim)
	_tear_down()


func test_a_slow_flight_shows_no_pop() -> void:
	if not _set_up():
		return
	# A camera that stays where it is sees everything, while another one, which the terrain is drawn for, flies: what
	# changes in the picture is what the terrain does.
	_look_down()
	var viewer: Camera3D = Camera3D.new()
	viewer.fov = 60.0
	add_child(viewer)
	viewer.position = Vector3(80, 260, -960)
	_terrain.viewer = _terrain.get_path_to(viewer)
	_terrain.texture_tree = -1
	_terrain.max_screen_error = 30.0
	_terrain.material = _heights_material()
	await _settle()
	var before: PackedByteArray = await _heights("flight_start")
	var nodes: Array[Vector3i] = _terrain.get_visible_chunks()
	var changes: int = 0
	var worst: float = 0.0
	for frame: int in 250:
		viewer.position += Vector3(3.0, 0.5 if frame > 120 else -1.0, 2.5)
		var after: PackedByteArray = await _heights("")
		var now: Array[Vector3i] = _terrain.get_visible_chunks()
		changes += int(now != nodes)
		nodes = now
		worst = maxf(worst, _greatest_step(before, after, viewer.position))
		before = after
	await _heights("flight_end")
	check(changes > 10, "chunks changed in %d frames" % changes)
	check(worst < 0.1, "the greatest step was %.2f of the error that may be seen" % worst)
	viewer.free()
	_tear_down()


func test_far_from_the_origin_nothing_jitters() -> void:
	if not _set_up():
		return
	var far_away: Vector3 = Vector3(100_000, 0, -100_000)
	var differences: PackedFloat64Array = []
	for step: int in 6:
		# Places that single precision has at that distance: everything else is rounded by the engine.
		var eye: Vector3 = Vector3(300 + step / 64.0, 128, -400)
		var pictures: Array[Image] = []
		for origin: Vector3 in [Vector3.ZERO, far_away]:
			_terrain.position = origin
			_camera.look_at_from_position(origin + eye, origin + eye + Vector3(2, -1, -2), Vector3.UP)
			await _settle()
			pictures.append(await _picture("far" if origin and step == 0 else ""))
		differences.append(_difference(pictures[0], pictures[1]))
	for difference: float in differences:
		check(difference < 0.004, "mean difference of colors %.5f" % difference)
	_tear_down()


func test_bounds_that_rest_ask_for_no_redraw() -> void:
	if not _set_up():
		return
	_look_down()
	for shown: bool in [false, true]:
		_terrain.show_bounds = shown
		await _settle()
		check(not await _asks_for_redraw(), "no redraw at rest, bounds shown: %s" % shown)
		_terrain.position.x += 1.0
		check(await _asks_for_redraw(), "a redraw after a move, bounds shown: %s" % shown)
	_tear_down()


func test_a_look_from_the_ground_has_no_holes() -> void:
	if not _set_up():
		return
	# Through a gap between chunks the background would be seen below the horizon.
	for place: Vector2 in [Vector2(512, -512), Vector2(300, -640), Vector2(700, -300)]:
		var eye: Vector3 = Vector3(place.x, 0, place.y)
		eye.y = _terrain.get_height(eye) + 40.0
		_camera.look_at_from_position(eye, Vector3(512, -60, -512) + Vector3(40, 0, 30), Vector3.UP)
		await _settle()
		var picture: Image = await _picture("ground_%d" % int(place.x))
		var holes: int = 0
		for y: int in range(1, picture.get_height()):
			for x: int in picture.get_width():
				if _is_background(picture, x, y) and not _is_background(picture, x, y - 1):
					holes += 1
		check_equal(holes, 0, "background below ground from %s" % place)
	_tear_down()


func test_a_blended_terrain_shows_its_sources_in_its_light() -> void:
	var red: AtlasBytes.Color8 = AtlasBytes.Color8.new(255, 0, 0)
	var green: AtlasBytes.Color8 = AtlasBytes.Color8.new(0, 255, 0)
	var opacities: Array[AtlasBytes.Color8] = [red, green, AtlasBytes.Color8.new(0, 0, 255), red]
	var white: AtlasBytes.Color8 = AtlasBytes.Color8.new(255, 255, 255)
	var lights: Array[AtlasBytes.Color8] = [white, white, white, AtlasBytes.Color8.new(0, 0, 0)]
	var atlas: AtlasBytes = AtlasBytes.new()
	atlas.add_geometry(2, 140, func(node: Vector3i) -> PackedByteArray: return AtlasBytes.ground(node, 2))
	for colors: Array[AtlasBytes.Color8] in [opacities, lights]:
		atlas.add_textures(2, 140, func(node: Vector3i) -> PackedByteArray:
			return AtlasBytes.tile(2, AtlasBytes.dds(colors[node.y * 2 + node.z])))
	_stage()
	_terrain.source = AtlasFile.new()
	check_equal(_terrain.source.load_buffer(atlas.bytes()), OK)
	_terrain.texture_tree = -1
	_terrain.opacity_tree = 0
	_terrain.light_tree = 1
	var sources: Array[Texture2D] = []
	var colors: Array[Color] = [Color8(200, 60, 20), Color8(40, 180, 90), Color8(30, 70, 220)]
	for color: Color in colors:
		var image: Image = Image.create_empty(4, 4, true, Image.FORMAT_RGB8)
		image.fill(color)
		image.generate_mipmaps()
		sources.append(ImageTexture.create_from_image(image))
	_terrain.source_images = sources
	_look_down(8.0)
	await _settle()
	var picture: Image = await _picture("blended")
	# x runs to the right, Torque's y upwards.
	for quarter: int in 4:
		var x: int = 320 + (-120 if quarter < 2 else 120)
		var y: int = 240 + (120 if quarter % 2 == 0 else -120)
		var expected: Color = Color.BLACK if quarter == 3 else colors[quarter]
		var found: Color = picture.get_pixel(x, y)
		var off: float = _greatest_difference(found, expected)
		check(off < 0.04, "quarter %d: expected %s, found %s" % [quarter, expected, found])
	_tear_down()


func test_red_and_blue_are_swapped_where_a_file_has_them_so() -> void:
	var image: Image = Image.create_empty(4, 4, false, Image.FORMAT_RGB8)
	image.fill(Color8(200, 60, 20))
	var atlas: AtlasBytes = AtlasBytes.new()
	atlas.add_geometry(2, 140, func(node: Vector3i) -> PackedByteArray: return AtlasBytes.ground(node, 2))
	atlas.add_textures(2, 140, func(_node: Vector3i) -> PackedByteArray:
		return AtlasBytes.tile(1, image.save_png_to_buffer()))
	for swapped: bool in [false, true]:
		_stage()
		_terrain.swap_red_blue = swapped
		_terrain.source = AtlasFile.new()
		check_equal(_terrain.source.load_buffer(atlas.bytes()), OK)
		_look_down(8.0)
		await _settle()
		var picture: Image = await _picture("swapped" if swapped else "")
		var found: Color = picture.get_pixel(320, 240)
		var expected: Color = Color8(20, 60, 200) if swapped else Color8(200, 60, 20)
		var off: float = _greatest_difference(found, expected)
		check(off < 0.04, "expected %s, found %s" % [expected, found])
		_tear_down()


func test_a_terrain_of_torques_own_has_its_picture_where_torque_has_it() -> void:
	var folder: String = interop("atlas/pair")
	if folder.is_empty():
		skip("the files of other programs are not here")
		return
	_stage()
	_terrain.source = AtlasFile.new()
	check_equal(_terrain.source.load(folder.path_join("island_engine_unique.atlas")), OK)
	_look_down(64.0)
	await _settle()
	var picture: Image = await _picture("engine")
	var source: Image = Image.load_from_file(folder.path_join("island_texture_source.png"))
	var error: float = 0.0
	var count: int = 0
	for x: int in range(2, 62):
		for y: int in range(2, 62):
			var found: Color = picture.get_pixel(80 + int((x + 0.5) * 7.5), 479 - int((y + 0.5) * 7.5))
			# Rows of the picture run along x, columns along y.
			var at: Vector2i = Vector2i(Vector2(y + 0.5, x + 0.5) / 64.0 * Vector2(source.get_size()))
			var expected: Color = source.get_pixelv(at)
			error += (absf(expected.r - found.r) + absf(expected.g - found.g) + absf(expected.b - found.b)) / 3.0
			count += 1
	check(error / count < 0.05, "mean color error %.4f" % (error / count))
	check_equal(_count(picture.get_region(Rect2i(84, 4, 472, 472)), BACKGROUND), 0, "pixels without ground")
	_tear_down()


func _set_up() -> bool:
	if not FileAccess.file_exists(MOUNTAINS):
		skip("the sample maps are not there")
		return false
	_stage()
	_terrain.source = load(MOUNTAINS)
	return true


func _stage() -> void:
	_terrain = AtlasTerrain.new()
	_camera = Camera3D.new()
	_camera.far = 20000.0
	_camera.fov = 60.0
	_camera.environment = Environment.new()
	_camera.environment.background_mode = Environment.BG_COLOR
	_camera.environment.background_color = BACKGROUND
	# Colors as they are: all the light there is comes from everywhere.
	_camera.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	_camera.environment.ambient_light_color = Color.WHITE
	add_child(_camera)
	_camera.make_current()
	add_child(_terrain)


## What is seen; kept in the folder of [code]MAPWRIGHT_PICTURES[/code] where there is a [param label].
func _picture(label: String) -> Image:
	var picture: Image = await capture()
	picture.convert(Image.FORMAT_RGB8)
	var folder: String = OS.get_environment("MAPWRIGHT_PICTURES")
	if not folder.is_empty() and not label.is_empty():
		picture.save_png(folder.path_join("%s_%s.png" % [label, RenderingServer.get_current_rendering_method()]))
	return picture


## How many pixels of a picture's border may show what lies beside the terrain.
func _rim_pixels(height: float, side: int) -> int:
	var half: float = height * tan(deg_to_rad(30.0))
	# The border lies below height 0, where it looks smaller.
	var seen: float = SIZE / 2.0 * 0.96
	return 2 if half < seen else ceili(side / 2.0 * (1.0 - seen / half))


func _count(picture: Image, color: Color) -> int:
	var count: int = 0
	for y: int in picture.get_height():
		for x: int in picture.get_width():
			if picture.get_pixel(x, y).is_equal_approx(color):
				count += 1
	return count


## The picture's colors are those of the finest tiles at the places that the rays through its pixels meet.
func _compare(inside: Image, height: float, side: int, rim: int) -> void:
	var source: Image = _source_image()
	var error: float = 0.0
	var count: int = 0
	for y: int in range(4, inside.get_height() - 4, 8):
		for x: int in range(4, inside.get_width() - 4, 8):
			var across: Vector2 = (Vector2(x + rim, y + rim) + Vector2.ONE * 0.5) / side * 2.0 - Vector2.ONE
			across *= tan(deg_to_rad(30.0)) * (height + 200.0)
			var from: Vector3 = _camera.position
			var hit: Dictionary = _terrain.intersect_ray(from, Vector3(512 + across.x, -200, -512 + across.y))
			if hit.is_empty():
				check(false, "no ground at %d, %d" % [x, y])
				return
			var place: Vector3 = hit["position"]
			var expected: Color = _mean(source, Vector2(place.x, -place.z) / SIZE * source.get_width(), height)
			var found: Color = _mean(inside, Vector2(x, y) + Vector2.ONE * 0.5, 0.0)
			error += (absf(expected.r - found.r) + absf(expected.g - found.g) + absf(expected.b - found.b)) / 3.0
			count += 1
	check(error / count < 0.03, "mean color error %.4f from %s up" % [error / count, height])


## The mean color around a place, as far around as a pixel's neighbours reach from [param height].
func _mean(picture: Image, place: Vector2, height: float) -> Color:
	# Three pixels of 480 at 60 degrees, in units, which are pixels of the source as well.
	var reach: int = 1 if height == 0.0 else maxi(roundi(height * tan(deg_to_rad(30.0)) / 240.0 * 1.5), 1)
	var sum: Vector3 = Vector3.ZERO
	for y: int in range(-reach, reach + 1):
		for x: int in range(-reach, reach + 1):
			var at: Vector2i = Vector2i(place) + Vector2i(x, y)
			at = at.clamp(Vector2i.ZERO, picture.get_size() - Vector2i.ONE)
			var color: Color = picture.get_pixelv(at)
			sum += Vector3(color.r, color.g, color.b)
	sum /= (2 * reach + 1) * (2 * reach + 1)
	return Color(sum.x, sum.y, sum.z)


## All finest tiles as one image of a pixel a unit: x to the right, Torque's y downwards.
func _source_image() -> Image:
	var source: Image = Image.create_empty(1024, 1024, false, Image.FORMAT_RGB8)
	for x: int in 8:
		for y: int in 8:
			var tile: Image = _terrain.source.get_tile_image(0, 3, x, y)
			tile.decompress()
			tile.clear_mipmaps()
			tile.convert(Image.FORMAT_RGB8)
			# Rows of a tile run along x.
			tile.rotate_90(COUNTERCLOCKWISE)
			tile.flip_y()
			source.blit_rect(tile, Rect2i(0, 0, 128, 128), Vector2i(x * 128, y * 128))
	return source


## Shows all of a terrain of [param size] units from above, without perspective.
func _look_down(size: float = SIZE) -> void:
	_camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	_camera.size = size
	var middle: Vector3 = Vector3(size, 0, -size) / 2.0
	_camera.look_at_from_position(middle + Vector3(0, 1000, 0), middle, Vector3.FORWARD)


## Of the three channels.
func _greatest_difference(found: Color, expected: Color) -> float:
	return maxf(maxf(absf(found.r - expected.r), absf(found.g - expected.g)), absf(found.b - expected.b))


func _heights_material() -> ShaderMaterial:
	var material: ShaderMaterial = ShaderMaterial.new()
	material.shader = Shader.new()
	material.shader.code = HEIGHTS
	material.set_shader_parameter("lowest", LOWEST)
	material.set_shader_parameter("range", RANGE)
	return material


## The heights of the terrain in the middle square of the window, a byte each.
func _heights(label: String) -> PackedByteArray:
	var picture: Image = await _picture(label)
	var side: int = picture.get_height()
	var square: Image = picture.get_region(Rect2i((picture.get_width() - side) >> 1, 0, side, side))
	square.convert(Image.FORMAT_R8)
	return square.get_data()


## The greatest change of height between two pictures, in parts of what may be seen from [param eye] at that place.
func _greatest_step(before: PackedByteArray, after: PackedByteArray, eye: Vector3) -> float:
	var side: int = roundi(sqrt(before.size()))
	# What a unit covers at a distance of one unit, for 60 degrees on that screen.
	var pixels: float = side / (2.0 * tan(deg_to_rad(30.0)))
	var worst: float = 0.0
	for y: int in range(3, side - 3, 3):
		for x: int in range(3, side - 3, 3):
			var index: int = y * side + x
			var change: int = absi(after[index] - before[index])
			# One step of color may be rounding.
			if change > 1:
				var height: float = LOWEST + RANGE * after[index] / 255.0
				var place: Vector3 = Vector3(x * SIZE / side, height, y * SIZE / side - SIZE)
				var seen: float = (change - 1) / 255.0 * RANGE * pixels / place.distance_to(eye)
				worst = maxf(worst, seen / _terrain.max_screen_error)
	return worst


func _difference(a: Image, b: Image) -> float:
	var sum: int = 0
	var left: PackedByteArray = a.get_data()
	var right: PackedByteArray = b.get_data()
	for index: int in left.size():
		sum += absi(left[index] - right[index])
	return sum / 255.0 / left.size()


func _is_background(picture: Image, x: int, y: int) -> bool:
	return picture.get_pixel(x, y).is_equal_approx(BACKGROUND)


## Whether a frame of the terrain gives the renderer something to do that the editor would draw again for.
func _asks_for_redraw() -> bool:
	var moved: bool = RenderingServer.has_changed()
	if not moved:
		_terrain.notification(Node.NOTIFICATION_PROCESS)
	var asked: bool = moved or RenderingServer.has_changed()
	await RenderingServer.frame_post_draw
	await get_tree().process_frame
	return asked
