class_name FlyCamera
extends Camera3D
## A camera that flies: hold the right mouse button to look around, W A S D Q E to move, the wheel for speed.

const LOOK_SPEED: float = 0.0035
const WHEEL_FACTOR: float = 1.2
const FAST: float = 4.0

## Metres a second.
@export var speed: float = 40.0

var _looking: bool = false


func _process(delta: float) -> void:
	if not _looking:
		return
	var wish: Vector3 = Vector3(
		_pressed(KEY_D) - _pressed(KEY_A), _pressed(KEY_E) - _pressed(KEY_Q), _pressed(KEY_S) - _pressed(KEY_W)
	)
	var pace: float = speed * (FAST if Input.is_key_pressed(KEY_SHIFT) else 1.0)
	translate(wish.normalized() * pace * delta)


func _unhandled_input(event: InputEvent) -> void:
	var button: InputEventMouseButton = event as InputEventMouseButton
	if button and button.button_index == MOUSE_BUTTON_RIGHT:
		_looking = button.pressed
		Input.mouse_mode = Input.MOUSE_MODE_CAPTURED if _looking else Input.MOUSE_MODE_VISIBLE
	elif button and button.pressed and button.button_index == MOUSE_BUTTON_WHEEL_UP:
		speed *= WHEEL_FACTOR
	elif button and button.pressed and button.button_index == MOUSE_BUTTON_WHEEL_DOWN:
		speed /= WHEEL_FACTOR
	var motion: InputEventMouseMotion = event as InputEventMouseMotion
	if motion and _looking:
		rotation.y -= motion.relative.x * LOOK_SPEED
		rotation.x = clampf(rotation.x - motion.relative.y * LOOK_SPEED, -PI / 2.0, PI / 2.0)


## Puts the camera where it sees [param bounds] whole, from above and from the south.
func frame(bounds: AABB) -> void:
	var middle: Vector3 = bounds.get_center()
	var reach: float = maxf(bounds.size.x, bounds.size.z)
	position = middle + Vector3(reach * -0.22, reach * 0.27, reach * 0.66)
	look_at(middle + Vector3(0, reach * -0.03, 0))
	speed = reach / 12.0
	near = maxf(reach / 1000.0, 0.05)
	far = reach * 40.0


func _pressed(key: Key) -> float:
	return 1.0 if Input.is_key_pressed(key) else 0.0
