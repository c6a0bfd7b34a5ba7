//! Sorts faces into surfaces and builds their arrays on all cores. Section 10 of `docs/formats/gtm-nodes.md`.

use super::arrays::{Arrays, Surface, SurfaceBlend, SurfaceKey};
use super::charts::Charts;
use super::emit::Emission;
use crate::gtm::solids::placed_solid::{PlacedFace, PlacedSolid, is_displaced};
use crate::gtm::surfaces::material_facts::MaterialFacts;
use glam::{DVec2, DVec3};
use mapwright_formats::gtm::nodes::MapHead;
use rayon::prelude::*;
use std::collections::HashMap;

/// The size of a texture that nothing tells.
const DEFAULT_SIZE: [f64; 2] = [64.0; 2];
/// So many faces are built in one go.
const FACES_AT_ONCE: usize = 2048;

/// The keys of all surfaces, and how each lays its texture on.
pub(crate) struct SurfaceKeys<'a> {
    names: &'a [&'a str],
    facts: &'a [MaterialFacts],
    /// The size that the map states, for each material.
    sizes: Vec<Option<[f64; 2]>>,
    world_projected: Vec<bool>,
    keys: Vec<SurfaceKey>,
    /// The material of each key.
    materials: Vec<usize>,
    /// The key of each material alone.
    plain: Vec<Option<usize>>,
    /// The keys that are more than a material.
    special: HashMap<usize, Vec<usize>>,
}

/// The faces of one surface, as a solid and the face's place in it.
pub(crate) type FaceList = (usize, Vec<(u32, u32)>);

/// The entity, the surface, whether that has colors, and some of its faces.
type Piece<'s> = (usize, usize, bool, &'s [(u32, u32)]);

/// An entity whose surfaces are to be built.
pub(crate) struct Order<'s, 'l> {
    pub(crate) solids: &'s [PlacedSolid<'l>],
    /// In map units.
    pub(crate) origin: DVec3,
    /// The charts when the entity is baked.
    pub(crate) charts: Option<&'s Charts>,
    /// The faces of each surface.
    pub(crate) lists: Vec<FaceList>,
}

impl<'a> SurfaceKeys<'a> {
    pub(crate) fn new(names: &'a [&'a str], facts: &'a [MaterialFacts], head: &MapHead<'_>) -> Self {
        let settings: HashMap<&str, _> =
            head.textures.iter().map(|(name, settings)| (*name, settings)).collect();
        let settings: Vec<_> = names.iter().map(|name| settings.get(name)).collect();
        Self {
            names,
            facts,
            sizes: settings.iter().map(|settings| settings.and_then(|settings| settings.size)).collect(),
            world_projected: settings
                .iter()
                .map(|settings| settings.is_some_and(|settings| settings.is_world_projected))
                .collect(),
            keys: Vec::new(),
            materials: Vec::new(),
            plain: vec![None; names.len()],
            special: HashMap::new(),
        }
    }

    pub(crate) fn into_list(self) -> Vec<SurfaceKey> {
        self.keys
    }

    /// The drawn faces of an entity by surface, in the order in which the surfaces are met.
    pub(crate) fn sort(&mut self, solids: &[PlacedSolid<'_>]) -> Vec<FaceList> {
        let mut lists: Vec<FaceList> = Vec::new();
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (number, solid) in solids.iter().enumerate() {
            for (place, face) in solid.built_faces() {
                if !face.class.draws() || face.is_covered {
                    continue;
                }
                let key = self.key(solid, face);
                let list = match lists.last() {
                    Some((last, _)) if *last == key => lists.len() - 1,
                    _ => *places.entry(key).or_insert_with(|| {
                        lists.push((key, Vec::new()));
                        lists.len() - 1
                    }),
                };
                lists[list].1.push((number as u32, place as u32));
            }
        }
        lists
    }

    fn key(&mut self, solid: &PlacedSolid<'_>, face: &PlacedFace) -> usize {
        let blend = solid.stored(face).blend.as_ref();
        let is_plain = blend.is_none() && !solid.solid.is_decal;
        if let Some(key) = self.plain[face.material].filter(|_| is_plain) {
            return key;
        }
        let key = SurfaceKey {
            material: self.names[face.material].to_owned(),
            blend: blend.map(|blend| SurfaceBlend {
                material: blend.material.to_owned(),
                detile: blend.detile,
                uv_scale: blend.uv_scale,
                sharpen: blend.sharpen,
            }),
            is_decal: solid.solid.is_decal,
        };
        if is_plain {
            let number = self.add(key, face.material);
            self.plain[face.material] = Some(number);
            return number;
        }
        let others = self.special.get(&face.material).map_or(&[][..], Vec::as_slice);
        if let Some(number) = others.iter().find(|number| self.keys[**number] == key) {
            return *number;
        }
        let number = self.add(key, face.material);
        self.special.entry(face.material).or_default().push(number);
        number
    }

    fn add(&mut self, key: SurfaceKey, material: usize) -> usize {
        self.keys.push(key);
        self.materials.push(material);
        self.keys.len() - 1
    }

    /// The size of a surface's texture. What the map states goes by the plain name, so it holds for plain surfaces
    /// only.
    fn texture_size(&self, key: usize) -> DVec2 {
        let material = self.materials[key];
        let is_plain = self.plain[material] == Some(key);
        let stated = self.sizes[material].filter(|_| is_plain);
        let size = stated.or(self.facts[material].size).unwrap_or(DEFAULT_SIZE);
        DVec2::from_array(size)
    }
}

/// The surfaces of entities, in the order of their lists.
pub(crate) fn build(orders: &[Order<'_, '_>], keys: &SurfaceKeys<'_>, scale: f64) -> Vec<Vec<Surface>> {
    let pieces: Vec<Piece<'_>> = orders
        .iter()
        .enumerate()
        .flat_map(|(order, work)| {
            work.lists.iter().flat_map(move |(key, faces)| {
                let has_colors = has_colors(work.solids, faces, &keys.keys[*key]);
                faces.chunks(FACES_AT_ONCE).map(move |faces| (order, *key, has_colors, faces))
            })
        })
        .collect();
    let built = pieces.par_iter().map(|(order, key, has_colors, faces)| {
        let order = &orders[*order];
        let emission = Emission {
            origin: order.origin,
            scale,
            texture_size: keys.texture_size(*key),
            is_world_projected: keys.world_projected[keys.materials[*key]],
            has_colors: *has_colors,
            charts: order.charts,
        };
        emission.arrays(order.solids, faces)
    });
    let arrays: Vec<Arrays> = built.collect();
    let mut built: Vec<Vec<Surface>> = orders.iter().map(|_| Vec::new()).collect();
    for (arrays, (order, key, ..)) in arrays.into_iter().zip(&pieces) {
        let surfaces = &mut built[*order];
        match surfaces.last_mut() {
            Some(surface) if surface.key == *key => surface.arrays.append(arrays),
            _ => surfaces.push(Surface { key: *key, arrays }),
        }
    }
    for surfaces in &mut built {
        surfaces.retain(|surface| !surface.arrays.is_empty());
    }
    built
}

/// Whether a surface has colors: when it blends, and when one of its faces is painted, displaced or a mesh's.
fn has_colors(solids: &[PlacedSolid<'_>], faces: &[(u32, u32)], key: &SurfaceKey) -> bool {
    key.blend.is_some()
        || faces.iter().any(|(number, place)| {
            let solid = &solids[*number as usize];
            let face = solid.stored(&solid.faces[*place as usize]);
            solid.solid.is_mesh || !face.colors.is_empty() || is_displaced(face)
        })
}
