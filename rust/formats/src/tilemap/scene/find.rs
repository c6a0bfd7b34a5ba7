//! Finds the tile map layers in the text of a scene.

use super::super::packed::{self, Packed};
use super::super::{Error, Loaded, TileMapData};
use super::scan::{Item, Scanner, Tag};
use std::collections::BTreeMap;
use std::ops::Range;

/// The node that a layer belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerKind {
    /// A `TileMapLayer`, which is one layer.
    TileMapLayer,
    /// A `TileMap`, the older node of any number of layers.
    TileMap,
}

impl LayerKind {
    /// The name of the node's class.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TileMapLayer => "TileMapLayer",
            Self::TileMap => "TileMap",
        }
    }
}

/// A tile map layer in the text of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneLayer {
    /// The node's path from the scene's root, `.` for the root itself. Where a `TileMap` has several layers, the
    /// layer's property follows: `Map:layer_1/tile_data`.
    pub path: String,
    /// The node's name.
    pub name: String,
    /// The node's class, as far as the scene tells: nodes of an instanced or inherited scene are told by the
    /// property that the scene overrides.
    pub kind: LayerKind,
    /// The name of the property that holds the layer.
    pub property: String,
    /// The layer's data, or why its value is none.
    pub content: Result<Loaded, Error>,
    pub(super) node_path: String,
    pub(super) place: ValueSpan,
    /// The format that a `TileMap` states; 0 when it states none, as Godot takes it.
    pub(super) format: i64,
}

/// Where a layer's value is, or where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueSpan {
    /// The value lies here.
    Value(Range<usize>),
    /// The property is missing and can be put here. Whether the node states its format already.
    Missing { at: usize, format_stated: bool },
}

/// Finds the tile map layers of a scene: every `TileMapLayer`, painted or not, every layer of a `TileMap`, and what a
/// scene overrides of either in an instanced or inherited scene.
///
/// # Errors
/// Text that does not follow the syntax of `.tscn` files.
pub fn list_scene_layers(scene: &str) -> Result<Vec<SceneLayer>, Error> {
    let mut scanner = Scanner::new(scene);
    let mut layers = Vec::new();
    let mut node: Option<Node> = None;
    while let Some(item) = scanner.next()? {
        match item {
            Item::Tag(tag) => {
                layers.extend(node.take().into_iter().flat_map(Node::layers));
                node = Node::of(&tag);
            }
            Item::Property { name, value } => {
                if let Some(node) = &mut node {
                    node.take(&name, value, scene);
                }
            }
        }
    }
    layers.extend(node.into_iter().flat_map(Node::layers));
    Ok(layers)
}

/// A node while its properties are gone through.
struct Node {
    path: String,
    name: String,
    class: Option<String>,
    /// The end of the last property, or of the tag.
    end: usize,
    /// The format stated so far; Godot uses it for the layers that follow.
    format: Option<i64>,
    layer: Option<Value>,
    /// The layers of a `TileMap` by their index.
    old_layers: BTreeMap<u32, Option<Value>>,
}

/// A layer's value and what it holds.
struct Value {
    property: String,
    place: Range<usize>,
    content: Result<Loaded, Error>,
    format: i64,
}

impl Node {
    fn of(tag: &Tag<'_>) -> Option<Self> {
        if tag.name != "node" {
            return None;
        }
        let name = tag.string("name").unwrap_or_default();
        let path = match tag.string("parent").as_deref() {
            None => ".".to_owned(),
            Some(".") => name.clone(),
            Some(parent) => format!("{parent}/{name}"),
        };
        let class = tag.string("type");
        Some(Self { path, name, class, end: tag.end, format: None, layer: None, old_layers: BTreeMap::new() })
    }

    fn take(&mut self, name: &str, place: Range<usize>, scene: &str) {
        self.end = place.end;
        let text = scene.get(place.clone()).unwrap_or_default();
        let format = self.format.unwrap_or(0);
        let read = |property: String| {
            let content = read_value(text, place.start, format);
            Value { property, place, content, format }
        };
        match name {
            "tile_map_data" => self.layer = Some(read(name.to_owned())),
            "format" => self.format = text.parse().ok(),
            // Godot 3 had one layer, without a name.
            "tile_data" => {
                self.old_layers.insert(0, Some(read(name.to_owned())));
            }
            _ => {
                let Some((index, field)) = old_layer(name) else { return };
                if field == "tile_data" {
                    self.old_layers.insert(index, Some(read(name.to_owned())));
                } else {
                    self.old_layers.entry(index).or_default();
                }
            }
        }
    }

    fn layers(mut self) -> Vec<SceneLayer> {
        match self.class.as_deref() {
            Some("TileMapLayer") => vec![self.new_layer()],
            Some("TileMap") => {
                if self.old_layers.is_empty() {
                    self.old_layers.insert(0, None);
                }
                self.old_layers()
            }
            None if self.layer.is_some() => vec![self.new_layer()],
            None if self.old_layers.values().any(Option::is_some) => self.old_layers(),
            _ => Vec::new(),
        }
    }

    fn new_layer(mut self) -> SceneLayer {
        let value = self.layer.take();
        let path = self.path.clone();
        self.scene_layer(path, LayerKind::TileMapLayer, "tile_map_data".to_owned(), value)
    }

    fn old_layers(mut self) -> Vec<SceneLayer> {
        let layers = std::mem::take(&mut self.old_layers);
        let several = layers.len() > 1;
        let layer = |(index, value): (u32, Option<Value>)| {
            let property = value.as_ref().map(|value| value.property.clone());
            let property = property.unwrap_or_else(|| format!("layer_{index}/tile_data"));
            let path = if several { format!("{}:{property}", self.path) } else { self.path.clone() };
            self.scene_layer(path, LayerKind::TileMap, property, value)
        };
        layers.into_iter().map(layer).collect()
    }

    fn scene_layer(
        &self,
        path: String,
        kind: LayerKind,
        property: String,
        value: Option<Value>,
    ) -> SceneLayer {
        let missing = ValueSpan::Missing { at: self.end, format_stated: self.format.is_some() };
        let (place, content, format) = match value {
            Some(value) => (ValueSpan::Value(value.place), value.content, value.format),
            None => (missing, Ok(Loaded::default()), self.format.unwrap_or(0)),
        };
        let (name, node_path) = (self.name.clone(), self.path.clone());
        SceneLayer { path, name, kind, property, content, node_path, place, format }
    }
}

/// The layer's index and the rest of a name like `layer_3/tile_data`.
fn old_layer(name: &str) -> Option<(u32, &str)> {
    let (index, field) = name.strip_prefix("layer_")?.split_once('/')?;
    Some((index.parse().ok()?, field))
}

fn read_value(text: &str, offset: usize, format: i64) -> Result<Loaded, Error> {
    match packed::read(text, offset) {
        Some(Ok(Packed::Bytes(bytes))) => TileMapData::read(&bytes),
        Some(Ok(Packed::Ints(ints))) => TileMapData::read_legacy(&ints, format),
        Some(Err(error)) => Err(error),
        None => Err(packed::broken(text, offset, "a packed array")),
    }
}
