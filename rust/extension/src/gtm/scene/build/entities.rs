//! Entities as Godot's nodes. Section 5 of `docs/formats/gtm-nodes.md`.

use super::bodies;
use super::builder::Build;
use super::convert;
use super::lights;
use super::mesh_node::{MeshNode, NamedSurface};
use super::models::Model;
use super::properties;
use super::properties::{ID, OUTPUTS};
use crate::gtm::scene::definitions::class_table::Recipe;
use crate::gtm::scene::definitions::entity_classes::GtmEntityClass;
use crate::gtm::scene::running::output_relay::GtmOutputRelay;
use crate::packed::vectors3;
use godot::classes::{
    ArrayOccluder3D, ClassDb, CollisionObject3D, Marker3D, Material, MeshInstance3D, OccluderInstance3D,
    ReflectionProbe, StaticBody3D, VoxelGi,
};
use godot::prelude::*;
use mapwright_formats::gtm::nodes::Properties;
use mapwright_scene::gtm::build::{BuiltEntity, Scene};
use mapwright_scene::gtm::layout::names::{EntityName, Taken};
use mapwright_scene::gtm::layout::placed::PlacedEntity;
use mapwright_scene::gtm::surfaces::cells::Cell;
use mapwright_scene::gtm::world::light::{BakeMode, Light};

/// The names and materials of all surfaces.
type Keys = [(String, Gd<Material>)];

/// Adds the node of an entity.
pub(crate) fn add(
    build: &mut Build<'_>,
    scene: &Scene<'_, '_>,
    name: &EntityName,
    entity: &BuiltEntity<'_, '_>,
    keys: &Keys,
) {
    let source = &entity.placed.entity;
    let recipe = build.classes.recipe(source.classname);
    let class = if let Recipe::Defined(class) = &recipe { Some(class) } else { None };
    let mut node = make(build, entity, &recipe);
    node.set_name(&name.name);
    node.set_transform(convert::transform(entity.basis, entity.position));
    if class.is_some_and(|class| class.bind().applies_scale) {
        apply_scale(&mut node, &source.properties);
    }
    let mut node: Gd<Node> = node.upcast();
    node.set_meta(ID, &entity.placed.id.to_variant());
    for problem in properties::keep(&mut node, &source.properties, class) {
        build.problem(format!("entity {}: {problem}", entity.placed.id));
    }
    build.add_to_group(entity.placed.group, &node);
    node.set_unique_name_in_owner(name.is_unique);
    add_meshes(build, scene, entity, &node, name, class, keys);
    add_collision(build, entity, &node, name, class);
    add_occluder(build, entity, &node, name, class);
    if let Recipe::Model = recipe {
        add_model(build, entity, &node);
    }
    add_outputs(build, entity, &mut node);
}

/// What the name property of an entity says.
pub(crate) fn stated_name(build: &Build<'_>, entity: &PlacedEntity<'_, '_>) -> Option<String> {
    let own = match build.classes.recipe(entity.entity.classname) {
        Recipe::Defined(class) => class.bind().name_property.to_string(),
        _ => String::new(),
    };
    let key = if own.is_empty() { &build.options.name_property } else { &own };
    entity.entity.properties.get(key).map(ToOwned::to_owned)
}

/// The node itself, before it has a name.
fn make(build: &mut Build<'_>, entity: &BuiltEntity<'_, '_>, recipe: &Recipe) -> Gd<Node3D> {
    let source = &entity.placed.entity;
    let size = entity.volume.map(convert::vector).unwrap_or_default();
    match recipe {
        Recipe::World => StaticBody3D::new_alloc().upcast(),
        Recipe::Light => match Light::of(source.classname, &source.properties) {
            Some(light) => {
                let node = lights::node(&light);
                build.lights.push((node.clone(), BakeMode::of_light(&source.properties)));
                node.upcast()
            }
            None => Node3D::new_alloc(),
        },
        Recipe::PlayerStart => Marker3D::new_alloc().upcast(),
        Recipe::Model => Node3D::new_alloc(),
        Recipe::ReflectionProbe => {
            let mut probe = ReflectionProbe::new_alloc();
            probe.set_size(size);
            probe.upcast()
        }
        Recipe::VoxelGi => {
            let mut voxels = VoxelGi::new_alloc();
            voxels.set_size(size);
            voxels.upcast()
        }
        Recipe::Defined(class) => match defined(&class.bind()) {
            Ok(node) => node,
            Err(reason) => {
                build.problem(format!("class {}: {reason}", source.classname));
                Node3D::new_alloc()
            }
        },
        Recipe::Unknown => {
            build.problem(format!("class {:?} has no definition", source.classname));
            if entity.is_point { Marker3D::new_alloc().upcast() } else { Node3D::new_alloc() }
        }
    }
}

/// The node that a project's definition asks for.
fn defined(class: &GtmEntityClass) -> Result<Gd<Node3D>, String> {
    let mut node = match &class.scene {
        Some(scene) => {
            let instance = scene.instantiate().ok_or("its scene cannot be instanced")?;
            instance.try_cast::<Node3D>().map_err(|other| {
                other.free();
                "the root of its scene is no Node3D".to_owned()
            })?
        }
        None if class.node_class.is_empty() => Node3D::new_alloc(),
        None => {
            let database = ClassDb::singleton();
            let is_node = database.class_exists(&class.node_class)
                && database.is_parent_class(&class.node_class, "Node3D")
                && database.can_instantiate(&class.node_class);
            let made = if is_node { database.instantiate(&class.node_class) } else { Variant::nil() };
            made.try_to().map_err(|_| format!("its node class {} is no Node3D", class.node_class))?
        }
    };
    if let Some(script) = &class.node_script {
        node.set_script(script);
    }
    if let Ok(mut body) = node.clone().try_cast::<CollisionObject3D>() {
        body.set_collision_layer(class.collision_layer);
        body.set_collision_mask(class.collision_mask);
    }
    Ok(node)
}

/// The `scale` property: one number for all axes, or three for z, x and y.
fn apply_scale(node: &mut Gd<Node3D>, properties: &Properties<'_>) {
    let numbers: Result<Vec<f32>, _> =
        properties.get("scale").unwrap_or_default().split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok([all]) => node.set_scale(Vector3::ONE * *all),
        Ok([z, x, y]) => node.set_scale(Vector3::new(*x, *y, *z)),
        _ => {}
    }
}

fn add_meshes(
    build: &mut Build<'_>,
    scene: &Scene<'_, '_>,
    entity: &BuiltEntity<'_, '_>,
    node: &Gd<Node>,
    name: &EntityName,
    class: Option<&Gd<GtmEntityClass>>,
    keys: &Keys,
) {
    let casts_shadows = class.is_none_or(|class| class.bind().casts_shadows);
    let range =
        scene.streaming.as_ref().map(|streaming| streaming.load_radius * build.options.settings.scale());
    for cell in &entity.cells {
        let made_of = MeshNode {
            name: &build.options.naming.mesh(name, cell.place),
            below: &name.name,
            surfaces: surfaces(cell, keys),
            casts_shadows,
            range: range.filter(|_| cell.place.is_some()).map(|range| range as f32),
            is_exact: entity.is_baked,
        };
        let instance = made_of.make(build.mesh_import.as_ref());
        build.tree.add(node, &instance.clone().upcast());
        if entity.is_baked {
            build.bake(instance);
        }
    }
}

fn surfaces<'a>(cell: &'a Cell, keys: &'a Keys) -> Vec<NamedSurface<'a>> {
    let named = |(name, material): &'a (String, Gd<Material>), arrays| (arrays, name.as_str(), material);
    cell.surfaces.iter().map(|surface| named(&keys[surface.key], &surface.arrays)).collect()
}

fn add_collision(
    build: &mut Build<'_>,
    entity: &BuiltEntity<'_, '_>,
    node: &Gd<Node>,
    name: &EntityName,
    class: Option<&Gd<GtmEntityClass>>,
) {
    let Ok(mut body) = node.clone().try_cast::<CollisionObject3D>() else { return };
    if class.is_none() {
        body.set_collision_layer(build.options.collision_layer);
        body.set_collision_mask(build.options.collision_mask);
    }
    if build.options.has_collision {
        bodies::add_shapes(&build.tree, &body, build.options.naming, name, &entity.collision);
    }
}

fn add_occluder(
    build: &mut Build<'_>,
    entity: &BuiltEntity<'_, '_>,
    node: &Gd<Node>,
    name: &EntityName,
    class: Option<&Gd<GtmEntityClass>>,
) {
    let Some(occluder) = &entity.occluder else { return };
    if !class.is_none_or(|class| class.bind().makes_occluder) {
        return;
    }
    let mut shape = ArrayOccluder3D::new_gd();
    shape.set_arrays(&vectors3(&occluder.positions), &PackedInt32Array::from(occluder.indices.as_slice()));
    let mut instance = OccluderInstance3D::new_alloc();
    instance.set_name(&build.options.naming.occluder(name));
    instance.set_occluder(&shape);
    build.tree.add(node, &instance.upcast());
}

/// Adds the scene of a `prop_model`, and a body when the scene brings none.
fn add_model(build: &mut Build<'_>, entity: &BuiltEntity<'_, '_>, node: &Gd<Node>) {
    let properties = &entity.placed.entity.properties;
    let path = properties.get("model").unwrap_or_default().to_owned();
    let Some(model) = build.models.get(&path) else {
        return build.problem(format!("entity {}: the model {path:?} is missing", entity.placed.id));
    };
    let scale = properties.get("scale").and_then(|scale| scale.trim().parse::<f32>().ok()).unwrap_or(1.0);
    let Some(mut instance) = model_node(&model) else {
        return build.problem(format!("entity {}: the root of {path:?} is no Node3D", entity.placed.id));
    };
    instance.set_name(&model.name);
    instance.set_scale(Vector3::ONE * scale);
    build.tree.add(node, &instance.clone().upcast());
    let collision = properties.get("collision").unwrap_or("convex");
    if collision == "none" || model.has_bodies || !build.options.has_collision {
        return;
    }
    let Some(shape) = model.shape(collision != "trimesh") else { return };
    let mut body = StaticBody3D::new_alloc();
    body.set_name("collision");
    body.set_meta(ID, &entity.placed.id.to_variant());
    body.set_scale(Vector3::ONE * scale);
    body.set_collision_layer(build.options.collision_layer);
    body.set_collision_mask(build.options.collision_mask);
    let body: Gd<Node> = body.upcast();
    build.tree.add(node, &body);
    bodies::add_shape(&build.tree, &body, "collision_shape", &shape);
}

fn model_node(model: &Model) -> Option<Gd<Node3D>> {
    if let Some(scene) = &model.scene {
        return scene.instantiate()?.try_cast().map_err(Gd::free).ok();
    }
    let mut instance = MeshInstance3D::new_alloc();
    instance.set_mesh(&model.parts.first()?.mesh);
    Some(instance.upcast())
}

fn add_outputs(build: &mut Build<'_>, entity: &BuiltEntity<'_, '_>, node: &mut Gd<Node>) {
    let outputs = &entity.placed.entity.outputs;
    if outputs.is_empty() {
        return;
    }
    node.set_meta(OUTPUTS, &properties::outputs(outputs).to_variant());
    if !build.options.has_relays {
        return;
    }
    let mut taken = Taken::default();
    for (number, output) in outputs.iter().enumerate() {
        let mut relay = GtmOutputRelay::new_alloc();
        let name = build.options.naming.relay(number, output.output, &output.target, output.input);
        relay.set_name(&taken.take(name));
        {
            let mut relay = relay.bind_mut();
            relay.output = output.output.into();
            relay.target = output.target.as_ref().into();
            relay.input = output.input.into();
            relay.parameter = output.parameter.as_ref().into();
            relay.delay = output.delay;
            relay.times = output.times;
        }
        build.tree.add(node, &relay.upcast());
    }
}
