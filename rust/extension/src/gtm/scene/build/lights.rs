//! Lights as Godot's nodes.

use super::builder::Build;
use super::convert;
use crate::gtm::scene::definitions::class_table::Recipe;
use godot::classes::light_3d::{BakeMode as GodotBakeMode, Param};
use godot::classes::{Light3D, OmniLight3D, SpotLight3D};
use godot::prelude::*;
use mapwright_scene::gtm::build::Scene;
use mapwright_scene::gtm::world::light::{BakeMode, Light, faint_color};

/// The node for a light.
pub(crate) fn node(light: &Light) -> Gd<Light3D> {
    let mut node = match light.spot_angle {
        None => OmniLight3D::new_alloc().upcast::<Light3D>(),
        Some(angle) => {
            let mut spot = SpotLight3D::new_alloc().upcast::<Light3D>();
            spot.set_param(Param::SPOT_ANGLE, angle as f32);
            spot
        }
    };
    node.set_param(Param::RANGE, light.range as f32);
    node.set_param(Param::ENERGY, light.energy as f32);
    node.set_color(convert::color(light.color));
    node.set_shadow(light.has_shadows);
    node.set_visible(light.starts_on);
    node
}

/// Says how a light takes part in baked light.
pub(crate) fn set_bake_mode(light: &mut Gd<Light3D>, mode: BakeMode) {
    light.set_bake_mode(match mode {
        BakeMode::Static => GodotBakeMode::STATIC,
        BakeMode::Dynamic => GodotBakeMode::DYNAMIC,
        BakeMode::Disabled => GodotBakeMode::DISABLED,
    });
}

/// Notes, once a map, that a light is nearly black because its color counts up to 1.
pub(crate) fn tell_faint(build: &mut Build<'_>, scene: &Scene<'_, '_>) {
    let faint = scene.entities.iter().find_map(|entity| {
        let source = &entity.placed.entity;
        let color = faint_color(&source.properties)?;
        let is_light = matches!(build.classes.recipe(source.classname), Recipe::Light);
        is_light.then_some((entity.placed.id, color))
    });
    if let Some((id, color)) = faint {
        build.problem(format!(
            "entity {id}: its light_color is {color:?}, nearly black, as colors of lights count from 0 to 255"
        ));
    }
}

/// What a light does with an input that only lights have; `false` when there is no such input.
pub(crate) fn switch(node: &Gd<Node>, input: &str) -> bool {
    let Ok(mut light) = node.clone().try_cast::<Light3D>() else { return false };
    match input {
        "turn_on" => light.set_visible(true),
        "turn_off" => light.set_visible(false),
        _ => return false,
    }
    true
}
