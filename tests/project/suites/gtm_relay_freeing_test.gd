extends RelaySuite
## What connections call may free anybody and use the relay.

## Seconds.
const DELAY: float = 0.05

var relay_of_test: GtmOutputRelay
var _used: int = 0


## Somebody outside of the map whose method runs [param body], called by a relay of the map.
func _outsider(body: String) -> Node:
	var outsider: Node = Node.new()
	outsider.set_script(EntityClasses.script_of(
			"extends Node\n\nvar suite: Node\nvar count: int = 0\n\n\nfunc go() -> void:\n\tcount += 1\n\t" + body + "\n"))
	outsider.set(&"suite", self)
	outsider.add_to_group(&"outsiders")
	add_child(outsider)
	return outsider


## What is called may free the relay, the other targets, who started it, or the whole map.
func test_what_is_called_may_free_anybody() -> void:
	for body: String in [
		"suite.relay_of_test.free()", "suite.lamp.free()", "suite.who.free()", "suite.root.free()", "suite.source.free()",
		"queue_free()", "suite.root.queue_free()",
	]:
		set_up()
		var outsiders: Array[Node] = [_outsider(body if body == "queue_free()" else "if count == 1 and is_instance_valid(suite.%s): %s"
				% [body.get_slice(".", 1), body]), _outsider("pass")]
		relay_of_test = add_relay(&"go", "", "@outsiders")
		relay_of_test.fire(who)
		check_equal(outsiders.map(func(outsider: Node) -> int: return outsider.get(&"count")), [1, 1], body)
		for outsider: Node in outsiders:
			outsider.free()
		tear_down()


func test_a_relay_and_its_map_may_be_freed_while_its_signal_is_emitted() -> void:
	for body: String in ["suite.relay_of_test.free()", "suite.root.queue_free()"]:
		set_up()
		var outsider: Node = _outsider("if count == 1: " + body)
		relay_of_test = add_relay(&"go", "", "@outsiders")
		var second: GtmOutputRelay = add_relay(&"go", "", "@outsiders")
		source.emit_signal(&"hit", who)
		check_equal(outsider.get(&"count"), 2, body)
		outsider.free()
		if is_instance_valid(second):
			second.free()
		tear_down()


func test_a_delayed_call_comes_to_nothing_when_its_map_or_activator_is_gone() -> void:
	for what: String in ["root", "who"]:
		set_up()
		var outsider: Node = _outsider("pass")
		relay_of_test = add_relay(&"go", "", "@outsiders")
		relay_of_test.delay = DELAY
		relay_of_test.fire(who)
		(get(what) as Node).free()
		# Timers end in the order in which they were made.
		await get_tree().create_timer(DELAY).timeout
		check_equal(outsider.get(&"count"), 0 if what == "root" else 1, what)
		outsider.free()
		tear_down()


func test_a_relay_in_no_tree_finds_nobody() -> void:
	set_up()
	relay_of_test = add_relay(&"add")
	remove_child(root)
	expect_error("nothing is named \"lamp\"")
	relay_of_test.fire(who)
	check_equal(lamp.get(&"calls"), [])
	add_child(root)
	relay_of_test.fire(who)
	check_equal(lamp.get(&"calls"), [[1]], "called again once it is back")
	tear_down()


## A node whose setters, signals and lists are code of the project frees itself there.
func test_properties_and_built_in_inputs_may_free_their_node() -> void:
	for row: Array in [
		["func _set(_name: StringName, _value: Variant) -> bool:\n\tfree()\n\treturn true\n", &"hide", ""],
		["func _get_property_list() -> Array[Dictionary]:\n\tif get_parent(): get_parent().remove_child(self)\n\treturn []\n",
				&"speed", "3"],
		["var speed: float = 0.0:\n\tset(value):\n\t\tspeed = value\n\t\tget_parent().remove_child(self)\n", &"speed", "3"],
	]:
		set_up()
		var receiver: Node = Node.new()
		receiver.set_script(EntityClasses.script_of("extends Node\n\n" + row[0]))
		receiver.add_to_group(&"outsiders")
		add_child(receiver)
		if row[1] == &"speed" and (row[0] as String).begins_with("func"):
			expect_error("it has no input speed")
		add_relay(row[1] as StringName, row[2] as String, "@outsiders").fire(who)
		check_equal(is_instance_valid(receiver), row[1] != &"hide", row[0] as String)
		if is_instance_valid(receiver):
			receiver.free()
		tear_down()


## The relay is not held while it calls: everything of it can be read, set and called then, from every thread.
func test_a_relay_can_be_used_by_what_it_calls() -> void:
	set_up()
	var outsider: Node = _outsider("suite._use_relay()")
	relay_of_test = add_relay(&"go", "", "@outsiders")
	relay_of_test.times = 2
	relay_of_test.fire(who)
	check_equal(outsider.get(&"count"), 2, "fired again by what it called, and not a third time")
	check_equal(_used, 2)
	outsider.free()
	tear_down()


func _use_relay() -> void:
	_read_and_set()
	var thread: Thread = Thread.new()
	thread.start(_read_and_set)
	thread.wait_to_finish()
	_used += 1
	relay_of_test.fire(who)


func _read_and_set() -> void:
	for property: StringName in [&"output", &"target", &"input", &"parameter", &"delay", &"times"]:
		relay_of_test.set(property, relay_of_test.get(property))


## Loggers are code of the project, too.
func test_a_logger_may_use_the_relay_that_warns() -> void:
	set_up()
	relay_of_test = add_relay(&"fly", "", "lamp")
	var logger: RelayLogger = RelayLogger.new()
	logger.relay = relay_of_test
	OS.add_logger(logger)
	expect_error("it has no input fly")
	relay_of_test.fire(who)
	OS.remove_logger(logger)
	check_equal(logger.seen, PackedStringArray(["fly"]))
	tear_down()


class RelayLogger:
	extends Logger
	## Fires the relay that it hears of.

	var relay: GtmOutputRelay
	var seen: PackedStringArray = []

	func _log_error(
			_function: String, _file: String, _line: int, _code: String, _rationale: String, _editor_notify: bool,
			_error_type: int, _script_backtraces: Array[ScriptBacktrace]
	) -> void:
		seen.append(relay.input)
		relay.fire(null)
