extends Suite


func test_leaks() -> void:
	var orphan: Node = Node.new()
	check(orphan != null, "a node that nobody frees")
