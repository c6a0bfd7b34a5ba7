extends Suite


func test_calls_into_nothing() -> void:
	expect_error("Nil")
	var nothing: Variant = null
	var value: Variant = nothing.some_property
	check_equal(value, null)
