extends Suite
## What `capture` sees, in either renderer.


func test_capture_sees_what_was_just_drawn() -> void:
	for color: Color in [Color.RED, Color.LIME, Color.BLUE] as Array[Color]:
		var rectangle: ColorRect = ColorRect.new()
		rectangle.color = color
		rectangle.size = get_viewport().get_visible_rect().size
		add_child(rectangle)
		var image: Image = await capture()
		var pixel: Color = image.get_pixel(image.get_width() >> 1, image.get_height() >> 1)
		check(pixel.is_equal_approx(color), "drew %s, saw %s" % [color, pixel])
		rectangle.free()
