class_name GtmBrushBuilder
extends RefCounted
## A builder of brush meshes and hulls in plain GDScript, from the dictionaries of [GtmReader]: what a project would write
## for itself. It hides no covered faces and makes no tangents, terrain or scatter sets. What the bench compares against.

const SCALE: float = 1.0 / 32.0
const TEXTURE_SIZE: Vector2 = Vector2(128, 128)

var _surfaces: Dictionary[String, SurfaceTool] = {}
var _body: StaticBody3D = StaticBody3D.new()


## The scene of a map: one mesh with a surface for each material, and a hull for each brush.
static func build(map: Dictionary) -> Node3D:
	var builder: GtmBrushBuilder = GtmBrushBuilder.new()
	for layer: Dictionary in map["layers"]:
		builder._add_all(layer)
	return builder._finish()


func _add_all(parent: Dictionary) -> void:
	for node: Dictionary in parent.get("children", []):
		if node["type"] == "brush":
			_add_brush(node)
		else:
			_add_all(node)


func _add_brush(brush: Dictionary) -> void:
	var corners: PackedVector3Array = []
	for vertex: Array in brush["vertices"]:
		corners.append(Vector3(vertex[0], vertex[1], vertex[2]))
	for face: Dictionary in brush["faces"]:
		_add_face(face, corners)
	var hull: PackedVector3Array = []
	for corner: Vector3 in corners:
		hull.append(corner * SCALE)
	var shape: ConvexPolygonShape3D = ConvexPolygonShape3D.new()
	shape.points = hull
	var node: CollisionShape3D = CollisionShape3D.new()
	node.shape = shape
	_body.add_child(node)


func _add_face(face: Dictionary, corners: PackedVector3Array) -> void:
	var points: PackedVector3Array = []
	for index: int in face["indices"]:
		points.append(corners[index])
	var normal: Vector3 = _normal(points)
	if normal == Vector3.ZERO:
		return
	var material: String = face["material"]
	if not _surfaces.has(material):
		_surfaces[material] = SurfaceTool.new()
		_surfaces[material].begin(Mesh.PRIMITIVE_TRIANGLES)
	var surface: SurfaceTool = _surfaces[material]
	var uv: Dictionary = face.get("uv", {})
	# Stored fronts are counter-clockwise, Godot's are clockwise.
	for corner: int in range(1, points.size() - 1):
		for index: int in [0, corner + 1, corner] as Array[int]:
			surface.set_normal(normal)
			surface.set_uv(_uv(points[index], uv))
			surface.add_vertex(points[index] * SCALE)


## Newell's sum over the corners.
func _normal(points: PackedVector3Array) -> Vector3:
	var sum: Vector3 = Vector3.ZERO
	for index: int in points.size():
		var from: Vector3 = points[index]
		var to: Vector3 = points[(index + 1) % points.size()]
		sum += Vector3((from.y - to.y) * (from.z + to.z), (from.z - to.z) * (from.x + to.x), (from.x - to.x) * (from.y + to.y))
	return sum.normalized()


func _uv(point: Vector3, uv: Dictionary) -> Vector2:
	var u: Vector3 = _vector(uv.get("u_axis"), Vector3(1, 0, 0))
	var v: Vector3 = _vector(uv.get("v_axis"), Vector3(0, 0, 1))
	var offset: Array = uv.get("offset", [0.0, 0.0])
	var scale: Array = uv.get("scale", [1.0, 1.0])
	return Vector2(point.dot(u) / scale[0] + offset[0], point.dot(v) / scale[1] + offset[1]) / TEXTURE_SIZE


func _vector(numbers: Variant, missing: Vector3) -> Vector3:
	return Vector3(numbers[0], numbers[1], numbers[2]) if numbers is Array else missing


func _finish() -> Node3D:
	var root: Node3D = Node3D.new()
	root.add_child(_body)
	var mesh: ArrayMesh = ArrayMesh.new()
	for material: String in _surfaces:
		_surfaces[material].index()
		_surfaces[material].commit(mesh)
	var instance: MeshInstance3D = MeshInstance3D.new()
	instance.mesh = mesh
	_body.add_child(instance)
	return root
