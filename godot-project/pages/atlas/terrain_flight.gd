class_name TerrainFlight
extends Node
## Flies a camera in a long loop over a terrain: low along the ground, then up to see all of it.

## Seconds that a loop takes.
const LOOP: float = 60.0
## Parts of the terrain's width.
const LOW: float = 0.04
const HIGH: float = 0.35
const REACH: float = 0.36
## How far ahead the camera looks, in parts of the loop.
const AHEAD: float = 0.04
## How much it turns to the middle, where there is most to see.
const INWARD: float = 0.4

## What is flown over.
var terrain: AtlasTerrain
## What flies.
var camera: Camera3D
## The box around the terrain.
var bounds: AABB

var _along: float = 0.0


func _ready() -> void:
	set_process(false)


func _process(delta: float) -> void:
	_along = fposmod(_along + delta / LOOP, 1.0)
	var ahead: Vector3 = _place(_along + AHEAD).lerp(bounds.get_center(), INWARD)
	camera.look_at_from_position(_place(_along), ahead + Vector3.DOWN * _reach() * 0.02)


## Begins or ends the flight.
func fly(flying: bool) -> void:
	set_process(flying)


## Where the camera is at a part of the loop, always above the ground.
func _place(along: float) -> Vector3:
	var angle: float = along * TAU
	var height: float = lerpf(LOW, HIGH, pow(sin(angle * 0.5), 6.0)) * _reach()
	# A loop that crosses the middle as well.
	var across: Vector3 = Vector3(sin(angle * 2.0), 0, cos(angle * 3.0)) * REACH * _reach()
	var place: Vector3 = bounds.get_center() + across
	var ground: float = terrain.get_height(place)
	place.y = (bounds.position.y if is_nan(ground) else ground) + height
	return place


func _reach() -> float:
	return maxf(bounds.size.x, bounds.size.z)
