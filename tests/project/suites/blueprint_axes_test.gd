extends Suite
## The file's second index is Godot's z, wherever heights come out, and all of them agree: on an island
## without symmetry any mix-up of axes, order or scale shows.

const SCALE: float = 251.0
## Jolt stores the heights of a shape rounded; Godot Physics has them as they are.
const JOLT_STEP: float = 0.03
const LAST: float = IslandBytes.SIZE - 1.0

## Corners, the middle and places between samples, on the map.
const PLACES: Array[Vector2] = [
	Vector2(0, 0),
	Vector2(LAST, 0),
	Vector2(0, LAST),
	Vector2(LAST, LAST),
	Vector2(127.5, 127.5),
	Vector2(128, 127),
	Vector2(210, 20),
	Vector2(20, 210),
	Vector2(17.25, 90),
	Vector2(90, 17.75),
	Vector2(3.5, 201.5),
]

var _island: Blueprint
var _body: StaticBody3D


func _ready() -> void:
	var loader: BlueprintLoader = BlueprintLoader.new()
	loader.load_buffer(IslandBytes.complete().bytes())
	_island = loader.get_blueprint()


func test_file_order_is_x_first() -> void:
	var heights: PackedFloat32Array = _island.get_heights()
	var rows: PackedFloat32Array = _island.get_height_rows()
	var biomes: PackedByteArray = _island.get_biomes()
	var biome_rows: PackedByteArray = _island.get_biome_rows()
	var wrong: int = 0
	for x: int in IslandBytes.SIZE:
		for z: int in IslandBytes.SIZE:
			var height: float = IslandBytes.lopsided_height(x, z)
			var biome: int = IslandBytes.lopsided_biome(x, z)
			var filed: int = x * IslandBytes.SIZE + z
			var rowed: int = z * IslandBytes.SIZE + x
			if heights[filed] != height or rows[rowed] != height:
				wrong += 1
			if biomes[filed] != biome or biome_rows[rowed] != biome:
				wrong += 1
	check_equal(wrong, 0, "cells out of place")


func test_sample_height_is_bilinear_between_cells() -> void:
	for place: Vector2 in PLACES:
		check_near(_island.sample_height(place), _bilinear(place), 1e-6, str(place))


func test_image_has_the_cell_at_its_pixel() -> void:
	var image: Image = _island.create_height_image()
	check_equal(image.get_format(), Image.FORMAT_RF)
	check_equal(image.get_size(), Vector2i(IslandBytes.SIZE, IslandBytes.SIZE))
	for place: Vector2 in PLACES:
		var pixel: Vector2i = place.floor()
		check_equal(image.get_pixelv(pixel).r, IslandBytes.lopsided_height(pixel.x, pixel.y), str(pixel))


func test_biome_image_has_the_cell_at_its_pixel() -> void:
	var palette: PackedColorArray = []
	for biome: int in 11:
		palette.append(Color8(biome * 20, 255 - biome, 7))
	var image: Image = _island.create_biome_image(palette)
	for pixel: Vector2i in [Vector2i(0, 0), Vector2i(200, 3), Vector2i(3, 200), Vector2i(255, 255)]:
		check_equal(image.get_pixelv(pixel), palette[IslandBytes.lopsided_biome(pixel.x, pixel.y)], str(pixel))


func test_mesh_vertices_are_where_the_cells_are() -> void:
	var arrays: Array = _island.create_terrain_mesh().surface_get_arrays(0)
	var vertices: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	check_equal(vertices.size(), IslandBytes.SIZE * IslandBytes.SIZE)
	var wrong: int = 0
	for vertex: Vector3 in vertices:
		var height: float = IslandBytes.lopsided_height(roundi(vertex.x), roundi(vertex.z)) * SCALE
		if not is_equal_approx(vertex.y, height):
			wrong += 1
	check_equal(wrong, 0, "vertices off the ground")


func test_texture_coordinates_fit_the_images() -> void:
	var arrays: Array = _island.create_terrain_mesh(5).surface_get_arrays(0)
	var vertices: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var uvs: PackedVector2Array = arrays[Mesh.ARRAY_TEX_UV]
	for index: int in [0, 7, vertices.size() - 1]:
		var pixel: Vector2 = uvs[index] * IslandBytes.SIZE - Vector2(0.5, 0.5)
		check(pixel.is_equal_approx(Vector2(vertices[index].x, vertices[index].z)), "vertex %d" % index)


func test_rays_meet_the_shape_where_the_mesh_is() -> void:
	await _stand(_island.create_collision_shape(), _island.get_collision_shape_position())
	var triangles: TriangleMesh = _island.create_terrain_mesh().generate_triangle_mesh()
	for place: Vector2 in PLACES:
		# A ray along the very edge of a shape may miss it.
		var inside: Vector2 = place.clamp(Vector2(0.001, 0.001), Vector2(LAST - 0.001, LAST - 0.001))
		var from: Vector3 = Vector3(inside.x, 2000, inside.y)
		var mesh_hit: Dictionary = triangles.intersect_ray(from, Vector3.DOWN)
		var ray: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 3000)
		var hit: Dictionary = _body.get_world_3d().direct_space_state.intersect_ray(ray)
		if hit.is_empty() or mesh_hit.is_empty():
			check(false, "nothing hit at %s" % place)
			continue
		check_near((hit["position"] as Vector3).y, (mesh_hit["position"] as Vector3).y, JOLT_STEP, "mesh at %s" % place)
		check_near((hit["position"] as Vector3).y, _bilinear(inside) * SCALE, JOLT_STEP, "height at %s" % place)
	_body.free()


func test_squares_are_split_alike_in_mesh_and_shape() -> void:
	# One corner of a square stands out; what a ray meets beside it tells the diagonal.
	var spike: Callable = func(x: int, z: int) -> float: return 1.0 if x == 100 and z == 50 else 0.0
	var flat: Callable = func(_x: int, _z: int) -> int: return 0
	var loader: BlueprintLoader = BlueprintLoader.new()
	loader.load_buffer(IslandBytes.bare(spike, flat).bytes())
	var island: Blueprint = loader.get_blueprint()
	await _stand(island.create_collision_shape(10.0), island.get_collision_shape_position())
	var triangles: TriangleMesh = island.create_terrain_mesh(1, 10.0).generate_triangle_mesh()
	for offset: Vector2 in [Vector2(0.4, 0.4), Vector2(-0.4, 0.4), Vector2(0.4, -0.4), Vector2(-0.4, -0.4)]:
		var from: Vector3 = Vector3(100 + offset.x, 100, 50 + offset.y)
		var ray: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 200)
		var hit: Dictionary = _body.get_world_3d().direct_space_state.intersect_ray(ray)
		var mesh_hit: Dictionary = triangles.intersect_ray(from, Vector3.DOWN)
		check_near((hit["position"] as Vector3).y, (mesh_hit["position"] as Vector3).y, JOLT_STEP, str(offset))
	_body.free()


func test_a_hole_is_one_in_mesh_and_shape() -> void:
	var holed: Callable = func(x: int, z: int) -> float: return NAN if x == 60 and z == 90 else 0.5
	var flat: Callable = func(_x: int, _z: int) -> int: return 0
	var loader: BlueprintLoader = BlueprintLoader.new()
	loader.load_buffer(IslandBytes.bare(holed, flat).bytes())
	var island: Blueprint = loader.get_blueprint()
	await _stand(island.create_collision_shape(), island.get_collision_shape_position())
	var triangles: TriangleMesh = island.create_terrain_mesh().generate_triangle_mesh()
	for place: Vector2 in [Vector2(60, 90), Vector2(60.3, 90.3), Vector2(90, 60)]:
		var from: Vector3 = Vector3(place.x, 1000, place.y)
		var ray: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 2000)
		var open: bool = _body.get_world_3d().direct_space_state.intersect_ray(ray).is_empty()
		var is_hole: bool = place.x < 61
		check_equal(open, is_hole, "shape at %s" % place)
		check_equal(triangles.intersect_ray(from, Vector3.DOWN).is_empty(), is_hole, "mesh at %s" % place)
		check_equal(is_nan(island.sample_height(place)), is_hole, "height at %s" % place)
	_body.free()


func test_a_region_keeps_the_coordinates_of_the_map() -> void:
	var path: String = IslandBytes.complete().write(temp_path("island.dat"))
	var loader: BlueprintLoader = BlueprintLoader.new()
	var region: Rect2i = Rect2i(190, 10, 50, 30)
	check_equal(loader.load_region(path, region), OK)
	var part: Blueprint = loader.get_blueprint()
	check_equal(part.get_region(), region)
	check_equal(part.get_map_size(), IslandBytes.SIZE)
	check_equal(part.get_heights().size(), 50 * 30)
	check_equal(part.get_heights()[2 * 30 + 7], IslandBytes.lopsided_height(192, 17))
	check_equal(part.get_height_rows()[7 * 50 + 2], IslandBytes.lopsided_height(192, 17))
	check_equal(part.create_height_image().get_size(), Vector2i(50, 30))
	check_equal(part.create_height_image().get_pixel(2, 7).r, IslandBytes.lopsided_height(192, 17))
	check_equal(part.sample_height(Vector2(192, 17)), IslandBytes.lopsided_height(192, 17))
	check(is_nan(part.sample_height(Vector2(2, 7))), "outside the region")
	var bounds: AABB = part.create_terrain_mesh().get_aabb()
	check_equal(bounds.position.x, 190.0)
	check_equal(bounds.end.z, 39.0)
	await _stand(part.create_collision_shape(), part.get_collision_shape_position())
	for place: Vector2 in [Vector2(192, 17), Vector2(230, 35.5), Vector2(190.01, 10.01), Vector2(238.9, 38.9)]:
		var from: Vector3 = Vector3(place.x, 2000, place.y)
		var ray: PhysicsRayQueryParameters3D = PhysicsRayQueryParameters3D.create(from, from + Vector3.DOWN * 3000)
		var hit: Dictionary = _body.get_world_3d().direct_space_state.intersect_ray(ray)
		check_near((hit["position"] as Vector3).y, _bilinear(place) * SCALE, JOLT_STEP, str(place))
	_body.free()


func test_a_shape_spans_one_metre_a_step() -> void:
	var shape: HeightMapShape3D = _island.create_collision_shape(2.0)
	check_equal(Vector2i(shape.map_width, shape.map_depth), Vector2i(IslandBytes.SIZE, IslandBytes.SIZE))
	check_equal(shape.map_data[3 * IslandBytes.SIZE + 7], IslandBytes.lopsided_height(7, 3) * 2.0)
	check_equal(_island.get_collision_shape_position(), Vector3(127.5, 0, 127.5))


## Puts a shape into the world.
func _stand(shape: Shape3D, place: Vector3) -> void:
	_body = StaticBody3D.new()
	var node: CollisionShape3D = CollisionShape3D.new()
	node.shape = shape
	node.position = place
	_body.add_child(node)
	add_child(_body)
	await get_tree().physics_frame
	await get_tree().physics_frame


## The height that the format's text gives for a place, between the cells around it.
func _bilinear(place: Vector2) -> float:
	var x: int = mini(floori(place.x), IslandBytes.SIZE - 2)
	var z: int = mini(floori(place.y), IslandBytes.SIZE - 2)
	var along: Vector2 = place - Vector2(x, z)
	var near: float = lerpf(IslandBytes.lopsided_height(x, z), IslandBytes.lopsided_height(x, z + 1), along.y)
	var far: float = lerpf(IslandBytes.lopsided_height(x + 1, z), IslandBytes.lopsided_height(x + 1, z + 1), along.y)
	return lerpf(near, far, along.x)
