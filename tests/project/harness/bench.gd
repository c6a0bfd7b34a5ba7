class_name Bench
extends Node
## A bench: measures work and a baseline of the same run, and reports how they compare.


## Where the measurements are made. May await.
func run() -> void:
	pass


## The median time of [param runs] calls of [param work], in milliseconds; printed with its name.
func measure(label: String, work: Callable, runs: int = 5) -> float:
	var times: PackedFloat64Array = []
	for index: int in runs:
		var start: int = Time.get_ticks_usec()
		work.call()
		times.append((Time.get_ticks_usec() - start) / 1000.0)
	times.sort()
	@warning_ignore("integer_division")
	var median: float = times[runs / 2]
	report("%s: %.2f ms (%.2f to %.2f, %d runs)" % [label, median, times[0], times[-1], runs])
	return median


## Prints one line of the result.
func report(line: String) -> void:
	print("  ", line)


## The most memory that the process held since it began, or since it was told to forget, in MiB; 0 where the system
## does not tell.
static func peak_memory() -> float:
	var file: FileAccess = FileAccess.open("/proc/self/status", FileAccess.READ)
	while file and not file.eof_reached():
		var line: String = file.get_line()
		if line.begins_with("VmHWM:"):
			return line.get_slice(":", 1).to_float() / 1024.0
	return 0.0


## The most memory that a Godot of its own held, in MiB, which runs [param script] with [param arguments] and prints it as
## "PEAK "; 0 where the system does not tell.
func peak_of_child(script: String, arguments: PackedStringArray) -> int:
	var project: String = ProjectSettings.globalize_path("res://")
	var all: PackedStringArray = ["--headless", "--path", project, "--script", script, "--"]
	all.append_array(arguments)
	var output: Array = []
	OS.execute(OS.get_executable_path(), all, output)
	for line: String in str(output[0]).split("\n"):
		if line.begins_with("PEAK "):
			return line.to_int()
	return 0
