extends MapPage
## GodotTrench maps: the scene that they build, the node tree, a chosen node's keys, counts, problems, the baked lighting.

const EXTENSIONS: PackedStringArray = ["gtm", "tdm", "json"]

var _map: GtmFile = GtmFile.new()
var _counts: Dictionary[String, int] = {}

@onready var _summary: Label = %Summary
@onready var _nodes: NodeTree = %Nodes
@onready var _scene: SceneView = %Scene
@onready var _keys: KeyTree = %Keys
@onready var _count_list: KeyTree = %Counts
@onready var _problems: ItemList = %Problems
@onready var _tabs: TabContainer = %Tabs
@onready var _bake: BakeView = %Bake


func _ready() -> void:
	_nodes.node_chosen.connect(_show_keys)


func accepts(path: String) -> bool:
	return path.get_extension().to_lower() in EXTENSIONS


func open_map(path: String) -> Error:
	var opened: GtmFile = GtmFile.new()
	var error: Error = opened.load(path)
	_map = opened
	_show_map(error)
	return error


func report() -> PackedStringArray:
	if not _map.get_error_message().is_empty():
		return [_map.get_error_message()]
	var lines: PackedStringArray = [_describe()]
	for type: String in _counts:
		lines.append("%s: %d" % [type, _counts[type]])
	if _scene.node_count() > 0:
		lines.append("scene: %d nodes, built in %.0f ms" % [_scene.node_count(), _scene.build_time])
	lines.append("problems: %d" % _map.get_problems().size())
	for problem: String in _map.get_problems():
		lines.append("problem: " + problem)
	return lines


func _show_map(error: Error) -> void:
	var content: Dictionary = _map.get_map() if error == OK else {}
	var layers: Array = content.get("layers", [])
	_counts = _count(layers)
	_summary.text = _describe() if error == OK else _map.get_error_message()
	_summary.theme_type_variation = &"HeaderMedium" if error == OK else &"ProblemLabel"
	if error == OK:
		_scene.show_map(_map, content.get("editor", {}) as Dictionary)
	else:
		_scene.clear()
	content.erase("layers")
	content.erase("lightmap")
	_nodes.show_nodes(content, layers)
	_count_list.show_keys(_counts)
	_bake.show_bake(_map.get_lightmap() if error == OK else {})
	_show_problems()
	var first: Control = _keys
	if _problems.item_count > 0:
		first = _problems
	elif _scene.node_count() > 0:
		first = _scene
	_tabs.current_tab = first.get_index()


func _show_keys(keys: Dictionary) -> void:
	_keys.show_keys(keys)
	if _nodes.has_focus():
		_tabs.current_tab = _keys.get_index()


func _describe() -> String:
	var form: String = "binary" if _map.is_binary() else "JSON"
	var parts: PackedStringArray = [
		"GodotTrench map, version %d, %s" % [_map.get_map_version(), form],
		"%d nodes" % _map.get_node_count(),
		"content %013x" % _map.get_content_id(),
	]
	if _map.has_lightmap():
		var bake: Dictionary = _map.get_lightmap()
		parts.append("baked light %d x %d" % [bake["width"], bake["height"]])
	return ", ".join(parts)


func _show_problems() -> void:
	_problems.clear()
	for problem: String in _map.get_problems():
		_problems.add_item(problem, null, false)
	_tabs.set_tab_title(_problems.get_index(), "Problems (%d)" % _problems.item_count)


## How many nodes there are of each type, counted without recursion: maps may be deep.
func _count(layers: Array) -> Dictionary[String, int]:
	var counts: Dictionary[String, int] = {}
	var waiting: Array = layers.duplicate()
	while not waiting.is_empty():
		var node: Dictionary = waiting.pop_back()
		var type: String = str(node.get("type", "without a type"))
		counts[type] = counts.get(type, 0) + 1
		var children: Array = node.get("children", [])
		waiting.append_array(children)
	counts.sort()
	return counts
