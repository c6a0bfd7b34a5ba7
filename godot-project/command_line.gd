class_name CommandLine
extends RefCounted
## What the sample project does with the arguments after [code]--[/code].
##
## [code]FILE...[/code] opens maps. [code]--report[/code] prints what is in each and quits.
## [code]--pictures=FOLDER[/code] saves a picture of each page and quits. Without a file these two take every sample map.

## How many frames a page may take until everything that it shows is drawn.
const FRAMES_BEFORE_PICTURE: int = 8

const Main: GDScript = preload("res://main.gd")

var _main: Main


func _init(main: Main) -> void:
	_main = main


func run(arguments: PackedStringArray) -> void:
	var report: bool = false
	var pictures: String = ""
	var files: PackedStringArray = []
	for argument: String in arguments:
		if argument == "--report":
			report = true
		elif argument.begins_with("--pictures="):
			pictures = argument.trim_prefix("--pictures=")
		else:
			files.append(argument)
	if not report and pictures.is_empty():
		for file: String in files:
			_main.open_map(file)
		return
	await _main.get_tree().process_frame
	var all_opened: bool = await _visit(files if files else _main.sample_maps(), pictures)
	_main.get_tree().quit(0 if all_opened else 1)


func _visit(files: PackedStringArray, pictures: String) -> bool:
	var all_opened: bool = not files.is_empty()
	for file: String in files:
		if pictures.is_empty():
			all_opened = _report(file) and all_opened
		else:
			all_opened = await _take_picture(file, pictures) and all_opened
	return all_opened


func _report(file: String) -> bool:
	print(file)
	var page: MapPage = _main.page_for(file)
	if page == null:
		print("  no page opens this file")
		return false
	var start: int = Time.get_ticks_usec()
	var error: Error = page.open_map(file)
	var milliseconds: float = (Time.get_ticks_usec() - start) / 1000.0
	for line: String in page.report():
		print("  ", line)
	print("  %s in %.1f ms" % ["opened" if error == OK else error_string(error), milliseconds])
	return error == OK


func _take_picture(file: String, folder: String) -> bool:
	var error: Error = _main.open_map(file)
	for frame: int in FRAMES_BEFORE_PICTURE:
		await RenderingServer.frame_post_draw
	var path: String = folder.path_join(file.get_file() + ".png")
	var image: Image = _main.get_viewport().get_texture().get_image()
	if image.save_png(path) != OK:
		printerr("cannot write ", path)
		return false
	print("  ", path)
	return error == OK
