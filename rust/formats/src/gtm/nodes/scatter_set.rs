//! Scatter sets and their items. Section 9 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, flag_or, items, text};
use crate::gtm::cursor::Cursor;
use crate::gtm::node_ref::NodeRef;
use crate::gtm::scatter::Instance;

/// A scatter set. Section 9 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct ScatterSet<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is foliage rather than props.
    pub is_foliage: bool,
    /// What its instances are instances of.
    pub items: Vec<ScatterItem<'a>>,
    /// How its instances collide.
    pub collision: ScatterCollision,
    /// Whether its instances cast shadows.
    pub casts_shadows: bool,
    /// From how far its instances are seen, in map units; 0 for any distance.
    pub visibility_range: f64,
    /// The edge of a cell in map units; 0 for one cell.
    pub chunk_size: f64,
    /// Whether props are drawn at once even when they carry scripts.
    pub is_static: bool,
    /// A material for all instances, often empty.
    pub material: &'a str,
    /// The instances whose item is there.
    pub instances: Vec<Instance>,
}

/// One of the things that a scatter set holds instances of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ScatterItem<'a> {
    /// The path of a scene or model.
    pub source: &'a str,
    /// A material for its instances, often empty; wins over the set's.
    pub material: &'a str,
}

/// How the instances of a scatter set collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScatterCollision {
    /// Not at all.
    None,
    /// As the convex hull of the model.
    Convex,
    /// As the triangles of the model.
    Trimesh,
}

impl<'a> ScatterSet<'a> {
    /// Reads a scatter node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut set = Self {
            name: "",
            is_foliage: false,
            items: Vec::new(),
            collision: ScatterCollision::Convex,
            casts_shadows: true,
            visibility_range: 0.0,
            chunk_size: 0.0,
            is_static: false,
            material: "",
            instances: node.scatter_instances(),
        };
        let mut collision = None;
        entries(&mut node.cursor(), |key, value| match key {
            "name" => set.name = text(value),
            "kind" => set.is_foliage = text(value) == "foliage",
            "items" => set.items = items(value, ScatterItem::read),
            "collision" => collision = Some(ScatterCollision::from_name(text(value))),
            "cast_shadows" => set.casts_shadows = flag_or(value, true),
            "visibility_range" => set.visibility_range = value.number_or(0.0).max(0.0),
            "chunk_size" => set.chunk_size = value.number_or(0.0).max(0.0),
            "static_props_multimesh" => set.is_static = flag_or(value, false),
            "material" => set.material = text(value),
            _ => value.skip(),
        });
        let default = if set.is_foliage { ScatterCollision::None } else { ScatterCollision::Convex };
        set.collision = collision.unwrap_or(default);
        let count = set.items.len() as f64;
        set.instances.retain(|instance| (0.0..count).contains(&instance[0].trunc()));
        set
    }
}

impl<'a> ScatterItem<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Self {
        let mut item = Self::default();
        entries(cursor, |key, value| match key {
            "source" => item.source = text(value),
            "material" => item.material = text(value),
            _ => value.skip(),
        });
        item
    }
}

impl ScatterCollision {
    fn from_name(name: &str) -> Self {
        match name {
            "none" => Self::None,
            "trimesh" => Self::Trimesh,
            _ => Self::Convex,
        }
    }
}
