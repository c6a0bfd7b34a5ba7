class_name FreshProject
extends RefCounted
## A project that no editor has opened yet, with the addon in it, and Godot runs on it.

const SETTINGS: String = "config_version=5\n\n[application]\n\nconfig/name=\"Fresh\"\n"
const EXTENSION_LIST: String = "res://addons/mapwright/mapwright.gdextension\n"

## The project's folder, as an absolute path.
var folder: String

## How the last run ended, and what it printed.
var exit_code: int = -1
var log_text: String = ""


## Makes the project in [param new_folder]. With [param listed] it comes as a clone does, with the list of extensions that
## Godot otherwise makes in the first scan.
func _init(new_folder: String, listed: bool = true) -> void:
	folder = ProjectSettings.globalize_path(new_folder)
	write("project.godot", SETTINGS)
	if listed:
		write(".godot/extension_list.cfg", EXTENSION_LIST)
	var parent: DirAccess = DirAccess.open(folder)
	parent.create_link(ProjectSettings.globalize_path("res://").path_join("addons"), folder.path_join("addons"))


## Writes a text file of the project.
func write(path: String, text: String) -> void:
	var place: String = folder.path_join(path)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	FileAccess.open(place, FileAccess.WRITE).store_string(text)


## Copies a file into the project.
func add(source: String, path: String) -> Error:
	var place: String = folder.path_join(path)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	return DirAccess.copy_absolute(source, place)


## Runs this very Godot on the project, without a window.
func run(arguments: PackedStringArray) -> void:
	var output: Array = []
	var all: PackedStringArray = ["--headless", "--path", folder]
	all.append_array(arguments)
	exit_code = OS.execute(OS.get_executable_path(), all, output, true)
	log_text = "".join(output)


## Imports the project in one pass.
func import() -> void:
	run(["--import"])


## Runs [param source], the text of a script, as the project's main loop.
func run_script(source: String) -> void:
	write("main_loop.gd", source)
	run(["--script", "res://main_loop.gd"])


## The lines of the last run's log that are errors or warnings.
func complaints() -> PackedStringArray:
	var lines: PackedStringArray = []
	for line: String in log_text.split("\n"):
		if line.contains("ERROR:") or line.contains("WARNING:") or line.contains("panic"):
			lines.append(line)
	return lines
