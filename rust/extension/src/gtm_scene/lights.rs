//! Lights as Godot's nodes.

use super::convert;
use godot::classes::light_3d::{BakeMode as GodotBakeMode, Param};
use godot::classes::{Light3D, OmniLight3D, SpotLight3D};
use godot::prelude::*;
use mapwright_scene::gtm::light::{BakeMode, Light};

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
