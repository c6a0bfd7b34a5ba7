extends Suite
## An island seen straight from above: x runs to the right and z down, for the ground, its picture and its water.

const GROUND: Color = Color(0.2, 0.6, 0.2)
const NORTH_WEST: Color = Color(0.9, 0.2, 0.1)
const EAST: Color = Color(0.9, 0.8, 0.1)
const WATER: Color = Color(0.1, 0.2, 0.9)
const PALETTE: PackedColorArray = [GROUND, NORTH_WEST, EAST]

var _picture: Image


func test_biomes_and_water_are_drawn_where_they_lie() -> void:
	var island: IslandBytes = IslandBytes.with_water()
	var biomes: PackedByteArray = []
	for x: int in IslandBytes.SIZE:
		for z: int in IslandBytes.SIZE:
			biomes.append(1 if x < 64 and z < 32 else (2 if x > 200 and z > 100 else 0))
	island.replace("BIOM", biomes)
	var flat: PackedFloat32Array = []
	flat.resize(IslandBytes.SIZE * IslandBytes.SIZE)
	island.replace("HGTS", flat.to_byte_array())
	var loader: BlueprintLoader = BlueprintLoader.new()
	check_equal(loader.load_buffer(island.bytes()), OK)
	_draw(loader.get_blueprint())
	_picture = await capture()
	_check_color(Vector2(40, 16), NORTH_WEST)
	_check_color(Vector2(16, 40), GROUND)
	_check_color(Vector2(230, 128), EAST)
	_check_color(Vector2(128, 230), GROUND)
	_check_color(Vector2(230, 60), GROUND)
	_check_color(Vector2(1.5, 200), WATER)
	_check_color(Vector2(200, 1.5), GROUND)
	# The lake lies at x = 9, from z = 20 to 29, on the red ground.
	_check_color(Vector2(9, 27), WATER)
	_check_color(Vector2(27, 9), NORTH_WEST)


func _draw(island: Blueprint) -> void:
	var picture: Image = island.create_biome_image(PALETTE)
	_add(island.create_terrain_mesh(4), Color.WHITE, ImageTexture.create_from_image(picture))
	for body: Dictionary in island.get_water_bodies():
		_add(island.create_water_mesh(body["id"] as int), WATER)
	var camera: Camera3D = Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = IslandBytes.SIZE
	camera.position = Vector3(127.5, 1000, 127.5)
	camera.rotation.x = -PI / 2.0
	add_child(camera)
	camera.make_current()


func _add(mesh: Mesh, color: Color, texture: Texture2D = null) -> void:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.texture_filter = BaseMaterial3D.TEXTURE_FILTER_NEAREST
	material.albedo_color = color
	material.albedo_texture = texture
	var node: MeshInstance3D = MeshInstance3D.new()
	node.mesh = mesh
	node.material_override = material
	add_child(node)


## What is drawn at a place of the map.
func _check_color(place: Vector2, expected: Color) -> void:
	var pixels: Vector2 = _picture.get_size()
	var pixel: Vector2 = (place - Vector2(127.5, 127.5)) * pixels.y / IslandBytes.SIZE + pixels / 2.0
	var found: Color = _picture.get_pixelv(pixel)
	var off: float = maxf(absf(found.r - expected.r), maxf(absf(found.g - expected.g), absf(found.b - expected.b)))
	check(off < 0.03, "%s: expected %s, found %s" % [place, expected, found])
