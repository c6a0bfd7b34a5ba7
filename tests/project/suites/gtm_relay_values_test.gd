extends RelaySuite
## What a connection hands over: values fitted to what a method takes.


func test_texts_become_what_a_parameter_takes() -> void:
	set_up()
	check_rows([
		[&"text", "1234", [], ["1234"]],
		[&"text", "007", [], ["007"]],
		[&"text", "1.50", [], ["1.50"]],
		[&"text", "true", [], ["true"]],
		[&"text", "1 2 3", [], ["1 2 3"]],
		[&"text", "[7]", [], ["7"]],
		[&"text", "[7.5]", [], ["7.5"]],
		[&"text", "[true]", [], ["true"]],
		[&"text", "[\"7\"]", [], ["7"]],
		[&"text", "[x", [], ["[x"]],
		[&"text", "$caller_name", [], ["lamp"]],
		[&"named", "1234", [], [&"1234"]],
		[&"path", "a/b", [], [^"a/b"]],
		[&"whole", "12", [], [12]],
		[&"whole", " 12 ", [], [12]],
		[&"whole", "12.9", [], [12]],
		[&"whole", "[12]", [], [12]],
		[&"whole", "[\"12\"]", [], [12]],
		[&"whole", "[\"\"]", [], [0]],
		[&"whole", "[true]", [], [1]],
		[&"real", "3", [], [3.0]],
		[&"real", "0.5", [], [0.5]],
		[&"real", "[3]", [], [3.0]],
		[&"flag", "yes", [], [true]],
		[&"flag", "1", [], [true]],
		[&"flag", "on", [], [true]],
		[&"flag", "True", [], [true]],
		[&"flag", "no", [], [false]],
		[&"flag", "0", [], [false]],
		[&"flag", "off", [], [false]],
		[&"flag", "[1]", [], [true]],
		[&"vector", "1 2 3", [], [Vector3(1, 2, 3)]],
		[&"vector", "1 2 3 4", [], [Vector3(1, 2, 3)]],
		[&"vector", "$position", [], [Vector3(2, 0, 0)]],
		[&"flat", "1 2", [], [Vector2(1, 2)]],
		[&"cell", "1 2 3", [], [Vector3i(1, 2, 3)]],
		[&"cell", "$position", [], [Vector3i(2, 0, 0)]],
		[&"tinted", "255 0 51", [], [Color(1, 0, 0.2)]],
		[&"tinted", "1 0.5 0", [], [Color(1, 0.5, 0)]],
		[&"tinted", "#ff0000", [], [Color(1, 0, 0)]],
		[&"list", "[[1, 2]]", [], [[1.0, 2.0]]],
		[&"table", "{\"a\": 1}", [], [{"a": 1.0}]],
		[&"open", "12", [], [12]],
		[&"open", "0.5", [], [0.5]],
		[&"open", "true", [], [true]],
		[&"open", "lamp", [], ["lamp"]],
		[&"add", "7", [], [7]],
		[&"none", "7", [], []],
	])
	tear_down()


func test_nodes_go_to_parameters_that_take_them() -> void:
	set_up()
	check_rows([
		[&"node", "!player", [], [who]],
		[&"node", "lamp", [], [lamp]],
		[&"node", "sou*", [], [source]],
		[&"node", "@player", [], [who]],
		[&"node", str(who.get_path()), [], [who]],
		[&"node", "!self", [], [source]],
		[&"node", "$self", [], [lamp]],
		[&"node", "$activator", [who], [who]],
		[&"node", "$activator", [], [null]],
		[&"node", "[\"!player\"]", [], [who]],
		[&"body", "!player", [], [who]],
		[&"object", "lamp", [], [lamp]],
		[&"node", "", [who], [who]],
		[&"body", "", [who], [who]],
		[&"object", "", [who], [who]],
		[&"suite", "", [self], [self]],
		[&"suite", "", [who, self], [self]],
		[&"open", "", [who], [who]],
		[&"path", "[\"$activator\"]", [who], [who.get_path()]],
		[&"none", "", [who], []],
		[&"add", "", [who], [1]],
		[&"add_untyped", "", [who], [1]],
		[&"play", "walk", [who], ["walk", who]],
		[&"late", "", [who], [null, who]],
		[&"skipped", "", [who], [4, who]],
		[&"computed", "", [who], [5, null]],
		[&"both", "3", [who], [3, who]],
		[&"many", "[1, \"$activator\"]", [who], [1, [who]]],
	])
	tear_down()


func test_what_else_a_signal_hands_over_goes_where_it_fits() -> void:
	set_up()
	check_rows([
		[&"whole", "", [who, 33], [33]],
		[&"whole", "", [33], [33]],
		[&"real", "", [who, 33], [33.0]],
		[&"text", "", [who, "hard"], ["hard"]],
		[&"text", "", [who, 33], ["33"]],
		[&"whole", "", [who, "hard", 33], [33]],
		[&"both", "", [who, 33], [33, who]],
		[&"reversed", "", [who, 33], [who, 33]],
		[&"reversed", "", [33, who], [who, 33]],
		[&"add", "", [who, 33], [33]],
		[&"add", "", [null], [1]],
		[&"add", "7", [who, 33], [7]],
		[&"both", "7", [who, 33], [7, who]],
		[&"skipped", "7", [who, 33], [7, null]],
		[&"open", "", [33], [33]],
		[&"open", "", [null], [null]],
		[&"vector", "", [who, Vector3(1, 2, 3)], [Vector3(1, 2, 3)]],
		[&"many", "", [who, 33], [33, [who]]],
	])
	tear_down()


func test_what_is_no_such_value_is_zero_with_a_warning() -> void:
	set_up()
	for row: Array in [
		[&"whole", "abc", 0], [&"real", "abc", 0.0], [&"flag", "abc", false], [&"vector", "1 2", Vector3.ZERO],
		[&"cell", "a b c", Vector3i.ZERO], [&"tinted", "blue", Color.WHITE],
	]:
		expect_error('x is "%s"' % row[1])
		check_rows([[row[0], row[1], [], [row[2]]]])
	tear_down()


## Two targets, of which the first cannot be called: one warning with both names, and the second is called.
func test_what_cannot_be_delivered_is_one_warning_and_the_next_target_is_called() -> void:
	const WANTED: String = "extends Node3D\n\nvar calls: Array = []\n\n\nfunc wanted(%s) -> void:\n\tcalls.append(0)\n"
	for row: Array in [
		["x: Node", "nobody"], ["x: StaticBody3D", "lamp"], ["x: AudioStream", "lamp"], ["x: Array", "x"], ["x: int", ""],
		["x: int, y: int", "7"], ["x: Transform3D", "1"], ["x: Callable", "y"],
	]:
		set_up(WANTED % "_x: String = \"\"")
		var other: Node3D = Node3D.new()
		other.name = "other"
		other.set_script(EntityClasses.script_of(WANTED % (row[0] as String).replace("x", "_x").replace("y:", "_y:")))
		other.set_meta(&"gt_targetname", "lamb")
		other.add_to_group(&"mapwright_named")
		root.add_child(other)
		root.move_child(other, 0)
		source.add_user_signal("hit")
		add_relay(&"wanted", row[1] as String, "la*")
		expect_error("%s: wanted of lamb (other) is not called" % source.get_path())
		for time: int in 3:
			source.emit_signal(&"hit")
		check_equal(other.get(&"calls"), [], str(row))
		check_equal(lamp.get(&"calls"), [0, 0, 0], str(row))
		tear_down()


func test_a_map_whose_counters_take_a_number_counts_for_each_activator() -> void:
	var path: String = interop("gtm/cases/relay_add.gtm")
	if path.is_empty():
		return skip("no files of other programs")
	var map: GtmFile = GtmFile.new()
	check_equal(map.load(path), OK)
	var definitions: GtmEntityDefinitions = definitions_of({
		"src": "extends Node3D\n\n@warning_ignore(\"unused_signal\")\nsignal o(who: Node)\n",
		"dst": "extends Node3D\n\nvar total: int = 0\n\n\nfunc add(amount: int = 1) -> void:\n\ttotal += amount\n",
	})
	root = map.build_scene({"definitions": definitions, "output_relays": true})
	add_child(root)
	for time: int in 2:
		MapNodes.built(root, 2).emit_signal(&"o", self)
	for id: int in [3, 4]:
		check_equal(MapNodes.built(root, id).get(&"total"), 2, str(id))
	tear_down()
