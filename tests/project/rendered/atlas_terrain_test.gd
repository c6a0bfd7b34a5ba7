extends Suite
## A terrain seen: whole from every height, in its colors, without pops and without jitter.

const MOUNTAINS: String = "res://maps/mountains.atlas"
const SIZE: float = 1024.0
const BACKGROUND: Color = Color(1, 0, 1)
const PATIENCE: int = 2000

var _terrain: AtlasTerrain
var _camera: Camera3D


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


func _set_up() -> bool:
	if not FileAccess.file_exists(MOUNTAINS):
		skip("the sample maps are not there")
		return false
	_terrain = AtlasTerrain.new()
	_terrain.source = load(MOUNTAINS)
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
	return true


func _tear_down() -> void:
	_terrain.free()
	_camera.free()


func _settle() -> void:
	var still: int = 0
	for frame: int in PATIENCE:
		await get_tree().process_frame
		still = still + 1 if _terrain.is_settled() and _terrain.get_visible_chunks().size() > 0 else 0
		if still == 5:
			return
	check(false, "the terrain did not settle: %s" % _terrain.get_statistics())


func _picture(label: String) -> Image:
	var picture: Image = await capture()
	picture.convert(Image.FORMAT_RGB8)
	var folder: String = OS.get_environment("MAPWRIGHT_PICTURES")
	if not folder.is_empty():
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
