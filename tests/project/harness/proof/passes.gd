extends Suite


func test_is_right() -> void:
	check_equal(1, 1)
