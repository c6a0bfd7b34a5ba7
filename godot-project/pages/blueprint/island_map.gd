class_name IslandMap
extends Control
## An island as a map: its picture, roads, towns, and where the camera looks.

const TOWN_COLOR: Color = Color(0.98, 0.96, 0.90)
const CAMERA_COLOR: Color = Color(0.98, 0.55, 0.25)

## Whose place and direction the map shows.
var camera: Camera3D

var _picture: Texture2D
var _map_size: int = 0
var _towns: Array[Dictionary] = []
var _roads: Dictionary[StringName, Array] = {}
var _drawn_from: Transform3D


func _process(_delta: float) -> void:
	if camera and camera.global_transform != _drawn_from:
		queue_redraw()


func _draw() -> void:
	if _picture == null:
		return
	var side: float = minf(size.x, size.y)
	var scaling: float = side / _map_size
	draw_texture_rect(_picture, Rect2(0, 0, side, side), false)
	draw_set_transform(Vector2.ZERO, 0.0, Vector2(scaling, scaling))
	for tier: StringName in _roads:
		for path: PackedVector2Array in _roads[tier]:
			draw_polyline(path, IslandView.ROAD_COLORS[tier], (1.6 if tier == &"highway" else 1.0) / scaling, true)
	draw_set_transform(Vector2.ZERO)
	for town: Dictionary in _towns:
		var place: Vector2 = (town["position"] as Vector2) * scaling
		var radius: float = maxf(4.5 - (town["tier"] as int), 2.0)
		draw_circle(place, radius + 1.0, Color.BLACK, true, -1.0, true)
		draw_circle(place, radius, TOWN_COLOR, true, -1.0, true)
	if camera:
		_draw_camera(scaling, side)


## Shows [param picture], which covers the whole island, with what the island has on it.
func show_island(island: Blueprint, picture: Texture2D) -> void:
	_picture = picture
	_map_size = island.get_map_size()
	_towns = island.get_towns()
	_roads.clear()
	for tier: StringName in IslandView.TIERS:
		_roads[tier] = island.get_roads(tier).filter(
			func(path: PackedVector2Array) -> bool: return path.size() > 1
		)
	queue_redraw()


func _draw_camera(scaling: float, side: float) -> void:
	_drawn_from = camera.global_transform
	var place: Vector2 = Vector2(camera.position.x, camera.position.z) * scaling
	var ahead: Vector3 = -camera.basis.z
	var along: Vector2 = Vector2(ahead.x, ahead.z).normalized() * 9.0
	place = place.clampf(10.0, side - 10.0)
	var arrow: PackedVector2Array = [place + along, place - along.rotated(0.6), place - along.rotated(-0.6)]
	draw_colored_polygon(arrow, CAMERA_COLOR)
