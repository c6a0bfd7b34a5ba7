//! The world's sky, fog and sun. Sections 12 and 13 of `docs/formats/gtm-nodes.md`.

use super::light::BakeMode;
use super::rgb::Rgb;
use crate::gtm::text;
use mapwright_formats::gtm::nodes::Properties;

/// The keys that ask for an environment; the others only change one.
const TRIGGERS: [&str; 11] = [
    "sun_angles",
    "sky_top_color",
    "sky_panorama",
    "sky_horizon_color",
    "sky_ground_color",
    "fog_color",
    "fog_density",
    "ambient_energy",
    "sky_energy",
    "glow_intensity",
    "ssr",
];

/// Sky, fog, ambient light and effects.
#[derive(Debug, Clone, PartialEq)]
pub struct Environment {
    /// The color of the sky above.
    pub sky_top: Rgb,
    /// The color of the sky and the ground at the horizon.
    pub sky_horizon: Rgb,
    /// The color of the ground below.
    pub sky_ground: Rgb,
    /// How bright the sky is.
    pub sky_energy: f64,
    /// The path of a panorama to take instead, often empty.
    pub sky_panorama: String,
    /// The color of the ambient light; `None` leaves it to the sky.
    pub ambient: Option<Rgb>,
    /// How bright the ambient light is.
    pub ambient_energy: f64,
    /// How strong bright things glow; 0 for not at all.
    pub glow: f64,
    /// Whether surfaces mirror what is on the screen.
    pub has_ssr: bool,
    /// How dense the fog is, per metre; 0 for none.
    pub fog_density: f64,
    /// The color of the fog.
    pub fog: Rgb,
}

/// The sun.
#[derive(Debug, Clone, PartialEq)]
pub struct Sun {
    /// Pitch and yaw in degrees; `None` leaves it unturned.
    pub angles: Option<[f64; 2]>,
    /// Its color.
    pub color: Rgb,
    /// How bright it is.
    pub energy: f64,
    /// How it takes part in baked light.
    pub bake_mode: BakeMode,
}

/// What the world's properties ask for.
pub fn read(world: &Properties<'_>) -> (Option<Environment>, Option<Sun>) {
    let mode = world.get("environment").unwrap_or_default().trim().to_lowercase();
    match mode.as_str() {
        "0" | "none" => (None, None),
        "sun_only" => (None, Some(sun(world))),
        _ if TRIGGERS.iter().any(|key| world.get(key).is_some()) => {
            (Some(environment(world)), Some(sun(world)))
        }
        _ => (None, None),
    }
}

fn environment(world: &Properties<'_>) -> Environment {
    let text = |key: &str| world.get(key).unwrap_or_default().trim();
    Environment {
        sky_top: color(world, "sky_top_color", [0.32, 0.5, 0.78]),
        sky_horizon: color(world, "sky_horizon_color", [0.72, 0.8, 0.88]),
        sky_ground: color(world, "sky_ground_color", [0.42, 0.44, 0.46]),
        sky_energy: number(world, "sky_energy", 1.0).max(0.0),
        sky_panorama: text("sky_panorama").to_owned(),
        ambient: world.get("ambient_color").map(|_| color(world, "ambient_color", [0.26, 0.28, 0.33])),
        ambient_energy: number(world, "ambient_energy", 1.0).max(0.0),
        glow: number(world, "glow_intensity", 0.0),
        has_ssr: text("ssr") == "1",
        fog_density: number(world, "fog_density", 0.0),
        fog: color(world, "fog_color", [0.7, 0.78, 0.86]),
    }
}

fn sun(world: &Properties<'_>) -> Sun {
    let angles = text::numbers(world.get("sun_angles").unwrap_or("-40 -45"));
    Sun {
        angles: angles.first_chunk().copied(),
        color: color(world, "sun_color", [1.0, 0.96, 0.88]),
        energy: number(world, "sun_energy", 1.1),
        bake_mode: BakeMode::of_sun(world),
    }
}

fn number(world: &Properties<'_>, key: &str, default: f64) -> f64 {
    world.get(key).and_then(text::number).unwrap_or(default)
}

/// Three numbers; when one of them is above 1 they count to 255.
fn color(world: &Properties<'_>, key: &str, default: Rgb) -> Rgb {
    let numbers = text::numbers(world.get(key).unwrap_or_default());
    let Some(color) = numbers.first_chunk().copied() else { return default };
    let most = if color.iter().any(|part| *part > 1.0) { 255.0 } else { 1.0 };
    color.map(|part| part / most)
}
