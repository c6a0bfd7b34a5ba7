class_name EngineCells
extends RefCounted
## What a [TileMapLayer] shows, in the shape of [TileMapDataCodec]'s cells. The engine holds the fields in signed
## numbers; here they are what the buffer's bytes say.

const FIELD: int = 0xFFFF


## The painted cells in the order of [method TileMapLayer.get_used_cells].
static func of(layer: TileMapLayer) -> Array[Dictionary]:
	var cells: Array[Dictionary] = []
	for coords: Vector2i in layer.get_used_cells():
		var atlas: Vector2i = layer.get_cell_atlas_coords(coords)
		var alternative: int = layer.get_cell_alternative_tile(coords)
		cells.append({
			"coords": coords,
			"source_id": layer.get_cell_source_id(coords) & FIELD,
			"atlas": Vector2i(atlas.x & FIELD, atlas.y & FIELD),
			"alternative": alternative & 0x0FFF,
			"flip_h": bool(alternative & TileSetAtlasSource.TRANSFORM_FLIP_H),
			"flip_v": bool(alternative & TileSetAtlasSource.TRANSFORM_FLIP_V),
			"transpose": bool(alternative & TileSetAtlasSource.TRANSFORM_TRANSPOSE),
		})
	return cells


## What a fresh layer shows of [param buffer].
static func of_buffer(buffer: PackedByteArray) -> Array[Dictionary]:
	var layer: TileMapLayer = TileMapLayer.new()
	layer.tile_map_data = buffer
	var cells: Array[Dictionary] = of(layer)
	layer.free()
	return cells


## A buffer that Godot takes: [param count] records, many of them on the same few coordinates, a third tombstones.
static func random_buffer(random: RandomNumberGenerator, count: int) -> PackedByteArray:
	var buffer: PackedByteArray = []
	buffer.resize(2 + count * 12)
	for index: int in count:
		var offset: int = 2 + index * 12
		buffer.encode_s16(offset, random.randi_range(-3, 3))
		buffer.encode_s16(offset + 2, random.randi_range(-32768, 32767) if index % 4 == 0 else index % 5)
		for field: int in [4, 6, 8, 10]:
			buffer.encode_u16(offset + field, FIELD if index % 3 == 2 else random.randi_range(0, FIELD))
	return buffer
