//! What can be chosen when a scene is built, in `build_scene` and in the Import dock.

use super::entity_classes::GtmEntityDefinitions;
use crate::errors::Failure;
use godot::builtin::VariantType;
use godot::classes::ResourceLoader;
use godot::global::Error;
use godot::prelude::*;
use godot::register::info::PropertyHint;
use mapwright_scene::gtm::build::Settings;
use mapwright_scene::gtm::layout::names::Naming;
use mapwright_scene::gtm::solids::texture_class::TextureRules;

/// What stands in front of the options' names in the Import dock.
pub(crate) const PREFIX: &str = "mapwright/";

/// An option of the Import dock.
pub(crate) struct OptionSpec {
    pub(crate) name: &'static str,
    pub(crate) default: Variant,
    pub(crate) hint: PropertyHint,
    pub(crate) hint_string: &'static str,
}

impl OptionSpec {
    /// The name with the group that it has in the Import dock.
    pub(crate) fn full_name(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }
}

/// All options with their defaults.
pub(crate) fn specs() -> Vec<OptionSpec> {
    let spec = |name, default, hint, hint_string| OptionSpec { name, default, hint, hint_string };
    let plain = |name, default| spec(name, default, PropertyHint::NONE, "");
    let textures = TextureRules::default();
    let texture =
        |name, of: &[String]| plain(name, of.first().map_or_else(GString::new, GString::from).to_variant());
    vec![
        spec("units_per_meter", 32.0.to_variant(), PropertyHint::RANGE, "1,256,0.1,or_greater"),
        spec("textures_dir", "res://textures".to_variant(), PropertyHint::DIR, ""),
        spec("materials_dir", "".to_variant(), PropertyHint::DIR, ""),
        spec("definitions", "".to_variant(), PropertyHint::FILE, "*.tres,*.res"),
        plain("use_groups_hierarchy", false.to_variant()),
        spec("names", 0.to_variant(), PropertyHint::ENUM, "Id,Index"),
        plain("name_property", "".to_variant()),
        plain("cull_covered_faces", true.to_variant()),
        spec("cell_size", 0.0.to_variant(), PropertyHint::RANGE, "0,512,0.5,or_greater,suffix:m"),
        plain("collision", true.to_variant()),
        spec("collision_layer", 1.to_variant(), PropertyHint::LAYERS_3D_PHYSICS, ""),
        spec("collision_mask", 1.to_variant(), PropertyHint::LAYERS_3D_PHYSICS, ""),
        plain("environment", true.to_variant()),
        plain("baked_lighting", true.to_variant()),
        plain("output_relays", false.to_variant()),
        texture("skip_texture", &textures.skip),
        texture("clip_texture", &textures.clip),
        texture("origin_texture", &textures.origin),
        texture("sky_texture", &textures.sky),
    ]
}

/// The options of one build.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch in the Import dock")]
pub(crate) struct Options {
    pub(crate) settings: Settings,
    pub(crate) textures_dir: String,
    pub(crate) materials_dir: String,
    pub(crate) definitions: Option<Gd<GtmEntityDefinitions>>,
    pub(crate) has_groups: bool,
    pub(crate) naming: Naming,
    pub(crate) name_property: String,
    pub(crate) has_collision: bool,
    pub(crate) collision_layer: u32,
    pub(crate) collision_mask: u32,
    pub(crate) has_environment: bool,
    pub(crate) has_relays: bool,
    pub(crate) progress: Callable,
    /// Names that are no options.
    pub(crate) unknown: Vec<String>,
}

impl Options {
    /// Reads options, with or without the prefix of the Import dock. What is missing has its default.
    pub(crate) fn read(given: &VarDictionary) -> Result<Self, Failure> {
        let given = Given { options: given, specs: specs() };
        let texture = |name: &str| given.text(name).map(|text| vec![text]);
        let units_per_meter = given.number("units_per_meter")?;
        if !(units_per_meter.is_finite() && units_per_meter > 0.0) {
            return Err(wrong("units_per_meter", "a number above 0", &units_per_meter.to_variant()));
        }
        let textures_dir = given.text("textures_dir")?;
        let materials_dir = given.text("materials_dir")?;
        Ok(Self {
            settings: Settings {
                units_per_meter,
                textures: TextureRules {
                    skip: texture("skip_texture")?,
                    clip: texture("clip_texture")?,
                    origin: texture("origin_texture")?,
                    sky: texture("sky_texture")?,
                },
                culls_covered: given.flag("cull_covered_faces")?,
                cell_size: given.number("cell_size")?.max(0.0),
                is_baked: given.flag("baked_lighting")?,
            },
            materials_dir: if materials_dir.is_empty() { textures_dir.clone() } else { materials_dir },
            textures_dir,
            definitions: given.definitions()?,
            has_groups: given.flag("use_groups_hierarchy")?,
            naming: given.naming()?,
            name_property: given.text("name_property")?,
            has_collision: given.flag("collision")?,
            collision_layer: given.layers("collision_layer")?,
            collision_mask: given.layers("collision_mask")?,
            has_environment: given.flag("environment")?,
            has_relays: given.flag("output_relays")?,
            progress: given.progress()?,
            unknown: given.unknown(),
        })
    }
}

/// Options as they were given.
struct Given<'a> {
    options: &'a VarDictionary,
    specs: Vec<OptionSpec>,
}

impl Given<'_> {
    fn value(&self, name: &str) -> Option<Variant> {
        self.options.get(name).or_else(|| self.options.get(format!("{PREFIX}{name}")))
    }

    /// The given value, or the default, as `T`.
    fn get<T: FromGodot>(&self, name: &str, expected: &str) -> Result<T, Failure> {
        let default = || self.specs.iter().find(|spec| spec.name == name).map(|spec| spec.default.clone());
        let value = self.value(name).or_else(default).unwrap_or_default();
        value.try_to_relaxed::<T>().map_err(|_| wrong(name, expected, &value))
    }

    fn number(&self, name: &str) -> Result<f64, Failure> {
        self.get(name, "a number")
    }

    fn flag(&self, name: &str) -> Result<bool, Failure> {
        self.get(name, "true or false")
    }

    fn text(&self, name: &str) -> Result<String, Failure> {
        Ok(self.get::<GString>(name, "a text")?.to_string())
    }

    fn layers(&self, name: &str) -> Result<u32, Failure> {
        Ok(self.get::<i64>(name, "an integer")? as u32)
    }

    /// What names are made of: the place in the list of the Import dock, or the word.
    fn naming(&self) -> Result<Naming, Failure> {
        const EXPECTED: &str = "Id or Index";
        let value = self.value("names").unwrap_or(0.to_variant());
        let word = value.try_to::<GString>().map(|word| word.to_string().to_lowercase());
        match (word.as_deref(), value.try_to_relaxed::<i64>()) {
            (Ok("id"), _) | (Err(_), Ok(0)) => Ok(Naming::Id),
            (Ok("index"), _) | (Err(_), Ok(1)) => Ok(Naming::Index),
            _ => Err(wrong("names", EXPECTED, &value)),
        }
    }

    fn progress(&self) -> Result<Callable, Failure> {
        let Some(value) = self.value("progress") else { return Ok(Callable::invalid()) };
        value.try_to().map_err(|_| wrong("progress", "a callable", &value))
    }

    /// The definitions, given as a resource or as the path of one.
    fn definitions(&self) -> Result<Option<Gd<GtmEntityDefinitions>>, Failure> {
        const EXPECTED: &str = "a GtmEntityDefinitions resource or the path of one";
        let value = self.value("definitions").unwrap_or_default();
        if value.get_type() == VariantType::OBJECT {
            return value.try_to().map(Some).map_err(|_| wrong("definitions", EXPECTED, &value));
        }
        let path = self.text("definitions")?;
        if path.is_empty() {
            return Ok(None);
        }
        let loaded = ResourceLoader::singleton().load(&path);
        let definitions = loaded.and_then(|resource| resource.try_cast().ok());
        definitions.map(Some).ok_or_else(|| wrong("definitions", EXPECTED, &value))
    }

    fn unknown(&self) -> Vec<String> {
        let known: Vec<&str> = self.specs.iter().map(|spec| spec.name).chain(["progress"]).collect();
        let names = self.options.keys_array();
        let names = names.iter_shared().map(|name| name.to_string());
        names.filter(|name| !known.contains(&name.strip_prefix(PREFIX).unwrap_or(name))).collect()
    }
}

fn wrong(name: &str, expected: &str, found: &Variant) -> Failure {
    Failure::new(Error::ERR_INVALID_DATA, format!("option {name}: {expected} expected, {found} found"))
}
