extends Suite


func test_announces() -> void:
	expect_error("an error that stays away")
