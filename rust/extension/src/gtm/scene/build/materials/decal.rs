//! Materials to lay over what is behind them. Section 8 of `docs/formats/gtm-nodes.md`.

use super::Library;
use super::standard::{channel, emission_color, is_nearest};
use godot::classes::base_material_3d::{CullMode, DepthDrawMode, Feature, Flags, TextureParam, Transparency};
use godot::classes::{BaseMaterial3D, Material, ShaderMaterial};
use godot::prelude::*;

impl Library<'_> {
    /// A material to lay over what is behind it.
    pub(super) fn decal(&mut self, name: &str) -> Gd<Material> {
        let base = self.material(name);
        let Ok(standard) = base.clone().try_cast::<BaseMaterial3D>() else { return base };
        if has_more_than_a_decal(&standard) {
            let mut copy = standard.duplicate_resource();
            copy.set_transparency(Transparency::ALPHA);
            copy.set_depth_draw_mode(DepthDrawMode::DISABLED);
            copy.set_cull_mode(CullMode::DISABLED);
            return copy.upcast();
        }
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&self.shaders.decal(is_nearest(&standard)));
        material.set_name(&format!("{name}|decal"));
        set_decal(&mut material, &standard);
        material.upcast()
    }
}

/// Whether a material has features that the decal shader does not have.
fn has_more_than_a_decal(material: &Gd<BaseMaterial3D>) -> bool {
    const MORE: [Feature; 8] = [
        Feature::RIM,
        Feature::CLEARCOAT,
        Feature::ANISOTROPY,
        Feature::AMBIENT_OCCLUSION,
        Feature::HEIGHT_MAPPING,
        Feature::SUBSURFACE_SCATTERING,
        Feature::REFRACTION,
        Feature::DETAIL,
    ];
    material.is_class("ORMMaterial3D")
        || material.get_flag(Flags::UV1_USE_TRIPLANAR)
        || MORE.iter().any(|feature| material.get_feature(*feature))
}

fn set_decal(material: &mut Gd<ShaderMaterial>, standard: &Gd<BaseMaterial3D>) {
    let mut set = |name: &str, value: Variant| material.set_shader_parameter(name, &value);
    let texture = |slot: TextureParam| standard.get_texture(slot).to_variant();
    set("albedo_texture", texture(TextureParam::ALBEDO));
    set("albedo", standard.get_albedo().to_variant());
    set("roughness_texture", texture(TextureParam::ROUGHNESS));
    set("roughness_channel", channel(standard.get_roughness_texture_channel()).to_variant());
    set("roughness", standard.get_roughness().to_variant());
    set("metallic_texture", texture(TextureParam::METALLIC));
    set("metallic_channel", channel(standard.get_metallic_texture_channel()).to_variant());
    set("metallic", standard.get_metallic().to_variant());
    if standard.get_feature(Feature::NORMAL_MAPPING) {
        set("normal_texture", texture(TextureParam::NORMAL));
        set("normal_scale", standard.get_normal_scale().to_variant());
    }
    if standard.get_feature(Feature::EMISSION) {
        set("emission_texture", texture(TextureParam::EMISSION));
        set("emission", emission_color(standard).to_variant());
        set("emission_energy", standard.get_emission_energy_multiplier().to_variant());
    }
    if standard.get_transparency() == Transparency::ALPHA_SCISSOR {
        set("scissor_threshold", standard.get_alpha_scissor_threshold().to_variant());
    }
}
