class_name NodeTree
extends Tree
## The nodes of a map. A branch is filled when it is opened, since a map may hold a hundred thousand.

## Somebody clicked a node; [param keys] is all of it but its children.
signal node_chosen(keys: Dictionary)

## More children than anybody reads are named by their number only.
const MOST_CHILDREN: int = 500
const COLORS: Dictionary[String, Color] = {
	"layer": Color("5aa896"),
	"group": Color("8fb573"),
	"entity": Color("d7a65f"),
	"terrain": Color("7fa7d9"),
	"scatter": Color("7fa7d9"),
	"instance": Color("b48ead"),
}


func _ready() -> void:
	item_selected.connect(_on_item_selected)
	item_collapsed.connect(_on_item_collapsed)


## Shows [param properties] of the map itself and, below them, its [param layers].
func show_nodes(properties: Dictionary, layers: Array) -> void:
	clear()
	var root: TreeItem = create_item()
	root.set_text(0, "map")
	root.set_metadata(0, properties)
	_fill(root, layers)
	for layer: TreeItem in root.get_children():
		layer.collapsed = false
	root.select(0)


func _fill(item: TreeItem, nodes: Array) -> void:
	for node: Dictionary in nodes.slice(0, MOST_CHILDREN):
		_add(item, node)
	if nodes.size() > MOST_CHILDREN:
		create_item(item).set_text(0, "and %d more" % (nodes.size() - MOST_CHILDREN))


func _add(parent: TreeItem, node: Dictionary) -> void:
	var type: String = str(node.get("type", "node"))
	var item: TreeItem = create_item(parent)
	item.set_text(0, "%s %s" % [type, _label(node)])
	item.set_metadata(0, node)
	if COLORS.has(type):
		item.set_custom_color(0, COLORS[type])
	if node.get("children", []):
		# Stands for the children until the branch is opened.
		create_item(item)
		item.collapsed = true


func _label(node: Dictionary) -> String:
	for key: String in ["name", "classname", "path"]:
		if node.has(key):
			return str(node[key])
	return "#%s" % node.get("id", 0)


func _on_item_collapsed(item: TreeItem) -> void:
	var first: TreeItem = item.get_first_child()
	if item.collapsed or first == null or not first.get_text(0).is_empty():
		return
	first.free()
	var node: Dictionary = item.get_metadata(0)
	_fill(item, node["children"] as Array)


func _on_item_selected() -> void:
	var chosen: Variant = get_selected().get_metadata(0)
	if chosen is not Dictionary:
		return
	var keys: Dictionary = (chosen as Dictionary).duplicate()
	keys.erase("children")
	node_chosen.emit(keys)
