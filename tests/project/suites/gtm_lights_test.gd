extends Suite
## Lights of maps: values within what a light can have, and those that are nearly black.


func test_light_values_of_another_program_stay_within_what_a_light_can_have() -> void:
	var path: String = interop("gtm/cases/light_values.gtm")
	if path.is_empty():
		return skip("no files of other programs")
	var map: GtmFile = GtmFile.new()
	check_equal(map.load(path), OK)
	var root: Node3D = map.build_scene()
	check_equal((root.find_children("*", "SpotLight3D", true, false)[0] as SpotLight3D).spot_angle, 120.0)
	var color: Color = (root.find_children("*", "OmniLight3D", true, false)[0] as OmniLight3D).light_color
	check(color.is_equal_approx(Color(1, 0, 128.0 / 255.0)), str(color))
	check_equal(map.get_problems(), PackedStringArray())
	root.free()


func test_lights_that_are_nearly_black_are_named_once_a_map() -> void:
	var map: GtmFile = MapNodes.file([
		MapNodes.entity(2, "light", {"light_color": "0 0 0"}), MapNodes.entity(3, "lamp", {"light_color": "1 1 1"}),
		MapNodes.entity(4, "light", {"light_color": "1 0.9 0.8"}), MapNodes.entity(5, "light_spot", {"light_color": "1 1 1"}),
	])
	var lamp: GtmEntityClass = EntityClasses.named("lamp")
	var root: Node3D = map.build_scene({"definitions": EntityClasses.definitions([lamp])})
	check_equal(map.get_problems(), PackedStringArray([
		'entity 4: its light_color is "1 0.9 0.8", nearly black, as colors of lights count from 0 to 255',
	]))
	root.free()
	var path: String = interop("gtm/cases/spot_color_fraction.gtm")
	if not path.is_empty():
		check_equal(map.load(path), OK)
		root = map.build_scene()
		var light: Light3D = root.find_children("*", "Light3D", true, false)[0]
		check(light.light_color.is_equal_approx(Color(1, 0.9, 0.8) / 255.0) or light.light_color.v < 0.005, str(light.light_color))
		check_equal(map.get_problems().size(), 1)
		root.free()
