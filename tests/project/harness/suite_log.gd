class_name SuiteLog
extends Logger
## Listens to the engine's log while a test runs: what was announced, and what came unannounced.

## The line that tells `cargo xtask test`, which reads the whole log, what was announced.
const ANNOUNCEMENT: String = "EXPECT "

var _mutex: Mutex = Mutex.new()
var _announced: PackedStringArray = []
var _unannounced: PackedStringArray = []


func announce(fragment: String) -> void:
	print(ANNOUNCEMENT, fragment)
	_mutex.lock()
	_announced.append(fragment)
	_mutex.unlock()


## What went wrong since the last call, one sentence each.
func take_faults() -> PackedStringArray:
	_mutex.lock()
	var faults: PackedStringArray = []
	for text: String in _unannounced:
		faults.append("unannounced in the log: " + text)
	for fragment: String in _announced:
		faults.append("announced but never logged: " + fragment)
	_announced.clear()
	_unannounced.clear()
	_mutex.unlock()
	return faults


# Called from any thread.
func _log_error(
	_function: String,
	file: String,
	line: int,
	code: String,
	rationale: String,
	_editor_notify: bool,
	_error_type: int,
	_script_backtraces: Array[ScriptBacktrace]
) -> void:
	var text: String = code if rationale.is_empty() else rationale
	_mutex.lock()
	var found: int = _find_announcement(code + "\n" + rationale)
	if found >= 0:
		_announced.remove_at(found)
	else:
		_unannounced.append("%s (%s:%d)" % [text, file.get_file(), line])
	_mutex.unlock()


func _find_announcement(text: String) -> int:
	for index: int in _announced.size():
		if _announced[index] in text:
			return index
	return -1
