extends Suite
## The suite's own helpers. What a suite must not get away with is proved by `harness/proof`.


func test_announced_errors_and_warnings_pass() -> void:
	expect_error("announced error")
	push_error("an announced error")
	expect_error("announced warning")
	push_warning("an announced warning")


func test_an_error_from_another_thread_is_seen() -> void:
	expect_error("from a thread")
	var thread: Thread = Thread.new()
	check_equal(thread.start(push_error.bind("from a thread")), OK)
	thread.wait_to_finish()


func test_a_test_may_await() -> void:
	await get_tree().process_frame
	check(is_inside_tree(), "the suite is in the tree")


func test_temp_paths_are_fresh() -> void:
	var first: String = temp_path("x.bin")
	check(first != temp_path("x.bin"), "two paths are two")
	check(not FileAccess.file_exists(first), "nothing is there yet")
	check(DirAccess.dir_exists_absolute(first.get_base_dir()), "its folder is there")


func test_the_addon_is_loaded() -> void:
	check(
		GDExtensionManager.is_extension_loaded("res://addons/mapwright/mapwright.gdextension"),
		"the library is loaded"
	)
