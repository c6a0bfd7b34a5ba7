extends MapPage
## Tile map layers: those of a scene, or a buffer pasted in any text form. Shows a layer drawn, its records and
## problems, and writes it back.

const SCENE: String = "tscn"
const EXTENSIONS: PackedStringArray = [SCENE, "txt"]
const NO_LAYERS: String = "There is no tile map layer in this scene."

var _scene: SceneLayers = SceneLayers.new()
var _codec: TileMapDataCodec = TileMapDataCodec.new()
# The chosen layer of the scene; -1 for a pasted buffer.
var _chosen: int = -1
var _failure: String = ""

@onready var _summary: Label = %Summary
@onready var _list: Tree = %Layers
@onready var _tabs: TabContainer = %Tabs
@onready var _view: LayerView = %View
@onready var _records: CellTable = %Records
@onready var _text: TextEdit = %Text
@onready var _problems: ItemList = %Problems
@onready var _read: Button = %Read
@onready var _compact: Button = %Compact
@onready var _sort: Button = %Sort
@onready var _write: Button = %Write
@onready var _dialog: FileDialog = %Dialog


func _ready() -> void:
	_list.set_column_expand(1, false)
	_list.set_column_custom_minimum_width(1, 100)
	_list.item_selected.connect(_on_layer_selected)
	_read.pressed.connect(_on_read_pressed)
	_compact.pressed.connect(_change.bind(_codec_compact))
	_sort.pressed.connect(_change.bind(_codec_sort))
	_write.pressed.connect(_dialog.popup_centered_ratio)
	_dialog.file_selected.connect(write_scene)
	_show()


func accepts(path: String) -> bool:
	return path.get_extension().to_lower() in EXTENSIONS


func open_map(path: String) -> Error:
	_dialog.current_path = path
	if path.get_extension().to_lower() != SCENE:
		return paste(FileAccess.get_file_as_string(path))
	_scene = SceneLayers.read(path)
	_failure = NO_LAYERS if _scene.layers.is_empty() else ""
	_choose(_scene.layers.size() - 1)
	return OK if _failure.is_empty() else ERR_FILE_UNRECOGNIZED


## Shows the buffer in [param text], whatever form it has.
func paste(text: String) -> Error:
	var codec: TileMapDataCodec = TileMapDataCodec.new()
	var error: Error = codec.load_text(text)
	_codec = codec
	_failure = codec.get_error_message()
	_chosen = -1
	_scene = SceneLayers.new()
	_show()
	return error


## Writes the scene with the chosen layer as it is now to [param path].
func write_scene(path: String) -> Error:
	if not _scene.replace(_chosen, _codec.to_buffer()):
		_failure = "This layer cannot be written back."
		_show()
		return ERR_INVALID_DATA
	var file: FileAccess = FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		_failure = "%s cannot be written." % path
		_show()
		return FileAccess.get_open_error()
	file.store_string(_scene.text)
	_show()
	return OK


func report() -> PackedStringArray:
	if not _failure.is_empty():
		return [_failure]
	var lines: PackedStringArray = []
	for layer: Dictionary in _scene.layers:
		lines.append("%s, %s: %d cells" % [layer["path"], layer["kind"], layer["cells"]])
		for problem: String in layer["problems"]:
			lines.append("problem: " + problem)
	if _scene.layers.is_empty():
		lines.append(_describe())
		for problem: String in _codec.get_problems():
			lines.append("problem: " + problem)
	return lines


func _choose(index: int) -> void:
	_chosen = index
	_codec = TileMapDataCodec.new()
	if index >= 0:
		_codec.load_buffer(_scene.layers[index]["data"] as PackedByteArray)
	_show()


func _codec_compact() -> void:
	_codec.compact()


func _codec_sort() -> void:
	_codec.sort()


func _change(change: Callable) -> void:
	change.call()
	_show()


func _show() -> void:
	_summary.text = _describe() if _failure.is_empty() else _failure
	_summary.theme_type_variation = &"HeaderMedium" if _failure.is_empty() else &"ProblemLabel"
	_show_list()
	_show_layers()
	_records.show_records(_codec)
	_text.text = _codec.to_text()
	_problems.clear()
	for problem: String in _codec.get_problems():
		_problems.add_item(problem, null, false)
	_tabs.set_tab_title(_problems.get_index(), "Problems (%d)" % _problems.item_count)
	_write.disabled = _chosen < 0


func _show_list() -> void:
	# A pasted buffer has no layers to choose from, and the buttons stay above.
	_list.visible = not _scene.layers.is_empty()
	_list.clear()
	var root: TreeItem = _list.create_item()
	for index: int in _scene.layers.size():
		var layer: Dictionary = _scene.layers[index]
		var item: TreeItem = _list.create_item(root)
		item.set_text(0, (layer["path"] as String).trim_suffix("/tile_data"))
		item.set_tooltip_text(0, "%s, %s" % [layer["path"], layer["kind"]])
		item.set_text(1, "%d cells" % layer["cells"])
		item.set_metadata(0, index)
		if index == _chosen:
			item.set_custom_bg_color(0, Color("345d56"))
			item.set_custom_bg_color(1, Color("345d56"))


func _show_layers() -> void:
	_view.clear()
	for index: int in _scene.layers.size():
		var codec: TileMapDataCodec = _codec
		if index != _chosen:
			codec = TileMapDataCodec.new()
			codec.load_buffer(_scene.layers[index]["data"] as PackedByteArray)
		_view.add_layer(codec, _scene.tile_set(index), index == _chosen)
	if _chosen < 0:
		_view.add_layer(_codec, null, true)


func _describe() -> String:
	var records: int = _codec.get_record_count()
	var cells: int = _codec.get_cell_count()
	if records == 0 and _chosen < 0:
		return "Paste a buffer on the right, or open a scene."
	var used: Rect2i = _codec.get_used_rect()
	var parts: PackedStringArray = [
		"%d cells" % cells,
		"%d records" % records,
		"%d erased or overwritten" % (records - cells),
		"%d x %d from (%d, %d)" % [used.size.x, used.size.y, used.position.x, used.position.y],
	]
	var layer_name: String = "Pasted buffer" if _chosen < 0 else str(_scene.layers[_chosen]["path"])
	return layer_name + ": " + ", ".join(parts)


func _on_layer_selected() -> void:
	# The list is made anew, which must wait until it is done with the click.
	_choose.call_deferred(_list.get_selected().get_metadata(0) as int)


func _on_read_pressed() -> void:
	paste(_text.text)
