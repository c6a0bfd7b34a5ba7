//! `Blueprint`: an island, or a window of one, as a resource.

use super::island::Island;
use super::{convert, shapes};
use crate::errors::{Failure, guarded};
use crate::files;
use crate::files::Previous;
use godot::classes::{ArrayMesh, Curve3D, HeightMapShape3D, Image, Time};
use godot::global::Error;
use godot::prelude::*;
use godot::register::property::PhantomVar;
use mapwright_formats::blueprint::{RoadTier, Roads, Window, decode_water_level, encode_water_level};
use mapwright_scene::blueprint::{Extents, to_rows};
use std::sync::{Mutex, OnceLock, PoisonError};

/// An island map: heights, biomes, water, towns and roads of a square of 256 to 32,768 cells a side.
///
/// `load("res://island.dat")` gives one, and so does [BlueprintLoader], which can also read a part of
/// a large map. A cell is a metre. The map's first index is Godot's x and its second index Godot's z; positions
/// of towns and roads are such coordinates as well. Heights are raw units of 251 metres, the default
/// `height_scale` of what is made of them.
///
/// Grids come in file order, `x * size + z`, or in rows, `z * size + x`, as [Image] and
/// [HeightMapShape3D] have them. When only a region was loaded, its own width and height take the place of the
/// size, while coordinates remain those of the whole map.
///
/// Everything here may be called from any thread. What cannot be made is `null` or empty, and
/// [method get_error_message] says why.
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct Blueprint {
    /// The edition of the file: 1 or 2.
    #[var(get = get_version, no_set, usage_flags = [EDITOR, READ_ONLY])]
    version: PhantomVar<i64>,
    /// Cells a side of the whole map.
    #[var(get = get_map_size, no_set, usage_flags = [EDITOR, READ_ONLY])]
    map_size: PhantomVar<i64>,
    island: Island,
    /// Where each body of water is; found out when the first one is drawn.
    extents: OnceLock<Extents>,
    error_message: Mutex<String>,
}

impl Blueprint {
    pub(super) fn create(island: Island) -> Gd<Self> {
        let mut blueprint = Self::new_gd();
        blueprint.bind_mut().island = island;
        blueprint
    }

    /// Runs `work`; a failure leaves its sentence and gives its code.
    fn attempt<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Error> {
        let (outcome, message) = match guarded(work) {
            Ok(value) => (Ok(value), String::new()),
            Err(failure) => (Err(failure.code), failure.message),
        };
        *self.error_message.lock().unwrap_or_else(PoisonError::into_inner) = message;
        outcome
    }

    fn roads_of(&self, tier: &StringName) -> Result<Option<&Roads>, Failure> {
        let Some(tier) = RoadTier::named(&tier.to_string()) else {
            let message = format!("tier: highway, branch, rugged or trail expected, \"{tier}\" found");
            return Err(Failure::new(Error::ERR_INVALID_DATA, message));
        };
        Ok(self.island.document.roads[tier as usize].as_ref())
    }

    fn extents(&self) -> &Extents {
        let ids = self.island.water_ids.as_deref().unwrap_or_default();
        self.extents.get_or_init(|| Extents::new(ids, self.island.region))
    }
}

#[godot_api]
impl Blueprint {
    /// The edition of the file that was loaded: 1 or 2.
    #[func]
    fn get_version(&self) -> i64 {
        self.island.document.version.number().into()
    }

    /// Cells a side of the whole map.
    #[func]
    fn get_map_size(&self) -> i64 {
        self.island.document.params.map_size.into()
    }

    /// The part of the map that the grids cover: x and width along the first index, y and height along the
    /// second. Empty when only the header was loaded.
    #[func]
    fn get_region(&self) -> Rect2i {
        let Window { x, y, width, height } = self.island.region;
        Rect2i::from_components(x as i32, y as i32, width as i32, height as i32)
    }

    /// What the map was generated from: `world_seed`, `map_size`,
    /// `crater_radius`, `density_multiplier`, `impact_center` ([Vector2]),
    /// `generated_utc` and `generator_git_hash`. A seed of 0 and radius, multiplier and
    /// center of -1 mean that it is not known, as for every version 1 file.
    #[func]
    fn get_params(&self) -> VarDictionary {
        convert::params(&self.island.document.params)
    }

    /// What was lost or is suspicious in the file, one sentence each.
    #[func]
    pub(super) fn get_problems(&self) -> PackedStringArray {
        self.island.problems.iter().map(|problem| GString::from(problem.as_str())).collect()
    }

    /// One sentence about why the last call failed. Empty when it did not.
    #[func]
    fn get_error_message(&self) -> GString {
        self.error_message.lock().unwrap_or_else(PoisonError::into_inner).as_str().into()
    }

    /// The heights in raw units, in file order: the cell (x, z) at `x * size + z`.
    #[func]
    fn get_heights(&self) -> PackedFloat32Array {
        self.island.heights.clone()
    }

    /// The heights in raw units, in rows: the cell (x, z) at `z * size + x`.
    #[func]
    fn get_height_rows(&self) -> PackedFloat32Array {
        let mut rows = PackedFloat32Array::new();
        rows.resize(self.island.region.cells());
        to_rows(self.island.heights.as_slice(), self.island.region, rows.as_mut_slice(), |height| height);
        rows
    }

    /// The biome ordinals, in file order: the cell (x, z) at `x * size + z`.
    #[func]
    fn get_biomes(&self) -> PackedByteArray {
        self.island.biomes.clone()
    }

    /// The biome ordinals, in rows: the cell (x, z) at `z * size + x`.
    #[func]
    fn get_biome_rows(&self) -> PackedByteArray {
        let mut rows = PackedByteArray::new();
        rows.resize(self.island.region.cells());
        to_rows(self.island.biomes.as_slice(), self.island.region, rows.as_mut_slice(), |biome| biome);
        rows
    }

    /// The towns of the whole map: `position` ([Vector2], its y is Godot's z), `tier` and
    /// `is_highway_node`.
    #[func]
    fn get_towns(&self) -> Array<VarDictionary> {
        self.island.document.towns.iter().flatten().map(convert::town).collect()
    }

    /// Where the towns stand on the terrain, in the order of [method get_towns]. Towns outside the loaded region
    /// have [constant @GDScript.NAN] as their height.
    #[func]
    fn get_town_positions(&self, #[opt(default = 251.0)] height_scale: f64) -> PackedVector3Array {
        let field = self.island.field();
        let place = |[x, z]: [f32; 2]| {
            let height = field.sample(x.into(), z.into()) * height_scale;
            Vector3::new(x, height as f32, z)
        };
        self.island.document.towns.iter().flatten().map(|town| place(town.position)).collect()
    }

    /// The roads of a tier, each as its points on the map: `&"highway"`, `&"branch"`,
    /// `&"rugged"` or `&"trail"`.
    #[func]
    fn get_roads(&self, tier: StringName) -> Array<PackedVector2Array> {
        let roads = self.attempt(|| self.roads_of(&tier));
        roads.ok().flatten().map(convert::paths).unwrap_or_default()
    }

    /// The roads of a tier laid on the terrain: points at most [param spacing] metres apart, in the coordinates
    /// of the map. A road that leaves the loaded region gives a curve for each part of it that is inside.
    #[func]
    fn create_road_curves(
        &self,
        tier: StringName,
        #[opt(default = 251.0)] height_scale: f64,
        #[opt(default = 4.0)] spacing: f64,
    ) -> Array<Gd<Curve3D>> {
        let curves = self.attempt(|| match self.roads_of(&tier)? {
            Some(roads) => shapes::road_curves(&self.island, roads, height_scale as f32, spacing as f32),
            None => Ok(Array::new()),
        });
        curves.unwrap_or_default()
    }

    /// The height curve that shaped the heights, by the format's field names in snake_case; empty when there was
    /// none. The heights are curved already.
    #[func]
    fn get_terrain_curve(&self) -> VarDictionary {
        self.island.document.curve.as_ref().map(convert::record).unwrap_or_default()
    }

    /// The detail passes that shaped the heights, by the format's field names in snake_case; empty when there
    /// were none. The heights have the detail already.
    #[func]
    fn get_terrain_detail(&self) -> VarDictionary {
        self.island.document.detail.as_ref().map(convert::record).unwrap_or_default()
    }

    /// The body of water of each cell, in file order: 0 none, 1 the ocean, 2 and up the lakes. Empty when the
    /// file has no water.
    #[func]
    fn get_water_ids(&self) -> PackedInt32Array {
        let mut ids = PackedInt32Array::new();
        let stored = self.island.water_ids.as_deref().unwrap_or_default();
        ids.resize(stored.len());
        for (target, id) in ids.as_mut_slice().iter_mut().zip(stored) {
            *target = i32::from(*id);
        }
        ids
    }

    /// The water level of each cell in raw units, in file order; [constant @GDScript.NAN] where there is no
    /// water. Empty when the file has no water levels.
    #[func]
    fn get_water_levels(&self) -> PackedFloat32Array {
        let mut levels = PackedFloat32Array::new();
        let stored = self.island.water_levels.as_deref().unwrap_or_default();
        levels.resize(stored.len());
        for (target, level) in levels.as_mut_slice().iter_mut().zip(stored) {
            *target = decode_water_level(*level);
        }
        levels
    }

    /// The bodies of water of the whole map: `id`, `type` (0 ocean, 1 lake),
    /// `salinity` (0 fresh, 1 salt), `surface_level` in raw units,
    /// `pixel_count` and `centroid` ([Vector2]).
    #[func]
    fn get_water_bodies(&self) -> Array<VarDictionary> {
        self.island.document.water_bodies.iter().flatten().map(convert::water_body).collect()
    }

    /// The surface of one body of water, flat at its level, in the coordinates of the map. It reaches one cell
    /// into the shore. `null` when the body has no cell in the loaded region.
    #[func]
    fn create_water_mesh(&self, id: i64, #[opt(default = 251.0)] height_scale: f64) -> Option<Gd<ArrayMesh>> {
        self.attempt(|| shapes::water_mesh(&self.island, self.extents(), id, height_scale as f32)).ok()
    }

    /// The sections that this reader does not know: `tag` and `data`. [method save] writes
    /// them back.
    #[func]
    fn get_unknown_sections(&self) -> Array<VarDictionary> {
        self.island.unknown().iter().map(convert::unknown_section).collect()
    }

    /// The height in raw units at a position of the map (x, z), bilinear between the cells around it.
    /// [constant @GDScript.NAN] outside the loaded region, and in holes.
    #[func]
    fn sample_height(&self, position: Vector2) -> f64 {
        self.island.field().sample(position.x.into(), position.y.into())
    }

    /// The heights in raw units as an image of [constant Image.FORMAT_RF]: the cell (x, z) is the pixel (x, z).
    #[func]
    fn create_height_image(&self) -> Option<Gd<Image>> {
        self.attempt(|| shapes::height_image(&self.island)).ok()
    }

    /// The biomes as an image of [constant Image.FORMAT_RGBA8], each cell in its biome's color. Biomes that
    /// [param palette] does not reach stay transparent.
    #[func]
    fn create_biome_image(&self, palette: PackedColorArray) -> Option<Gd<Image>> {
        self.attempt(|| shapes::biome_image(&self.island, &palette)).ok()
    }

    /// The terrain as a collision shape, one sample a metre. Godot centers such a shape: put its
    /// [CollisionShape3D] at [method get_collision_shape_position] to have it where the mesh is. Heights that are
    /// not finite become holes.
    ///
    /// Rays meet the triangles of [method create_terrain_mesh]. Jolt Physics rounds the heights of a square region to a
    /// 255th of the range in each two by two.
    #[func]
    fn create_collision_shape(
        &self,
        #[opt(default = 251.0)] height_scale: f64,
    ) -> Option<Gd<HeightMapShape3D>> {
        self.attempt(|| shapes::collision_shape(&self.island, height_scale as f32)).ok()
    }

    /// The middle of the loaded region, where the node of its collision shape belongs.
    #[func]
    fn get_collision_shape_position(&self) -> Vector3 {
        let Window { x, y, width, height } = self.island.region;
        let middle = |first: u32, cells: u32| first as f32 + (cells as f32 - 1.0) / 2.0;
        Vector3::new(middle(x, width), 0.0, middle(y, height))
    }

    /// The terrain as a mesh in the coordinates of the map, with a vertex every [param step] cells and at the far
    /// edges. Its texture coordinates fit the images of this class. Heights that are not finite become holes.
    #[func]
    fn create_terrain_mesh(
        &self,
        #[opt(default = 1)] step: i64,
        #[opt(default = 251.0)] height_scale: f64,
    ) -> Option<Gd<ArrayMesh>> {
        self.attempt(|| shapes::terrain_mesh(&self.island, step, height_scale as f32)).ok()
    }

    /// Writes the blueprint, so that a reader finds either the old file or the whole new one. Sections that this
    /// reader does not know go back in, and all keep their order.
    ///
    /// [param version] 1 is the legacy layout, which has no place for params, highway nodes, water and anything
    /// unknown. A version 1 file saved as version 2 says of its params that they are not known.
    #[func]
    fn save(&self, path: GString, #[opt(default = 2)] version: i64) -> Error {
        let saved = self.attempt(|| {
            self.island.with_plan(version, &now(), |plan| {
                files::write_atomically(&path, Previous::Replace, |out| plan.write(out))
            })
        });
        saved.err().unwrap_or(Error::OK)
    }

    /// The bytes that [method save] writes; empty when they cannot be made.
    #[func]
    fn save_buffer(&self, #[opt(default = 2)] version: i64) -> PackedByteArray {
        let saved = self.attempt(|| {
            self.island.with_plan(version, &now(), |plan| {
                let mut bytes = PackedByteArray::new();
                bytes.resize(plan.size() as usize);
                let mut target = bytes.as_mut_slice();
                plan.write(&mut target).map_err(|error| Failure::new(Error::FAILED, error.to_string()))?;
                Ok(bytes)
            })
        });
        saved.unwrap_or_default()
    }

    /// A water level in raw units as the file stores it: `1 + round(level * 32768)`, from 1 to 65535.
    /// [constant @GDScript.NAN] is no water: 0.
    #[func]
    fn encode_water_level(level: f64) -> i64 {
        encode_water_level(level).into()
    }

    /// The water level in raw units that a stored one stands for: `(q - 1) / 32768`, and
    /// [constant @GDScript.NAN] for 0, which is no water, and whatever is not in the range.
    #[func]
    fn decode_water_level(q: i64) -> f64 {
        u16::try_from(q).map_or(f64::NAN, |quantised| decode_water_level(quantised).into())
    }
}

/// The time as the generator writes it.
fn now() -> String {
    format!("{}Z", Time::singleton().get_datetime_string_from_system_ex().utc(true).done())
}
