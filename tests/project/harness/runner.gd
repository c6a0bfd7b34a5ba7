extends SceneTree
## Runs one suite or one bench and quits with an explicit code:
## [code]godot --headless --path tests/project --script res://harness/runner.gd -- res://suites/x_test.gd[/code]
##
## The lines that it prints are read by [code]cargo xtask test[/code]: RUN before a test, then PASS, FAIL
## or SKIP, and at the very end the closing line. Without that line the run counts as failed.

const CLOSING_LINE: String = "SUITE COMPLETE: %d passed, %d failed, %d skipped"
const TEST_PREFIX: String = "test_"

var _log: SuiteLog = SuiteLog.new()
var _passed: int = 0
var _failed: int = 0
var _skipped: int = 0


func _initialize() -> void:
	OS.add_logger(_log)
	_run.call_deferred()


func _run() -> void:
	# The root enters the tree with the first frame; a node added before it is not ready yet.
	await process_frame
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	var node: Node = _create(arguments[0]) if arguments.size() == 1 else null
	if node is Suite:
		await _run_suite(node as Suite)
	elif node is Bench:
		await _run_bench(node as Bench)
	else:
		_judge("load", ["give one script that extends Suite or Bench: " + " ".join(arguments)])
	if node:
		node.free()
	await _settle()
	OS.remove_logger(_log)
	print(CLOSING_LINE % [_passed, _failed, _skipped])
	quit(0 if _failed == 0 else 1)


func _create(path: String) -> Node:
	var script: GDScript = load(path) as GDScript
	if script == null or not script.can_instantiate():
		return null
	return script.new() as Node


func _run_suite(suite: Suite) -> void:
	suite._log = _log
	root.add_child(suite)
	var names: PackedStringArray = _test_names(suite)
	if names.is_empty():
		_judge("load", ["the suite has no test"])
	for test_name: String in names:
		await _run_test(suite, test_name)


func _run_test(suite: Suite, test_name: String) -> void:
	print("RUN ", test_name)
	suite._failures.clear()
	suite._skipped = ""
	await suite.call(test_name)
	await _settle()
	var failures: PackedStringArray = suite._failures + _log.take_faults()
	if failures.is_empty() and not suite._skipped.is_empty():
		_skipped += 1
		print("SKIP %s: %s" % [test_name, suite._skipped])
	else:
		_judge(test_name, failures)


func _run_bench(bench: Bench) -> void:
	root.add_child(bench)
	print("RUN run")
	await bench.call("run")
	_judge("run", _log.take_faults())


func _judge(test_name: String, failures: PackedStringArray) -> void:
	if failures.is_empty():
		_passed += 1
		print("PASS ", test_name)
		return
	_failed += 1
	for failure: String in failures:
		print("FAIL %s: %s" % [test_name, failure.replace("\n", " ")])


## Lets queued deletions and deferred calls of a test happen before its verdict.
func _settle() -> void:
	for frame: int in 2:
		await process_frame


func _test_names(suite: Suite) -> PackedStringArray:
	var names: PackedStringArray = []
	var script: GDScript = suite.get_script()
	for method: Dictionary in script.get_script_method_list():
		var method_name: String = method["name"]
		if method_name.begins_with(TEST_PREFIX) and not names.has(method_name):
			names.append(method_name)
	return names
