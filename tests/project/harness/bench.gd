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
