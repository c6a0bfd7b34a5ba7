//! A bake as Godot's `LightmapGIData`. Section 13 of the node text.

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

/// The bake with its extra bottom row for faces without a chart, and its probes in metres.
pub(super) fn data(lightmap: &Lightmap, units_per_meter: f64) -> Result<Gd<LightmapGiData>, Failure> {
    let (width, height) = (lightmap.width, lightmap.height + 1);
    if width > MAX_SIDE || height > MAX_SIDE {
        let message =
            format!("the light map has {width} x {height} texels, Godot's images {MAX_SIDE} at most");
        return Err(Failure::new(Error::ERR_INVALID_DATA, message));
    }
    let mut data = LightmapGiData::new_gd();
    let light = texture(width, height, Format::RGBH, &light_with_fallback(lightmap))?;
    let shadow = texture(width, height, Format::L8, &shadow_with_fallback(lightmap))?;
    data.set_lightmap_textures(&array![&light.upcast::<TextureLayered>()]);
    data.set_shadowmask_textures(&array![&shadow.upcast::<TextureLayered>()]);
    data.set_uses_spherical_harmonics(false);
    if let Some(probes) = &lightmap.probes {
        data.set("probe_data", &probe_data(probes, units_per_meter).to_variant());
    }
    Ok(data)
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

fn texture(width: u32, height: u32, format: Format, bytes: &[u8]) -> Result<Gd<Texture2DArray>, Failure> {
    let bytes = PackedByteArray::from(bytes);
    let image = Image::create_from_data(width as i32, height as i32, false, format, &bytes);
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
