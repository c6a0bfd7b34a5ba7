//! The materials of a map: found by name in the project, or made from images. Section 10 of the node text.

use super::options::Options;
use super::shaders::{LayerImages, Shaders};
use godot::builtin::VariantType;
use godot::classes::base_material_3d::{
    BlendMode, CullMode, DepthDrawMode, Feature, TextureChannel, TextureFilter, TextureParam, Transparency,
};
use godot::classes::{
    BaseMaterial3D, FileAccess, Image, ImageTexture, Material, OrmMaterial3D, ResourceLoader, ShaderMaterial,
    StandardMaterial3D, Texture2D,
};
use godot::prelude::*;
use mapwright_scene::gtm::build::MaterialFacts;
use mapwright_scene::gtm::surface::SurfaceKey;
use mapwright_scene::gtm::terrain::{Terrain, TerrainLayer};
use std::collections::HashMap;

const MATERIAL_ENDINGS: [&str; 3] = ["tres", "material", "res"];
const IMAGE_ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "tga", "bmp"];
/// The metadata of a material that tells its size.
const TEXTURE_SIZE: &str = "texture_size";
/// The size that counts where nothing tells one.
const DEFAULT_SIZE: [f64; 2] = [64.0; 2];
/// The squares of the placeholder, in texels.
const SQUARE: i32 = 8;

/// The materials of one build, each looked up once.
pub(crate) struct Library<'o> {
    options: &'o Options,
    found: HashMap<String, Found>,
    images: HashMap<String, Option<Gd<Texture2D>>>,
    surfaces: HashMap<String, Gd<Material>>,
    placeholder: Option<Gd<Material>>,
    shaders: Shaders,
    missing: Vec<String>,
}

#[derive(Clone)]
struct Found {
    material: Gd<Material>,
    facts: MaterialFacts,
}

impl<'o> Library<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self {
            options,
            found: HashMap::new(),
            images: HashMap::new(),
            surfaces: HashMap::new(),
            placeholder: None,
            shaders: Shaders::default(),
            missing: Vec::new(),
        }
    }

    /// The names that nothing was found for, in the order in which they were asked for.
    pub(crate) fn into_missing(self) -> Vec<String> {
        self.missing
    }

    pub(crate) fn facts(&mut self, name: &str) -> MaterialFacts {
        self.find(name).facts
    }

    /// The material of a name.
    pub(crate) fn material(&mut self, name: &str) -> Gd<Material> {
        self.find(name).material
    }

    /// The material of a surface, blended or laid over where its key says so.
    pub(crate) fn of_surface(&mut self, key: &SurfaceKey) -> Gd<Material> {
        if key.blend.is_none() && !key.is_decal {
            return self.material(&key.material);
        }
        let name = key.name();
        if let Some(material) = self.surfaces.get(&name) {
            return material.clone();
        }
        let material = if key.blend.is_some() { self.blended(key) } else { self.decal(&key.material) };
        self.surfaces.insert(name, material.clone());
        material
    }

    fn find(&mut self, name: &str) -> Found {
        if let Some(found) = self.found.get(name) {
            return found.clone();
        }
        let found = self.look_up(name);
        self.found.insert(name.to_owned(), found.clone());
        found
    }

    fn look_up(&mut self, name: &str) -> Found {
        let plain = name.replace('*', "");
        let stored = MATERIAL_ENDINGS
            .iter()
            .map(|ending| format!("{}/{plain}.{ending}", self.options.materials_dir))
            .find_map(|path| load::<Material>(&path));
        if let Some(material) = stored {
            let facts = MaterialFacts {
                size: stated_size(&material)
                    .or_else(|| albedo_size(&material))
                    .or_else(|| self.image_size(name)),
                is_opaque: is_opaque(&material),
            };
            return Found { material, facts };
        }
        let material = self.from_images(&plain).unwrap_or_else(|| {
            self.missing.push(name.to_owned());
            self.placeholder()
        });
        Found { facts: MaterialFacts { size: self.image_size(&plain), is_opaque: true }, material }
    }

    /// A material of the images with this name.
    fn from_images(&mut self, name: &str) -> Option<Gd<Material>> {
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

    /// The image of a name.
    fn image(&mut self, name: &str) -> Option<Gd<Texture2D>> {
        if let Some(image) = self.images.get(name) {
            return image.clone();
        }
        let paths =
            IMAGE_ENDINGS.iter().map(|ending| format!("{}/{name}.{ending}", self.options.textures_dir));
        let image = paths.into_iter().find_map(|path| load::<Texture2D>(&path).or_else(|| load_raw(&path)));
        self.images.insert(name.to_owned(), image.clone());
        image
    }

    fn image_size(&mut self, name: &str) -> Option<[f64; 2]> {
        self.image(name).map(|image| pixels(&image))
    }

    /// What stands in for a material that is not there: a checkerboard that nobody overlooks.
    fn placeholder(&mut self) -> Gd<Material> {
        self.placeholder.get_or_insert_with(checkerboard).clone()
    }

    fn size(&mut self, name: &str) -> [f64; 2] {
        self.facts(name).size.unwrap_or(DEFAULT_SIZE)
    }

    fn blended(&mut self, key: &SurfaceKey) -> Gd<Material> {
        let Some(blend) = &key.blend else { return self.material(&key.material) };
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&self.shaders.blend());
        material.set_name(&key.name());
        for (side, name) in [("a", &key.material), ("b", &blend.material)] {
            let of_side = self.material(name);
            set_side(&mut material, side, &of_side, self.image(name));
        }
        let (size_a, size_b) = (self.size(&key.material), self.size(&blend.material));
        let repeats = [0, 1].map(|axis| (blend.uv_scale * size_a[axis] / size_b[axis]) as f32);
        set(&mut material, "repeats_b", Vector2::new(repeats[0], repeats[1]));
        set(&mut material, "detile", blend.detile);
        set(&mut material, "detile_sharpen", blend.sharpen);
        material.upcast()
    }

    /// A material to lay over what is behind it.
    fn decal(&mut self, name: &str) -> Gd<Material> {
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
            let mut set =
                |name: &str, value: Variant| set_variant(&mut material, &format!("{name}_{number}"), &value);
            set("albedo", albedo.to_variant());
            set("tile", layer.tile.max(1e-3).to_variant());
            set("detile", layer.detile.to_variant());
            set("sharpen", layer.detile_sharpen.to_variant());
            if let Some(base) = base {
                set_layer(&mut set, &base, images[number]);
            }
        }
        let origin = super::convert::vector(terrain.position);
        let edge = |vertices: usize| ((vertices - 1) as f64 * terrain.cell_size) as f32;
        set_variant(&mut material, "origin", &origin.to_variant());
        let size = Vector2::new(edge(terrain.resolution[0]), edge(terrain.resolution[1]));
        set_variant(&mut material, "size", &size.to_variant());
        material.upcast()
    }

    /// The image that a terrain's layer shows, and the material that its other images come from.
    fn layer_base(&mut self, name: &str) -> (Option<Gd<Texture2D>>, Option<Gd<BaseMaterial3D>>) {
        let base = self.material(name).try_cast::<BaseMaterial3D>().ok();
        let own = base.as_ref().and_then(|base| base.get_texture(TextureParam::ALBEDO));
        (self.image(name).or(own), base)
    }
}

fn load<T: Inherits<godot::classes::Resource>>(path: &str) -> Option<Gd<T>> {
    let mut loader = ResourceLoader::singleton();
    if !loader.exists(path) {
        return None;
    }
    loader.load(path)?.try_cast().ok()
}

/// An image that the project did not import, as a game finds it in `user://`.
fn load_raw(path: &str) -> Option<Gd<Texture2D>> {
    if path.starts_with("res://") || !FileAccess::file_exists(path) {
        return None;
    }
    let mut image = Image::load_from_file(path)?;
    image.generate_mipmaps();
    ImageTexture::create_from_image(&image).map(Gd::upcast)
}

fn pixels(image: &Gd<Texture2D>) -> [f64; 2] {
    [f64::from(image.get_width()), f64::from(image.get_height())]
}

/// The size that a material's metadata tells: a vector or a number.
fn stated_size(material: &Gd<Material>) -> Option<[f64; 2]> {
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

fn albedo_size(material: &Gd<Material>) -> Option<[f64; 2]> {
    let standard = material.clone().try_cast::<BaseMaterial3D>().ok()?;
    standard.get_texture(TextureParam::ALBEDO).map(|albedo| pixels(&albedo))
}

/// Whether nothing is seen through a material and only its front is drawn.
fn is_opaque(material: &Gd<Material>) -> bool {
    material.clone().try_cast::<BaseMaterial3D>().is_ok_and(|standard| {
        standard.get_transparency() == Transparency::DISABLED
            && standard.get_cull_mode() == CullMode::BACK
            && standard.get_blend_mode() == BlendMode::MIX
    })
}

fn is_nearest(material: &Gd<BaseMaterial3D>) -> bool {
    [
        TextureFilter::NEAREST,
        TextureFilter::NEAREST_WITH_MIPMAPS,
        TextureFilter::NEAREST_WITH_MIPMAPS_ANISOTROPIC,
    ]
    .contains(&material.get_texture_filter())
}

fn checkerboard() -> Gd<Material> {
    let mut material = StandardMaterial3D::new_gd();
    let side = SQUARE * 2;
    if let Some(mut image) = Image::create(side, side, false, godot::classes::image::Format::RGB8) {
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

fn set(material: &mut Gd<ShaderMaterial>, name: &str, value: impl ToGodot) {
    set_variant(material, name, &value.to_variant());
}

fn set_variant(material: &mut Gd<ShaderMaterial>, name: &str, value: &Variant) {
    material.set_shader_parameter(name, value);
}

/// One side of a blend.
fn set_side(material: &mut Gd<ShaderMaterial>, side: &str, of: &Gd<Material>, image: Option<Gd<Texture2D>>) {
    let mut set = |name: &str, value: Variant| set_variant(material, &format!("{name}_{side}"), &value);
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

/// The color of what a material gives off; with a texture and no color it is the texture's own.
fn emission_color(material: &Gd<BaseMaterial3D>) -> Color {
    let color = material.get_emission();
    let has_texture = material.get_texture(TextureParam::EMISSION).is_some();
    if has_texture && color == Color::BLACK { Color::WHITE } else { color }
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
    use godot::classes::base_material_3d::Flags;
    material.is_class("ORMMaterial3D")
        || material.get_flag(Flags::UV1_USE_TRIPLANAR)
        || MORE.iter().any(|feature| material.get_feature(*feature))
}

fn set_decal(material: &mut Gd<ShaderMaterial>, standard: &Gd<BaseMaterial3D>) {
    let mut set = |name: &str, value: Variant| set_variant(material, name, &value);
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

/// What picks a channel out of a texture's color.
fn channel(channel: TextureChannel) -> Vector4 {
    match channel {
        TextureChannel::GREEN => Vector4::new(0.0, 1.0, 0.0, 0.0),
        TextureChannel::BLUE => Vector4::new(0.0, 0.0, 1.0, 0.0),
        TextureChannel::ALPHA => Vector4::new(0.0, 0.0, 0.0, 1.0),
        TextureChannel::GRAYSCALE => Vector4::new(1.0, 1.0, 1.0, 0.0) / 3.0,
        _ => Vector4::new(1.0, 0.0, 0.0, 0.0),
    }
}
