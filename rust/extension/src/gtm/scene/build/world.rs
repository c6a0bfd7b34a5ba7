//! Sky, fog, sun and streaming of a map as Godot's nodes. Section 12 of `docs/formats/gtm-nodes.md`.

use super::convert;
use crate::gtm::scene::resources;
use godot::classes::environment::{AmbientSource, BgMode, GlowBlendMode, ToneMapper};
use godot::classes::light_3d::Param;
use godot::classes::{
    DirectionalLight3D, Environment as GodotEnvironment, Material, PanoramaSkyMaterial,
    ProceduralSkyMaterial, Sky, Texture2D, WorldEnvironment,
};
use godot::prelude::*;
use mapwright_scene::gtm::world::environment::{Environment, Sun};
use mapwright_scene::gtm::world::streaming::Streaming;

/// How much of the ambient light comes from the sky when the map gives it a color.
const SKY_CONTRIBUTION: f32 = 0.5;
const GLOW_BLOOM: f32 = 0.05;
const GLOW_THRESHOLD: f32 = 0.9;
const SSR_STEPS: i32 = 96;
const FOG_SKY_AFFECT: f32 = 0.3;
/// How far the sun's shadows reach, in metres.
const SHADOW_DISTANCE: f32 = 400.0;

/// The node with the environment.
pub(crate) fn environment(wanted: &Environment) -> Gd<WorldEnvironment> {
    let mut environment = GodotEnvironment::new_gd();
    let mut sky = Sky::new_gd();
    sky.set_material(&sky_material(wanted));
    environment.set_background(BgMode::SKY);
    environment.set_sky(&sky);
    environment.set_ambient_source(AmbientSource::SKY);
    environment.set_ambient_light_energy(wanted.ambient_energy as f32);
    if let Some(ambient) = wanted.ambient {
        environment.set_ambient_light_color(convert::color(ambient));
        environment.set_ambient_light_sky_contribution(SKY_CONTRIBUTION);
    }
    environment.set_tonemapper(ToneMapper::FILMIC);
    if wanted.glow > 0.0 {
        environment.set_glow_enabled(true);
        environment.set_glow_intensity(wanted.glow as f32);
        environment.set_glow_bloom(GLOW_BLOOM);
        environment.set_glow_hdr_bleed_threshold(GLOW_THRESHOLD);
        environment.set_glow_blend_mode(GlowBlendMode::SOFTLIGHT);
    }
    if wanted.has_ssr {
        environment.set_ssr_enabled(true);
        environment.set_ssr_max_steps(SSR_STEPS);
    }
    if wanted.fog_density > 0.0 {
        environment.set_fog_enabled(true);
        environment.set_fog_density(wanted.fog_density as f32);
        environment.set_fog_light_color(convert::color(wanted.fog));
        environment.set_fog_sky_affect(FOG_SKY_AFFECT);
    }
    let mut node = WorldEnvironment::new_alloc();
    node.set_name("environment");
    node.set_environment(&environment);
    node
}

fn sky_material(wanted: &Environment) -> Gd<Material> {
    if let Some(panorama) = resources::load::<Texture2D>(&wanted.sky_panorama) {
        let mut material = PanoramaSkyMaterial::new_gd();
        material.set_panorama(&panorama);
        material.set_energy_multiplier(wanted.sky_energy as f32);
        return material.upcast();
    }
    let mut material = ProceduralSkyMaterial::new_gd();
    material.set_sky_top_color(convert::color(wanted.sky_top));
    material.set_sky_horizon_color(convert::color(wanted.sky_horizon));
    material.set_ground_horizon_color(convert::color(wanted.sky_horizon));
    material.set_ground_bottom_color(convert::color(wanted.sky_ground));
    material.set_energy_multiplier(wanted.sky_energy as f32);
    material.upcast()
}

/// The node with the sun.
pub(crate) fn sun(wanted: &Sun) -> Gd<DirectionalLight3D> {
    let mut sun = DirectionalLight3D::new_alloc();
    sun.set_name("sun");
    if let Some([pitch, yaw]) = wanted.angles {
        sun.set_rotation_degrees(Vector3::new(pitch as f32, yaw as f32, 0.0));
    }
    sun.set_color(convert::color(wanted.color));
    sun.set_param(Param::ENERGY, wanted.energy as f32);
    sun.set_param(Param::SHADOW_MAX_DISTANCE, SHADOW_DISTANCE);
    sun.set_shadow(true);
    sun
}

/// The node that tells how the world is streamed. The meshes themselves are seen from no farther than the radius.
pub(crate) fn streamer(streaming: &Streaming) -> Gd<Node3D> {
    let mut node = Node3D::new_alloc();
    node.set_name("streamer");
    node.set_meta("chunk_size", &streaming.chunk_size.to_variant());
    node.set_meta("load_radius", &streaming.load_radius.to_variant());
    node
}
