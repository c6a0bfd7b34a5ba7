//! A bake as Godot's `LightmapGIData`. Section 13 of `docs/formats/gtm-nodes.md`.

use crate::errors::Failure;
use godot::classes::image::Format;
use godot::classes::{Image, LightmapGiData, Texture2DArray, TextureLayered};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::gtm::{LIGHT_TEXEL, Lightmap, Probes};

/// No sun is hidden from faces without a chart.
const LIT: u8 = 255;
/// Godot's largest image side.
const MAX_SIDE: u32 = 16_384;
/// A probe's coefficients are nine colours.
const SH_COLORS: usize = 9;

/// A bake in the form that Godot's resource is made of: with an extra bottom row for faces without a chart, and its
/// probes in metres.
pub(crate) struct Bake {
    width: u32,
    height: u32,
    light: PackedByteArray,
    shadow: PackedByteArray,
    probe_data: Option<VarDictionary>,
}

impl Bake {
    /// The form of a map's bake.
    pub(crate) fn new(lightmap: &Lightmap, units_per_meter: f64) -> Result<Self, Failure> {
        let (width, height) = (lightmap.width, lightmap.height.saturating_add(1));
        if width > MAX_SIDE || height > MAX_SIDE {
            let message =
                format!("the light map has {width} x {height} texels, Godot's images {MAX_SIDE} at most");
            return Err(Failure::new(Error::ERR_INVALID_DATA, message));
        }
        Ok(Self {
            width,
            height,
            light: light_with_fallback(lightmap).into(),
            shadow: shadow_with_fallback(lightmap).into(),
            probe_data: lightmap.probes.as_ref().map(|probes| probe_data(probes, units_per_meter)),
        })
    }

    /// The form as a dictionary, to be kept in a scene.
    pub(crate) fn to_dictionary(&self) -> VarDictionary {
        let mut dictionary = vdict! {
            "width" => self.width,
            "height" => self.height,
            "light" => &self.light,
            "shadow" => &self.shadow,
        };
        if let Some(probe_data) = &self.probe_data {
            dictionary.set("probe_data", probe_data);
        }
        dictionary
    }

    /// The form that a scene kept; `None` when parts are missing.
    pub(crate) fn from_dictionary(dictionary: &VarDictionary) -> Option<Self> {
        let side = |key: &str| dictionary.get(key)?.try_to::<u32>().ok();
        let bytes = |key: &str| dictionary.get(key)?.try_to::<PackedByteArray>().ok();
        Some(Self {
            width: side("width")?,
            height: side("height")?,
            light: bytes("light")?,
            shadow: bytes("shadow")?,
            probe_data: dictionary.get("probe_data").and_then(|probes| probes.try_to().ok()),
        })
    }

    /// Godot's resource.
    pub(crate) fn data(&self) -> Result<Gd<LightmapGiData>, Failure> {
        let mut data = LightmapGiData::new_gd();
        let light = texture(self.width, self.height, Format::RGBH, &self.light)?;
        let shadow = texture(self.width, self.height, Format::L8, &self.shadow)?;
        data.set_lightmap_textures(&array![&light.upcast::<TextureLayered>()]);
        data.set_shadowmask_textures(&array![&shadow.upcast::<TextureLayered>()]);
        data.set_uses_spherical_harmonics(false);
        if let Some(probe_data) = &self.probe_data {
            data.set("probe_data", &probe_data.to_variant());
        }
        Ok(data)
    }
}

fn light_with_fallback(lightmap: &Lightmap) -> Vec<u8> {
    let texel: Vec<u8> = lightmap
        .fallback_light()
        .into_iter()
        .flat_map(|color| half::f16::from_f32(color).to_le_bytes())
        .collect();
    let mut light = lightmap.light.clone();
    light.reserve(lightmap.width as usize * LIGHT_TEXEL);
    for _ in 0..lightmap.width {
        light.extend(&texel);
    }
    light
}

fn shadow_with_fallback(lightmap: &Lightmap) -> Vec<u8> {
    let mut shadow = lightmap.shadow.clone();
    shadow.resize(shadow.len() + lightmap.width as usize, LIT);
    shadow
}

fn texture(
    width: u32,
    height: u32,
    format: Format,
    bytes: &PackedByteArray,
) -> Result<Gd<Texture2DArray>, Failure> {
    let image = Image::create_from_data(width as i32, height as i32, false, format, bytes);
    let mut texture = Texture2DArray::new_gd();
    let made = image.is_some_and(|image| texture.create_from_images(&array![&image]) == Error::OK);
    if made {
        return Ok(texture);
    }
    Err(Failure::new(Error::ERR_CANT_CREATE, "Godot made no texture of the light map".to_owned()))
}

/// The dictionary that `LightmapGIData` keeps its probes in.
fn probe_data(probes: &Probes, units_per_meter: f64) -> VarDictionary {
    let scale = (1.0 / units_per_meter) as f32;
    let points: PackedVector3Array =
        probes.points.as_chunks().0.iter().map(|[x, y, z]| Vector3::new(*x, *y, *z) * scale).collect();
    let sh: PackedColorArray =
        probes.sh.as_chunks().0.iter().map(|[r, g, b]| Color::from_rgb(*r, *g, *b)).collect();
    debug_assert_eq!(sh.len(), points.len() * SH_COLORS);
    vdict! {
        "bounds" => bounds(&points),
        "points" => &points,
        "tetrahedra" => &PackedInt32Array::from(probes.tetrahedra.as_slice()),
        "bsp" => &bsp(probes, scale),
        "sh" => &sh,
        "interior" => false,
        "baked_exposure" => 1.0,
    }
}

fn bounds(points: &PackedVector3Array) -> Aabb {
    let points = points.as_slice();
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold(Aabb::new(first, Vector3::ZERO), |bounds, point| bounds.expand(*point))
}

/// Six numbers a node: the four of the plane by their bits, over, under.
fn bsp(probes: &Probes, scale: f32) -> PackedInt32Array {
    let planes = probes.bsp_planes.as_chunks::<4>().0.iter();
    let children = probes.bsp_children.as_chunks::<2>().0.iter();
    let nodes = planes.zip(children).flat_map(|([x, y, z, distance], [over, under])| {
        let plane = [*x, *y, *z, distance * scale].map(|number| number.to_bits() as i32);
        [plane[0], plane[1], plane[2], plane[3], *over, *under]
    });
    nodes.collect()
}
