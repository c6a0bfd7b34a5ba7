//! What Godot's standard materials tell, and those that are made of images.

use super::Library;
use godot::builtin::VariantType;
use godot::classes::base_material_3d::{
    BlendMode, CullMode, Feature, TextureChannel, TextureFilter, TextureParam, Transparency,
};
use godot::classes::image::Format;
use godot::classes::{
    BaseMaterial3D, Image, ImageTexture, Material, OrmMaterial3D, StandardMaterial3D, Texture2D,
};
use godot::prelude::*;

/// The metadata of a material that tells its size.
const TEXTURE_SIZE: &str = "texture_size";
/// The squares of the placeholder, in texels.
const SQUARE: i32 = 8;

impl Library<'_> {
    /// A material of the images with this name.
    pub(super) fn of_images(&mut self, name: &str) -> Option<Gd<Material>> {
        let albedo = self.image(name).or_else(|| self.image(&format!("{name}_albedo")))?;
        let mut suffixed = |suffix: &str| self.image(&format!("{name}_{suffix}"));
        let orm = suffixed("orm");
        let mut material: Gd<BaseMaterial3D> = match &orm {
            Some(orm) => {
                let mut material = OrmMaterial3D::new_gd();
                material.set_texture(TextureParam::ORM, orm);
                material.upcast()
            }
            None => StandardMaterial3D::new_gd().upcast(),
        };
        material.set_texture(TextureParam::ALBEDO, &albedo);
        let textures = [
            ("normal", TextureParam::NORMAL, Some(Feature::NORMAL_MAPPING)),
            ("metallic", TextureParam::METALLIC, None),
            ("roughness", TextureParam::ROUGHNESS, None),
            ("emission", TextureParam::EMISSION, Some(Feature::EMISSION)),
            ("ao", TextureParam::AMBIENT_OCCLUSION, Some(Feature::AMBIENT_OCCLUSION)),
            ("height", TextureParam::HEIGHTMAP, Some(Feature::HEIGHT_MAPPING)),
        ];
        for (suffix, slot, feature) in textures {
            let Some(texture) = suffixed(suffix) else { continue };
            material.set_texture(slot, &texture);
            if let Some(feature) = feature {
                material.set_feature(feature, true);
            }
            if slot == TextureParam::METALLIC {
                material.set_metallic(1.0);
            }
        }
        material.set_name(name);
        Some(material.upcast())
    }
}

pub(super) fn pixels(image: &Gd<Texture2D>) -> [f64; 2] {
    [f64::from(image.get_width()), f64::from(image.get_height())]
}

/// The size that a material's metadata tells: a vector or a number.
pub(super) fn stated_size(material: &Gd<Material>) -> Option<[f64; 2]> {
    if !material.has_meta(TEXTURE_SIZE) {
        return None;
    }
    let size = material.get_meta(TEXTURE_SIZE);
    let [x, y] = match size.get_type() {
        VariantType::VECTOR2 => {
            let size: Vector2 = size.to();
            [f64::from(size.x), f64::from(size.y)]
        }
        VariantType::VECTOR2I => {
            let size: Vector2i = size.to();
            [f64::from(size.x), f64::from(size.y)]
        }
        _ => [size.try_to_relaxed::<f64>().ok()?; 2],
    };
    (x > 0.0 && y > 0.0).then_some([x, y])
}

pub(super) fn albedo_size(material: &Gd<Material>) -> Option<[f64; 2]> {
    let standard = material.clone().try_cast::<BaseMaterial3D>().ok()?;
    standard.get_texture(TextureParam::ALBEDO).map(|albedo| pixels(&albedo))
}

/// Whether nothing is seen through a material and only its front is drawn.
pub(super) fn is_opaque(material: &Gd<Material>) -> bool {
    material.clone().try_cast::<BaseMaterial3D>().is_ok_and(|standard| {
        standard.get_transparency() == Transparency::DISABLED
            && standard.get_cull_mode() == CullMode::BACK
            && standard.get_blend_mode() == BlendMode::MIX
    })
}

pub(super) fn is_nearest(material: &Gd<BaseMaterial3D>) -> bool {
    [
        TextureFilter::NEAREST,
        TextureFilter::NEAREST_WITH_MIPMAPS,
        TextureFilter::NEAREST_WITH_MIPMAPS_ANISOTROPIC,
    ]
    .contains(&material.get_texture_filter())
}

/// What stands in for a material that is not there: a checkerboard that nobody overlooks.
pub(super) fn checkerboard() -> Gd<Material> {
    let mut material = StandardMaterial3D::new_gd();
    let side = SQUARE * 2;
    if let Some(mut image) = Image::create(side, side, false, Format::RGB8) {
        image.fill(Color::from_rgb(1.0, 0.0, 1.0));
        for corner in [Vector2i::ZERO, Vector2i::new(SQUARE, SQUARE)] {
            image.fill_rect(Rect2i::new(corner, Vector2i::new(SQUARE, SQUARE)), Color::BLACK);
        }
        image.generate_mipmaps();
        if let Some(texture) = ImageTexture::create_from_image(&image) {
            material.set_texture(TextureParam::ALBEDO, &texture);
        }
    }
    material.set_texture_filter(TextureFilter::NEAREST_WITH_MIPMAPS);
    material.set_name("missing");
    material.upcast()
}

/// The color of what a material gives off; with a texture and no color it is the texture's own.
pub(super) fn emission_color(material: &Gd<BaseMaterial3D>) -> Color {
    let color = material.get_emission();
    let has_texture = material.get_texture(TextureParam::EMISSION).is_some();
    if has_texture && color == Color::BLACK { Color::WHITE } else { color }
}

/// What picks a channel out of a texture's color.
pub(super) fn channel(channel: TextureChannel) -> Vector4 {
    match channel {
        TextureChannel::GREEN => Vector4::new(0.0, 1.0, 0.0, 0.0),
        TextureChannel::BLUE => Vector4::new(0.0, 0.0, 1.0, 0.0),
        TextureChannel::ALPHA => Vector4::new(0.0, 0.0, 0.0, 1.0),
        TextureChannel::GRAYSCALE => Vector4::new(1.0, 1.0, 1.0, 0.0) / 3.0,
        _ => Vector4::new(1.0, 0.0, 0.0, 0.0),
    }
}
