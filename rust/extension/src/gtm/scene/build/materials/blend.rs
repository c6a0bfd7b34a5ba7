//! Two materials over each other. Section 6 of `docs/formats/gtm-nodes.md`.

use super::Library;
use super::standard::emission_color;
use godot::classes::base_material_3d::{Feature, TextureParam};
use godot::classes::{BaseMaterial3D, Material, ShaderMaterial, Texture2D};
use godot::prelude::*;
use mapwright_scene::gtm::surfaces::arrays::{SurfaceBlend, SurfaceKey};

impl Library<'_> {
    /// The material that shows `blend` over the one of `key`.
    pub(super) fn blended(&mut self, key: &SurfaceKey, blend: &SurfaceBlend) -> Gd<Material> {
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&self.shaders.blend());
        material.set_name(&key.name());
        for (side, name) in [("a", &key.material), ("b", &blend.material)] {
            let of_side = self.material(name);
            set_side(&mut material, side, &of_side, self.image(name));
        }
        let (size_a, size_b) = (self.size(&key.material), self.size(&blend.material));
        let repeats = [0, 1].map(|axis| (blend.uv_scale * size_a[axis] / size_b[axis]) as f32);
        material.set_shader_parameter("repeats_b", &Vector2::new(repeats[0], repeats[1]).to_variant());
        material.set_shader_parameter("detile", &blend.detile.to_variant());
        material.set_shader_parameter("detile_sharpen", &blend.sharpen.to_variant());
        material.upcast()
    }
}

/// One side of a blend.
fn set_side(material: &mut Gd<ShaderMaterial>, side: &str, of: &Gd<Material>, image: Option<Gd<Texture2D>>) {
    let mut set =
        |name: &str, value: Variant| material.set_shader_parameter(&format!("{name}_{side}"), &value);
    let Ok(standard) = of.clone().try_cast::<BaseMaterial3D>() else {
        return set("albedo", image.to_variant());
    };
    set("albedo", standard.get_texture(TextureParam::ALBEDO).or(image).to_variant());
    set("tint", standard.get_albedo().to_variant());
    if standard.get_feature(Feature::EMISSION) {
        set("emission", emission_color(&standard).to_variant());
        set("emission_energy", standard.get_emission_energy_multiplier().to_variant());
        set("emission_texture", standard.get_texture(TextureParam::EMISSION).to_variant());
    }
}
