//! `TileMapDataCodec`: the buffer of a `TileMapLayer` in GDScript's hands.

use super::cells::Keys;
use super::{columns, invalid, scenes};
use crate::errors::{Failure, guarded, report};
use godot::builtin::{AnyArray, AnyDictionary};
use godot::classes::TileMapLayer;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::tilemap::{Loaded, TileMapData, read_text, replace_scene_layer, to_text};

/// Reads and writes [member TileMapLayer.tile_map_data], the buffer that holds everything painted into a layer.
///
/// [codeblock]
/// var codec := TileMapDataCodec.new()
/// if codec.load_buffer($Ground.tile_map_data) != OK:
/// 	push_error(codec.get_error_message())
/// 	return
/// for cell in codec.get_cells():
/// 	print(cell.coords, " shows tile ", cell.atlas, " of source ", cell.source_id)
/// codec.translate(Vector2i(10, 0))
/// codec.apply_to($Ground)
/// [/codeblock]
///
/// A cell is a [Dictionary] of [code]coords[/code] ([Vector2i]), [code]source_id[/code], [code]atlas[/code] ([Vector2i]),
/// [code]alternative[/code] (0 to 4095, without the transform), [code]flip_h[/code], [code]flip_v[/code] and
/// [code]transpose[/code]. Keys that are missing count as 0 and [code]false[/code]; [code]erase: true[/code] makes it a
/// tombstone, which is what [method TileMapLayer.erase_cell] leaves in the buffer.
///
/// The codec holds the buffer's records in order, tombstones and overwritten records included, until [method compact].
/// It prints nothing and may be used from any thread; only [method apply_to] and [method read_from] belong to the thread
/// of their layer.
#[derive(GodotClass)]
#[class(tool, init, base = RefCounted)]
pub(crate) struct TileMapDataCodec {
    data: TileMapData,
    problems: Vec<String>,
    error: String,
}

#[godot_api]
impl TileMapDataCodec {
    /// The painted cells of a buffer, as [method get_cells] gives them; none when the buffer is refused.
    #[func]
    fn decode(data: PackedByteArray) -> Array<VarDictionary> {
        let cells = guarded(|| {
            let loaded = TileMapData::read(data.as_slice())?;
            Ok(Keys::new().cells(&loaded.data.painted()))
        });
        cells.unwrap_or_default()
    }

    /// The buffer of [param cells] in their order; empty when one of them is refused. [method set_cells] says why.
    #[func]
    fn encode(cells: AnyArray) -> PackedByteArray {
        let encoded = guarded(|| Ok(Keys::new().records(&cells)?.0.to_bytes()));
        encoded.map(PackedByteArray::from).unwrap_or_default()
    }

    /// Loads a buffer as Godot does: a partial record at its end is dropped and told by [method get_problems].
    ///
    /// Returns [constant ERR_FILE_UNRECOGNIZED] when the header is not 0, the only format there is, and
    /// [constant ERR_FILE_CORRUPT] when there is only half a header. After a failure the codec holds what it held before.
    #[func]
    fn load_buffer(&mut self, data: PackedByteArray) -> Error {
        let loaded = guarded(|| Ok(TileMapData::read(data.as_slice())?));
        self.take_loaded(loaded)
    }

    /// Loads a buffer from any text it is found in: the property's line of a scene, [code]PackedByteArray(...)[/code] with
    /// numbers or with base64, numbers alone, base64 alone, or a hex dump with or without spaces, commas, line breaks and
    /// [code]0x[/code].
    ///
    /// What could be read in two ways is decided by which of them gives a valid buffer. Returns
    /// [constant ERR_FILE_UNRECOGNIZED] when none does, [constant ERR_FILE_CORRUPT] when the text is broken within.
    #[func]
    fn load_text(&mut self, text: GString) -> Error {
        let loaded = guarded(|| Ok(read_text(&text.to_string())?));
        self.take_loaded(loaded)
    }

    /// Loads what a [TileMap] keeps under [code]layer_N/tile_data[/code]. [param format] is the value of its
    /// [code]format[/code] property: 2 in scenes of Godot 4, 1 in those of Godot 3, 0 where the property is missing.
    ///
    /// The tile ids of formats 0 and 1, which Godot 4.6 itself refuses, become source ids and their flips the alternatives
    /// 0 to 7, as in a [TileMap] of Godot 4.0 without a [TileSet].
    #[func]
    fn load_legacy(&mut self, tile_data: PackedInt32Array, #[opt(default = 2)] format: i64) -> Error {
        let loaded = guarded(|| Ok(TileMapData::read_legacy(tile_data.as_slice(), format)?));
        self.take_loaded(loaded)
    }

    /// Replaces the records with those of [param cells], in their order.
    ///
    /// Returns [constant ERR_INVALID_DATA] when a value does not fit its field, where Godot would wrap it: coordinates from
    /// -32768 to 32767, source ids from 0 to 65534, atlas coordinates from 0 to 65535, alternatives from 0 to 4095. The
    /// message names the cell, and the records stay as they were.
    #[func]
    fn set_cells(&mut self, cells: AnyArray) -> Error {
        let read = guarded(|| Keys::new().records(&cells));
        self.take(read)
    }

    /// The cells that Godot paints: of each coordinate the last record, tombstones gone. They come in the order of
    /// [method TileMapLayer.get_used_cells].
    #[func]
    fn get_cells(&self) -> Array<VarDictionary> {
        Keys::new().cells(&self.data.painted())
    }

    /// Every record in the order of the buffer. Tombstones have [code]erase: true[/code].
    #[func]
    fn get_records(&self) -> Array<VarDictionary> {
        Keys::new().cells(self.data.records())
    }

    /// How many cells are painted.
    #[func]
    fn get_cell_count(&self) -> i64 {
        self.data.painted().len() as i64
    }

    /// How many records there are, tombstones and overwritten ones included.
    #[func]
    fn get_record_count(&self) -> i64 {
        self.data.records().len() as i64
    }

    /// Replaces the records with the rows of columns as [method get_columns] gives them. Columns that are missing are
    /// zeros, the source id 65535 makes a row a tombstone.
    ///
    /// Returns [constant ERR_INVALID_DATA] when the columns differ in length or a value does not fit its field; the message
    /// names column and row, and the records stay as they were.
    #[func]
    fn set_columns(&mut self, columns: AnyDictionary) -> Error {
        let read = guarded(|| columns::read(&columns));
        self.take(read)
    }

    /// Every record as a row of seven [PackedInt32Array]s: [code]x[/code], [code]y[/code], [code]source_id[/code],
    /// [code]atlas_x[/code], [code]atlas_y[/code], [code]alternative[/code] and [code]transform[/code]. Many times faster
    /// than [method get_records] on large layers.
    ///
    /// Tombstones have the source id 65535. [code]transform[/code] holds the bits of
    /// [constant TileSetAtlasSource.TRANSFORM_FLIP_H] and its kin where they lie in the buffer, and bit 15, which means
    /// nothing: [code]alternative | transform[/code] is the record's field.
    #[func]
    fn get_columns(&self) -> VarDictionary {
        columns::write(&self.data)
    }

    /// The buffer: every record in order. A loaded buffer comes back byte for byte, without the partial record that may
    /// have been dropped. Empty without records, as Godot writes an empty layer.
    #[func]
    fn to_buffer(&self) -> PackedByteArray {
        self.data.to_bytes().into()
    }

    /// The buffer as its line in a scene, the way Godot 4.6 writes it, without a line break.
    #[func]
    fn to_text(&self) -> GString {
        GString::from(to_text(&self.data).as_str())
    }

    /// Drops tombstones and overwritten records. What Godot paints stays the same.
    #[func]
    fn compact(&mut self) {
        self.data.compact();
    }

    /// Sorts the records by row, then column. Records of the same coordinate keep their order, so that what Godot paints
    /// stays the same.
    #[func]
    fn sort(&mut self) {
        self.data.sort();
    }

    /// Moves every record by [param offset]. Returns [constant ERR_INVALID_DATA], and moves nothing, when a record would
    /// leave the coordinates from -32768 to 32767.
    #[func]
    fn translate(&mut self, offset: Vector2i) -> Error {
        let moved = guarded(|| Ok(self.data.translate(offset.x, offset.y)?));
        self.report(moved)
    }

    /// The smallest rectangle around the painted cells, as [method TileMapLayer.get_used_rect] gives it.
    #[func]
    fn get_used_rect(&self) -> Rect2i {
        let rect = self.data.used_rect();
        Rect2i::from_components(rect.x, rect.y, rect.width, rect.height)
    }

    /// Puts the records into [param layer], in place of what it shows.
    #[func(gd_self)]
    fn apply_to(mut this: Gd<Self>, layer: Option<Gd<TileMapLayer>>) -> Error {
        let Some(mut layer) = layer else { return this.bind_mut().report(Err(no_layer())) };
        let buffer = this.bind().to_buffer();
        // The codec is not borrowed while the layer tells others of its change.
        layer.set_tile_map_data_from_array(&buffer);
        this.bind_mut().report(Ok(()))
    }

    /// Loads what [param layer] shows. Returns [constant ERR_INVALID_DATA] when it has cells outside the coordinates from
    /// -32768 to 32767, which Godot would move when the layer is saved.
    #[func(gd_self)]
    fn read_from(mut this: Gd<Self>, layer: Option<Gd<TileMapLayer>>) -> Error {
        let loaded = guarded(|| {
            let layer = layer.ok_or_else(no_layer)?;
            if let Some(cell) = far_cell(&layer) {
                let (x, y) = (cell.x, cell.y);
                let message = format!("cell ({x}, {y}): coordinates from -32768 to 32767 expected");
                return Err(invalid(message));
            }
            Ok(TileMapData::read(layer.get_tile_map_data_as_array().as_slice())?)
        });
        this.bind_mut().take_loaded(loaded)
    }

    /// What has to be painted and erased to get from these cells to those of [param other]: [code]added[/code] and
    /// [code]removed[/code] are arrays of cells, [code]changed[/code] is an array of dictionaries with [code]before[/code]
    /// and [code]after[/code], a cell each. All of them by row, then column. Empty without [param other].
    #[func(gd_self)]
    fn diff(this: Gd<Self>, other: Option<Gd<Self>>) -> VarDictionary {
        let Some(other) = other else { return VarDictionary::new() };
        // One after the other: both may be the same object.
        let (before, after) = (this.bind().data.clone(), other.bind().data.clone());
        let diff = before.diff(&after);
        let keys = Keys::new();
        let changed = diff.changed.iter();
        let changed: Array<VarDictionary> = changed
            .map(|(before, after)| vdict! { "before" => &keys.cell(before), "after" => &keys.cell(after) })
            .collect();
        vdict! {
            "added" => &keys.cells(&diff.added),
            "removed" => &keys.cells(&diff.removed),
            "changed" => &changed,
        }
    }

    /// Puts the changes that [param theirs] made to [param base] into these cells, which were made from [param base] as well.
    /// Afterwards the codec holds painted cells only, its own in their order and what [param theirs] added at the end.
    ///
    /// Returns the cells that both changed differently, by row, then column: dictionaries of [code]coords[/code],
    /// [code]base[/code], [code]ours[/code] and [code]theirs[/code], each a cell or an empty dictionary for none. The codec
    /// keeps its own version of them. Two layers that were painted by two people merge where Git cannot.
    #[func(gd_self)]
    fn merge(mut this: Gd<Self>, base: Option<Gd<Self>>, theirs: Option<Gd<Self>>) -> Array<VarDictionary> {
        let (Some(base), Some(theirs)) = (base, theirs) else {
            let missing = invalid("a base and another edit of it expected, null given".to_owned());
            this.bind_mut().report(Err(missing));
            return Array::new();
        };
        // One after the other: some may be the same object.
        let (base, theirs) = (base.bind().data.clone(), theirs.bind().data.clone());
        let merge = this.bind().data.merge(&base, &theirs);
        this.bind_mut().take(Ok((merge.merged, Vec::new())));
        let keys = Keys::new();
        let side = |cell: Option<_>| cell.map(|cell| keys.cell(&cell)).unwrap_or_default();
        let conflicts = merge.conflicts.into_iter().map(|conflict| {
            vdict! {
                "coords" => Vector2i::new(conflict.x.into(), conflict.y.into()),
                "base" => &side(conflict.base),
                "ours" => &side(conflict.ours),
                "theirs" => &side(conflict.theirs),
            }
        });
        conflicts.collect()
    }

    /// The tile map layers in the text of a scene ([code].tscn[/code]): every [TileMapLayer], painted or not, every layer of
    /// an old [TileMap], and what the scene overrides of either in an instanced or inherited scene.
    ///
    /// Each is a dictionary of [code]path[/code] (the node's, from the scene's root, which is [code].[/code] itself; where a
    /// [TileMap] has several layers [code]:layer_N/tile_data[/code] follows), [code]name[/code] (the node's),
    /// [code]kind[/code] ([code]"TileMapLayer"[/code] or [code]"TileMap"[/code]), [code]cells[/code] (how many are painted),
    /// [code]property[/code] (the one that holds the layer), [code]data[/code] (the buffer, also for a [TileMap]) and
    /// [code]problems[/code] (why the buffer is empty or what is wrong with it). Empty for a text of broken syntax.
    #[func]
    fn list_scene_layers(scene_text: GString) -> Array<VarDictionary> {
        guarded(|| Ok(scenes::list(&scene_text.to_string()))).unwrap_or_default()
    }

    /// The text of a scene with [param data] as the buffer of the layer at [param path], and not another byte changed. A
    /// layer without a value gets a line of its own below its node. Paths are those of [method list_scene_layers].
    ///
    /// Returns an empty string when there is no such layer, when Godot would not load [param data] without an error, and
    /// for a [TileMap] that is not stored in the format of Godot 4.
    #[func]
    fn replace_scene_layer(scene_text: GString, path: GString, data: PackedByteArray) -> GString {
        let replaced =
            guarded(|| Ok(replace_scene_layer(&scene_text.to_string(), &path.to_string(), data.as_slice())?));
        replaced.map(|scene| GString::from(scene.as_str())).unwrap_or_default()
    }

    /// What went wrong in the last call that returned an error, in one sentence. Empty after [constant OK].
    #[func]
    fn get_error_message(&self) -> GString {
        GString::from(self.error.as_str())
    }

    /// What was lost, or is suspicious, in what did load, one sentence each.
    #[func]
    fn get_problems(&self) -> PackedStringArray {
        self.problems.iter().map(GString::from).collect()
    }

    fn take_loaded(&mut self, loaded: Result<Loaded, Failure>) -> Error {
        let sentences = |loaded: Loaded| {
            let problems = loaded.problems.sentences();
            (loaded.data, problems)
        };
        self.take(loaded.map(sentences))
    }

    /// Takes data and its problems over, or leaves everything as it was.
    fn take(&mut self, taken: Result<(TileMapData, Vec<String>), Failure>) -> Error {
        let taken = taken.map(|(data, problems)| {
            self.data = data;
            self.problems = problems;
        });
        self.report(taken)
    }

    fn report(&mut self, outcome: Result<(), Failure>) -> Error {
        report(outcome, &mut self.error)
    }
}

fn no_layer() -> Failure {
    invalid("a TileMapLayer expected, null given".to_owned())
}

/// A cell whose coordinates do not fit the buffer.
fn far_cell(layer: &Gd<TileMapLayer>) -> Option<Vector2i> {
    let fits = |cell: &Vector2i| i16::try_from(cell.x).is_ok() && i16::try_from(cell.y).is_ok();
    let used = layer.get_used_rect();
    let corners = [used.position, used.end() - Vector2i::ONE];
    if used.size == Vector2i::ZERO || corners.iter().all(fits) {
        return None;
    }
    layer.get_used_cells().iter_shared().find(|cell| !fits(cell))
}
