class_name AtlasReader
extends RefCounted
## A reader of version 140 Torque terrains in plain GDScript, as far as drawing them needs: one chunk of geometry and
## one tile at a time. A chunk is read field by field, as the format is written down, or in a way that is quick.

const VERTEX_FLOATS: int = 13

var _file: FileAccess
var _geometry: Array[Vector2i] = []
var _tiles: Array[Vector2i] = []


func open(path: String) -> void:
	_file = FileAccess.open(path, FileAccess.READ)
	_file.seek(4)
	for toc: int in _file.get_8():
		var tag: String = _file.get_buffer(_file.get_8()).get_string_from_ascii()
		if tag == "Geom":
			_file.get_32()
		_file.get_32()
		var count: int = _file.get_32()
		_file.get_32()
		var rest: int = {"Geom": 25, "Tex": 0, "Config": 128}[tag]
		for index: int in count:
			var place: Vector2i = Vector2i(_file.get_32(), _file.get_32())
			_file.seek(_file.get_position() + 4 + rest)
			if tag == "Geom":
				_geometry.append(place)
			elif tag == "Tex":
				_tiles.append(place)


func chunk_count() -> int:
	return _geometry.size()


## A chunk as the arrays of a mesh, with its morph offsets, read field by field.
func arrays_by_field(index: int) -> Array:
	_file.seek(_geometry[index].x + 40)
	var index_count: int = _file.get_32()
	_file.get_32()
	var indices: PackedInt32Array = []
	for place: int in index_count:
		indices.append(_file.get_16())
	var points: PackedVector3Array = []
	var normals: PackedVector3Array = []
	var uvs: PackedVector2Array = []
	var morphs: PackedFloat32Array = []
	var uv_morphs: PackedFloat32Array = []
	for vertex: int in _file.get_32():
		points.append(_get_vector())
		uvs.append(Vector2(_file.get_float(), _file.get_float()))
		uv_morphs.append(_file.get_float())
		uv_morphs.append(_file.get_float())
		var morph: Vector3 = _get_vector()
		for part: float in [morph.x, morph.y, morph.z, 0.0] as Array[float]:
			morphs.append(part)
		normals.append(_get_vector())
	return _mesh_arrays(points, normals, uvs, morphs, uv_morphs, indices)


## A vector of the file, whose z is up.
func _get_vector() -> Vector3:
	var x: float = _file.get_float()
	var y: float = _file.get_float()
	return Vector3(x, _file.get_float(), -y)


## A chunk as the arrays of a mesh, with its morph offsets, read in few calls.
func arrays(index: int) -> Array:
	_file.seek(_geometry[index].x)
	var bytes: PackedByteArray = _file.get_buffer(_geometry[index].y)
	var index_count: int = bytes.decode_u32(40)
	var indices: PackedInt32Array = []
	indices.resize(index_count)
	for place: int in index_count:
		indices[place] = bytes.decode_u16(48 + 2 * place)
	var start: int = 48 + 2 * index_count
	var count: int = bytes.decode_u32(start)
	var floats: PackedFloat32Array = bytes.slice(start + 4, start + 4 + count * 4 * VERTEX_FLOATS).to_float32_array()
	var points: PackedVector3Array = []
	var normals: PackedVector3Array = []
	var uvs: PackedVector2Array = []
	var morphs: PackedFloat32Array = []
	var uv_morphs: PackedFloat32Array = []
	points.resize(count)
	normals.resize(count)
	uvs.resize(count)
	morphs.resize(4 * count)
	uv_morphs.resize(2 * count)
	var at: int = 0
	for vertex: int in count:
		points[vertex] = Vector3(floats[at], floats[at + 2], -floats[at + 1])
		uvs[vertex] = Vector2(floats[at + 3], floats[at + 4])
		uv_morphs[2 * vertex] = floats[at + 5]
		uv_morphs[2 * vertex + 1] = floats[at + 6]
		morphs[4 * vertex] = floats[at + 7]
		morphs[4 * vertex + 1] = floats[at + 9]
		morphs[4 * vertex + 2] = -floats[at + 8]
		normals[vertex] = Vector3(floats[at + 10], floats[at + 12], -floats[at + 11])
		at += VERTEX_FLOATS
	return _mesh_arrays(points, normals, uvs, morphs, uv_morphs, indices)


func _mesh_arrays(
		points: PackedVector3Array, normals: PackedVector3Array, uvs: PackedVector2Array, morphs: PackedFloat32Array,
		uv_morphs: PackedFloat32Array, indices: PackedInt32Array
) -> Array:
	var result: Array = []
	result.resize(Mesh.ARRAY_MAX)
	result[Mesh.ARRAY_VERTEX] = points
	result[Mesh.ARRAY_NORMAL] = normals
	result[Mesh.ARRAY_TEX_UV] = uvs
	result[Mesh.ARRAY_CUSTOM0] = morphs
	result[Mesh.ARRAY_CUSTOM1] = uv_morphs
	result[Mesh.ARRAY_INDEX] = indices
	return result


func image(index: int) -> Image:
	_file.seek(_tiles[index].x)
	var bytes: PackedByteArray = _file.get_buffer(_tiles[index].y)
	var decoded: Image = Image.new()
	decoded.load_dds_from_buffer(bytes.slice(13, -4))
	return decoded
