extends Suite


func test_never_ends() -> void:
	while is_inside_tree():
		OS.delay_msec(10)
