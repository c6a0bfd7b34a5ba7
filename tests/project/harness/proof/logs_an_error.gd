extends Suite


func test_logs() -> void:
	push_error("nobody announced this")
