//! Lights, and how they take part in baked light. Section 13 of `docs/formats/gtm-nodes.md`.

use super::rgb::Rgb;
use crate::gtm::text;
use mapwright_formats::gtm::nodes::Properties;

/// The property with a light's color.
const COLOR: &str = "light_color";
/// The greatest angle that Godot has for a spot, in degrees.
const WIDEST_SPOT: f64 = 180.0;

/// How a light takes part in baked light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BakeMode {
    /// It is in the bake.
    Static,
    /// Its bounces are in the bake.
    Dynamic,
    /// It is not in the bake.
    Disabled,
}

impl BakeMode {
    /// The mode of a light entity: one that can be switched is not baked unless it says so.
    pub fn of_light(light: &Properties<'_>) -> Self {
        let is_named = light.get("targetname").is_some_and(|name| !name.is_empty());
        let is_switched = is_named || !starts_on(light);
        Self::stated(light.get("bake_mode")).unwrap_or(if is_switched {
            Self::Disabled
        } else {
            Self::Static
        })
    }

    /// The mode of the sun.
    pub fn of_sun(world: &Properties<'_>) -> Self {
        Self::stated(world.get("sun_bake_mode")).unwrap_or(Self::Static)
    }

    fn stated(mode: Option<&str>) -> Option<Self> {
        match mode?.trim().to_lowercase().as_str() {
            "baked" | "static" => Some(Self::Static),
            "bounce" | "dynamic" => Some(Self::Dynamic),
            "realtime" | "disabled" => Some(Self::Disabled),
            _ => None,
        }
    }
}

/// A `light` or `light_spot`. Distances are in metres already.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// The half angle of its cone in degrees; `None` for one that shines all around.
    pub spot_angle: Option<f64>,
    /// Its color.
    pub color: Rgb,
    /// How bright it is.
    pub energy: f64,
    /// How far it shines, in metres.
    pub range: f64,
    /// Whether it casts shadows.
    pub has_shadows: bool,
    /// Whether it shines from the start.
    pub starts_on: bool,
}

impl Light {
    /// The light that an entity is; `None` for other classes.
    pub fn of(classname: &str, properties: &Properties<'_>) -> Option<Self> {
        let is_spot = match classname {
            "light" => false,
            "light_spot" => true,
            _ => return None,
        };
        let number = |key: &str, default: f64| properties.get(key).and_then(text::number).unwrap_or(default);
        let range = if is_spot { number("spot_range", 15.0) } else { number("omni_range", 10.0) };
        Some(Self {
            spot_angle: is_spot.then(|| number("spot_angle", 35.0).clamp(0.0, WIDEST_SPOT)),
            color: color(properties.get(COLOR).unwrap_or_default()),
            energy: number("light_energy", if is_spot { 1.5 } else { 1.0 }),
            range: range.max(0.0),
            has_shadows: properties.get("shadows").is_some_and(text::is_on),
            starts_on: starts_on(properties),
        })
    }
}

fn starts_on(light: &Properties<'_>) -> bool {
    light.get("start_on").is_none_or(text::is_on)
}

/// Three numbers up to 255; what is beyond is cut off.
fn color(text: &str) -> Rgb {
    let numbers = text::numbers(text);
    numbers.first_chunk().map_or([1.0; 3], |color| color.map(|part| part.clamp(0.0, 255.0) / 255.0))
}

/// The color of a light that is nearly black because it counts up to 1 rather than 255. Black itself is meant.
pub fn faint_color<'p>(properties: &'p Properties<'_>) -> Option<&'p str> {
    let text = properties.get(COLOR)?;
    let color: [f64; 3] = *text::numbers(text).first_chunk()?;
    let is_faint = color.iter().all(|part| *part <= 1.0) && color.iter().any(|part| *part > 0.0);
    is_faint.then_some(text)
}
