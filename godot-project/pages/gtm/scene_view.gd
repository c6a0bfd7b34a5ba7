class_name SceneView
extends SubViewportContainer
## The scene that a map builds, to fly through.

const UNITS_PER_METER: float = 32.0
## A map without a light of its own is lit by these.
const SKY: Color = Color(0.62, 0.70, 0.80)
const SUN_ROTATION: Vector3 = Vector3(-0.9, -0.6, 0.0)

## What building took, in milliseconds; 0 when nothing was built.
var build_time: float = 0.0

var _scene: Node3D

@onready var _world: SubViewport = $World
@onready var _camera: FlyCamera = $World/Camera


## Builds and shows the scene of [param map] in place of the one before; [param editor] is what the map's own editor keeps.
func show_map(map: GtmFile, editor: Dictionary) -> void:
	clear()
	var start: int = Time.get_ticks_usec()
	_scene = map.build_scene()
	if _scene == null:
		return
	build_time = (Time.get_ticks_usec() - start) / 1000.0
	_world.add_child(_scene)
	_light()
	_place_camera(editor)


## Shows nothing.
func clear() -> void:
	build_time = 0.0
	if _scene:
		_scene.free()
	_scene = null


## How many nodes the scene has.
func node_count() -> int:
	return _scene.find_children("*", "", true, false).size() + 1 if _scene else 0


func _light() -> void:
	if _scene.find_children("*", "WorldEnvironment").is_empty():
		var environment: WorldEnvironment = WorldEnvironment.new()
		environment.environment = Environment.new()
		environment.environment.background_mode = Environment.BG_COLOR
		environment.environment.background_color = SKY
		environment.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
		environment.environment.ambient_light_color = SKY
		environment.environment.ambient_light_energy = 0.4
		_scene.add_child(environment)
	if _scene.find_children("*", "Light3D").is_empty():
		var sun: DirectionalLight3D = DirectionalLight3D.new()
		sun.rotation = SUN_ROTATION
		_scene.add_child(sun)


## Where the first camera of the map's editor stands, else where all is in view.
func _place_camera(editor: Dictionary) -> void:
	var bounds: AABB = _bounds()
	_camera.frame(bounds)
	var cameras: Dictionary = editor.get("cameras", {})
	var camera: Dictionary = cameras.get("1", {})
	if not camera.has_all(["position", "yaw", "pitch"]):
		return
	var place: Array = camera["position"]
	_camera.position = Vector3(place[0], place[1], place[2]) / UNITS_PER_METER
	_camera.rotation = Vector3(camera["pitch"] as float, camera["yaw"] as float, 0.0)


func _bounds() -> AABB:
	var bounds: AABB = AABB()
	for instance: VisualInstance3D in _scene.find_children("*", "VisualInstance3D"):
		if instance is GeometryInstance3D:
			var box: AABB = instance.global_transform * instance.get_aabb()
			bounds = box if bounds.size == Vector3.ZERO else bounds.merge(box)
	return bounds if bounds.size != Vector3.ZERO else AABB(-Vector3.ONE, Vector3.ONE * 2.0)
