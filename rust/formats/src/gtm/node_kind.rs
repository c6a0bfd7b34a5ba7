//! What nodes there are.

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeKind {
    /// A layer.
    Layer,
    /// A group.
    Group,
    /// An entity.
    Entity,
    /// A brush.
    Brush,
    /// A mesh.
    Mesh,
    /// A terrain.
    Terrain,
    /// A scatter set.
    Scatter,
    /// A prefab instance.
    Instance,
    /// A type that this reader does not know, or none.
    Unknown,
}

impl NodeKind {
    /// The kind that a node's `type` names.
    pub fn from_name(name: &str) -> Self {
        Self::NAMES.into_iter().find(|(_, other)| *other == name).map_or(Self::Unknown, |(kind, _)| kind)
    }

    /// The name that stands in a node's `type`; empty for [`Self::Unknown`].
    pub fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    const NAMES: [(Self, &'static str); 8] = [
        (Self::Layer, "layer"),
        (Self::Group, "group"),
        (Self::Entity, "entity"),
        (Self::Brush, "brush"),
        (Self::Mesh, "mesh"),
        (Self::Terrain, "terrain"),
        (Self::Scatter, "scatter"),
        (Self::Instance, "instance"),
    ];
}
