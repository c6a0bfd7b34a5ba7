extends RelaySuite
## What the inputs of connections do: methods in any spelling, properties, and what every node and every light can do.


func test_names_are_found_as_csharp_spells_them() -> void:
	set_up()
	check_rows([[&"turn_on", "", [], ["TurnOn"]], [&"turn_off", "", [], ["turnOff"]]])
	var relay: GtmOutputRelay = add_relay(&"none")
	source.remove_child(relay)
	relay.output = &"pressed"
	relay.request_ready()
	source.add_child(relay)
	source.emit_signal(&"Pressed")
	check_equal(lamp.get(&"calls"), [["turnOff"], []])
	tear_down()


func test_methods_of_godot_s_own_classes_are_called() -> void:
	set_up()
	for time: int in 2:
		add_relay(&"add_to_group", "foes").fire(who)
		check(lamp.is_in_group(&"foes"), "a text to a StringName, the other parameter its default")
		add_relay(&"remove_from_group", "foes").fire(who)
		check(not lamp.is_in_group(&"foes"), "taken out again")
		add_relay(&"set_visible", "no").fire(who)
		check(not lamp.visible, "a bool")
		add_relay(&"translate", "0 0 1").fire(who)
		check_equal(lamp.position, Vector3(2, 0, time + 1), "a vector")
		add_relay(&"call", '["add", 7]').fire(who)
		check_equal(lamp.get(&"calls"), [[7]], "any number of arguments")
		(lamp.get(&"calls") as Array).clear()
		lamp.show()
	tear_down()


func test_properties_are_set_to_values_of_their_type() -> void:
	set_up()
	for row: Array in [
		[&"speed", "4", 4.0], [&"label", "1234", "1234"], [&"tint", "255 0 51", Color(1, 0, 0.2)], [&"armed", "yes", true],
		[&"anything", "7", 7], [&"position:x", "3", 3.0], [&"visible", "no", false],
	]:
		add_relay(row[0] as StringName, row[1] as String).fire(null)
		check_equal(lamp.get_indexed(NodePath(str(row[0]))), row[2], str(row[0]))
	for row: Array in [[&"anything", who], [&"victim", who]]:
		add_relay(row[0] as StringName).fire(who)
		check_equal(lamp.get(row[0] as StringName), row[1], str(row[0]))
	add_relay(&"victim", "source").fire(null)
	check_equal(lamp.get(&"victim"), source, "a targetname")
	expect_error("speed has no value to be set to")
	add_relay(&"speed").fire(who)
	check_equal(lamp.get(&"speed"), 4.0)
	tear_down()


func test_every_node_can_be_shown_enabled_and_killed() -> void:
	set_up()
	for row: Array in [
		[&"hide", false, PROCESS_MODE_DISABLED], [&"show", true, PROCESS_MODE_INHERIT], [&"disable", false, PROCESS_MODE_DISABLED],
		[&"enable", true, PROCESS_MODE_INHERIT], [&"toggle", false, PROCESS_MODE_INHERIT], [&"toggle", true, PROCESS_MODE_INHERIT],
	]:
		add_relay(row[0] as StringName).fire(who)
		check_equal([lamp.visible, lamp.process_mode], [row[1], row[2]], str(row[0]))
	add_relay(&"kill").fire(who)
	check(lamp.is_queued_for_deletion(), "killed")
	tear_down()


func test_a_script_s_own_show_is_called() -> void:
	set_up("extends Node3D\n\nvar calls: Array = []\n\n\nfunc show_it() -> void:\n\tpass\n\n\n"
			+ '@warning_ignore("native_method_override")\nfunc hide() -> void:\n\tcalls.append("own")\n')
	add_relay(&"hide").fire(who)
	check_equal(lamp.get(&"calls"), ["own"])
	check_equal(lamp.process_mode, PROCESS_MODE_INHERIT)
	tear_down()


## A light that starts dark can be lit, and the map that wants it does so.
func test_lights_are_turned_on_and_off() -> void:
	var path: String = interop("gtm/cases/light_start_off.gtm")
	var map: GtmFile = MapNodes.file([
		MapNodes.entity(2, "light", {"start_on": "0", "targetname": "lamp"}),
		MapNodes.entity(4, "src", {}),
	])
	if not path.is_empty():
		check_equal(map.load(path), OK)
	var signals: String = "extends Node3D\n\n@warning_ignore(\"unused_signal\")\nsignal o(who: Node)\n"
	root = map.build_scene({"definitions": definitions_of({"src": signals}), "output_relays": true})
	add_child(root)
	source = MapNodes.built(root, 4)
	lamp = root.find_children("*", "OmniLight3D", true, false)[0]
	check(not lamp.visible, "it starts dark")
	if not path.is_empty():
		source.emit_signal(&"o", null)
		check(lamp.visible, "the map's own connection lights it")
	for row: Array in [
		[&"turn_off", false], [&"turn_on", true], [&"turn_on", true], [&"toggle", false], [&"toggle", true], [&"turn_off", false],
	]:
		add_relay(row[0] as StringName).fire(null)
		check_equal(lamp.visible, row[1], str(row[0]))
	tear_down()
