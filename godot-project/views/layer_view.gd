class_name LayerView
extends Control
## Tile map layers, drawn as large as they fit. One of them is the chosen one: it stands out, and its erased cells
## are crossed. Without a tile set its cells are plain colors.

const FIRST_SIZE: Vector2i = Vector2i(16, 16)
const FAINT: Color = Color(1, 1, 1, 0.3)
const CROSS: Color = Color("ef8f6b")

var _board: Node2D = Node2D.new()
var _marks: Node2D = Node2D.new()
var _chosen: TileMapLayer
# The chosen layer's cells by their coordinates, where there are no tiles to draw them with.
var _colors: Dictionary[Vector2i, Color] = {}
var _erased: PackedVector2Array = []


func _ready() -> void:
	clip_contents = true
	texture_filter = TEXTURE_FILTER_NEAREST
	add_child(_board)
	add_child(_marks)
	_marks.draw.connect(_draw_marks)
	resized.connect(_fit)


## Takes everything off.
func clear() -> void:
	for layer: Node in _board.get_children():
		layer.free()
	_chosen = null
	_colors.clear()
	_erased.clear()
	_marks.queue_redraw()


## Adds a layer above the others.
func add_layer(codec: TileMapDataCodec, tile_set: TileSet, is_chosen: bool) -> void:
	var layer: TileMapLayer = TileMapLayer.new()
	layer.tile_set = tile_set
	layer.collision_enabled = false
	layer.navigation_enabled = false
	layer.modulate = Color.WHITE if is_chosen else FAINT
	_board.add_child(layer)
	codec.apply_to(layer)
	if is_chosen:
		_chosen = layer
		_take_marks(codec)
	_fit()


func _take_marks(codec: TileMapDataCodec) -> void:
	var columns: Dictionary = codec.get_columns()
	var x: PackedInt32Array = columns["x"]
	var y: PackedInt32Array = columns["y"]
	var source_id: PackedInt32Array = columns["source_id"]
	for row: int in source_id.size():
		var coords: Vector2i = Vector2i(x[row], y[row])
		if _chosen.get_cell_source_id(coords) == -1:
			_erased.append(coords)
		elif _chosen.tile_set == null:
			_colors[coords] = _color_of(hash([
				source_id[row], columns["atlas_x"][row], columns["atlas_y"][row], columns["alternative"][row],
			]))


func _color_of(number: int) -> Color:
	return Color.from_hsv((number % 360) / 360.0, 0.45, 0.85)


## Moves and scales the board so that every layer is in view.
func _fit() -> void:
	var area: Rect2 = Rect2()
	for layer: TileMapLayer in _board.get_children():
		var layer_area: Rect2 = _area_of(layer)
		area = area.merge(layer_area) if area.has_area() else layer_area
	if not area.has_area():
		return
	var by: float = minf(size.x / area.size.x, size.y / area.size.y)
	# A whole number of pixels a tile.
	var tile: float = _tile_size(_chosen).x if _chosen else float(FIRST_SIZE.x)
	by = maxf(floorf(by * tile) / tile, 1.0 / tile)
	for node: Node2D in [_board, _marks]:
		node.scale = Vector2.ONE * by
		node.position = (size / 2.0 - area.get_center() * by).round()
	_marks.queue_redraw()


func _area_of(layer: TileMapLayer) -> Rect2:
	var used: Rect2i = layer.get_used_rect()
	if not used.has_area():
		return Rect2()
	var tile: Vector2 = _tile_size(layer)
	var last: Vector2i = used.end - Vector2i.ONE
	var area: Rect2 = Rect2(_center(layer, used.position) - tile / 2.0, tile)
	for corner: Vector2i in [last, Vector2i(used.position.x, last.y), Vector2i(last.x, used.position.y)]:
		area = area.merge(Rect2(_center(layer, corner) - tile / 2.0, tile))
	return area


func _tile_size(layer: TileMapLayer) -> Vector2:
	return layer.tile_set.tile_size if layer.tile_set else FIRST_SIZE


## The middle of a cell.
func _center(layer: TileMapLayer, coords: Vector2i) -> Vector2:
	return layer.map_to_local(coords) if layer.tile_set else (Vector2(coords) + Vector2(0.5, 0.5)) * Vector2(FIRST_SIZE)


func _draw_marks() -> void:
	if _chosen == null:
		return
	var tile: Vector2 = _tile_size(_chosen)
	for coords: Vector2i in _colors:
		_marks.draw_rect(Rect2(_center(_chosen, coords) - tile / 2.0, tile).grow(-1.0), _colors[coords])
	var arm: Vector2 = tile * 0.22
	for erased: Vector2 in _erased:
		var middle: Vector2 = _center(_chosen, Vector2i(erased))
		_marks.draw_line(middle - arm, middle + arm, CROSS, 1.5)
		_marks.draw_line(middle - Vector2(arm.x, -arm.y), middle + Vector2(arm.x, -arm.y), CROSS, 1.5)
