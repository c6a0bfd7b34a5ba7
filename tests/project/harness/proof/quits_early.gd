extends Suite


func test_quits() -> void:
	get_tree().quit(0)
	await get_tree().create_timer(60.0).timeout
