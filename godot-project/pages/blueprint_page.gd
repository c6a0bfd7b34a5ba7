extends MapPage
## ISLA islands: the island in 3D, its biome map, and what its file says of it.

## How far the light that shades the map comes from above.
const MAP_LIGHT: Vector3 = Vector3(-0.5, 0.62, -0.6)

var _lines: PackedStringArray = []

@onready var _view: IslandView = %View
@onready var _camera: FlyCamera = %Camera
@onready var _map: IslandMap = %Map
@onready var _facts: Label = %Facts


func _ready() -> void:
	_map.camera = _camera


func accepts(path: String) -> bool:
	return path.get_extension().to_lower() == "dat"


func open_map(path: String) -> Error:
	var loader: BlueprintLoader = BlueprintLoader.new()
	var error: Error = loader.load(path)
	if error != OK:
		_lines = [loader.get_error_message()]
	else:
		var island: Blueprint = loader.get_blueprint()
		_lines = _describe(island)
		_show(island)
	_facts.text = "\n".join(_lines)
	return error


func report() -> PackedStringArray:
	return _lines


func _show(island: Blueprint) -> void:
	var biomes: Image = island.create_biome_image(IslandView.PALETTE)
	var heights: Image = island.create_height_image()
	biomes.generate_mipmaps()
	_view.show_island(island, ImageTexture.create_from_image(biomes))
	_map.show_island(island, ImageTexture.create_from_image(_shaded(biomes, heights)))
	_camera.frame(_view.bounds)


## The biome picture with the relief's shadows, small enough for the map.
func _shaded(biomes: Image, heights: Image) -> Image:
	var side: int = mini(biomes.get_width(), 320)
	var picture: Image = biomes.duplicate()
	picture.clear_mipmaps()
	picture.resize(side, side, Image.INTERPOLATE_BILINEAR)
	var relief: Image = heights.duplicate()
	relief.resize(side, side, Image.INTERPOLATE_BILINEAR)
	var metres: float = float(heights.get_width()) / side
	for x: int in side:
		for z: int in side:
			var here: float = relief.get_pixel(x, z).r
			var right: float = relief.get_pixel(mini(x + 1, side - 1), z).r
			var below: float = relief.get_pixel(x, mini(z + 1, side - 1)).r
			var rise: Vector2 = Vector2(right - here, below - here) * IslandView.HEIGHT_SCALE / metres
			var normal: Vector3 = Vector3(-rise.x, 1, -rise.y).normalized()
			var light: float = 0.45 + 0.75 * maxf(normal.dot(MAP_LIGHT.normalized()), 0.0)
			var color: Color = picture.get_pixel(x, z)
			picture.set_pixel(x, z, Color(color.r * light, color.g * light, color.b * light))
	return picture


func _describe(island: Blueprint) -> PackedStringArray:
	var params: Dictionary = island.get_params()
	var lines: PackedStringArray = [
		"ISLA blueprint, version %d" % island.get_version(),
		"size: %d x %d cells" % [island.get_map_size(), island.get_map_size()],
		"seed: %d" % params["world_seed"],
		"generated: %s %s" % [params["generated_utc"], params["generator_git_hash"]],
		"crater: radius %.1f at %s" % [params["crater_radius"], params["impact_center"]],
		"density: %.2f" % params["density_multiplier"],
		"towns: %s" % _count_by(island.get_towns(), "tier"),
	]
	for tier: StringName in IslandView.TIERS:
		lines.append("%s roads: %s" % [tier, _measure(island.get_roads(tier))])
	var bodies: Array[Dictionary] = island.get_water_bodies()
	var lakes: int = bodies.filter(func(body: Dictionary) -> bool: return body["type"] == 1).size()
	lines.append("water: %d bodies, %d of them lakes" % [bodies.size(), lakes])
	for label: String in ["curve", "detail"]:
		var fields: Dictionary = island.call("get_terrain_" + label)
		lines.append("%s: %s" % [label, "version %d" % fields[label + "_version"] if fields else "none"])
	for section: Dictionary in island.get_unknown_sections():
		lines.append("unknown section %s: %d bytes" % [section["tag"], (section["data"] as PackedByteArray).size()])
	for problem: String in island.get_problems():
		lines.append("problem: " + problem)
	return lines


func _count_by(list: Array[Dictionary], key: String) -> String:
	var counts: Dictionary[int, int] = {}
	for entry: Dictionary in list:
		var value: int = entry[key]
		counts[value] = counts.get(value, 0) + 1
	var parts: PackedStringArray = []
	for value: int in counts:
		parts.append("%d of %s %d" % [counts[value], key, value])
	return ", ".join(parts) if parts else "none"


func _measure(paths: Array[PackedVector2Array]) -> String:
	var length: float = 0.0
	for path: PackedVector2Array in paths:
		for index: int in range(1, path.size()):
			length += path[index].distance_to(path[index - 1])
	return "%d, %.1f km" % [paths.size(), length / 1000.0]
