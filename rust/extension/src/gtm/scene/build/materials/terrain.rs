//! The material of terrains. Section 9 of `docs/formats/gtm-nodes.md`.

use super::Library;
use super::shaders::LayerImages;
use super::standard::{channel, emission_color, is_nearest};
use crate::gtm::scene::build::convert;
use godot::classes::base_material_3d::{Feature, TextureParam};
use godot::classes::{BaseMaterial3D, Material, ShaderMaterial, Texture2D};
use godot::prelude::*;
use mapwright_scene::gtm::world::terrain::{Terrain, TerrainLayer};

impl Library<'_> {
    /// The material of a terrain.
    pub(crate) fn of_terrain(&mut self, terrain: &Terrain) -> Gd<Material> {
        let first = TerrainLayer { material: String::new(), tile: 8.0, detile: 0.0, detile_sharpen: 0.5 };
        let layers =
            if terrain.layers.is_empty() { std::slice::from_ref(&first) } else { &terrain.layers[..] };
        let bases: Vec<_> = layers.iter().map(|layer| self.layer_base(&layer.material)).collect();
        let images: Vec<LayerImages> = bases.iter().map(|(_, base)| layer_images(base.as_ref())).collect();
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&self.shaders.terrain(&images));
        material.set_name("terrain");
        for (number, (layer, (albedo, base))) in layers.iter().zip(bases).enumerate() {
            let mut set = |name: &str, value: Variant| {
                material.set_shader_parameter(&format!("{name}_{number}"), &value);
            };
            set("albedo", albedo.to_variant());
            set("tile", layer.tile.max(1e-3).to_variant());
            set("detile", layer.detile.to_variant());
            set("sharpen", layer.detile_sharpen.to_variant());
            if let Some(base) = base {
                set_layer(&mut set, &base, images[number]);
            }
        }
        let origin = convert::vector(terrain.position);
        let edge = |vertices: usize| ((vertices - 1) as f64 * terrain.cell_size) as f32;
        material.set_shader_parameter("origin", &origin.to_variant());
        let size = Vector2::new(edge(terrain.resolution[0]), edge(terrain.resolution[1]));
        material.set_shader_parameter("size", &size.to_variant());
        material.upcast()
    }

    /// The image that a terrain's layer shows, and the material that its other images come from.
    fn layer_base(&mut self, name: &str) -> (Option<Gd<Texture2D>>, Option<Gd<BaseMaterial3D>>) {
        let base = self.material(name).try_cast::<BaseMaterial3D>().ok();
        let own = base.as_ref().and_then(|base| base.get_texture(TextureParam::ALBEDO));
        (self.image(name).or(own), base)
    }
}

/// The texture whose channels give a layer's roughness and occlusion. The occlusion counts only where it is in the same
/// texture as the roughness, or alone.
fn surface_texture(base: &Gd<BaseMaterial3D>) -> Option<(Gd<Texture2D>, Vector4, Vector4)> {
    let roughness = base.get_texture(TextureParam::ROUGHNESS);
    let occlusion = base
        .get_texture(TextureParam::AMBIENT_OCCLUSION)
        .filter(|_| base.get_feature(Feature::AMBIENT_OCCLUSION));
    let roughness_channel = channel(base.get_roughness_texture_channel());
    let occlusion_channel = channel(base.get_ao_texture_channel());
    match (roughness, occlusion) {
        (Some(roughness), Some(occlusion)) if roughness == occlusion => {
            Some((roughness, roughness_channel, occlusion_channel))
        }
        (Some(roughness), _) => Some((roughness, roughness_channel, Vector4::ZERO)),
        (None, Some(occlusion)) => Some((occlusion, Vector4::ZERO, occlusion_channel)),
        (None, None) => None,
    }
}

fn layer_images(base: Option<&Gd<BaseMaterial3D>>) -> LayerImages {
    let Some(base) = base else { return LayerImages::default() };
    LayerImages {
        is_nearest: is_nearest(base),
        has_normal: base.get_feature(Feature::NORMAL_MAPPING)
            && base.get_texture(TextureParam::NORMAL).is_some(),
        has_surface: surface_texture(base).is_some(),
        has_emission: base.get_feature(Feature::EMISSION),
    }
}

fn set_layer(set: &mut dyn FnMut(&str, Variant), base: &Gd<BaseMaterial3D>, images: LayerImages) {
    set("roughness", base.get_roughness().to_variant());
    if images.has_normal {
        set("normal", base.get_texture(TextureParam::NORMAL).to_variant());
        set("normal_scale", base.get_normal_scale().to_variant());
    }
    if let Some((texture, roughness, occlusion)) = surface_texture(base) {
        set("surface", texture.to_variant());
        set("roughness_channel", roughness.to_variant());
        set("occlusion_channel", occlusion.to_variant());
    }
    if images.has_emission {
        set("emission_texture", base.get_texture(TextureParam::EMISSION).to_variant());
        set("emission", emission_color(base).to_variant());
        set("emission_energy", base.get_emission_energy_multiplier().to_variant());
    }
}
