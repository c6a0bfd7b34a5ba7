extends Suite
## Properties of entities: texts read by the type of their default.


## Texts as values of the default's type: numbers beyond those that a type has are left out, nothing at all is 0 or false,
## and what is no such value is the default and a problem that names the entity.
func test_texts_are_read_by_the_type_of_their_default() -> void:
	var half: Color = Color(0, 0, 0, 0.5)
	var readable: Array = [
		[0, "12", 12], [0, "12.9", 12], [0, "-3", -3], [4, "", 0], [0.0, "2.5", 2.5], [1.5, "", 0.0], [0.0, "7", 7.0],
		[false, "1", true], [false, "yes", true], [false, "ON", true], [false, "true", true], [false, "2", true],
		[true, "0", false], [true, "no", false], [true, "off", false], [true, "False", false], [true, "", false],
		[Vector2.ZERO, "1 2", Vector2(1, 2)], [Vector2.ZERO, "1 2 3", Vector2(1, 2)], [Vector3.ZERO, "1 2 3", Vector3(1, 2, 3)],
		[Vector3.ZERO, "1 2 3 4", Vector3(1, 2, 3)], [Vector3.ZERO, " 1  2\t3 ", Vector3(1, 2, 3)],
		[Vector4.ZERO, "1 2 3 4 5", Vector4(1, 2, 3, 4)], [Vector2i.ZERO, "1 2 3", Vector2i(1, 2)],
		[Vector3i.ZERO, "1 2.9 -3.9", Vector3i(1, 2, -3)], [Vector4i.ZERO, "1 2 3 4", Vector4i(1, 2, 3, 4)],
		[Color.WHITE, "255 0 51", Color(1, 0, 0.2)], [Color.WHITE, "255 0 51 0", Color(1, 0, 0.2)],
		[half, "255 0 51 51", Color(1, 0, 0.2, 0.2)], [half, "255 0 51", Color(1, 0, 0.2)],
		[Color.WHITE, "300 -20 51", Color(1, 0, 0.2)],
		[NodePath(), "$A/B", ^"A/B"], [NodePath(), "%Door", ^"%Door"], [NodePath(), "door", "door"], [NodePath(), "", ""],
		["", "007", "007"], [&"", "a", &"a"], ["x", "", ""],
	]
	var unreadable: Array = [
		[4, "abc"], [4, "1e30"], [1.5, "abc"], [true, "maybe"], [Vector2.ONE, "1"], [Vector3.ONE, "1 2"], [Vector3.ONE, "1 x 3"],
		[Vector3i.ONE, "1 2 9999999999"], [Color.RED, "255 0"], [Color.RED, "red"], [Vector2.ONE, ""],
	]
	var thing: GtmEntityClass = EntityClasses.named("thing")
	var texts: Dictionary = {}
	for number: int in readable.size() + unreadable.size():
		var row: Array = (readable + unreadable)[number]
		thing.properties["p%d" % number] = row[0]
		texts["p%d" % number] = row[1]
	var map: GtmFile = MapNodes.file([MapNodes.entity(77, "thing", texts)])
	var root: Node3D = map.build_scene({"definitions": EntityClasses.definitions([thing])})
	var properties: Dictionary = MapNodes.built(root, 77).get_meta(&"mapwright_properties")
	for number: int in readable.size():
		var found: Variant = properties["p%d" % number]
		var row: Array = readable[number]
		check_equal(typeof(found), typeof(row[2]), "%s of %s" % [row[1], row[0]])
		check_equal(str(found), str(row[2]), "%s of %s" % [row[1], row[0]])
	for number: int in unreadable.size():
		var name_of_property: String = "p%d" % (readable.size() + number)
		var row: Array = unreadable[number]
		check_equal(properties[name_of_property], row[0], row[1] as String)
		check(map.get_problems()[number].begins_with("entity 77: its property %s is" % name_of_property), map.get_problems()[number])
	check_equal(map.get_problems().size(), unreadable.size())
	root.free()


func test_a_node_s_path_takes_the_text_that_is_no_path() -> void:
	var mirror: GtmEntityClass = EntityClasses.named("mirror")
	mirror.node_class = &"VisibleOnScreenEnabler3D"
	mirror.properties = {"enable_node_path": NodePath()}
	var root: Node3D = MapNodes.build(
			[MapNodes.entity(2, "mirror", {"enable_node_path": "door"})], {"definitions": EntityClasses.definitions([mirror])})
	check_equal((MapNodes.built(root, 2) as VisibleOnScreenEnabler3D).enable_node_path, ^"door")
	root.free()
