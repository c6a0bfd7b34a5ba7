extends Suite


func check_nothing() -> void:
	check(false, "no test calls this")
