//! The materials of a map: found by name in the project, or made from images. Section 10 of `docs/formats/gtm-nodes.md`.

mod blend;
mod decal;
mod shaders;
mod standard;
mod terrain;

use crate::gtm::scene::definitions::options::Options;
use crate::gtm::scene::resources;
use crate::gtm::scene::resources::Folders;
use godot::classes::{Material, Texture2D};
use godot::prelude::*;
use mapwright_scene::gtm::surfaces::arrays::SurfaceKey;
use mapwright_scene::gtm::surfaces::material_facts::MaterialFacts;
use shaders::Shaders;
use std::collections::HashMap;

const MATERIAL_ENDINGS: [&str; 3] = ["tres", "material", "res"];
const IMAGE_ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "tga", "bmp"];
/// The size that counts where nothing tells one.
const DEFAULT_SIZE: [f64; 2] = [64.0; 2];

/// The materials of one build, each looked up once.
pub(crate) struct Library<'o> {
    options: &'o Options,
    found: HashMap<String, Found>,
    images: HashMap<String, Option<Gd<Texture2D>>>,
    folders: Folders,
    surfaces: HashMap<String, Gd<Material>>,
    placeholder: Option<Gd<Material>>,
    shaders: Shaders,
    missing: Vec<String>,
}

#[derive(Clone)]
struct Found {
    material: Gd<Material>,
    facts: MaterialFacts,
    /// Whether it only stands for one that is not there.
    is_missing: bool,
}

impl<'o> Library<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self {
            options,
            found: HashMap::new(),
            images: HashMap::new(),
            folders: Folders::default(),
            surfaces: HashMap::new(),
            placeholder: None,
            shaders: Shaders::default(),
            missing: Vec::new(),
        }
    }

    /// The names of what is drawn that nothing was found for, in the order in which they were asked for.
    pub(crate) fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Where materials and images were looked for: their paths up to the dot before the ending.
    pub(crate) fn places(&self) -> impl Iterator<Item = String> {
        let Options { materials_dir, textures_dir, .. } = self.options;
        let materials = self.found.keys().map(move |name| format!("{materials_dir}/{}.", plain(name)));
        materials.chain(self.images.keys().map(move |name| format!("{textures_dir}/{name}.")))
    }

    pub(crate) fn facts(&mut self, name: &str) -> MaterialFacts {
        self.find(name).facts
    }

    /// The material of a name, to draw with.
    pub(crate) fn material(&mut self, name: &str) -> Gd<Material> {
        let found = self.find(name);
        // A face or a terrain without a material misses nothing.
        if found.is_missing && !name.is_empty() && !self.missing.iter().any(|missing| missing == name) {
            self.missing.push(name.to_owned());
        }
        found.material
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
        let material = match &key.blend {
            Some(blend) => self.blended(key, blend),
            None => self.decal(&key.material),
        };
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
        let plain = plain(name);
        let stored = MATERIAL_ENDINGS
            .iter()
            .map(|ending| format!("{}/{plain}.{ending}", self.options.materials_dir))
            .filter(|path| self.folders.may_have(path))
            .find_map(|path| resources::load::<Material>(&path));
        if let Some(material) = stored {
            let facts = MaterialFacts {
                size: standard::stated_size(&material)
                    .or_else(|| standard::albedo_size(&material))
                    .or_else(|| self.image_size(name)),
                is_opaque: standard::is_opaque(&material),
            };
            return Found { material, facts, is_missing: false };
        }
        if let Some(material) = self.of_images(&plain) {
            let size = standard::albedo_size(&material);
            return Found { material, facts: MaterialFacts { size, is_opaque: true }, is_missing: false };
        }
        let facts = MaterialFacts { size: None, is_opaque: true };
        Found { material: self.placeholder(), facts, is_missing: true }
    }

    /// The image of a name.
    fn image(&mut self, name: &str) -> Option<Gd<Texture2D>> {
        if let Some(image) = self.images.get(name) {
            return image.clone();
        }
        let paths =
            IMAGE_ENDINGS.iter().map(|ending| format!("{}/{name}.{ending}", self.options.textures_dir));
        let image = paths
            .into_iter()
            .filter(|path| self.folders.may_have(path))
            .find_map(|path| resources::load::<Texture2D>(&path).or_else(|| resources::load_image(&path)));
        self.images.insert(name.to_owned(), image.clone());
        image
    }

    fn image_size(&mut self, name: &str) -> Option<[f64; 2]> {
        self.image(name).map(|image| standard::pixels(&image))
    }

    fn placeholder(&mut self) -> Gd<Material> {
        self.placeholder.get_or_insert_with(standard::checkerboard).clone()
    }

    fn size(&mut self, name: &str) -> [f64; 2] {
        self.facts(name).size.unwrap_or(DEFAULT_SIZE)
    }
}

/// The name as files have it.
fn plain(name: &str) -> String {
    name.replace('*', "")
}
