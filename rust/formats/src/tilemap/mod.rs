//! `TileMapLayer.tile_map_data` buffers.
