//! Builds maps from JSON with materials and classes that a test makes up.

use mapwright_formats::gtm::{self, Document};
use mapwright_scene::gtm::build;
use mapwright_scene::gtm::build::{Scene, Settings};
use mapwright_scene::gtm::layout::class_rules::{ClassRules, Classes};
use mapwright_scene::gtm::layout::prefabs::Library;
use mapwright_scene::gtm::layout::tree::lay_out;
use mapwright_scene::gtm::surfaces::arrays::Arrays;
use mapwright_scene::gtm::surfaces::material_facts::MaterialFacts;
use serde_json::{Value, json};
use std::collections::HashMap;

/// A built map. It lives as long as the test run.
pub(crate) type Built = Scene<'static, 'static>;

/// What surrounds a map in a test.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) prefabs: HashMap<String, Value>,
    pub(crate) classes: HashMap<String, ClassRules>,
    pub(crate) materials: HashMap<String, MaterialFacts>,
    pub(crate) settings: Settings,
    pub(crate) with_groups: bool,
}

struct Table {
    unknown: ClassRules,
    classes: HashMap<String, ClassRules>,
}

impl Classes for Table {
    fn rules(&self, classname: &str) -> &ClassRules {
        self.classes.get(classname).unwrap_or(&self.unknown)
    }
}

impl World {
    pub(crate) fn build(mut self, map: &Value) -> Built {
        let document: &Document = Box::leak(Box::new(document(map)));
        let prefabs = std::mem::take(&mut self.prefabs);
        let open = |path: &str| prefabs.get(path).map(document_of).ok_or_else(|| "no such file".to_owned());
        let library = Box::leak(Box::new(Library::gather(document, "res://maps/map.gtm", open)));
        let classes = std::mem::take(&mut self.classes);
        let table: &Table = Box::leak(Box::new(Table { unknown: ClassRules::unknown(), classes }));
        let layout = lay_out(library, table, self.with_groups);
        let draft = build::draft(layout, self.settings);
        let opaque = MaterialFacts { size: None, is_opaque: true };
        let known = |name: &&str| self.materials.get(*name).copied().unwrap_or(opaque);
        let facts: Vec<MaterialFacts> = draft.materials().iter().map(known).collect();
        draft.build(&facts, document.lightmap())
    }
}

fn document_of(map: &Value) -> Document {
    document(map)
}

/// A map as if it had been read from a file.
pub(crate) fn document(map: &Value) -> Document {
    gtm::read(map.to_string().as_bytes()).expect("a map")
}

/// A map with one layer.
pub(crate) fn map(nodes: &Value) -> Value {
    json!({"format": "godottrench-map", "version": 1, "layers": [layer(nodes)]})
}

pub(crate) fn layer(nodes: &Value) -> Value {
    json!({"id": 1, "type": "layer", "name": "Default", "children": nodes})
}

/// The scene of a map with one layer and nothing around it.
pub(crate) fn build(nodes: &Value) -> Built {
    World::default().build(&map(nodes))
}

/// The eight corners of a box and its faces, counter-clockwise from outside: -x, +x, -y, +y, -z, +z.
pub(crate) const BOX_FACES: [[usize; 4]; 6] =
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// Corner `x + 2y + 4z` of a box.
pub(crate) fn box_vertices(min: [f64; 3], max: [f64; 3]) -> Vec<[f64; 3]> {
    let pick = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
    (0..8).map(|corner| [0, 1, 2].map(|axis| pick(corner, axis))).collect()
}

/// A box brush; `face` gives each face's keys besides its indices.
pub(crate) fn box_brush(id: i64, min: [f64; 3], max: [f64; 3], face: &dyn Fn(usize) -> Value) -> Value {
    solid("brush", id, min, max, face)
}

pub(crate) fn solid(
    kind: &str,
    id: i64,
    min: [f64; 3],
    max: [f64; 3],
    face: &dyn Fn(usize) -> Value,
) -> Value {
    let faces: Vec<Value> = BOX_FACES
        .iter()
        .enumerate()
        .map(|(number, indices)| {
            let mut keys = face(number);
            keys["indices"] = json!(indices);
            keys
        })
        .collect();
    json!({"id": id, "type": kind, "vertices": box_vertices(min, max), "faces": faces})
}

/// A box brush with one material.
pub(crate) fn plain_box(id: i64, min: [f64; 3], max: [f64; 3], material: &str) -> Value {
    box_brush(id, min, max, &|_| json!({"material": material}))
}

/// The arrays of an entity's surface with this name.
pub(crate) fn arrays<'s>(scene: &'s Built, entity: usize, name: &str) -> &'s Arrays {
    let surfaces = scene.entities[entity].cells.iter().flat_map(|cell| &cell.surfaces);
    let mut named = surfaces.filter(|surface| scene.keys[surface.key].name() == name);
    &named.next().unwrap_or_else(|| panic!("no surface {name}")).arrays
}

/// The names of an entity's surfaces in order.
pub(crate) fn names(scene: &Built, entity: usize) -> Vec<String> {
    let surfaces = scene.entities[entity].cells.iter().flat_map(|cell| &cell.surfaces);
    surfaces.map(|surface| scene.keys[surface.key].name()).collect()
}

/// The vertices of a surface whose normal is the given one, by place.
pub(crate) fn facing(arrays: &Arrays, normal: [f32; 3]) -> Vec<usize> {
    let is_near = |other: &[f32; 3]| near(other, &normal);
    arrays.normals.iter().enumerate().filter(|(_, other)| is_near(other)).map(|(place, _)| place).collect()
}

/// How many triangles of an entity are drawn.
pub(crate) fn triangles(scene: &Built, entity: usize) -> usize {
    let surfaces = scene.entities[entity].cells.iter().flat_map(|cell| &cell.surfaces);
    surfaces.map(|surface| surface.arrays.indices.len() / 3).sum()
}

pub(crate) fn near(found: &[f32], expected: &[f32]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[track_caller]
pub(crate) fn assert_near(found: &[f32], expected: &[f32]) {
    assert!(near(found, expected), "{found:?} found, {expected:?} expected");
}

/// The vertex of a surface at a position.
#[track_caller]
pub(crate) fn at(arrays: &Arrays, position: [f32; 3], normal: [f32; 3]) -> usize {
    let here = |place: &usize| near(&arrays.positions[*place], &position);
    facing(arrays, normal).into_iter().find(here).unwrap_or_else(|| panic!("no vertex at {position:?}"))
}
