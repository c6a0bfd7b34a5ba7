class_name BakeView
extends ScrollContainer
## The atlases of a bake as pictures: light, shadow and ambient occlusion.

const TONEMAP: Shader = preload("res://views/tonemap.gdshader")
const SIDE: float = 310.0

var _row: HFlowContainer = HFlowContainer.new()


func _ready() -> void:
	_row.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	_row.add_theme_constant_override("h_separation", 16)
	_row.add_theme_constant_override("v_separation", 16)
	add_child(_row)


## Shows the bake with the keys of the format; an empty dictionary is no bake.
func show_bake(bake: Dictionary) -> void:
	for child: Node in _row.get_children():
		child.queue_free()
	if bake.is_empty():
		_row.add_child(_label("This map has no baked light."))
		return
	_add_picture("Light", bake, "light", Image.FORMAT_RGBH, _tonemapped())
	_add_picture("Shadow of the sun", bake, "shadow", Image.FORMAT_L8, null)
	_add_picture("Ambient occlusion", bake, "ao", Image.FORMAT_L8, null)


func _add_picture(
	title: String, bake: Dictionary, key: String, format: Image.Format, look: ShaderMaterial
) -> void:
	var width: int = bake["width"]
	var height: int = bake["height"]
	var image: Image = Image.create_from_data(width, height, false, format, bake[key] as PackedByteArray)
	var picture: TextureRect = TextureRect.new()
	picture.texture = ImageTexture.create_from_image(image)
	picture.material = look
	picture.custom_minimum_size = Vector2(SIDE, SIDE * height / width)
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.texture_filter = CanvasItem.TEXTURE_FILTER_NEAREST
	var column: VBoxContainer = VBoxContainer.new()
	column.add_child(_label("%s, %d x %d" % [title, width, height]))
	column.add_child(picture)
	_row.add_child(column)


func _tonemapped() -> ShaderMaterial:
	var material_with_tonemap: ShaderMaterial = ShaderMaterial.new()
	material_with_tonemap.shader = TONEMAP
	return material_with_tonemap


func _label(text: String) -> Label:
	var label: Label = Label.new()
	label.text = text
	label.theme_type_variation = &"DimLabel"
	return label
