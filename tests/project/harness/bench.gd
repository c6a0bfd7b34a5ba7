class_name Bench
extends Node
## A bench: measures work and a baseline of the same run, and reports how they compare.


## Where the measurements are made. May await.
func run() -> void:
	pass


## The median time of [param runs] calls of [param work], in milliseconds; printed with its name.
func measure(label: String, work: Callable, runs: int = 5) -> float:
	return measure_in_turn({label: work}, runs)[0]


## The median time of each of some [param works], which are called in turn: what slows the machine down for a while slows
## all of them down. A node that a work gives back is freed afterwards, which does not count.
func measure_in_turn(works: Dictionary[String, Callable], runs: int = 5) -> PackedFloat64Array:
	var times: Dictionary[String, PackedFloat64Array] = {}
	for label: String in works:
		times[label] = PackedFloat64Array()
	for index: int in runs:
		for label: String in works:
			var start: int = Time.get_ticks_usec()
			var made: Variant = works[label].call()
			times[label].append((Time.get_ticks_usec() - start) / 1000.0)
			if made is Node:
				(made as Node).free()
	var medians: PackedFloat64Array = []
	for label: String in works:
		medians.append(_report_median(label, times[label]))
	return medians


func _report_median(label: String, times: PackedFloat64Array) -> float:
	times.sort()
	var median: float = times[times.size() >> 1]
	report("%s: %.2f ms (%.2f to %.2f, %d runs)" % [label, median, times[0], times[-1], times.size()])
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
