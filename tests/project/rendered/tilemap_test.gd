extends Suite
## What a layer shows on the screen of the cells that the codec wrote.

const TILE: int = 16
const ORIGIN: Vector2i = Vector2i(32, 32)
## The colors of a tile's quarters: top left, top right, bottom left, bottom right.
const QUARTERS: Array[Color] = [Color.RED, Color.GREEN, Color.BLUE, Color.WHITE]


func test_every_transform_turns_the_tile_as_it_says() -> void:
	var cells: Array[Dictionary] = []
	for bits: int in 8:
		cells.append({
			"coords": Vector2i(bits * 2, 0),
			"flip_h": bits & 1 != 0,
			"flip_v": bits & 2 != 0,
			"transpose": bits & 4 != 0,
		})
	var image: Image = await _drawn(cells)
	for bits: int in 8:
		var expected: Array[Color] = QUARTERS.duplicate()
		if bits & 4:
			expected = [expected[0], expected[2], expected[1], expected[3]]
		if bits & 1:
			expected = [expected[1], expected[0], expected[3], expected[2]]
		if bits & 2:
			expected = [expected[2], expected[3], expected[0], expected[1]]
		check_equal(_quarters(image, Vector2i(bits * 2, 0)), expected, "transform %d" % bits)


func test_erased_and_overwritten_cells_show_what_the_last_record_says() -> void:
	var cells: Array[Dictionary] = [
		{"coords": Vector2i(0, 0)},
		{"coords": Vector2i(2, 0)},
		{"coords": Vector2i(0, 0), "erase": true},
		{"coords": Vector2i(2, 0), "flip_h": true},
	]
	var image: Image = await _drawn(cells)
	var background: Color = image.get_pixel(0, 0)
	check_equal(_quarters(image, Vector2i(0, 0)), [background, background, background, background] as Array[Color])
	check_equal(_quarters(image, Vector2i(2, 0)), [QUARTERS[1], QUARTERS[0], QUARTERS[3], QUARTERS[2]] as Array[Color])


## The window with a layer of these cells.
func _drawn(cells: Array[Dictionary]) -> Image:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	check_equal(codec.set_cells(cells), OK)
	var layer: TileMapLayer = TileMapLayer.new()
	layer.tile_set = _tile_set()
	layer.texture_filter = CanvasItem.TEXTURE_FILTER_NEAREST
	layer.position = ORIGIN
	add_child(layer)
	check_equal(codec.apply_to(layer), OK)
	var image: Image = await capture()
	layer.free()
	return image


func _tile_set() -> TileSet:
	var picture: Image = Image.create_empty(TILE, TILE, false, Image.FORMAT_RGBA8)
	@warning_ignore("integer_division")
	var half: int = TILE / 2
	for quarter: int in 4:
		@warning_ignore("integer_division")
		var place: Vector2i = Vector2i(quarter % 2, quarter / 2) * half
		picture.fill_rect(Rect2i(place, Vector2i(half, half)), QUARTERS[quarter])
	var source: TileSetAtlasSource = TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(picture)
	source.create_tile(Vector2i.ZERO)
	var tile_set: TileSet = TileSet.new()
	tile_set.add_source(source, 0)
	return tile_set


func _quarters(image: Image, coords: Vector2i) -> Array[Color]:
	var colors: Array[Color] = []
	for middle: Vector2i in [Vector2i(4, 4), Vector2i(12, 4), Vector2i(4, 12), Vector2i(12, 12)]:
		colors.append(image.get_pixelv(ORIGIN + coords * TILE + middle))
	return colors
