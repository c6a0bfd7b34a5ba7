//! `AtlasFile`: a Torque terrain as a resource, its tables and what it says about itself.

use super::convert;
use super::opened::{Opened, Part, failure, lock};
use crate::errors::{Failure, guarded};
use crate::files;
use crate::files::Previous;
use godot::classes::ProjectSettings;
use godot::global::Error;
use godot::prelude::*;
use godot::register::property::PhantomVar;
use mapwright_formats::Problems;
use mapwright_formats::atlas::{Node, Terrain, TexCoords, WriteError, node_count};
use mapwright_scene::atlas::to_torque;
use std::io::{self, Cursor, Seek, Write};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// A Torque terrain: an [code].atlas[/code] of any version, or a [code].chu[/code] with its [code].tqt[/code].
///
/// [code]load("res://island.atlas")[/code] gives one. Opening reads the tables only, however large the file is;
/// chunks of geometry and tiles of texture are read when they are asked for, from any thread.
///
/// A terrain is a quadtree of chunks, each the same ground as its four children, only coarser. The root is
/// [code](0, 0, 0)[/code]; level [code]L[/code] has [code]2^L[/code] by [code]2^L[/code] nodes. x runs with
/// Godot's x, y against Godot's z. Textures are trees of the same kind, with depths of their own.
///
/// Positions are Godot's: Torque's (x, y, z) becomes (x, z, -y), which keeps the winding, so that fronts face up.
/// They are in terrain space unless [constant CHUNK_LOCAL] is passed. Nothing scales them. What
/// [method get_chunk_torque] gives is untouched.
/// [codeblock]
/// var terrain: AtlasFile = load("res://island.atlas")
/// var level: int = terrain.get_tree_depth() - 1
/// var chunk := MeshInstance3D.new()
/// chunk.mesh = terrain.create_chunk_mesh(level, 3, 2, AtlasFile.CHUNK_LOCAL)
/// chunk.position = terrain.get_chunk_origin(level, 3, 2)
/// add_child(chunk)
/// [/codeblock]
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct AtlasFile {
    /// What was loaded, in words.
    #[var(get = get_summary, no_set, usage_flags = [EDITOR, READ_ONLY], hint = MULTILINE_TEXT)]
    summary: PhantomVar<GString>,
    /// Whether the texture coordinates of a [code].chu[/code] are [code](y / H, 1 - x / W)[/code], as some texts
    /// have them, instead of [code](y / H, x / W)[/code], as Torque itself imports them. W and H are the
    /// terrain's width and height. An [code].atlas[/code] stores its own.
    #[var]
    reflect_chu_uvs: bool,
    opened: RwLock<Option<Arc<Opened>>>,
    problems: Mutex<Problems<String>>,
    error_message: Mutex<String>,
    base: Base<Resource>,
}

impl AtlasFile {
    /// Loads `path`, and gives what is suspicious about it.
    pub(super) fn load_file(&self, path: &GString) -> Result<Vec<String>, Failure> {
        Ok(self.take_over(Opened::open(path)?))
    }

    /// What was loaded.
    pub(super) fn opened(&self) -> Result<Arc<Opened>, Failure> {
        let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
        let nothing = || Failure::new(Error::ERR_INVALID_DATA, "no terrain is loaded");
        opened.clone().ok_or_else(nothing)
    }

    /// Runs `work`; a failure leaves its sentence and gives its code.
    pub(super) fn attempt<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Error> {
        let (outcome, message) = match guarded(work) {
            Ok(value) => (Ok(value), String::new()),
            Err(failure) => (Err(failure.code), failure.message),
        };
        *lock(&self.error_message) = message;
        outcome
    }

    /// As [`attempt`](Self::attempt), with the default value for a failure.
    pub(super) fn attempt_or_default<T: Default>(
        &self,
        work: impl FnOnce(&Opened) -> Result<T, Failure>,
    ) -> T {
        self.attempt(|| work(&*self.opened()?)).unwrap_or_default()
    }

    pub(super) fn note(&self, problems: impl IntoIterator<Item = impl ToString>) {
        lock(&self.problems).extend(problems.into_iter().map(|problem| problem.to_string()));
    }

    pub(super) fn tex_coords(&self) -> TexCoords {
        if self.reflect_chu_uvs { TexCoords::Reflected } else { TexCoords::Engine }
    }

    /// A number of the terrain's, 0 without one.
    fn number(&self, of: impl FnOnce(&Terrain) -> u32) -> i64 {
        self.opened().map_or(0, |opened| of(&opened.terrain).into())
    }

    fn take_over(&self, opened: Opened) -> Vec<String> {
        let mut problems = Problems::default();
        problems.extend(opened.terrain.problems().iter().map(ToString::to_string));
        problems.extend(opened.companion_problem.clone());
        let sentences = problems.sentences();
        *self.opened.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(opened));
        *lock(&self.problems) = problems;
        sentences
    }

    /// Writes the terrain to `sink`; a refusal to write is told apart from a damaged chunk.
    fn write_to<W: Write + Seek>(&self, sink: W, goal_batch_size: i64) -> Result<(), SaveFailure> {
        let opened = self.opened().map_err(SaveFailure::Refused)?;
        let Ok(goal) = u32::try_from(goal_batch_size) else {
            let message = format!("goal_batch_size: 0 or a count expected, {goal_batch_size} found");
            return Err(SaveFailure::Refused(Failure::new(Error::ERR_INVALID_DATA, message)));
        };
        let mut outcome = Ok(Problems::default());
        let path = opened.path(Part::Geometry);
        let read = opened.read(Part::Geometry, |terrain, reading| {
            outcome = terrain.save(&mut reading.files, sink, goal, self.tex_coords());
            Ok(())
        });
        read.map_err(SaveFailure::Refused)?;
        match outcome {
            Ok(problems) => {
                self.note(problems.sentences());
                Ok(())
            }
            Err(WriteError::Io(error)) => Err(SaveFailure::Io(error)),
            Err(WriteError::Atlas(error)) => Err(SaveFailure::Refused(failure(&path, &error))),
        }
    }

    fn save_file(&self, path: &GString, goal_batch_size: i64) -> Result<(), Failure> {
        let mut refused = None;
        let written = files::write_atomically(path, Previous::Replace, |sink| {
            self.write_to(sink, goal_batch_size).map_err(|failure| match failure {
                SaveFailure::Io(error) => error,
                SaveFailure::Refused(failure) => {
                    refused = Some(failure);
                    io::Error::other("the terrain cannot be written")
                }
            })
        });
        refused.map_or(written, Err)?;
        // The tables in memory are those of the file that is gone.
        if self.opened().is_ok_and(|opened| is_same_file(path, &opened.path(Part::Geometry))) {
            self.load_file(path)?;
        }
        Ok(())
    }
}

/// Why a terrain was not saved.
enum SaveFailure {
    Refused(Failure),
    Io(io::Error),
}

fn is_same_file(path: &GString, other: &str) -> bool {
    let global = |path: &GString| ProjectSettings::singleton().globalize_path(path).simplify_path();
    !other.is_empty() && global(path) == global(&other.into())
}

#[godot_api]
impl AtlasFile {
    /// Positions, bounds and shapes are relative to the chunk, whose place [method get_chunk_origin] gives. Far
    /// from the origin they lose no precision that way.
    #[constant]
    pub(super) const CHUNK_LOCAL: i64 = 1;
    /// Normals are computed where the file stores none. Without it they point up there.
    #[constant]
    pub(super) const CHUNK_COMPUTE_NORMALS: i64 = 2;
    /// The triangles that hide cracks between levels are left out of the indices.
    #[constant]
    pub(super) const CHUNK_WITHOUT_SKIRTS: i64 = 4;
    /// [method get_chunk_arrays] has the morph offsets in [constant Mesh.ARRAY_CUSTOM0] (x, y, z, 0) and
    /// [constant Mesh.ARRAY_CUSTOM1] (u, v). [constant MORPH_FORMAT] must then be passed to
    /// [method ArrayMesh.add_surface_from_arrays] as its flags.
    #[constant]
    pub(super) const CHUNK_MORPH: i64 = 8;
    /// The format of the two custom channels of [constant CHUNK_MORPH]: four floats and two.
    #[constant]
    pub(super) const MORPH_FORMAT: i64 = 0x5_E000;

    /// Opens a file. Its content decides the format, not its extension. A [code].chu[/code] picks up the
    /// [code].tqt[/code] of the same name beside it, and the other way round.
    ///
    /// Returns [constant OK], [constant ERR_FILE_NOT_FOUND], [constant ERR_FILE_CANT_OPEN],
    /// [constant ERR_FILE_UNRECOGNIZED] for another format or a newer version, or [constant ERR_FILE_CORRUPT]
    /// when the tables are damaged. Damage to a chunk or tile shows when it is read: see [method validate].
    /// After a failure what was loaded before is still there.
    #[func]
    fn load(&self, path: GString) -> Error {
        self.attempt(|| self.load_file(&path)).err().unwrap_or(Error::OK)
    }

    /// Opens the bytes of a file, which are not copied. Returns the same errors as [method load].
    #[func]
    fn load_buffer(&self, bytes: PackedByteArray) -> Error {
        self.attempt(|| Ok(self.take_over(Opened::from_buffer(&bytes)?))).err().unwrap_or(Error::OK)
    }

    /// Writes the terrain as an [code].atlas[/code] of version 140, wherever it comes from. Leaf chunks without
    /// collision data get it as Torque's own import makes it; textures are passed through.
    /// [param goal_batch_size] is how many triangles the terrain's makers aimed at in a chunk.
    ///
    /// The file appears whole or not at all. Returns [constant ERR_FILE_CANT_WRITE] when the target does not take
    /// it, [constant ERR_OUT_OF_MEMORY] when the format cannot hold it, and the error of [method load] for a chunk
    /// that cannot be read. Saved over the file it came from, the terrain is that of the new file from then on.
    #[func]
    fn save(&self, path: GString, #[opt(default = 1500)] goal_batch_size: i64) -> Error {
        self.attempt(|| self.save_file(&path, goal_batch_size)).err().unwrap_or(Error::OK)
    }

    /// As [method save], into memory. Empty when refused.
    #[func]
    fn save_buffer(&self, #[opt(default = 1500)] goal_batch_size: i64) -> PackedByteArray {
        let write = || {
            let mut sink = Cursor::new(Vec::new());
            self.write_to(&mut sink, goal_batch_size).map_err(|failure| match failure {
                SaveFailure::Refused(failure) => failure,
                SaveFailure::Io(error) => Failure::new(Error::ERR_FILE_CANT_WRITE, error.to_string()),
            })?;
            Ok(PackedByteArray::from(sink.into_inner().as_slice()))
        };
        self.attempt(write).unwrap_or_default()
    }

    /// Reads every chunk, tile and setting. Returns [constant OK] when all of them are sound, else the error of
    /// the first that is not. What is merely suspicious is added to [method get_problems].
    #[func]
    fn validate(&self) -> Error {
        let work = || {
            let opened = self.opened()?;
            let problems =
                opened.read(Part::Geometry, |terrain, reading| terrain.validate(&mut reading.files))?;
            self.note(problems.sentences());
            Ok(())
        };
        self.attempt(work).err().unwrap_or(Error::OK)
    }

    /// One sentence about why the last call failed: the file, the byte, what was expected and what was found.
    /// Empty when it did not.
    #[func]
    fn get_error_message(&self) -> GString {
        lock(&self.error_message).as_str().into()
    }

    /// What was lost or is suspicious in the file, one sentence each. What is wrong with a chunk or tile is added
    /// when [method get_chunk], [method get_chunk_torque], a method for tiles or [method validate] has read it.
    #[func]
    fn get_problems(&self) -> PackedStringArray {
        lock(&self.problems).sentences().iter().map(GString::from).collect()
    }

    /// What was loaded: [code]&"atlas"[/code], [code]&"chu"[/code], [code]&"tqt"[/code] or
    /// [code]&"chu+tqt"[/code]. Empty before anything was.
    #[func]
    fn get_format(&self) -> StringName {
        self.opened().map_or_else(|_| StringName::default(), |opened| opened.terrain.format().name().into())
    }

    /// What was loaded, in a few lines.
    #[func]
    fn get_summary(&self) -> GString {
        let Ok(opened) = self.opened() else { return GString::new() };
        let terrain = &opened.terrain;
        let mut lines = vec![format!("format: {}", terrain.format().name())];
        for (slot, toc) in terrain.tocs().iter().enumerate() {
            let (kind, count, depth) = (toc.kind.tag(), toc.stub_count, toc.tree_depth);
            lines
                .push(format!("table {slot}: {kind}, {count} stubs, depth {depth}, version {}", toc.version));
        }
        lines.push(format!("problems: {}", lock(&self.problems).len()));
        lines.join("\n").as_str().into()
    }

    /// Every table of contents: [code]kind[/code] ([code]"Geom"[/code], [code]"Tex"[/code],
    /// [code]"Config"[/code] or [code]"Object"[/code]), [code]tree_depth[/code], [code]stub_count[/code],
    /// [code]version[/code] and [code]goal_batch_size[/code] (0 for the kinds without one). A [code].chu[/code]
    /// counts as one [code]"Geom"[/code] table, a [code].tqt[/code] as one [code]"Tex"[/code] table, both of
    /// version 140.
    #[func]
    fn get_tocs(&self) -> Array<VarDictionary> {
        self.opened()
            .map_or_else(|_| Array::new(), |opened| opened.terrain.tocs().iter().map(convert::toc).collect())
    }

    /// Where a chunk lies in its file: [code]offset[/code], [code]length[/code], [code]generation[/code], and
    /// [code]absent[/code] when there is none. Geometry has [code]bounds[/code] ([AABB]) as well, below version 101
    /// [code]position[/code] ([Vector2]) instead, and settings have a [code]name[/code]. Empty when there is no
    /// such stub.
    ///
    /// For a [code].chu[/code] or [code].tqt[/code] the chunk is read for its length, and all chunks below it for
    /// their bounds.
    #[func]
    fn get_stub(&self, toc: i64, index: i64) -> VarDictionary {
        self.attempt_or_default(|opened| {
            let (Ok(toc), Ok(index)) = (usize::try_from(toc), u32::try_from(index)) else {
                let message = format!("table {toc} has no stub {index}");
                return Err(Failure::new(Error::ERR_INVALID_DATA, message));
            };
            let part = if toc == 0 { Part::Geometry } else { Part::Textures };
            let stub = opened.read(part, |terrain, reading| terrain.stub(&mut reading.files, toc, index))?;
            Ok(convert::stub(&stub))
        })
    }

    /// How many nodes a complete quadtree of [param depth] levels has; -1 for a depth that no file can have.
    #[func]
    fn node_count(depth: i64) -> i64 {
        u32::try_from(depth).ok().filter(|depth| *depth <= 16).map_or(-1, |depth| node_count(depth).into())
    }

    /// The place of a node in a table; -1 when its level has no such node.
    #[func]
    fn node_id(level: i64, x: i64, y: i64) -> i64 {
        self::node(15, level, x, y).map_or(-1, |node| node.index().into())
    }

    /// Levels of the geometry's quadtree; 0 without any.
    #[func]
    fn get_tree_depth(&self) -> i64 {
        self.number(Terrain::tree_depth)
    }

    /// Levels of a quadtree of textures; 0 when there is no such tree.
    #[func]
    fn get_texture_tree_depth(&self, #[opt(default = 0)] tree: i64) -> i64 {
        self.number(|terrain| usize::try_from(tree).map_or(0, |tree| terrain.texture_tree_depth(tree)))
    }

    /// How many quadtrees of textures there are. What each one shows is told by the settings of the file.
    #[func]
    fn get_texture_tree_count(&self) -> i64 {
        self.number(|terrain| terrain.texture_tree_count() as u32)
    }

    /// The names of the settings in the file, such as [code]schema[/code].
    #[func]
    fn get_config_names(&self) -> PackedStringArray {
        let names =
            |opened: Arc<Opened>| opened.terrain.config_names().into_iter().map(convert::text).collect();
        self.opened().map(names).unwrap_or_default()
    }

    /// The settings of that name, keys and values being [String]s. Of a key that is there twice, upper and lower
    /// case being the same, the last one in the file holds. Empty when there are none.
    #[func]
    fn get_config(&self, name: GString) -> VarDictionary {
        self.attempt_or_default(|opened| {
            let name = name.to_string();
            let config = opened.read(Part::Geometry, |terrain, reading| {
                terrain.config(&mut reading.files, name.as_bytes())
            })?;
            let values = config.values();
            let pair = |&(key, value): &(&[u8], &[u8])| (convert::text(key), convert::text(value));
            Ok(values.iter().map(pair).map(|(key, value)| (key.to_variant(), value.to_variant())).collect())
        })
    }

    /// The height of the terrain at (x, z), from the finest chunk there; the topmost one under an overhang.
    /// [code]NAN[/code] outside of the terrain.
    #[func]
    fn sample_height(&self, position: Vector2) -> f64 {
        let place = to_torque([position.x, position.y]);
        let height = self.attempt(|| self.opened()?.height_at(place));
        height.ok().flatten().map_or(f64::NAN, f64::from)
    }
}

/// The node at these coordinates of a tree of `depth` levels.
pub(super) fn node(depth: u32, level: i64, x: i64, y: i64) -> Result<Node, Failure> {
    let place = [level, x, y].map(u32::try_from);
    if let [Ok(level), Ok(x), Ok(y)] = place
        && let Some(node) = Node::new(depth, level, x, y)
    {
        return Ok(node);
    }
    let message = format!("({level}, {x}, {y}): a node of a tree of {depth} levels expected");
    Err(Failure::new(Error::ERR_INVALID_DATA, message))
}
