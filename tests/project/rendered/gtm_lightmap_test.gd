extends Suite
## Baked lighting of [GtmFile] as a renderer shows it: known texels on a surface, an object between light probes.

const SIZE: Vector2i = Vector2i(4, 2)
const FALLBACK: Color = Color(0.1, 0.2, 0.8)
## The Compatibility renderer keeps such textures in fewer bits.
const TEXTURE_PRECISION: float = 4e-3
## No children below a BSP node, and tetrahedron 0.
const TETRAHEDRON_0: int = -1

var _world: Node3D


func test_the_textures_have_the_texels_and_a_row_of_the_fallback() -> void:
	var data: LightmapGIData = _file(_bake()).build_lightmap_data()
	check_equal(data.lightmap_textures.size(), 1)
	check_equal(data.shadowmask_textures.size(), 1)
	var light: Image = data.lightmap_textures[0].get_layer_data(0)
	check_equal(light.get_format(), Image.FORMAT_RGBH)
	check_equal(light.get_size(), Vector2i(SIZE.x, SIZE.y + 1))
	var shadow: Image = data.shadowmask_textures[0].get_layer_data(0)
	check_equal(shadow.get_format(), Image.FORMAT_L8)
	check_equal(shadow.get_size(), Vector2i(SIZE.x, SIZE.y + 1))
	for x: int in SIZE.x:
		for y: int in SIZE.y:
			_check_color(light.get_pixel(x, y), _texel(x, y), TEXTURE_PRECISION, "light %d %d" % [x, y])
			check_equal(shadow.get_data()[y * SIZE.x + x], y * SIZE.x + x, "shadow")
		_check_color(light.get_pixel(x, SIZE.y), FALLBACK, TEXTURE_PRECISION, "fallback")
		check_equal(shadow.get_data()[SIZE.y * SIZE.x + x], 255, "the fallback row is lit")


func test_a_surface_shows_its_texels() -> void:
	_make_world()
	var wall: MeshInstance3D = _wall()
	_light_with(_file(_bake()).build_lightmap_data(), wall)
	var image: Image = await capture()
	for x: int in SIZE.x:
		for y: int in SIZE.y + 1:
			var place: Vector2 = (Vector2(x, y) + Vector2(0.5, 0.5)) / Vector2(SIZE.x, SIZE.y + 1)
			var seen: Color = image.get_pixelv(Vector2i(place * Vector2(image.get_size())))
			var expected: Color = FALLBACK if y == SIZE.y else _texel(x, y)
			_check_color(seen.srgb_to_linear(), expected, 0.03, "texel %d %d" % [x, y])
	_world.free()


func test_an_object_takes_its_light_from_the_probes_around_it() -> void:
	_make_world()
	var ball: MeshInstance3D = MeshInstance3D.new()
	var sphere: SphereMesh = SphereMesh.new()
	sphere.material = _material()
	sphere.radius = 0.4
	sphere.height = 0.8
	ball.mesh = sphere
	ball.gi_mode = GeometryInstance3D.GI_MODE_DYNAMIC
	_world.add_child(ball)
	var bake: Dictionary = _bake()
	bake.merge(_probes())
	var data: LightmapGIData = _file(bake).build_lightmap_data(1.0)
	_light_with(data, _hidden_user())
	var seen: Array[Color] = []
	for x: float in [-1.2, 0.0, 1.2]:
		ball.position = Vector3(x, -1.5, -1.5)
		var camera: Camera3D = get_viewport().get_camera_3d()
		camera.position = Vector3(x, -1.5, 5.0)
		seen.append(await _settled_color())
	# From the weights of the four corners of the tetrahedron at these places.
	for index: int in 3:
		var red: float = seen[index].r / (seen[index].r + seen[index].g)
		check_near(red, [0.8, 0.5, 0.2][index], 0.03, "the share of red at %d: %s" % [index, seen[index]])
	check(seen.all(func(color: Color) -> bool: return color.b < 0.05), "no blue anywhere: %s" % [seen])
	_world.free()


func test_probes_are_scaled_and_packed_as_godot_stores_them() -> void:
	var bake: Dictionary = _bake()
	bake.merge(_probes())
	var stored: Dictionary = _file(bake).build_lightmap_data(2.0).get("probe_data")
	var points: PackedVector3Array = stored["points"]
	check_equal(points, PackedVector3Array([Vector3(-1, -1, -1), Vector3(1, -1, -1), Vector3(0, 1, -1), Vector3(0, 0, 1)]))
	check_equal(stored["bounds"], AABB(Vector3(-1, -1, -1), Vector3(2, 2, 2)))
	check_equal(stored["tetrahedra"], PackedInt32Array([0, 1, 2, 3]))
	var colors: PackedColorArray = stored["sh"]
	check_equal(colors.size(), 4 * 9)
	check_equal(colors[0], Color(1, 0, 0))
	check_equal(colors[9], Color(0, 1, 0))
	var bsp: PackedInt32Array = stored["bsp"]
	var plane: PackedFloat32Array = bsp.slice(0, 4).to_byte_array().to_float32_array()
	check_equal(plane, PackedFloat32Array([1, 0, 0, 0.25]), "the distance is scaled, the normal is not")
	check_equal(bsp.slice(4), PackedInt32Array([TETRAHEDRON_0, TETRAHEDRON_0]))
	check_equal(stored["interior"], false)


func test_units_that_are_no_scale_are_refused() -> void:
	var file: GtmFile = _file(_bake())
	for units: float in [0.0, -1.0, NAN, INF]:
		check(file.build_lightmap_data(units) == null, str(units))
		check(file.get_error_message().contains("units_per_meter"), file.get_error_message())


## The colour in the middle of the view. Godot lets the light of probes follow an object over some frames.
func _settled_color() -> Color:
	const CALM_FRAMES: int = 20
	var color: Color = Color.BLACK
	var calm: int = 0
	while calm < CALM_FRAMES:
		var image: Image = await capture()
		var now: Color = image.get_pixel(image.get_width() >> 1, image.get_height() >> 1).srgb_to_linear()
		calm = calm + 1 if now.is_equal_approx(color) else 0
		color = now
	return color


func _texel(x: int, y: int) -> Color:
	return Color(0.25 * x, 0.6 * y, 0.5 - 0.1 * x)


func _bake() -> Dictionary:
	var light: PackedByteArray = []
	light.resize(SIZE.x * SIZE.y * 6)
	var shadow: PackedByteArray = []
	for y: int in SIZE.y:
		for x: int in SIZE.x:
			var color: Color = _texel(x, y)
			for channel: int in 3:
				light.encode_half((y * SIZE.x + x) * 6 + channel * 2, color[channel])
			shadow.append(y * SIZE.x + x)
	return {
		"version": 1,
		"width": SIZE.x,
		"height": SIZE.y,
		"texel_size": 8.0,
		"light": light,
		"shadow": shadow,
		"ao": shadow,
		"fallback": PackedFloat32Array([FALLBACK.r, FALLBACK.g, FALLBACK.b]),
	}


## A red probe on the left, a green one on the right, two of both colours between.
func _probes() -> Dictionary:
	var sh: PackedFloat32Array = []
	for color: Color in [Color(1, 0, 0), Color(0, 1, 0), Color(0.5, 0.5, 0), Color(0.5, 0.5, 0)] as Array[Color]:
		var coefficients: PackedFloat32Array = []
		coefficients.resize(27)
		for channel: int in 3:
			coefficients[channel] = color[channel]
		sh.append_array(coefficients)
	return {
		"probe_points": PackedFloat32Array([-2, -2, -2, 2, -2, -2, 0, 2, -2, 0, 0, 2]),
		"probe_sh": sh,
		"probe_tetrahedra": PackedInt32Array([0, 1, 2, 3]),
		"probe_bsp_planes": PackedFloat32Array([1, 0, 0, 0.5]),
		"probe_bsp_children": PackedInt32Array([TETRAHEDRON_0, TETRAHEDRON_0]),
	}


func _file(bake: Dictionary) -> GtmFile:
	var file: GtmFile = GtmFile.new()
	check_equal(file.set_map({"format": "godottrench-map", "version": 1, "layers": []}), OK)
	check_equal(file.set_lightmap(bake), OK, file.get_error_message())
	check(file.has_lightmap(), "the bake is there")
	return file


## A black world that a camera looks at along -z, without perspective.
func _make_world() -> void:
	# Texels are told apart only where they are not blended with the ones beside them.
	RenderingServer.lightmaps_set_bicubic_filter(false)
	_world = Node3D.new()
	add_child(_world)
	var environment: WorldEnvironment = WorldEnvironment.new()
	environment.environment = Environment.new()
	environment.environment.background_mode = Environment.BG_COLOR
	environment.environment.ambient_light_source = Environment.AMBIENT_SOURCE_DISABLED
	environment.environment.tonemap_mode = Environment.TONE_MAPPER_LINEAR
	_world.add_child(environment)
	var camera: Camera3D = Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.keep_aspect = Camera3D.KEEP_WIDTH
	camera.size = 4.0
	camera.position.z = 5.0
	_world.add_child(camera)
	camera.make_current()


## A quad that fills the view and shows the whole atlas, upright.
func _wall() -> MeshInstance3D:
	var view: Vector2 = get_viewport().get_visible_rect().size
	var quad: QuadMesh = QuadMesh.new()
	quad.size = Vector2(4.0, 4.0 * view.y / view.x)
	var arrays: Array = quad.get_mesh_arrays()
	arrays[Mesh.ARRAY_TEX_UV2] = arrays[Mesh.ARRAY_TEX_UV]
	var mesh: ArrayMesh = ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	mesh.surface_set_material(0, _material())
	var wall: MeshInstance3D = MeshInstance3D.new()
	wall.mesh = mesh
	wall.gi_mode = GeometryInstance3D.GI_MODE_STATIC
	_world.add_child(wall)
	return wall


func _material() -> StandardMaterial3D:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.specular_mode = BaseMaterial3D.SPECULAR_DISABLED
	material.roughness = 1.0
	return material


## A light map without users is not drawn with, so a surface behind the camera is one.
func _hidden_user() -> MeshInstance3D:
	var user: MeshInstance3D = _wall()
	user.position.z = 50.0
	return user


func _light_with(data: LightmapGIData, user: MeshInstance3D) -> void:
	var lightmap: LightmapGI = LightmapGI.new()
	_world.add_child(lightmap)
	data.add_user(lightmap.get_path_to(user), Rect2(0, 0, 1, 1), 0, -1)
	lightmap.light_data = data


func _check_color(actual: Color, expected: Color, tolerance: float, what: String) -> void:
	for channel: int in 3:
		check_near(actual[channel], expected[channel], tolerance, "%s: %s seen, %s expected" % [what, actual, expected])
