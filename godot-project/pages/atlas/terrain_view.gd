class_name TerrainView
extends Node3D
## A terrain drawn with all chunks of one level, each under the finest tile that covers it.

## The box around everything that is drawn.
var bounds: AABB


## Draws [param level] of [param atlas] with the tiles of [param tree]; -1 for none. Gives how many chunks that are.
func show_level(atlas: AtlasFile, level: int, tree: int) -> int:
	for child: Node in get_children():
		remove_child(child)
		child.queue_free()
	bounds = AABB()
	for x: int in 1 << level:
		for y: int in 1 << level:
			if atlas.has_chunk(level, x, y):
				_add_chunk(atlas, Vector3i(level, x, y), tree)
	return get_child_count()


func _add_chunk(atlas: AtlasFile, node: Vector3i, tree: int) -> void:
	var flags: int = AtlasFile.CHUNK_LOCAL | AtlasFile.CHUNK_COMPUTE_NORMALS
	var mesh: ArrayMesh = atlas.create_chunk_mesh(node.x, node.y, node.z, flags)
	if mesh == null or mesh.get_surface_count() == 0:
		return
	var chunk: MeshInstance3D = MeshInstance3D.new()
	chunk.mesh = mesh
	chunk.position = atlas.get_chunk_origin(node.x, node.y, node.z)
	chunk.material_override = _material(atlas, atlas.get_chunk_tile(node.x, node.y, node.z, tree), tree)
	add_child(chunk)
	var box: AABB = chunk.transform * mesh.get_aabb()
	bounds = box if get_child_count() == 1 else bounds.merge(box)


## The ground, [param found] telling its tile and how texture coordinates become the tile's.
func _material(atlas: AtlasFile, found: Dictionary, tree: int) -> StandardMaterial3D:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.roughness = 1.0
	material.metallic_specular = 0.1
	if found.is_empty():
		material.albedo_color = Color("8f9a84")
		return material
	var tile: Image = atlas.get_tile_image(tree, found["level"] as int, found["x"] as int, found["y"] as int)
	if tile:
		var scale_of_uv: Vector2 = found["uv_scale"]
		var offset_of_uv: Vector2 = found["uv_offset"]
		material.albedo_texture = ImageTexture.create_from_image(tile)
		material.texture_repeat = false
		material.uv1_scale = Vector3(scale_of_uv.x, scale_of_uv.y, 1.0)
		material.uv1_offset = Vector3(offset_of_uv.x, offset_of_uv.y, 0.0)
	return material
