extends Control
## The start scene: one page a format, the sample maps, and any map that is dropped onto the window.
##
## [code]godot -- FILE...[/code] opens files at start; see [CommandLine] for what else there is.

const PAGES: String = "res://pages"
const MAPS: String = "res://maps"

var _pages: Array[MapPage] = []
# Held here, since what awaits must not be freed meanwhile.
var _command_line: CommandLine = CommandLine.new(self)

@onready var _list: Tree = %List
@onready var _place: Control = %Place
@onready var _welcome: Control = %Welcome
@onready var _path: Label = %Path
@onready var _status: Label = %Status
@onready var _dialog: FileDialog = %Dialog
@onready var _open: Button = %Open


func _ready() -> void:
	_find_pages()
	_fill_list()
	_list.item_selected.connect(_on_list_item_selected)
	_open.pressed.connect(_dialog.popup_centered_ratio)
	_dialog.file_selected.connect(open_map)
	get_window().files_dropped.connect(_on_files_dropped)
	_command_line.run(OS.get_cmdline_user_args())


## Opens the map at [param path] on the page that accepts it.
func open_map(path: String) -> Error:
	var page: MapPage = page_for(path)
	if page == null:
		_say("No page opens %s." % path.get_file(), false)
		return ERR_FILE_UNRECOGNIZED
	_show_page(page)
	_path.text = path
	var start: int = Time.get_ticks_usec()
	var error: Error = page.open_map(path)
	var milliseconds: float = (Time.get_ticks_usec() - start) / 1000.0
	if error == OK:
		_say("Opened in %.1f ms." % milliseconds, true)
	else:
		_say("%s: %s." % [path.get_file(), error_string(error)], false)
	return error


## The first page that accepts [param path], or null.
func page_for(path: String) -> MapPage:
	for page: MapPage in _pages:
		if page.accepts(path):
			return page
	return null


## The sample maps that some page opens.
func sample_maps() -> PackedStringArray:
	var maps: PackedStringArray = []
	for file: String in DirAccess.get_files_at(MAPS):
		var path: String = MAPS.path_join(file)
		if page_for(path):
			maps.append(path)
	return maps


func _find_pages() -> void:
	for file: String in ResourceLoader.list_directory(PAGES):
		if file.get_extension() != "tscn":
			continue
		var scene: PackedScene = load(PAGES.path_join(file))
		var page: MapPage = scene.instantiate() as MapPage
		if page == null:
			continue
		if page.title.is_empty():
			page.title = String(page.name).capitalize()
		page.set_anchors_preset(Control.PRESET_FULL_RECT)
		page.hide()
		_place.add_child(page)
		_pages.append(page)


func _fill_list() -> void:
	var root: TreeItem = _list.create_item()
	var maps: PackedStringArray = sample_maps()
	for page: MapPage in _pages:
		var heading: TreeItem = _list.create_item(root)
		heading.set_text(0, page.title)
		heading.set_metadata(0, page)
		heading.set_custom_color(0, get_theme_color("font_color", "HeaderMedium"))
		for path: String in maps:
			if page_for(path) == page:
				var item: TreeItem = _list.create_item(heading)
				item.set_text(0, path.get_file())
				item.set_metadata(0, path)


func _show_page(page: MapPage) -> void:
	_welcome.hide()
	for other: MapPage in _pages:
		other.visible = other == page


func _say(text: String, good: bool) -> void:
	_status.text = text
	_status.theme_type_variation = &"" if good else &"ProblemLabel"


func _on_list_item_selected() -> void:
	var chosen: Variant = _list.get_selected().get_metadata(0)
	if chosen is MapPage:
		_show_page(chosen as MapPage)
	else:
		open_map(chosen as String)


func _on_files_dropped(files: PackedStringArray) -> void:
	for file: String in files:
		open_map(file)
