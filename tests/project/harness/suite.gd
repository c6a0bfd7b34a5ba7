class_name Suite
extends Node
## A suite of tests. Every method whose name begins with [code]test_[/code] is one test; it may await.
##
## The runner adds the suite to the tree, runs its tests one after the other and prints a verdict for
## each. A rendered suite may name the renderers that it wants:
## [code]const RENDERERS: Array[String] = ["gl_compatibility"][/code].

## Where the files of other programs are, if not beside the checkout.
const INTEROP_VARIABLE: String = "MAPWRIGHT_INTEROP"
const INTEROP_FOLDER: String = "../../../shared/interop"

var _failures: PackedStringArray = []
var _skipped: String = ""
var _log: SuiteLog
var _paths_given: int = 0


## Notes a failure that says [param what], unless [param condition] holds.
func check(condition: bool, what: String) -> void:
	if not condition:
		_fail(what)


## Checks that both values are equal and of the same type.
func check_equal(actual: Variant, expected: Variant, what: String = "") -> void:
	if typeof(actual) == typeof(expected) and actual == expected:
		return
	_fail("%sexpected %s, found %s" % [_label(what), _shown(expected), _shown(actual)])


## Checks that [param actual] is within [param tolerance] of [param expected].
func check_near(actual: float, expected: float, tolerance: float, what: String = "") -> void:
	if absf(actual - expected) <= tolerance:
		return
	_fail("%sexpected %s give or take %s, found %s" % [_label(what), expected, tolerance, actual])


## Announces one error or warning of the engine's log that contains [param fragment]. The test fails
## when it does not come, and on every error that was not announced.
func expect_error(fragment: String) -> void:
	_log.announce(fragment)


## Marks the test as skipped. The test method returns right after it.
func skip(reason: String) -> void:
	_skipped = reason


## The absolute path of a file that another program wrote, or an empty string where the folder is absent.
func interop(relative: String) -> String:
	var folder: String = OS.get_environment(INTEROP_VARIABLE)
	if folder.is_empty():
		folder = ProjectSettings.globalize_path("res://").path_join(INTEROP_FOLDER).simplify_path()
	return folder.path_join(relative) if DirAccess.dir_exists_absolute(folder) else ""


## A path under [code]user://[/code] where no file is yet.
func temp_path(file_name: String) -> String:
	_paths_given += 1
	var folder: String = "user://tmp/%d/%d" % [OS.get_process_id(), _paths_given]
	DirAccess.make_dir_recursive_absolute(folder)
	return folder.path_join(file_name)


## The resources at [param paths], loaded side by side on Godot's threads.
func load_on_threads(paths: PackedStringArray) -> Array[Resource]:
	for path: String in paths:
		check_equal(ResourceLoader.load_threaded_request(path), OK, path)
	for path: String in paths:
		while ResourceLoader.load_threaded_get_status(path) == ResourceLoader.THREAD_LOAD_IN_PROGRESS:
			await get_tree().process_frame
	# Godot 4.6 leaks the token of a load that is asked for while its thread is just ending.
	for frame: int in 30:
		await get_tree().process_frame
	var loaded: Array[Resource] = []
	for path: String in paths:
		loaded.append(ResourceLoader.load_threaded_get(path))
	return loaded


## What the window shows once everything is drawn.
func capture() -> Image:
	# The first frame after a change may still be drawn with what was there before.
	for frame: int in 2:
		await RenderingServer.frame_post_draw
	return get_tree().root.get_texture().get_image()


func _fail(what: String) -> void:
	_failures.append(what + _caller())


## The line of the test that called a check. Empty in builds without stack traces.
func _caller() -> String:
	for frame: Dictionary in get_stack():
		var source: String = frame["source"]
		if not source.ends_with("harness/suite.gd"):
			return " (%s:%d)" % [source.get_file(), frame["line"]]
	return ""


func _label(what: String) -> String:
	return "" if what.is_empty() else what + ": "


func _shown(value: Variant) -> String:
	var text: String = "%s %s" % [type_string(typeof(value)), var_to_str(value).replace("\n", " ")]
	return text if text.length() <= 400 else text.left(400) + "..."
