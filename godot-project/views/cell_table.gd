class_name CellTable
extends Tree
## The records of a layer in the order of its buffer.

const TITLES: PackedStringArray = ["record", "coords", "source", "atlas", "alternative", "transform", ""]
const MOST_ROWS: int = 500
const DIM: Color = Color("949eae")
const TRANSFORMS: Dictionary[int, String] = {
	TileSetAtlasSource.TRANSFORM_FLIP_H: "flip h",
	TileSetAtlasSource.TRANSFORM_FLIP_V: "flip v",
	TileSetAtlasSource.TRANSFORM_TRANSPOSE: "transpose",
	0x8000: "bit 15",
}


func _ready() -> void:
	columns = TITLES.size()
	hide_root = true
	column_titles_visible = true
	for column: int in columns:
		set_column_title(column, TITLES[column])
		set_column_title_alignment(column, HORIZONTAL_ALIGNMENT_LEFT)


## Shows the first records of [param codec].
func show_records(codec: TileMapDataCodec) -> void:
	clear()
	var root: TreeItem = create_item()
	var fields: Dictionary = codec.get_columns()
	var count: int = codec.get_record_count()
	var last: Dictionary[Vector2i, int] = _last_records(fields)
	for row: int in mini(count, MOST_ROWS):
		_add_row(root, fields, row, last)
	if count > MOST_ROWS:
		create_item(root).set_text(0, "and %d more" % (count - MOST_ROWS))


## The record that counts, for each coordinate.
func _last_records(fields: Dictionary) -> Dictionary[Vector2i, int]:
	var x: PackedInt32Array = fields["x"]
	var y: PackedInt32Array = fields["y"]
	var last: Dictionary[Vector2i, int] = {}
	for row: int in x.size():
		last[Vector2i(x[row], y[row])] = row
	return last


func _add_row(root: TreeItem, fields: Dictionary, row: int, last: Dictionary[Vector2i, int]) -> void:
	var coords: Vector2i = Vector2i(fields["x"][row] as int, fields["y"][row] as int)
	var texts: PackedStringArray = [str(row), "%d, %d" % [coords.x, coords.y], "", "", "", "", "erased"]
	var is_painted: bool = fields["source_id"][row] != 0xFFFF
	if is_painted:
		texts[2] = str(fields["source_id"][row])
		texts[3] = "%d, %d" % [fields["atlas_x"][row], fields["atlas_y"][row]]
		texts[4] = str(fields["alternative"][row])
		texts[5] = _describe(fields["transform"][row] as int)
		texts[6] = ""
	if last[coords] != row:
		texts[6] = "overwritten by record %d" % last[coords]
	var item: TreeItem = create_item(root)
	for column: int in texts.size():
		item.set_text(column, texts[column])
		if column == 0 or not texts[6].is_empty():
			item.set_custom_color(column, DIM)


func _describe(transform: int) -> String:
	var parts: PackedStringArray = []
	for bit: int in TRANSFORMS:
		if transform & bit:
			parts.append(TRANSFORMS[bit])
	return ", ".join(parts)
