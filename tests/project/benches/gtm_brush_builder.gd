class_name GtmBrushBuilder
extends RefCounted
## A builder of brush meshes and hulls in plain GDScript, from the dictionaries of [GtmReader]: what a project would write
## for itself. It hides no covered faces and makes no terrain or scatter sets. What the bench compares against.

const SCALE: float = 1.0 / 32.0
const TEXTURE_SIZE: Vector2 = Vector2(128, 128)


## The arrays of one material's surface.
class Surface extends RefCounted:
	var points: PackedVector3Array = []
	var normals: PackedVector3Array = []
	var tangents: PackedFloat32Array = []
	var uvs: PackedVector2Array = []
	var indices: PackedInt32Array = []


	func to_arrays() -> Array:
		var arrays: Array = []
		arrays.resize(Mesh.ARRAY_MAX)
		arrays[Mesh.ARRAY_VERTEX] = points
		arrays[Mesh.ARRAY_NORMAL] = normals
		arrays[Mesh.ARRAY_TANGENT] = tangents
		arrays[Mesh.ARRAY_TEX_UV] = uvs
		arrays[Mesh.ARRAY_INDEX] = indices
		return arrays


var _surfaces: Dictionary[String, Surface] = {}
var _body: StaticBody3D = StaticBody3D.new()
var _with_hulls: bool = false


## The scene of a map: one mesh with a surface for each material, and if wanted a hull for each brush.
static func build(map: Dictionary, with_hulls: bool) -> Node3D:
	var builder: GtmBrushBuilder = GtmBrushBuilder.new()
	builder._with_hulls = with_hulls
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
	if _with_hulls:
		_add_hull(corners)


func _add_hull(corners: PackedVector3Array) -> void:
	var hull: PackedVector3Array = []
	for corner: Vector3 in corners:
		hull.append(corner * SCALE)
	var shape: ConvexPolygonShape3D = ConvexPolygonShape3D.new()
	shape.points = hull
	var node: CollisionShape3D = CollisionShape3D.new()
	node.name = "brush_%d" % _body.get_child_count()
	node.shape = shape
	_body.add_child(node)


func _add_face(face: Dictionary, corners: PackedVector3Array) -> void:
	var points: PackedVector3Array = []
	for index: int in face["indices"]:
		points.append(corners[index])
	var normal: Vector3 = _normal(points)
	if normal == Vector3.ZERO:
		return
	points = _sorted(points, normal)
	var material: String = face["material"]
	if not _surfaces.has(material):
		_surfaces[material] = Surface.new()
	var surface: Surface = _surfaces[material]
	var uv: Dictionary = face.get("uv", {})
	var u: Vector3 = _vector(uv.get("u_axis"), Vector3(1, 0, 0))
	var v: Vector3 = _vector(uv.get("v_axis"), Vector3(0, 0, 1))
	var offset: Array = uv.get("offset", [0.0, 0.0])
	var scale: Array = uv.get("scale", [1.0, 1.0])
	var tangent: Vector3 = u.normalized()
	var side: float = -signf(normal.cross(u).dot(v))
	var first: int = surface.points.size()
	for point: Vector3 in points:
		surface.points.append(point * SCALE)
		surface.normals.append(normal)
		surface.tangents.append_array([tangent.x, tangent.y, tangent.z, side])
		var texel: Vector2 = Vector2(point.dot(u) / scale[0] + offset[0], point.dot(v) / scale[1] + offset[1])
		surface.uvs.append(texel / TEXTURE_SIZE)
	for corner: int in range(1, points.size() - 1):
		surface.indices.append_array([first, first + corner, first + corner + 1])


## Newell's sum over the corners.
func _normal(points: PackedVector3Array) -> Vector3:
	var sum: Vector3 = Vector3.ZERO
	for index: int in points.size():
		var from: Vector3 = points[index]
		var to: Vector3 = points[(index + 1) % points.size()]
		sum += Vector3((from.y - to.y) * (from.z + to.z), (from.z - to.z) * (from.x + to.x), (from.x - to.x) * (from.y + to.y))
	return sum.normalized()


## The corners clockwise seen from outside, as Godot's fronts are.
func _sorted(points: PackedVector3Array, normal: Vector3) -> PackedVector3Array:
	var middle: Vector3 = Vector3.ZERO
	for point: Vector3 in points:
		middle += point
	middle /= points.size()
	var along: Vector3 = (points[1] - points[0]).normalized()
	var across: Vector3 = along.cross(normal)
	var by_angle: Array[Vector2i] = []
	for index: int in points.size():
		var from_middle: Vector3 = points[index] - middle
		by_angle.append(Vector2i(roundi(atan2(from_middle.dot(across), from_middle.dot(along)) * 1e6), index))
	by_angle.sort()
	var sorted: PackedVector3Array = []
	for place: Vector2i in by_angle:
		sorted.append(points[place.y])
	return sorted


func _vector(numbers: Variant, missing: Vector3) -> Vector3:
	return Vector3(numbers[0], numbers[1], numbers[2]) if numbers is Array else missing


func _finish() -> Node3D:
	var root: Node3D = Node3D.new()
	root.add_child(_body)
	var mesh: ArrayMesh = ArrayMesh.new()
	for material: String in _surfaces:
		mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, _surfaces[material].to_arrays())
		mesh.surface_set_name(mesh.get_surface_count() - 1, material)
	var instance: MeshInstance3D = MeshInstance3D.new()
	instance.mesh = mesh
	_body.add_child(instance)
	return root
