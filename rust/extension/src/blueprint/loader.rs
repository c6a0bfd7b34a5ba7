//! `BlueprintLoader`: islands compared with what the game expects, their params alone, windows of them.

use super::island::{Extent, Island};
use super::resource::Blueprint;
use crate::errors::{Failure, guarded};
use crate::files::{Fork, Source};
use crate::loader::{Loaded, MapFormat};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::blueprint::{Options, Window, recognizes};

/// Reads ISLA island blueprints (`.dat`, versions 1 and 2) into a [Blueprint].
///
/// Use it instead of [method @GDScript.load] to compare a file with what the game expects, to look at its params
/// without reading the map, or to read only a part of a large map. It may be used from any thread.
/// ```gdscript
/// var loader := BlueprintLoader.new()
/// loader.expected_seed = 4711
/// if loader.load_region(BlueprintLoader.path_for_seed(4711), Rect2i(1024, 1024, 256, 256)) != OK:
///     push_error(loader.get_error_message())
/// var window: Blueprint = loader.get_blueprint()
/// ```
#[derive(GodotClass)]
#[class(tool, init, base = RefCounted)]
pub(crate) struct BlueprintLoader {
    /// How many biomes the game knows. A file with a biome ordinal at or above it is refused. 0 accepts any.
    #[var]
    biome_count: i64,
    /// How many town tiers the game knows. A file with a tier at or above it is refused. 0 accepts any.
    #[var]
    town_tier_count: i64,
    /// The seed that the map should come from; another one becomes a problem. 0 compares nothing, and a file
    /// whose seed is 0 does not know its own.
    #[var]
    expected_seed: i64,
    /// The cells a side that the map should have; another size becomes a problem. 0 compares nothing.
    #[var]
    expected_map_size: i64,
    blueprint: Option<Gd<Blueprint>>,
    error_message: String,
}

#[godot_api]
impl BlueprintLoader {
    /// Reads a whole blueprint. [param path] may begin with `res://` or `user://`.
    ///
    /// Returns [constant OK], [constant ERR_FILE_NOT_FOUND], [constant ERR_FILE_CANT_OPEN],
    /// [constant ERR_FILE_UNRECOGNIZED] for another format or a newer version, [constant ERR_FILE_CORRUPT] for
    /// damage, or [constant ERR_OUT_OF_MEMORY] for more records than a file may have. After a failure
    /// [method get_blueprint] still gives what was there before.
    #[func]
    fn load(&mut self, path: GString) -> Error {
        self.load_file(&path, |_| Ok(Extent::Whole))
    }

    /// Reads a whole blueprint from the bytes of a file. Returns the same errors as [method load].
    #[func]
    fn load_buffer(&mut self, bytes: PackedByteArray) -> Error {
        let read = |options: &Options| read(&mut bytes.as_slice(), options, Extent::Whole, "");
        self.attempt(read)
    }

    /// Reads the params of a blueprint and nothing else, however large it is. The [Blueprint] then has a version
    /// and params, and an empty region.
    #[func]
    fn load_header(&mut self, path: GString) -> Error {
        self.load_file(&path, |_| Ok(Extent::Header))
    }

    /// Reads the part of a blueprint that [param region] covers: x is the first index of the map's grids, y the
    /// second one. Towns, roads and water bodies are those of the whole map; sections that this reader does not
    /// know are passed over. Returns [constant ERR_INVALID_DATA] when the region is empty or not inside the map.
    #[func]
    fn load_region(&mut self, path: GString, region: Rect2i) -> Error {
        self.load_file(&path, |path| window(region, path).map(Extent::Region))
    }

    /// The blueprint that was loaded last, or `null`.
    #[func]
    fn get_blueprint(&self) -> Option<Gd<Blueprint>> {
        self.blueprint.clone()
    }

    /// One sentence about why the last call failed: the file, the byte, what was expected and what was found.
    /// Empty after [constant OK].
    #[func]
    fn get_error_message(&self) -> GString {
        self.error_message.as_str().into()
    }

    /// What was lost or is suspicious in the file that was loaded last, one sentence each.
    #[func]
    fn get_problems(&self) -> PackedStringArray {
        self.blueprint.as_ref().map(|blueprint| blueprint.bind().get_problems()).unwrap_or_default()
    }

    /// Where the generator of these files writes the map of a seed: `user://MapData_Seed_4711.dat`.
    #[func]
    fn path_for_seed(seed: i64) -> GString {
        format!("user://MapData_Seed_{seed}.dat").as_str().into()
    }

    fn load_file(
        &mut self,
        path: &GString,
        extent: impl FnOnce(&GString) -> Result<Extent, Failure>,
    ) -> Error {
        self.attempt(|options| read_file(path, options, extent(path)?))
    }

    fn attempt(&mut self, work: impl FnOnce(&Options) -> Result<Island, Failure>) -> Error {
        match guarded(|| work(&self.options()?)) {
            Ok(island) => {
                self.blueprint = Some(Blueprint::create(island));
                self.error_message.clear();
                Error::OK
            }
            Err(failure) => {
                self.error_message = failure.message;
                failure.code
            }
        }
    }

    fn options(&self) -> Result<Options, Failure> {
        Ok(Options {
            biome_count: count("biome_count", self.biome_count)?,
            town_tier_count: count("town_tier_count", self.town_tier_count)?,
            expected_seed: self.expected_seed,
            expected_map_size: self.expected_map_size,
            ..Options::default()
        })
    }
}

fn count(property: &str, value: i64) -> Result<u32, Failure> {
    u32::try_from(value).map_err(|_| {
        let message = format!("{property}: 0 or a count expected, {value} found");
        Failure::new(Error::ERR_INVALID_DATA, message)
    })
}

fn window(region: Rect2i, path: &GString) -> Result<Window, Failure> {
    let Rect2i { position, size } = region;
    let [x, y, width, height] = [position.x, position.y, size.x, size.y].map(u32::try_from);
    if let (Ok(x), Ok(y), Ok(width), Ok(height)) = (x, y, width, height) {
        return Ok(Window { x, y, width, height });
    }
    let found = format!("({}, {}, {}, {})", position.x, position.y, size.x, size.y);
    let message = format!("{path}: a region inside the map expected, {found} found");
    Err(Failure::new(Error::ERR_INVALID_DATA, message))
}

fn read_file(path: &GString, options: &Options, extent: Extent) -> Result<Island, Failure> {
    read(&mut Source::open(path)?, options, extent, &path.to_string())
}

fn read(source: &mut dyn Fork, options: &Options, extent: Extent, file: &str) -> Result<Island, Failure> {
    Island::read(source, options, extent).map_err(|error| Failure::from_format(error.kind(), file, &error))
}

/// Blueprints as resources.
pub(crate) struct IslandFormat;

impl MapFormat for IslandFormat {
    fn extensions(&self) -> &'static [&'static str] {
        &["dat"]
    }

    fn class(&self) -> &'static str {
        "Blueprint"
    }

    fn recognizes(&self, head: &[u8]) -> bool {
        recognizes(head)
    }

    fn load(&self, path: &GString) -> Result<Loaded, Failure> {
        let island = read_file(path, &Options::default(), Extent::Whole)?;
        let problems = island.problems.clone();
        Ok(Loaded { resource: Blueprint::create(island).upcast(), problems })
    }
}
