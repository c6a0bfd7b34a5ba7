//! `GtmFile`: a GodotTrench map in GDScript's hands.

use super::lightmap::Bake;
use super::open::{failure, open, read};
use super::scene;
use super::{from_godot, to_godot, unknown_chunks};
use crate::errors::{Failure, guarded, report};
use crate::files;
use crate::files::Previous;
use crate::raw::OptionalDictionary;
use crate::workers;
use godot::classes::LightmapGiData;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::gtm::{self, Document, Form, Lightmap};
use mapwright_scene::gtm::world::scatter;
use std::sync::Arc;

/// A GodotTrench map: reads, changes and writes `.gtm` and `.tdm` files, in their binary and their JSON form.
///
/// [codeblock]
/// var map := GtmFile.new()
/// if map.load("res://maps/house.gtm") != OK:
/// 	push_error(map.get_error_message())
/// 	return
/// for problem in map.get_problems():
/// 	push_warning(problem)
/// for layer: Dictionary in map.get_map()["layers"]:
/// 	print(layer["name"], ": ", layer.get("children", []).size(), " nodes")
/// [/codeblock]
///
/// A file that is damaged in places still loads; [method get_problems] says what was lost. Everything here may be
/// called from any thread, and from what [method build_scene] calls.
#[derive(GodotClass)]
#[class(tool, init, base = RefCounted)]
pub(crate) struct GtmFile {
    /// Shared with a build at work, which user code may change the map in the midst of.
    document: Option<Arc<Document>>,
    /// Where the map came from; empty when it was no file.
    path: String,
    problems: Vec<String>,
    build_problems: Vec<String>,
    build_times: VarDictionary,
    error: String,
}

#[godot_api]
impl GtmFile {
    /// Loads a map in either form from [param path]: [code]res://[/code], [code]user://[/code] or absolute, also from a
    /// pack.
    ///
    /// Returns [constant OK] when the map is usable, [constant ERR_FILE_NOT_FOUND] or [constant ERR_FILE_CANT_OPEN] when
    /// there is no file to read, [constant ERR_FILE_UNRECOGNIZED] when it is no map or newer than this reader,
    /// [constant ERR_FILE_CORRUPT] when it is damaged past use, [constant ERR_OUT_OF_MEMORY] when it passes the format's
    /// limits. After a failure the object holds what it held before.
    #[func]
    fn load(&mut self, path: GString) -> Error {
        let file = path.to_string();
        let loaded = guarded(|| open(&path));
        self.take(loaded, file)
    }

    /// Loads a map in either form from [param bytes]. Returns what [method load] does.
    #[func]
    fn load_buffer(&mut self, bytes: PackedByteArray) -> Error {
        let loaded = guarded(|| read(bytes.as_slice(), ""));
        self.take(loaded, String::new())
    }

    /// Writes the map to [param path]: as JSON when it ends in [code].json[/code], as the binary container otherwise. The
    /// file is replaced in one step, so that a reader finds the old map or the new one, whole.
    ///
    /// With [param keep_backup] the old file stays as [code]<name>.bak[/code].
    ///
    /// Returns [constant ERR_UNCONFIGURED] without a map, [constant ERR_OUT_OF_MEMORY] for one past the format's limits, which
    /// could not be loaded again, [constant ERR_FILE_CANT_WRITE] when the file cannot be written.
    #[func]
    fn save(&mut self, path: GString, #[opt(default = false)] keep_backup: bool) -> Error {
        let saved = guarded(|| {
            let is_json = path.get_extension().to_lower() == "json";
            let bytes = if is_json { self.json()?.into_bytes() } else { self.bytes()? };
            let previous = if keep_backup { Previous::KeepAsBak } else { Previous::Replace };
            files::write_atomically(&path, previous, |file| file.write_all(&bytes))
        });
        self.report(saved)
    }

    /// The map as the bytes of a binary container; empty when it cannot be written, see [method get_error_message].
    #[func]
    fn save_buffer(&mut self) -> PackedByteArray {
        let saved = guarded(|| self.bytes());
        self.answer(saved).map(PackedByteArray::from).unwrap_or_default()
    }

    /// The map as readable JSON; empty when it cannot be written, see [method get_error_message].
    #[func(rename = to_json)]
    fn write_json(&mut self) -> GString {
        let json = guarded(|| self.json());
        self.answer(json).map(|json| GString::from(json.as_str())).unwrap_or_default()
    }

    /// The whole map as dictionaries: the top level keys, [code]layers[/code], and [code]lightmap[/code] when there is a bake.
    ///
    /// The shape is the same whichever form the file had: integers are [int], floats [float]; a terrain's
    /// [code]heights[/code], [code]splat[/code] and [code]holes[/code] are [PackedByteArray]; a scatter set's
    /// [code]instances[/code] are arrays of eight floats; an array of 32 or more numbers is packed as the container packs
    /// it. Base64 text of a terrain is bytes also where it is not in its canonical form; saving a map that was loaded keeps
    /// the text. The dictionaries are made for each call and are the caller's.
    #[func]
    fn get_map(&self) -> VarDictionary {
        self.document.as_deref().map(to_godot::map).unwrap_or_default()
    }

    /// Replaces the map with one of the shape that [method get_map] gives. Nodes with the id 0 get a fresh one. Where the
    /// format has integers, whole floats become integers, so that what [method JSON.parse_string] gives is a map as well.
    ///
    /// Returns [constant ERR_INVALID_DATA] when the format cannot hold a value: a number that is not finite, a key that is
    /// no text, a type that the format does not know, a node without an id. The message gives the value's path, and the
    /// map stays as it was.
    #[func]
    fn set_map(&mut self, map: VarDictionary) -> Error {
        let unknown = self.document.as_deref().map(|document| document.unknown_chunks().to_vec());
        let built = guarded(|| {
            let mut document = from_godot::map(&map).map_err(|error| failure("", &error))?;
            document.set_unknown_chunks(unknown.unwrap_or_default()).map_err(|error| failure("", &error))?;
            Ok(document)
        });
        self.take(built, self.path.clone())
    }

    /// The first node with [param id], with all that is under it; an empty dictionary when there is none.
    #[func]
    fn find_node(&self, id: i64) -> VarDictionary {
        self.node(id).map(to_godot::node).unwrap_or_default()
    }

    /// How many nodes the map has, layers included.
    #[func]
    fn get_node_count(&self) -> i64 {
        self.document.as_deref().map_or(0, |document| document.node_count() as i64)
    }

    /// Whether the file that was loaded was a binary container rather than JSON.
    #[func]
    fn is_binary(&self) -> bool {
        self.document.as_deref().is_some_and(|document| document.form() == Form::Binary)
    }

    /// The map's version; 0 when it states none.
    #[func]
    fn get_map_version(&self) -> i64 {
        self.document.as_deref().map_or(0, Document::map_version)
    }

    /// The content id, 52 bits, computed from the payloads that were read, or from those that the map is written as when it
    /// did not come from a binary file.
    #[func]
    fn get_content_id(&self) -> i64 {
        self.document.as_deref().map_or(0, |document| document.content_id() as i64)
    }

    /// The content id that the file states; 0 when it states none.
    #[func]
    fn get_stored_content_id(&self) -> i64 {
        self.document.as_deref().map_or(0, |document| document.stored_content_id() as i64)
    }

    /// The chunks that this reader does not know, in file order: [code]tag[/code] ([String]), [code]flags[/code],
    /// [code]raw_size[/code] ([int]) and [code]data[/code] ([PackedByteArray], as stored). They are written back as they are.
    #[func]
    fn get_unknown_chunks(&self) -> Array<VarDictionary> {
        let chunks = self.document.as_deref().map(Document::unknown_chunks).unwrap_or_default();
        chunks.iter().map(unknown_chunks::to_godot).collect()
    }

    /// Replaces the chunks that this reader does not know; the keys are those of [method get_unknown_chunks].
    ///
    /// Returns [constant ERR_INVALID_DATA] for a tag that is not four printable ASCII characters or one of the format's
    /// own, and [constant ERR_UNCONFIGURED] without a map.
    #[func]
    fn set_unknown_chunks(&mut self, chunks: Array<VarDictionary>) -> Error {
        let outcome = guarded(|| {
            let chunks = chunks.iter_shared().map(|chunk| unknown_chunks::from_godot(&chunk));
            let chunks = chunks.collect::<Result<_, _>>()?;
            self.document_mut()?.set_unknown_chunks(chunks).map_err(|error| failure("", &error))
        });
        self.report(outcome)
    }

    /// Whether the map has baked lighting that is usable.
    #[func]
    fn has_lightmap(&self) -> bool {
        self.bake().is_some()
    }

    /// The baked lighting with the keys of the format, positions and distances in map units; [code]light[/code],
    /// [code]shadow[/code] and [code]ao[/code] are [PackedByteArray]. Empty when there is none.
    #[func]
    fn get_lightmap(&self) -> VarDictionary {
        self.bake().map(to_godot::lightmap).unwrap_or_default()
    }

    /// Replaces the baked lighting, with the keys of [method get_lightmap]; an empty dictionary takes it out.
    ///
    /// Returns [constant ERR_INVALID_DATA] when the sizes do not add up, and [constant ERR_UNCONFIGURED] without a map.
    #[func]
    fn set_lightmap(&mut self, lightmap: VarDictionary) -> Error {
        let outcome = guarded(|| {
            let lightmap = if lightmap.is_empty() { None } else { Some(lightmap_from_godot(&lightmap)?) };
            self.document_mut()?.set_lightmap(lightmap);
            Ok(())
        });
        self.report(outcome)
    }

    /// The baked lighting as Godot's own resource, to be given to a [LightmapGI]: one light texture and one shadow mask,
    /// each with an extra bottom row for faces without a chart, and the light probes in metres.
    ///
    /// [code]null[/code] when there is no usable bake, or [param units_per_meter] is not above 0.
    #[func]
    fn build_lightmap_data(
        &mut self,
        #[opt(default = 32.0)] units_per_meter: f64,
    ) -> Option<Gd<LightmapGiData>> {
        let built = guarded(|| {
            check_units(units_per_meter)?;
            self.bake().map(|bake| Bake::new(bake, units_per_meter)?.data()).transpose()
        });
        self.answer(built).flatten()
    }

    /// Builds the map as a scene and gives its root, which is the caller's to add to a tree or to free; [code]null[/code] after
    /// a failure.
    ///
    /// [param options] are those of the Import dock, with or without [code]mapwright/[/code] in front: [code]units_per_meter[/code],
    /// [code]textures_dir[/code], [code]materials_dir[/code] (empty for the same), [code]definitions[/code] (a
    /// [GtmEntityDefinitions] or its path), [code]use_groups_hierarchy[/code], [code]name_property[/code],
    /// [code]cull_covered_faces[/code], [code]cell_size[/code] (metres, 0 for one mesh an entity), [code]collision[/code],
    /// [code]collision_layer[/code], [code]collision_mask[/code], [code]environment[/code], [code]baked_lighting[/code],
    /// [code]output_relays[/code], [code]skip_texture[/code], [code]clip_texture[/code], [code]origin_texture[/code] and
    /// [code]sky_texture[/code]; besides those [code]progress[/code], a [Callable] that gets each stage's name and the share that is
    /// done.
    ///
    /// Entities keep their connections as metadata [code]mapwright_outputs[/code] (an array of dictionaries with
    /// [code]output[/code], [code]target[/code], [code]input[/code], [code]parameter[/code], [code]delay[/code] and [code]times[/code]) and
    /// their properties as [code]mapwright_properties[/code], each one also under its own name. [method get_problems] says
    /// what could not be built.
    ///
    /// Refused with [constant ERR_FILE_UNRECOGNIZED] for a map of another format or a newer version, with
    /// [constant ERR_INVALID_DATA] for an option with a wrong value; see [method get_error_message].
    #[func(gd_self)]
    fn build_scene(
        this: Gd<Self>,
        #[opt(default = &OptionalDictionary::default())] options: OptionalDictionary,
    ) -> Option<Gd<Node3D>> {
        // The callback and the scripts of instanced scenes may call everything here, from any thread.
        let (document, path) = this.bind().shared();
        let built = guarded(|| {
            let options = scene::Options::read(&options.0)?;
            let document = document.ok_or_else(no_map)?;
            scene::build(&scene::Request { document: &document, path: &path, options, mesh_import: None })
        });
        let mut this = this;
        let mut file = this.bind_mut();
        let built = file.answer(built)?;
        file.build_problems = built.all_problems();
        file.build_times = built.times;
        Some(built.root)
    }

    /// Whether [param node] is the root of a scene that was built from this very content: the same map, and the same prefabs.
    /// A tool or a running game skips the rebuild then.
    #[func(gd_self)]
    fn is_scene_current(this: Gd<Self>, node: Option<Gd<Node3D>>) -> bool {
        let (document, _) = this.bind().shared();
        let is_current = guarded(|| {
            let document = document.zip(node);
            Ok(document.is_some_and(|(document, node)| scene::is_current(&document, &node)))
        });
        let mut this = this;
        let is_current = this.bind_mut().answer(is_current);
        is_current.unwrap_or(false)
    }

    /// What each stage of the last [method build_scene] took, in milliseconds by its name.
    #[func]
    fn get_build_times(&self) -> VarDictionary {
        self.build_times.clone()
    }

    /// The heights of the terrain with [param node_id] in map units, row by row along x; empty when there is no such
    /// terrain.
    #[func]
    fn get_terrain_heights(&self, node_id: i64) -> PackedFloat32Array {
        self.node(node_id).map(|node| node.terrain_heights().into()).unwrap_or_default()
    }

    /// The instances of item [param item] in the scatter set with [param node_id], ready for [member MultiMesh.buffer]:
    /// twelve floats each, the rows of the basis with the origin in metres. Empty when there are none.
    #[func]
    fn get_scatter_buffer(
        &self,
        node_id: i64,
        item: i64,
        #[opt(default = 32.0)] units_per_meter: f64,
    ) -> PackedFloat32Array {
        match self.node(node_id) {
            Some(node) if check_units(units_per_meter).is_ok() => {
                scatter::buffer(&node.scatter_instances(), item, units_per_meter).into()
            }
            _ => PackedFloat32Array::new(),
        }
    }

    /// What the last call that failed has to say, in one sentence: the file, the byte offset, what was expected and what
    /// was found. Empty after a call that did not fail.
    #[func]
    fn get_error_message(&self) -> GString {
        self.error.as_str().into()
    }

    /// What was lost or is suspicious in the map that was loaded, and what the last [method build_scene] could not build,
    /// one sentence each.
    #[func]
    fn get_problems(&self) -> PackedStringArray {
        let problems = self.problems.iter().chain(&self.build_problems);
        problems.map(|problem| GString::from(problem.as_str())).collect()
    }
}

impl GtmFile {
    fn take(&mut self, loaded: Result<Document, Failure>, path: String) -> Error {
        let outcome = loaded.map(|document| {
            self.path = path;
            self.build_problems.clear();
            self.problems = document.problems().iter().map(ToString::to_string).collect();
            self.document = Some(Arc::new(document));
        });
        self.report(outcome)
    }

    /// Keeps the failure's sentence, or gives what came out.
    pub(super) fn answer<T>(&mut self, outcome: Result<T, Failure>) -> Option<T> {
        match outcome {
            Ok(value) => {
                self.report(Ok(()));
                Some(value)
            }
            Err(failure) => {
                self.report(Err(failure));
                None
            }
        }
    }

    /// Keeps the failure's sentence and gives its code.
    fn report(&mut self, outcome: Result<(), Failure>) -> Error {
        report(outcome, &mut self.error)
    }

    /// The map and its path, for what must not hold the object.
    fn shared(&self) -> (Option<Arc<Document>>, String) {
        (self.document.clone(), self.path.clone())
    }

    fn document(&self) -> Result<&Document, Failure> {
        self.document.as_deref().ok_or_else(no_map)
    }

    pub(super) fn document_mut(&mut self) -> Result<&mut Document, Failure> {
        self.document.as_mut().map(Arc::make_mut).ok_or_else(no_map)
    }

    fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let document = self.document()?;
        workers::run(|| document.to_bytes()).map_err(|error| failure("", &error))
    }

    fn json(&self) -> Result<String, Failure> {
        let document = self.document()?;
        workers::run(|| document.to_json()).map_err(|error| failure("", &error))
    }

    fn node(&self, id: i64) -> Option<gtm::NodeRef<'_>> {
        self.document.as_deref()?.find_node(id)
    }

    fn bake(&self) -> Option<&Lightmap> {
        self.document.as_deref()?.lightmap()
    }
}

fn no_map() -> Failure {
    Failure::new(Error::ERR_UNCONFIGURED, "there is no map yet: load one or set one first")
}

fn check_units(units_per_meter: f64) -> Result<(), Failure> {
    if units_per_meter.is_finite() && units_per_meter > 0.0 {
        return Ok(());
    }
    let message = format!("units_per_meter: a number above 0 expected, {units_per_meter} found");
    Err(Failure::new(Error::ERR_INVALID_DATA, message))
}

fn lightmap_from_godot(given: &VarDictionary) -> Result<Lightmap, Failure> {
    let entries = from_godot::dictionary(given, "lightmap").map_err(|error| failure("", &error))?;
    Lightmap::from_dictionary(&entries).map_err(|reason| Failure::new(Error::ERR_INVALID_DATA, reason))
}
