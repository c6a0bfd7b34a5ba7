//! Towns, roads and water bodies: a count, then as many records.

use super::stream::Stream;
use super::{Error, Options, Problem, Roads, Town, WaterBody};

/// Version 2's towns: 10 bytes each.
pub(super) fn read_towns(
    stream: &mut Stream<'_>,
    options: &Options,
    problems: &mut Vec<Problem>,
) -> Result<Vec<Town>, Error> {
    let count = stream.count("count", 10)?;
    let mut towns = Vec::with_capacity(count);
    let mut odd_flags = 0;
    for _ in 0..count {
        let position = stream.point("X, Y")?;
        let offset = stream.offset();
        let tier = stream.u8("tier")?.into();
        check_tier(stream, offset, tier, options)?;
        let flag = stream.u8("isHighwayNode")?;
        odd_flags += usize::from(flag > 1);
        towns.push(Town { position, tier, is_highway_node: flag != 0 });
    }
    if odd_flags > 0 {
        problems.push(Problem::HighwayFlag { count: odd_flags });
    }
    Ok(towns)
}

/// Version 1's towns: 12 bytes each.
pub(super) fn read_legacy_towns(stream: &mut Stream<'_>, options: &Options) -> Result<Vec<Town>, Error> {
    let count = stream.count("townCount", 12)?;
    let mut towns = Vec::with_capacity(count);
    for _ in 0..count {
        let position = stream.point("town X, Y")?;
        let offset = stream.offset();
        let tier = stream.i32("town tier")?;
        check_tier(stream, offset, tier, options)?;
        towns.push(Town { position, tier, is_highway_node: false });
    }
    Ok(towns)
}

fn check_tier(stream: &Stream<'_>, offset: u64, tier: i32, options: &Options) -> Result<(), Error> {
    let count = options.town_tier_count;
    if count == 0 || u32::try_from(tier).is_ok_and(|tier| tier < count) {
        return Ok(());
    }
    let expected = format!("an ordinal of 0 to {}", count - 1);
    Err(stream.corrupt("town tier", offset, expected, tier))
}

/// One tier's paths; the same in both versions.
pub(super) fn read_roads(stream: &mut Stream<'_>) -> Result<Roads, Error> {
    let paths = stream.count("pathCount", 4)?;
    let mut roads = Roads { points: Vec::new(), ends: Vec::with_capacity(paths) };
    for _ in 0..paths {
        let points = stream.count("pointCount", 8)?;
        roads.points.reserve(points);
        for _ in 0..points {
            roads.points.push(stream.point("X, Y")?);
        }
        roads.ends.push(roads.points.len());
    }
    Ok(roads)
}

/// The table of water bodies: 20 bytes each.
pub(super) fn read_water_bodies(stream: &mut Stream<'_>) -> Result<Vec<WaterBody>, Error> {
    let count = stream.count("count", 20)?;
    let mut bodies = Vec::with_capacity(count);
    for _ in 0..count {
        bodies.push(WaterBody {
            id: stream.u16("id")?,
            body_type: stream.u8("type")?,
            salinity: stream.u8("salinity")?,
            surface_level: stream.f32("surfaceLevel")?,
            pixel_count: stream.i32("pixelCount")?,
            centroid: stream.point("centroid")?,
        });
    }
    Ok(bodies)
}
