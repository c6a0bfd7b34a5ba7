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
@onready var _view: TerrainView = %View
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


func accepts(path: String) -> bool:
	return path.get_extension().to_lower() in EXTENSIONS


func open_map(path: String) -> Error:
	var opened: AtlasFile = AtlasFile.new()
	var error: Error = opened.load(path)
	_atlas = opened
	_summary.text = _describe() if error == OK else _atlas.get_error_message()
	_summary.theme_type_variation = &"HeaderMedium" if error == OK else &"ProblemLabel"
	_fill_choices()
	_draw_terrain()
	_camera.frame(_view.bounds)
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
	_trees.clear()
	for tree: int in _atlas.get_texture_tree_count():
		_trees.add_item("Textures %d" % tree)
	_trees.add_item("No textures")
	_levels.select(_levels.item_count - 1)
	_trees.select(0)


func _draw_terrain() -> void:
	var level: int = maxi(_levels.selected, 0)
	var tree: int = _trees.selected if _trees.selected < _atlas.get_texture_tree_count() else -1
	_chunks_drawn = _view.show_level(_atlas, level, tree) if _atlas.get_tree_depth() > 0 else 0
	_drawn.text = "%d chunks" % _chunks_drawn
	_chunk.show_keys(_atlas.get_chunk(level, 0, 0))


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
