//! The island as Godot's images, shapes, meshes and curves.

use super::island::Island;
use crate::errors::Failure;
use crate::packed::{surface_arrays, vectors2, vectors3};
use godot::builtin::{Color, PackedByteArray, PackedColorArray, PackedFloat32Array, PackedInt32Array};
use godot::classes::image::Format;
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::classes::{ArrayMesh, Curve3D, HeightMapShape3D, Image};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::blueprint::{Roads, Window};
use mapwright_scene::Surface;
use mapwright_scene::blueprint;
use mapwright_scene::blueprint::{Extents, to_rows};

/// Godot's `Image` takes no more.
const MAX_PIXELS: usize = 1 << 28;

pub(super) fn height_image(island: &Island) -> Result<Gd<Image>, Failure> {
    cell_image(island, Format::RF, |pixels| {
        to_rows(island.heights.as_slice(), island.region, pixels, f32::to_ne_bytes);
    })
}

pub(super) fn biome_image(island: &Island, palette: &PackedColorArray) -> Result<Gd<Image>, Failure> {
    if palette.is_empty() {
        return Err(invalid("a palette with a color for each biome expected, none found"));
    }
    let palette: Vec<[u8; 4]> = palette.as_slice().iter().map(|color| rgba8(*color)).collect();
    cell_image(island, Format::RGBA8, |pixels| {
        blueprint::biome_image(island.biomes.as_slice(), island.region, &palette, pixels);
    })
}

/// An image of one pixel a cell, four bytes each.
fn cell_image(
    island: &Island,
    format: Format,
    paint: impl FnOnce(&mut [[u8; 4]]),
) -> Result<Gd<Image>, Failure> {
    let Window { width, height, .. } = need_cells(island, 1)?;
    let cells = island.region.cells();
    if cells > MAX_PIXELS {
        let message = format!("an image has {MAX_PIXELS} pixels at most, {cells} needed; load a region");
        return Err(Failure::new(Error::ERR_OUT_OF_MEMORY, message));
    }
    let mut bytes = PackedByteArray::new();
    bytes.resize(4 * cells);
    paint(bytes.as_mut_slice().as_chunks_mut().0);
    Image::create_from_data(width as i32, height as i32, false, format, &bytes)
        .ok_or_else(|| Failure::new(Error::FAILED, "Godot refused the image"))
}

fn rgba8(color: Color) -> [u8; 4] {
    [color.r8(), color.g8(), color.b8(), color.a8()]
}

pub(super) fn collision_shape(island: &Island, height_scale: f32) -> Result<Gd<HeightMapShape3D>, Failure> {
    let Window { width, height, .. } = need_cells(island, 2)?;
    let mut rows = PackedFloat32Array::new();
    rows.resize(island.region.cells());
    to_rows(island.heights.as_slice(), island.region, rows.as_mut_slice(), |raw| {
        let height = raw * height_scale;
        // A hole, in the way of both of Godot's physics engines.
        if height.is_finite() { height } else { f32::NAN }
    });
    let mut shape = HeightMapShape3D::new_gd();
    shape.set_map_width(width as i32);
    shape.set_map_depth(height as i32);
    shape.set_map_data(&rows);
    Ok(shape)
}

pub(super) fn terrain_mesh(island: &Island, step: i64, height_scale: f32) -> Result<Gd<ArrayMesh>, Failure> {
    need_cells(island, 2)?;
    let step = u32::try_from(step).ok().filter(|step| *step > 0);
    let Some(step) = step else {
        return Err(invalid("a step of 1 or more expected"));
    };
    let field = island.field();
    let (most, needed) = (blueprint::MAX_VERTICES, blueprint::terrain_vertices(&field, step));
    if needed > most {
        let message = format!("a mesh has {most} vertices at most, {needed} needed; take a greater step");
        return Err(Failure::new(Error::ERR_OUT_OF_MEMORY, message));
    }
    mesh(blueprint::terrain_surface(&field, step, height_scale))
}

pub(super) fn water_mesh(
    island: &Island,
    extents: &Extents,
    id: i64,
    height_scale: f32,
) -> Result<Gd<ArrayMesh>, Failure> {
    let body = island.document.water_bodies.iter().flatten().find(|body| i64::from(body.id) == id);
    let Some(body) = body else {
        return Err(invalid(&format!(
            "id: that of a body in the table of water bodies expected, {id} found"
        )));
    };
    let (Some(ids), Some(extent)) = (&island.water_ids, extents.get(body.id)) else {
        return Err(invalid(&format!("body {id} has no cell here")));
    };
    let height = body.surface_level * height_scale;
    if !height.is_finite() {
        return Err(invalid(&format!("body {id} has no level")));
    }
    mesh(blueprint::water_surface(ids, island.region, (body.id, extent), height))
}

pub(super) fn road_curves(
    island: &Island,
    roads: &Roads,
    height_scale: f32,
    spacing: f32,
) -> Result<Array<Gd<Curve3D>>, Failure> {
    let field = island.field();
    let mut budget = blueprint::MAX_CURVE_POINTS;
    let mut curves = Array::new();
    for path in roads.paths() {
        let pieces = blueprint::drape(&field, path, (spacing, height_scale), &mut budget)
            .map_err(|error| Failure::new(Error::ERR_OUT_OF_MEMORY, error.to_string()))?;
        for piece in pieces {
            let mut curve = Curve3D::new_gd();
            for [x, y, z] in piece {
                curve.add_point(Vector3::new(x, y, z));
            }
            curves.push(&curve);
        }
    }
    Ok(curves)
}

fn mesh(surface: Surface) -> Result<Gd<ArrayMesh>, Failure> {
    if surface.indices.is_empty() {
        return Err(invalid("there is no surface to draw here"));
    }
    let mut indices = PackedInt32Array::new();
    indices.resize(surface.indices.len());
    for (target, index) in indices.as_mut_slice().iter_mut().zip(surface.indices) {
        *target = index as i32;
    }
    let arrays = surface_arrays([
        (ArrayType::VERTEX, vectors3(&surface.positions).to_variant()),
        (ArrayType::NORMAL, vectors3(&surface.normals).to_variant()),
        (ArrayType::TEX_UV, vectors2(&surface.uvs).to_variant()),
        (ArrayType::INDEX, indices.to_variant()),
    ]);
    let mut mesh = ArrayMesh::new_gd();
    mesh.add_surface_from_arrays(PrimitiveType::TRIANGLES, &arrays);
    Ok(mesh)
}

/// The region, when it has at least `least` cells a side.
fn need_cells(island: &Island, least: u32) -> Result<Window, Failure> {
    let region = island.region;
    if region.width >= least && region.height >= least {
        return Ok(region);
    }
    let found = format!("{} x {} cells", region.width, region.height);
    Err(invalid(&format!("a loaded region of at least {least} x {least} cells expected, {found} found")))
}

fn invalid(message: &str) -> Failure {
    Failure::new(Error::ERR_INVALID_DATA, message)
}
