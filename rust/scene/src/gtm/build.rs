//! A laid out map to what is drawn, collided with and placed. Section 14 of `docs/formats/gtm-nodes.md`.

use super::layout::class_rules::SolidUse;
use super::layout::entity_place;
use super::layout::placed::{Placed, PlacedEntity, PlacedGroup};
use super::layout::tree::Layout;

use super::solids::collision::Collision;
use super::solids::occluder;
use super::solids::occluder::Occluder;
use super::solids::placed_solid::{PlacedFace, PlacedSolid};
use super::solids::polygon::Bounds;
use super::solids::texture_class::TextureRules;
use super::surfaces::arrays::{Surface, SurfaceKey};
use super::surfaces::cells;
use super::surfaces::cells::Cell;
use super::surfaces::charts::Charts;
use super::surfaces::gather;
use super::surfaces::gather::{Order, SurfaceKeys};
use super::surfaces::material_facts::MaterialFacts;
use super::surfaces::phong;
use super::visibility::hidden_faces;
use super::visibility::hidden_faces::Opacity;
use super::visibility::inner_faces;
use super::world::streaming::Streaming;
use glam::{DMat3, DVec3};
use mapwright_formats::Problems;
use mapwright_formats::gtm::Lightmap;
use mapwright_formats::gtm::nodes::MapHead;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

/// The least edge of a volume, in metres.
const LEAST_VOLUME: f64 = 0.1;

/// What the caller decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Map units a metre.
    pub units_per_meter: f64,
    /// The textures with a meaning of their own.
    pub textures: TextureRules,
    /// Whether faces that others cover are left out.
    pub culls_covered: bool,
    /// The edge in metres of the cells that meshes are split into; 0 for one piece.
    pub cell_size: f64,
    /// Whether meshes get the light map coordinates of the map's bake.
    pub is_baked: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            units_per_meter: 32.0,
            textures: TextureRules::default(),
            culls_covered: true,
            cell_size: 0.0,
            is_baked: true,
        }
    }
}

impl Settings {
    /// Metres a map unit.
    pub fn scale(&self) -> f64 {
        1.0 / self.units_per_meter
    }
}

/// A built map.
#[derive(Debug)]
pub struct Scene<'l, 'c> {
    /// The map's head.
    pub head: MapHead<'l>,
    /// The world, then the entities in the order of the tree.
    pub entities: Vec<BuiltEntity<'l, 'c>>,
    /// What distinguishes surfaces; [`Surface::key`] counts in it.
    pub keys: Vec<SurfaceKey>,
    /// The layers and groups that become nodes, parents first.
    pub groups: Vec<PlacedGroup>,
    /// The terrains.
    pub terrains: Vec<Placed<'l>>,
    /// The scatter sets.
    pub scatters: Vec<Placed<'l>>,
    /// How the world is streamed, when it is.
    pub streaming: Option<Streaming>,
    /// What could not be built.
    pub problems: Vec<String>,
}

/// An entity, ready to become a node.
#[derive(Debug)]
pub struct BuiltEntity<'l, 'c> {
    /// What the map says of it.
    pub placed: PlacedEntity<'l, 'c>,
    /// Whether it is built as one at a point.
    pub is_point: bool,
    /// Its position in metres.
    pub position: DVec3,
    /// Its rotation; none for one with solids.
    pub basis: DMat3,
    /// Its mesh, in one piece or in cells; empty when nothing is drawn.
    pub cells: Vec<Cell>,
    /// Whether its mesh has light map coordinates.
    pub is_baked: bool,
    /// What it collides with.
    pub collision: Collision,
    /// What hides others from being drawn.
    pub occluder: Option<Occluder>,
    /// The edges of the box around it in metres, for one that is only a volume.
    pub volume: Option<DVec3>,
}

/// A map whose solids are placed, waiting for the facts of its materials.
#[derive(Debug)]
pub struct Draft<'l, 'c> {
    layout: Layout<'l, 'c>,
    solids: Vec<PlacedSolid<'l>>,
    /// Which of the solids each entity has.
    ranges: Vec<Range<usize>>,
    materials: Vec<&'l str>,
    settings: Settings,
}

/// Places the solids of a map.
pub fn draft<'l, 'c>(mut layout: Layout<'l, 'c>, settings: Settings) -> Draft<'l, 'c> {
    let (mut solids, ranges) = place_solids(&layout.entities, &mut layout.problems);
    let materials = name_materials(&mut solids, &settings);
    Draft { layout, solids, ranges, materials, settings }
}

impl<'l, 'c> Draft<'l, 'c> {
    /// The names of all materials of solids, each once.
    pub fn materials(&self) -> &[&'l str] {
        &self.materials
    }

    /// Builds the map. `facts` are those of [`Self::materials`]; `lightmap` is the map's bake, when it has one.
    pub fn build(self, facts: &[MaterialFacts], lightmap: Option<&Lightmap>) -> Scene<'l, 'c> {
        let Self { layout, mut solids, ranges, materials, settings } = self;
        let mut problems = layout.problems;
        if settings.culls_covered {
            hide_covered(&mut solids, &layout.entities, &ranges, facts);
        }
        inner_faces::hide(&mut solids, &layout.entities, &ranges);
        let charts = lightmap.filter(|_| settings.is_baked).map(Charts::new);
        let mut keys = SurfaceKeys::new(&materials, facts, &layout.head);
        let orders: Vec<Order<'_, '_>> = layout
            .entities
            .iter()
            .zip(&ranges)
            .map(|(entity, range)| order(entity, &solids[range.clone()], charts.as_ref(), &mut keys))
            .collect();
        let surfaces = gather::build(&orders, &keys, settings.scale());
        let streaming = Streaming::of(&layout.head.properties);
        let cell_size = streaming
            .as_ref()
            .map_or(settings.cell_size, |streaming| streaming.chunk_size * settings.scale());
        let entities: Vec<(BuiltEntity<'l, 'c>, Option<String>)> = layout
            .entities
            .into_par_iter()
            .zip(&orders)
            .zip(surfaces)
            .map(|((placed, order), surfaces)| entity(placed, order, surfaces, settings.scale(), cell_size))
            .collect();
        let entities = entities.into_iter().map(|(entity, problem)| {
            if let Some(problem) = problem {
                problems.push(format!("entity {}: {problem}", entity.placed.id));
            }
            entity
        });
        Scene {
            head: layout.head,
            entities: entities.collect(),
            keys: keys.into_list(),
            groups: layout.groups,
            terrains: layout.terrains,
            scatters: layout.scatters,
            streaming,
            problems: problems.sentences(),
        }
    }
}

/// All solids of the map behind each other, and which of them each entity has.
fn place_solids<'l>(
    entities: &[PlacedEntity<'l, '_>],
    problems: &mut Problems<String>,
) -> (Vec<PlacedSolid<'l>>, Vec<Range<usize>>) {
    let placed: Vec<&Placed<'l>> = entities.iter().flat_map(|entity| &entity.solids).collect();
    let mut read = placed.par_iter().map(|placed| PlacedSolid::new(placed)).collect::<Vec<_>>().into_iter();
    let mut solids = Vec::with_capacity(placed.len());
    let ranges = entities
        .iter()
        .map(|entity| {
            let start = solids.len();
            for solid in read.by_ref().take(entity.solids.len()) {
                match solid {
                    Ok(solid) => solids.extend(solid),
                    Err(problem) => problems.push(problem),
                }
            }
            start..solids.len()
        })
        .collect();
    (solids, ranges)
}

/// Numbers the materials in the order in which they are met, and tells what their faces are for.
fn name_materials<'l>(solids: &mut [PlacedSolid<'l>], settings: &Settings) -> Vec<&'l str> {
    let mut names = Vec::new();
    let mut classes = Vec::new();
    let mut places: HashMap<&'l str, usize> = HashMap::new();
    let mut last = ("", usize::MAX);
    for solid in solids {
        for face in &mut solid.faces {
            let name = solid.solid.faces[face.stored].material;
            if last.1 == usize::MAX || last.0 != name {
                let place = *places.entry(name).or_insert_with(|| {
                    names.push(name);
                    classes.push(settings.textures.class_of(name));
                    names.len() - 1
                });
                last = (name, place);
            }
            face.material = last.1;
            face.class = classes[last.1];
        }
    }
    names
}

/// Marks the faces that others cover.
fn hide_covered(
    solids: &mut [PlacedSolid<'_>],
    entities: &[PlacedEntity<'_, '_>],
    ranges: &[Range<usize>],
    facts: &[MaterialFacts],
) {
    let mut counts = vec![false; solids.len()];
    for (entity, range) in entities.iter().zip(ranges) {
        let rules = entity.rules;
        let is_trigger = entity.entity.classname.starts_with("trigger");
        counts[range.clone()].fill(rules.is_static && rules.solids == SolidUse::Drawn && !is_trigger);
    }
    for (solid, face) in hidden_faces::covered_faces(solids, &Opaque { counts, facts }) {
        solids[solid].faces[face].is_covered = true;
    }
}

struct Opaque<'a> {
    counts: Vec<bool>,
    facts: &'a [MaterialFacts],
}

impl Opacity for Opaque<'_> {
    fn counts(&self, solid: usize) -> bool {
        self.counts[solid]
    }

    fn is_opaque(&self, solid: &PlacedSolid<'_>, face: &PlacedFace) -> bool {
        face.class.draws() && self.facts[face.material].is_opaque && !solid.solid.is_decal
    }
}

/// Sorts the faces of an entity into surfaces.
fn order<'s, 'l>(
    entity: &PlacedEntity<'_, '_>,
    solids: &'s [PlacedSolid<'l>],
    charts: Option<&'s Charts>,
    keys: &mut SurfaceKeys<'_>,
) -> Order<'s, 'l> {
    let is_drawn = entity.rules.solids == SolidUse::Drawn;
    Order {
        solids,
        origin: entity_place::origin(entity, solids),
        charts: charts.filter(|charts| is_drawn && has_chart(charts, solids)),
        lists: if is_drawn { keys.sort(solids) } else { Vec::new() },
    }
}

fn entity<'l, 'c>(
    mut placed: PlacedEntity<'l, 'c>,
    order: &Order<'_, 'l>,
    mut surfaces: Vec<Surface>,
    scale: f64,
    cell_size: f64,
) -> (BuiltEntity<'l, 'c>, Option<String>) {
    if placed.is_point() {
        let (position, basis, problem) = entity_place::point(&placed);
        placed.entity.properties.set("origin", entity_place::origin_text(position));
        return (BuiltEntity::new(placed, true, position * scale, basis), problem);
    }
    let Order { solids, origin, .. } = *order;
    if let Some(cosine) = phong::cosine(&placed.entity.properties).filter(|_| !placed.rules.ignores_phong) {
        phong::smooth(&mut surfaces, cosine);
    }
    let volume = (placed.rules.solids == SolidUse::Volume).then(|| entity_place::bounds(solids.iter()));
    let position = volume.map_or(origin, Bounds::center) * scale;
    let collision = match volume {
        None => Collision::of(placed.rules.collision, solids, origin, scale),
        Some(_) => Collision::default(),
    };
    let built = BuiltEntity {
        cells: cells::split(surfaces, position.as_vec3(), cell_size as f32),
        is_baked: order.charts.is_some(),
        collision,
        occluder: occluder::of(solids, origin, scale),
        volume: volume.map(|volume| (volume.size() * scale).max(DVec3::splat(LEAST_VOLUME))),
        ..BuiltEntity::new(placed, false, position, DMat3::IDENTITY)
    };
    (built, None)
}

impl<'l, 'c> BuiltEntity<'l, 'c> {
    fn new(placed: PlacedEntity<'l, 'c>, is_point: bool, position: DVec3, basis: DMat3) -> Self {
        Self {
            placed,
            is_point,
            position,
            basis,
            cells: Vec::new(),
            is_baked: false,
            collision: Collision::default(),
            occluder: None,
            volume: None,
        }
    }
}

fn has_chart(charts: &Charts, solids: &[PlacedSolid<'_>]) -> bool {
    let mut faces =
        solids.iter().flat_map(|solid| solid.faces.iter().map(move |face| (solid.baked_id, face.stored)));
    faces.any(|(node, face)| charts.get(node, face).is_some())
}
