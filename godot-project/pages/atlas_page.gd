extends MapPage
## Torque Atlas terrains: the ground at a chosen level, its tables, settings, chunks and tiles.

const EXTENSIONS: PackedStringArray = ["atlas", "chu", "tqt"]
## More stubs of a table than this are not listed.
const MOST_STUBS: int = 100

var _atlas: AtlasFile = AtlasFile.new()
var _chunks_drawn: int = 0

@onready var _summary: Label = %Summary
@onready var _levels: OptionButton = %Levels
@onready var _trees: OptionButton = %Trees
@onready var _drawn: Label = %Drawn
@onready var _fly: CheckButton = %Fly
@onready var _view: TerrainView = %View
@onready var _terrain: AtlasTerrain = %Terrain
@onready var _flight: TerrainFlight = %Flight
@onready var _plot: StatisticsPlot = %Statistics
@onready var _camera: FlyCamera = %Camera
@onready var _tabs: TabContainer = %Tabs
@onready var _tables: KeyTree = %Tables
@onready var _chunk: KeyTree = %Chunk
@onready var _settings: KeyTree = %Settings
@onready var _tiles: HFlowContainer = %Tiles
@onready var _problems: ItemList = %Problems


func _ready() -> void:
	_levels.item_selected.connect(func(_index: int) -> void: _draw_terrain())
	_trees.item_selected.connect(func(_index: int) -> void: _draw_terrain())
	_fly.toggled.connect(_on_fly_toggled)
	_terrain.source_loaded.connect(func(_error: int) -> void: _show_drawn())
	_flight.terrain = _terrain
	_flight.camera = _camera
	_plot.terrain = _terrain


func accepts(path: String) -> bool:
	return path.get_extension().to_lower() in EXTENSIONS


func open_map(path: String) -> Error:
	var opened: AtlasFile = AtlasFile.new()
	var error: Error = opened.load(path)
	_atlas = opened
	_summary.text = _describe() if error == OK else _atlas.get_error_message()
	_summary.theme_type_variation = &"HeaderMedium" if error == OK else &"ProblemLabel"
	_fly.button_pressed = false
	_fill_choices()
	_draw_terrain()
	_camera.frame(_view.bounds)
	_flight.bounds = _view.bounds
	_show_tables()
	_show_tiles()
	_show_problems()
	return error


func report() -> PackedStringArray:
	if _atlas.get_format().is_empty():
		return [_atlas.get_error_message()]
	var lines: PackedStringArray = [_describe()]
	lines.append_array(_atlas.get_summary().split("\n"))
	lines.append("level %d drawn with %d chunks" % [_levels.selected, _chunks_drawn])
	for config: String in _atlas.get_config_names():
		lines.append("settings %s: %s" % [config, _atlas.get_config(config)])
	for problem: String in _atlas.get_problems():
		lines.append("problem: " + problem)
	return lines


func _describe() -> String:
	var parts: PackedStringArray = ["Torque terrain (%s)" % _atlas.get_format()]
	if _atlas.get_tree_depth() > 0:
		var root: AABB = _atlas.get_chunk(0, 0, 0).get("bounds", AABB())
		parts.append("%d levels over %.0f x %.0f units" % [_atlas.get_tree_depth(), root.size.x, root.size.z])
	for tree: int in _atlas.get_texture_tree_count():
		parts.append("textures of %d levels" % _atlas.get_texture_tree_depth(tree))
	return ", ".join(parts)


func _fill_choices() -> void:
	_levels.clear()
	for level: int in _atlas.get_tree_depth():
		_levels.add_item("Level %d" % level)
	_levels.add_item("By distance")
	_trees.clear()
	for tree: int in _atlas.get_texture_tree_count():
		_trees.add_item("Textures %d" % tree)
	_trees.add_item("No textures")
	_levels.select(maxi(_levels.item_count - 2, 0))
	_trees.select(0)


func _draw_terrain() -> void:
	var level: int = maxi(_levels.selected, 0)
	var tree: int = _trees.selected if _trees.selected < _atlas.get_texture_tree_count() else -1
	var by_distance: bool = _atlas.get_tree_depth() > 0 and level == _atlas.get_tree_depth()
	_terrain.texture_tree = tree
	_terrain.source = _atlas if by_distance else null
	_terrain.visible = by_distance
	_view.visible = not by_distance
	if not by_distance:
		_fly.button_pressed = false
		_chunks_drawn = _view.show_level(_atlas, level, tree) if _atlas.get_tree_depth() > 0 else 0
	_show_drawn()
	_chunk.show_keys(_atlas.get_chunk(mini(level, _atlas.get_tree_depth() - 1), 0, 0))


func _show_drawn() -> void:
	_drawn.text = "" if _terrain.visible else "%d chunks" % _chunks_drawn


## Flies over what is drawn by distance, and plots how the terrain fares.
func _on_fly_toggled(flying: bool) -> void:
	if flying and not _terrain.visible and _atlas.get_tree_depth() > 0:
		_levels.select(_atlas.get_tree_depth())
		_draw_terrain()
	if flying:
		_tabs.current_tab = _plot.get_index()
	_flight.fly(flying and _terrain.visible)


func _show_tables() -> void:
	var tables: Dictionary = {}
	for slot: int in _atlas.get_tocs().size():
		var toc: Dictionary = _atlas.get_tocs()[slot]
		var stubs: Dictionary = {}
		for index: int in mini(toc["stub_count"] as int, MOST_STUBS):
			stubs["stub %d" % index] = _atlas.get_stub(slot, index)
		tables["%d: %s" % [slot, toc["kind"]]] = toc.merged({"stubs": stubs})
	_tables.show_keys(tables)
	for table: TreeItem in _tables.get_root().get_children():
		table.collapsed = false
	var settings: Dictionary = {}
	for config: String in _atlas.get_config_names():
		settings[config] = _atlas.get_config(config)
	_settings.show_keys(settings)


## The root's tile and the four below it, of every tree.
func _show_tiles() -> void:
	for child: Node in _tiles.get_children():
		child.queue_free()
	for tree: int in _atlas.get_texture_tree_count():
		for node: Vector3i in [Vector3i(0, 0, 0), Vector3i(1, 0, 0), Vector3i(1, 0, 1), Vector3i(1, 1, 0), Vector3i(1, 1, 1)]:
			if _atlas.has_tile(tree, node.x, node.y, node.z):
				_add_tile(tree, node)


func _add_tile(tree: int, node: Vector3i) -> void:
	var image: Image = _atlas.get_tile_image(tree, node.x, node.y, node.z)
	if image == null:
		return
	var picture: TextureRect = TextureRect.new()
	picture.texture = ImageTexture.create_from_image(image)
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.custom_minimum_size = Vector2(140, 140)
	picture.tooltip_text = "tree %d, %s, %s" % [tree, node, _atlas.get_tile_format(tree, node.x, node.y, node.z)]
	_tiles.add_child(picture)


func _show_problems() -> void:
	_problems.clear()
	for problem: String in _atlas.get_problems():
		_problems.add_item(problem, null, false)
	_tabs.set_tab_title(_problems.get_index(), "Problems (%d)" % _problems.item_count)
