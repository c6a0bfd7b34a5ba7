class_name KeyTree
extends Tree
## Keys and values in two columns; dictionaries and arrays within open up.

const MOST_ENTRIES: int = 200
const LONGEST_TEXT: int = 120
const DIM: Color = Color("949eae")


func _ready() -> void:
	columns = 2
	hide_root = true
	set_column_expand_ratio(1, 2)


## Shows what is in [param keys].
func show_keys(keys: Dictionary) -> void:
	clear()
	_fill(create_item(), keys)


func _fill(parent: TreeItem, container: Variant) -> void:
	if container is Dictionary:
		var dictionary: Dictionary = container
		for key: Variant in dictionary.keys().slice(0, MOST_ENTRIES):
			_add(parent, str(key), dictionary[key])
	elif container is Array:
		var array: Array = (container as Array).slice(0, MOST_ENTRIES)
		for index: int in array.size():
			_add(parent, str(index), array[index])


func _add(parent: TreeItem, key: String, value: Variant) -> void:
	var item: TreeItem = create_item(parent)
	item.set_text(0, key)
	item.set_custom_color(0, DIM)
	item.set_text(1, _describe(value))
	item.set_tooltip_text(1, type_string(typeof(value)))
	_fill(item, value)
	item.collapsed = true


func _describe(value: Variant) -> String:
	if value is Dictionary:
		return "%d keys" % (value as Dictionary).size()
	if value is Array and not _is_short(value as Array):
		return "%d values" % (value as Array).size()
	if typeof(value) >= TYPE_PACKED_BYTE_ARRAY:
		@warning_ignore("unsafe_method_access")
		return "%d values, %s" % [value.size(), type_string(typeof(value))]
	return str(value).left(LONGEST_TEXT)


func _is_short(array: Array) -> bool:
	return array.size() <= 4 and array.all(func(value: Variant) -> bool: return value is float or value is int)
