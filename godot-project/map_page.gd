class_name MapPage
extends Control
## One page of the sample project: it opens one kind of map and shows what is in it.
##
## The main scene finds the pages in [code]res://pages[/code] by itself; a new format is a new page there.

## What the page list calls this page. The name of the scene's root without it.
@export var title: String = ""


## Whether this page opens the file at [param path].
func accepts(_path: String) -> bool:
	return false


## Opens a map. After a failure the page shows why, and [method report] tells it.
func open_map(_path: String) -> Error:
	return ERR_UNAVAILABLE


## What a run without a window prints: format, counts, problems.
func report() -> PackedStringArray:
	return []
