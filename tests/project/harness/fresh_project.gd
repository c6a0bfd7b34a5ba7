class_name FreshProject
extends RefCounted
## A project that no editor has opened yet, with the addon in it, and Godot runs on it.

const SETTINGS: String = "config_version=5\n\n[application]\n\nconfig/name=\"Fresh\"\n"
const EXTENSION_LIST: String = "res://addons/mapwright/mapwright.gdextension\n"
const HARMLESS: String = "WARNING: Could not set V-Sync mode"
const EXPORT_PRESET: String = """[preset.0]

name="Linux"
platform="Linux"
runnable=true
export_filter="all_resources"
export_path=""

[preset.0.options]

custom_template/release="%s"
binary_format/architecture="x86_64"
"""

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
	_link_addon()


## Writes a text file of the project.
func write(path: String, text: String) -> void:
	var place: String = folder.path_join(path)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	FileAccess.open(place, FileAccess.WRITE).store_string(text)


## Copies a folder of the test project into this one, without what Godot made of its files. Gives how many files there
## were.
func add_folder(source: String, path: String) -> int:
	var count: int = 0
	for file: String in DirAccess.get_files_at(source):
		if file.get_extension() not in ["import", "uid"] and add(source.path_join(file), path.path_join(file)) == OK:
			count += 1
	for below: String in DirAccess.get_directories_at(source):
		count += add_folder(source.path_join(below), path.path_join(below))
	return count


## Copies a file into the project.
func add(source: String, path: String) -> Error:
	var place: String = folder.path_join(path)
	DirAccess.make_dir_recursive_absolute(place.get_base_dir())
	return DirAccess.copy_absolute(source, place)


## Runs this very Godot on the project, without a window.
func run(arguments: PackedStringArray) -> void:
	_execute(OS.get_executable_path(), ["--headless", "--path", folder], arguments)


## Runs this very Godot on the project in a window, with the renderer of this run.
func run_in_window(arguments: PackedStringArray) -> void:
	var all: PackedStringArray = _window_arguments()
	all.append_array(["--path", folder])
	_execute(OS.get_executable_path(), all, arguments)


## Runs a game that was exported to [param path] in the project's folder, with the renderer of this run.
func run_game(path: String, arguments: PackedStringArray) -> void:
	_execute(folder.path_join(path), _window_arguments(), arguments)


## Exports the project with Godot's release template at [param template] to [param path] in the project's folder.
func export_game(template: String, path: String) -> void:
	write("export_presets.cfg", EXPORT_PRESET % template)
	DirAccess.make_dir_recursive_absolute(folder.path_join(path).get_base_dir())
	run(["--export-release", "Linux", folder.path_join(path)])


## Imports the project in one pass.
func import() -> void:
	run(["--import"])


## Makes Godot look at every file again in the next import, also at those that changed within the second.
func forget_times() -> void:
	var editor: String = folder.path_join(".godot/editor")
	if not DirAccess.dir_exists_absolute(editor):
		return
	for file: String in DirAccess.get_files_at(editor):
		if file.begins_with("filesystem_cache"):
			DirAccess.remove_absolute(editor.path_join(file))


## Runs [param source], the text of a script, as the project's main loop.
func run_script(source: String) -> void:
	write("main_loop.gd", source)
	run(["--script", "res://main_loop.gd"])


## The lines of the last run's log that are errors or warnings, but for what every screen without a graphics card brings.
func complaints() -> PackedStringArray:
	var lines: PackedStringArray = []
	for line: String in log_text.split("\n"):
		if line.begins_with(HARMLESS):
			continue
		if line.contains("ERROR:") or line.contains("WARNING:") or line.contains("panic"):
			lines.append(line)
	return lines


## Every part of the addon but the list of libraries is linked. What is tested is the library of this run, for both kinds
## of build.
func _link_addon() -> void:
	var addon: String = ProjectSettings.globalize_path("res://").path_join("addons/mapwright")
	var place: String = folder.path_join("addons/mapwright")
	DirAccess.make_dir_recursive_absolute(place)
	var parent: DirAccess = DirAccess.open(place)
	for part: String in ["bin", "icons"]:
		parent.create_link(addon.path_join(part), place.path_join(part))
	var libraries: String = FileAccess.get_file_as_string(addon.path_join("mapwright.gdextension"))
	write("addons/mapwright/mapwright.gdextension", libraries.replace("mapwright.linux.release", "mapwright.linux.debug"))


func _window_arguments() -> PackedStringArray:
	return ["--audio-driver", "Dummy", "--rendering-method", RenderingServer.get_current_rendering_method()]


func _execute(program: String, first: PackedStringArray, arguments: PackedStringArray) -> void:
	var output: Array = []
	exit_code = OS.execute(program, first + arguments, output, true)
	log_text = "".join(output)
