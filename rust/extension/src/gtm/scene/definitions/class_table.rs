//! The classes that a build knows: its own, and those of the project's definitions, which win.

use super::entity_classes::{
    EntityCollision, EntityKind, EntityOrigin, GtmEntityClass, GtmEntityDefinitions,
};
use godot::classes::ClassDb;
use godot::prelude::*;
use mapwright_scene::gtm::layout::class_rules::{
    ClassForm, ClassRules, Classes, CollisionRule, OriginRule, SolidUse,
};
use std::collections::HashMap;

/// Node classes that move or only notice others, so that they hide no face of the world.
const MOVING: [&str; 4] = ["Area3D", "RigidBody3D", "CharacterBody3D", "AnimatableBody3D"];

/// What the entities of a class become.
#[derive(Clone)]
pub(crate) enum Recipe {
    /// The world: a static body.
    World,
    /// A light of one of the two classes.
    Light,
    /// A marker where the player starts.
    PlayerStart,
    /// A model from the project.
    Model,
    /// A reflection probe as big as its brushes.
    ReflectionProbe,
    /// Global illumination as big as its brushes.
    VoxelGi,
    /// What the project says.
    Defined(Gd<GtmEntityClass>),
    /// A marker, or a node with a mesh.
    Unknown,
}

/// The classes by name.
pub(crate) struct ClassTable {
    unknown: ClassRules,
    classes: HashMap<String, (ClassRules, Recipe)>,
}

impl ClassTable {
    pub(crate) fn new(definitions: Option<&Gd<GtmEntityDefinitions>>) -> Self {
        let mut classes = HashMap::new();
        for (name, rules, recipe) in built_in() {
            classes.insert(name.to_owned(), (rules, recipe));
        }
        let defined = definitions.map(|definitions| definitions.bind().classes.clone()).unwrap_or_default();
        for class in defined.iter_shared() {
            let name = class.bind().classname.to_string();
            classes.insert(name, (rules(&class), Recipe::Defined(class)));
        }
        Self { unknown: ClassRules::unknown(), classes }
    }

    pub(crate) fn recipe(&self, classname: &str) -> Recipe {
        self.classes.get(classname).map_or(Recipe::Unknown, |(_, recipe)| recipe.clone())
    }
}

impl Classes for ClassTable {
    fn rules(&self, classname: &str) -> &ClassRules {
        self.classes.get(classname).map_or(&self.unknown, |(rules, _)| rules)
    }
}

fn built_in() -> [(&'static str, ClassRules, Recipe); 7] {
    let point = || ClassRules { form: ClassForm::Point, ..ClassRules::unknown() };
    let volume = || ClassRules { form: ClassForm::Solid, solids: SolidUse::Volume, ..ClassRules::unknown() };
    let world =
        ClassRules { form: ClassForm::Solid, collision: CollisionRule::Convex, ..ClassRules::unknown() };
    [
        ("worldspawn", world, Recipe::World),
        ("light", point(), Recipe::Light),
        ("light_spot", point(), Recipe::Light),
        ("info_player_start", point(), Recipe::PlayerStart),
        ("prop_model", point(), Recipe::Model),
        ("env_reflection_probe", volume(), Recipe::ReflectionProbe),
        ("env_voxel_gi", volume(), Recipe::VoxelGi),
    ]
}

fn rules(class: &Gd<GtmEntityClass>) -> ClassRules {
    let class = class.bind();
    let texts = |texts: &PackedStringArray| texts.as_slice().iter().map(ToString::to_string).collect();
    ClassRules {
        form: match class.kind {
            EntityKind::Point => ClassForm::Point,
            EntityKind::Solid => ClassForm::Solid,
        },
        origin: match class.origin {
            EntityOrigin::Brush => OriginRule::Brush,
            EntityOrigin::BoundsCenter => OriginRule::BoundsCenter,
            EntityOrigin::BoundsMins => OriginRule::BoundsMins,
            EntityOrigin::BoundsMaxs => OriginRule::BoundsMaxs,
            EntityOrigin::Averaged => OriginRule::Averaged,
            EntityOrigin::Absolute => OriginRule::Absolute,
            EntityOrigin::Relative => OriginRule::Relative,
        },
        collision: match class.collision {
            EntityCollision::None => CollisionRule::None,
            EntityCollision::Convex => CollisionRule::Convex,
            EntityCollision::Concave => CollisionRule::Concave,
        },
        solids: if class.draws_solids { SolidUse::Drawn } else { SolidUse::Hidden },
        is_static: !MOVING.iter().any(|moving| is_of(&class, moving)),
        ignores_phong: !class.smooths,
        declared: class.properties.keys_array().iter_shared().map(|key| key.to_string()).collect(),
        target_keys: texts(&class.target_properties),
    }
}

/// Whether the entities of a class become nodes of this node class.
fn is_of(class: &GtmEntityClass, node_class: &str) -> bool {
    let made = match &class.scene {
        Some(scene) => root_type(scene),
        None => class.node_class.clone(),
    };
    let database = ClassDb::singleton();
    database.class_exists(&made) && database.is_parent_class(&made, node_class)
}

/// The node class of a scene's root; empty when it inherits another scene.
fn root_type(scene: &Gd<godot::classes::PackedScene>) -> StringName {
    let state = scene.get_state();
    state.filter(|state| state.get_node_count() > 0).map(|state| state.get_node_type(0)).unwrap_or_default()
}
