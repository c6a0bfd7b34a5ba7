class_name StatisticsPlot
extends Control
## The statistics of a terrain as curves, the newest on the right.

const SAMPLES: int = 300
const COLORS: PackedColorArray = [
	Color("7fb069"), Color("5fa8d3"), Color("e6aa68"), Color("ca6680"), Color("b8a1d9")
]
const TITLES: PackedStringArray = ["chunks", "MiB in memory", "on their way", "ms a frame", "triangles (k)"]

## What is plotted.
var terrain: AtlasTerrain

var _curves: Array[PackedFloat32Array] = [[], [], [], [], []]


func _process(_delta: float) -> void:
	if not is_visible_in_tree() or terrain == null:
		return
	var statistics: Dictionary = terrain.get_statistics()
	if statistics.is_empty():
		return
	var values: PackedFloat32Array = [
		statistics["visible_chunks"] as float,
		(statistics["resident_bytes"] as float) / 1048576.0,
		(statistics["queued"] as float) + (statistics["loading"] as float),
		(statistics["frame_usec"] as float) / 1000.0,
		(statistics["visible_triangles"] as float) / 1000.0,
	]
	for index: int in values.size():
		var curve: PackedFloat32Array = _curves[index]
		curve.append(values[index])
		_curves[index] = curve.slice(maxi(curve.size() - SAMPLES, 0))
	queue_redraw()


func _draw() -> void:
	var font: Font = get_theme_default_font()
	var font_size: int = get_theme_default_font_size()
	var strip: float = size.y / _curves.size()
	for index: int in _curves.size():
		var curve: PackedFloat32Array = _curves[index]
		var area: Rect2 = Rect2(8, strip * index + font_size + 12, size.x - 16, strip - font_size - 20)
		draw_rect(area, Color(1, 1, 1, 0.04))
		if curve.size() < 2:
			continue
		var top: float = 0.001
		for value: float in curve:
			top = maxf(top, value)
		var text: String = "%s: %.1f, at most %.1f" % [TITLES[index], curve[-1], top]
		draw_string(font, area.position - Vector2(0, 6), text, HORIZONTAL_ALIGNMENT_LEFT, area.size.x, font_size, COLORS[index])
		var line: PackedVector2Array = []
		for place: int in curve.size():
			var along: float = 1.0 - float(curve.size() - 1 - place) / (SAMPLES - 1)
			line.append(area.position + area.size * Vector2(along, 1.0 - curve[place] / top))
		draw_polyline(line, COLORS[index], 1.5, true)
