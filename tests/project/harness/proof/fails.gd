extends Suite


func test_is_wrong() -> void:
	check_equal(1, 2, "int 1 is not int 2")


func test_is_right() -> void:
	check(true, "the runner goes on after a failure")
