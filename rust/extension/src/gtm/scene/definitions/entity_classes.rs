//! What a project makes of the entity classes of its maps.

use godot::classes::{PackedScene, Resource, Script};
use godot::prelude::*;

/// What a class is made for.
#[derive(GodotConvert, Var, Export, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[godot(via = i64)]
pub(crate) enum EntityKind {
    /// Entities at a point.
    #[default]
    Point,
    /// Entities that take their shape from brushes and meshes.
    Solid,
}

/// Where an entity with solids has its origin.
#[derive(GodotConvert, Var, Export, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[godot(via = i64)]
pub(crate) enum EntityOrigin {
    /// The middle of its origin brushes, else of all its solids.
    #[default]
    Brush,
    /// The middle of the box around it.
    BoundsCenter,
    /// The least corner of that box.
    BoundsMins,
    /// The greatest corner of that box.
    BoundsMaxs,
    /// The mean of all face corners.
    Averaged,
    /// Its `origin` property.
    Absolute,
    /// Its `origin` property from the middle of the box.
    Relative,
}

/// How solids collide.
#[derive(GodotConvert, Var, Export, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[godot(via = i64)]
pub(crate) enum EntityCollision {
    /// Not at all.
    None,
    /// A hull a brush, triangles for meshes and displacements.
    #[default]
    Convex,
    /// Triangles.
    Concave,
}

/// One entity class: the scene or node that its entities become, and the types of their properties.
///
/// Where neither a scene nor a node class is given, the entity becomes a [Node3D].
#[expect(clippy::struct_excessive_bools, reason = "each is a switch in the inspector")]
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct GtmEntityClass {
    /// The class name in the map, as [code]func_door[/code].
    #[export]
    pub(crate) classname: GString,
    /// Whether the entities stand at a point or take their shape from solids.
    #[export]
    pub(crate) kind: EntityKind,
    /// The scene that each entity becomes an instance of.
    #[export]
    pub(crate) scene: Option<Gd<PackedScene>>,
    /// The node class that each entity becomes when there is no scene: [code]StaticBody3D[/code], [code]Area3D[/code], ...
    #[export]
    pub(crate) node_class: StringName,
    /// A script for that node.
    #[export]
    pub(crate) node_script: Option<Gd<Script>>,
    /// The properties that the class declares with their defaults, whose types say how the map's texts are read: [int],
    /// [float], [bool] (also [code]yes[/code] and [code]no[/code], [code]on[/code] and [code]off[/code]), vectors (numbers with spaces
    /// between them), [Color] (three numbers up to 255, and a fourth where the default's alpha is below 1), [NodePath] (texts that
    /// begin with [code]$[/code] or [code]%[/code], others stay texts), [String]. An empty text is 0 or false. What the node has under
    /// the same name is set.
    #[export]
    pub(crate) properties: VarDictionary,
    /// Properties that name another entity, or the entity itself; the fixup of a prefab goes in front of them.
    #[export]
    pub(crate) target_properties: PackedStringArray,
    /// The property that gives the node its name. Empty for the option of the build.
    #[export]
    pub(crate) name_property: GString,
    /// Where an entity with solids has its origin.
    #[export]
    pub(crate) origin: EntityOrigin,
    /// How its solids collide. Only nodes that are a [CollisionObject3D] do.
    #[export]
    #[init(val = EntityCollision::Convex)]
    pub(crate) collision: EntityCollision,
    /// The physics layers that it is on.
    #[export(flags_3d_physics)]
    #[init(val = 1)]
    pub(crate) collision_layer: u32,
    /// The physics layers that it looks at.
    #[export(flags_3d_physics)]
    #[init(val = 1)]
    pub(crate) collision_mask: u32,
    /// Whether its solids are drawn.
    #[export]
    #[init(val = true)]
    pub(crate) draws_solids: bool,
    /// Whether its mesh casts shadows.
    #[export]
    #[init(val = true)]
    pub(crate) casts_shadows: bool,
    /// Whether its occluder faces become an [OccluderInstance3D].
    #[export]
    #[init(val = true)]
    pub(crate) makes_occluder: bool,
    /// Whether the [code]_phong[/code] property of its entities smooths their mesh.
    #[export]
    #[init(val = true)]
    pub(crate) smooths: bool,
    /// Whether the [code]scale[/code] property of its entities scales the node: one number, or three for z, x and y.
    #[export]
    pub(crate) applies_scale: bool,
    base: Base<Resource>,
}

#[godot_api]
impl GtmEntityClass {}

/// The entity classes of a project: what the entities of its maps become.
///
/// Make one in the FileSystem dock ([i]Create New > Resource[/i]), add a [GtmEntityClass] for each class, and name the file
/// in the Import dock's [code]definitions[/code] option of a map, or in that of [method GtmFile.build_scene]. Classes that are
/// not listed become a [Marker3D], or a [Node3D] with a mesh when they have solids, with their properties as metadata.
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct GtmEntityDefinitions {
    /// The classes. Of two with the same name the last counts.
    #[export]
    pub(crate) classes: Array<Gd<GtmEntityClass>>,
    base: Base<Resource>,
}

#[godot_api]
impl GtmEntityDefinitions {}
