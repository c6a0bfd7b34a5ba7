extends Suite


func test_takes_the_engine_down() -> void:
	OS.crash("on purpose")
