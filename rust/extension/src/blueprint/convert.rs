//! The document's parts as Godot's values.

use godot::builtin::{PackedByteArray, PackedVector2Array, VarDictionary, Vector2, vdict};
use godot::prelude::*;
use mapwright_formats::blueprint::{Params, Record, Roads, Town, UnknownSection, Value, WaterBody};

pub(super) fn params(params: &Params) -> VarDictionary {
    vdict! {
        "world_seed" => params.world_seed,
        "map_size" => params.map_size,
        "crater_radius" => params.crater_radius,
        "density_multiplier" => params.density_multiplier,
        "impact_center" => point(params.impact_center),
        "generated_utc" => params.generated_utc.as_str(),
        "generator_git_hash" => params.generator_git_hash.as_str(),
    }
}

pub(super) fn town(town: &Town) -> VarDictionary {
    vdict! {
        "position" => point(town.position),
        "tier" => town.tier,
        "is_highway_node" => town.is_highway_node,
    }
}

pub(super) fn water_body(body: &WaterBody) -> VarDictionary {
    vdict! {
        "id" => body.id,
        "type" => body.body_type,
        "salinity" => body.salinity,
        "surface_level" => body.surface_level,
        "pixel_count" => body.pixel_count,
        "centroid" => point(body.centroid),
    }
}

pub(super) fn unknown_section(section: &UnknownSection) -> VarDictionary {
    vdict! {
        "tag" => section.tag.to_string().as_str(),
        "data" => &PackedByteArray::from(section.data.as_slice()),
    }
}

pub(super) fn record(record: &Record) -> VarDictionary {
    let mut fields = VarDictionary::new();
    for (name, value) in &record.values {
        match value {
            Value::U8(number) => fields.set(*name, *number),
            Value::U16(number) => fields.set(*name, *number),
            Value::I32(number) => fields.set(*name, *number),
            Value::F32(number) => fields.set(*name, *number),
        }
    }
    fields
}

pub(super) fn paths(roads: &Roads) -> Array<PackedVector2Array> {
    roads.paths().map(|path| path.iter().copied().map(point).collect::<PackedVector2Array>()).collect()
}

fn point([x, y]: [f32; 2]) -> Vector2 {
    Vector2::new(x, y)
}
