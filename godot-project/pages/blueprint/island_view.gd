class_name IslandView
extends Node3D
## An island in space: its terrain, each body of water, its roads and towns.

## Biomes have numbers in the file, and what each one means is up to the game: these are the colors of the
## sample's.
const PALETTE: PackedColorArray = [
	Color(0.16, 0.33, 0.42),
	Color(0.18, 0.38, 0.44),
	Color(0.80, 0.72, 0.53),
	Color(0.42, 0.54, 0.24),
	Color(0.16, 0.32, 0.15),
	Color(0.54, 0.50, 0.28),
	Color(0.43, 0.40, 0.37),
	Color(0.90, 0.92, 0.94),
	Color(0.24, 0.21, 0.20),
	Color(0.31, 0.38, 0.22),
	Color(0.62, 0.44, 0.26),
	Color(0.55, 0.62, 0.58),
]
const TIERS: Array[StringName] = [&"highway", &"branch", &"rugged", &"trail"]
const ROAD_COLORS: Dictionary[StringName, Color] = {
	&"highway": Color(0.86, 0.80, 0.66),
	&"branch": Color(0.76, 0.66, 0.48),
	&"rugged": Color(0.58, 0.46, 0.33),
	&"trail": Color(0.70, 0.60, 0.42),
}
const ROAD_WIDTHS: Dictionary[StringName, float] = {
	&"highway": 6.0, &"branch": 4.0, &"rugged": 2.8, &"trail": 1.6
}

## Metres a raw unit of height.
const HEIGHT_SCALE: float = 251.0
## A terrain has about this many vertices a side at most.
const MOST_VERTICES: int = 512
## The sea goes on for so many map sides.
const OPEN_SEA: float = 24.0
const TERRAIN_SHADER: Shader = preload("terrain.gdshader")
const WATER_SHADER: Shader = preload("water.gdshader")

## What the terrain takes up.
var bounds: AABB = AABB()

var _island: Blueprint
var _biomes: ImageTexture
var _grain: NoiseTexture2D = _make_grain()


## Shows an island in place of the one before.
func show_island(island: Blueprint, biomes: ImageTexture) -> void:
	_island = island
	_biomes = biomes
	for child: Node in get_children():
		child.free()
	_add_terrain()
	_add_water()
	for tier: StringName in TIERS:
		_add_roads(tier)
	_add_towns()


func _add_terrain() -> void:
	var side: int = _island.get_map_size()
	var mesh: ArrayMesh = _island.create_terrain_mesh(ceili(float(side) / MOST_VERTICES), HEIGHT_SCALE)
	var material: ShaderMaterial = ShaderMaterial.new()
	material.shader = TERRAIN_SHADER
	material.set_shader_parameter(&"biomes", _biomes)
	material.set_shader_parameter(&"grain", _grain)
	bounds = mesh.get_aabb()
	_add_mesh("Terrain", mesh, material)


func _add_water() -> void:
	var material: ShaderMaterial = ShaderMaterial.new()
	material.shader = WATER_SHADER
	material.set_shader_parameter(&"heights", ImageTexture.create_from_image(_island.create_height_image()))
	material.set_shader_parameter(&"grain", _grain)
	material.set_shader_parameter(&"height_scale", HEIGHT_SCALE)
	for body: Dictionary in _island.get_water_bodies():
		var id: int = body["id"]
		var mesh: ArrayMesh = _island.create_water_mesh(id, HEIGHT_SCALE)
		if mesh:
			_add_mesh("Water%d" % id, mesh, material)
		if body["type"] == 0:
			_add_open_sea((body["surface_level"] as float) * HEIGHT_SCALE, material)


## The sea beyond the map, up to the horizon: a frame of four planes around it.
func _add_open_sea(level: float, material: ShaderMaterial) -> void:
	var last: float = _island.get_map_size() - 1.0
	var far: float = last * OPEN_SEA
	for strip: Rect2 in [
		Rect2(-far, -far, 2.0 * far + last, far),
		Rect2(-far, last, 2.0 * far + last, far),
		Rect2(-far, 0.0, far, last),
		Rect2(last, 0.0, far, last),
	]:
		var corners: PackedVector3Array = []
		var uvs: PackedVector2Array = []
		for corner: Vector2 in [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1), Vector2(1, 1)]:
			var place: Vector2 = strip.position + strip.size * corner
			corners.append(Vector3(place.x, level, place.y))
			uvs.append(place / last)
		var arrays: Array = []
		arrays.resize(Mesh.ARRAY_MAX)
		arrays[Mesh.ARRAY_VERTEX] = corners
		arrays[Mesh.ARRAY_NORMAL] = PackedVector3Array([Vector3.UP, Vector3.UP, Vector3.UP, Vector3.UP])
		arrays[Mesh.ARRAY_TEX_UV] = uvs
		arrays[Mesh.ARRAY_INDEX] = PackedInt32Array([0, 1, 2, 1, 3, 2])
		var mesh: ArrayMesh = ArrayMesh.new()
		mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
		_add_mesh("OpenSea", mesh, material)


func _add_roads(tier: StringName) -> void:
	var tool: SurfaceTool = SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	var curves: Array[Curve3D] = _island.create_road_curves(tier, HEIGHT_SCALE, 3.0)
	for curve: Curve3D in curves:
		_pave(tool, curve, ROAD_WIDTHS[tier])
	if curves.is_empty():
		return
	tool.generate_normals()
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.albedo_color = ROAD_COLORS[tier]
	material.roughness = 1.0
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	_add_mesh(String(tier).capitalize() + "s", tool.commit(), material)


## Lays a ribbon along a curve. Both of its sides lie on the ground, so that it does not cut into a slope.
func _pave(tool: SurfaceTool, curve: Curve3D, width: float) -> void:
	var left: PackedVector3Array = []
	var right: PackedVector3Array = []
	for index: int in curve.point_count:
		var here: Vector3 = curve.get_point_position(index)
		var before: Vector3 = curve.get_point_position(maxi(index - 1, 0))
		var after: Vector3 = curve.get_point_position(mini(index + 1, curve.point_count - 1))
		var along: Vector2 = Vector2(after.x - before.x, after.z - before.z).normalized()
		var across: Vector2 = along.orthogonal() * width / 2.0
		left.append(_on_ground(Vector2(here.x, here.z) - across, here.y))
		right.append(_on_ground(Vector2(here.x, here.z) + across, here.y))
	for index: int in curve.point_count - 1:
		for corner: Vector3 in [
			left[index],
			left[index + 1],
			right[index],
			right[index],
			left[index + 1],
			right[index + 1],
		]:
			tool.add_vertex(corner)


func _on_ground(place: Vector2, otherwise: float) -> Vector3:
	var height: float = _island.sample_height(place) * HEIGHT_SCALE
	return Vector3(place.x, (otherwise if is_nan(height) else maxf(height, otherwise - 1.0)) + 0.7, place.y)


## A cluster of houses for each town. The sample's lower tiers are the larger towns.
func _add_towns() -> void:
	var places: Array[Transform3D] = []
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 7
	for town: Dictionary in _island.get_towns():
		var tier: int = town["tier"]
		var center: Vector2 = town["position"]
		var houses: int = maxi(60 - tier * 24, 10)
		for house: int in houses:
			var away: float = sqrt(house + 0.5) * 4.0
			var place: Vector2 = center + Vector2.from_angle(house * 2.4) * away
			var height: float = _island.sample_height(place) * HEIGHT_SCALE
			if not is_nan(height) and height > 0.155 * HEIGHT_SCALE:
				var turned: Basis = Basis(Vector3.UP, random.randf() * TAU).scaled(Vector3.ONE * random.randf_range(0.6, 0.95))
				places.append(Transform3D(turned, Vector3(place.x, height, place.y)))
	var wall: BoxMesh = BoxMesh.new()
	wall.size = Vector3(4.2, 5.0, 5.6)
	var roof: PrismMesh = PrismMesh.new()
	roof.size = Vector3(5.0, 2.6, 6.2)
	_add_many("Walls", wall, Color(0.89, 0.85, 0.77), places, 1.6)
	_add_many("Roofs", roof, Color(0.62, 0.27, 0.20), places, 5.3)


func _add_many(label: String, mesh: PrimitiveMesh, color: Color, places: Array[Transform3D], height: float) -> void:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.albedo_color = color
	mesh.material = material
	var many: MultiMesh = MultiMesh.new()
	many.transform_format = MultiMesh.TRANSFORM_3D
	many.mesh = mesh
	many.instance_count = places.size()
	for index: int in places.size():
		many.set_instance_transform(index, places[index].translated_local(Vector3(0, height, 0)))
	var node: MultiMeshInstance3D = MultiMeshInstance3D.new()
	node.name = label
	node.multimesh = many
	add_child(node)


func _add_mesh(label: String, mesh: Mesh, material: Material) -> void:
	var node: MeshInstance3D = MeshInstance3D.new()
	node.name = label
	node.mesh = mesh
	node.material_override = material
	add_child(node)


func _make_grain() -> NoiseTexture2D:
	var noise: FastNoiseLite = FastNoiseLite.new()
	noise.frequency = 0.02
	noise.fractal_octaves = 5
	var texture: NoiseTexture2D = NoiseTexture2D.new()
	texture.noise = noise
	texture.seamless = true
	texture.generate_mipmaps = true
	return texture
