//! Builds the scene of a map. Section 14 of `docs/formats/gtm-nodes.md`.

use super::materials::Library as MaterialLibrary;
use super::mesh_node::MeshImport;
use super::models::Models;
use super::tree::Tree;
use super::{entities, lights, scatters, terrains, world};
use crate::errors::Failure;
use crate::files;
use crate::gtm::lightmap::Bake;
use crate::gtm::scene::definitions::class_table::ClassTable;
use crate::gtm::scene::definitions::options::Options;
use crate::gtm::scene::running::baked_lighting::GtmBakedLighting;
use crate::workers;
use godot::classes::lightmap_gi_data::ShadowmaskMode;
use godot::classes::{DirectionalLight3D, Light3D, WorldEnvironment};
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::gtm::nodes::{ScatterSet, TerrainGrid};
use mapwright_formats::gtm::{self, Document, FORMAT, Lightmap, MAP_VERSION};
use mapwright_scene::gtm::build;
use mapwright_scene::gtm::layout::names::EntityName;
use mapwright_scene::gtm::layout::placed::PlacedEntity;
use mapwright_scene::gtm::layout::prefabs::{Library, checked};
use mapwright_scene::gtm::layout::tree::lay_out;
use mapwright_scene::gtm::surfaces::material_facts::MaterialFacts;
use mapwright_scene::gtm::world::environment;
use mapwright_scene::gtm::world::light::BakeMode;
use std::collections::BTreeSet;
use std::time::Instant;

/// The metadata of a scene's root with the content id of the map.
pub(crate) const CONTENT_ID: &str = "mapwright_content_id";
/// The metadata of a scene's root with the content ids of the prefabs, by path; nil for those that could not be read.
const PREFABS: &str = "mapwright_prefabs";
/// The metadata of a layer's or group's node with its id.
const GROUP: &str = "_gt_group";
/// The metadata of a mesh that takes its light from the bake.
pub(crate) const BAKED: &str = "godottrench_baked";

/// What is to be built.
pub(crate) struct Request<'d> {
    pub(crate) document: &'d Document,
    /// Where the map came from, empty when it was no file.
    pub(crate) path: &'d str,
    pub(crate) options: Options,
    /// What the import asks of meshes; `None` in a running game.
    pub(crate) mesh_import: Option<MeshImport>,
}

/// What came out.
pub(crate) struct Built {
    pub(crate) root: Gd<Node3D>,
    problems: Vec<String>,
    /// The names of the materials that are drawn and were missing.
    missing_materials: Vec<String>,
    textures_dir: String,
    /// Where models, materials and images were looked for, found or not; the latter two by their paths up to the dot
    /// before the ending.
    pub(crate) made_from: BTreeSet<String>,
    /// The models that were missing by their paths, the materials by theirs up to the dot before the ending.
    pub(crate) missing: Vec<String>,
    /// What each stage took, in milliseconds.
    pub(crate) times: VarDictionary,
}

/// A build at work.
pub(crate) struct Build<'o> {
    pub(crate) options: &'o Options,
    pub(crate) mesh_import: Option<MeshImport>,
    pub(crate) tree: Tree,
    pub(crate) classes: &'o ClassTable,
    pub(crate) materials: MaterialLibrary<'o>,
    pub(crate) models: Models,
    /// The lights, with how they take part in baked light.
    pub(crate) lights: Vec<(Gd<Light3D>, BakeMode)>,
    groups: Vec<Gd<Node>>,
    baked: Vec<Gd<Node3D>>,
    problems: Vec<String>,
    stages: Stages<'o>,
}

/// Tells how far the build is, and how long each part took.
struct Stages<'o> {
    progress: &'o Callable,
    times: VarDictionary,
    started: Instant,
    name: &'static str,
}

impl<'o> Stages<'o> {
    fn new(progress: &'o Callable) -> Self {
        Self { progress, times: VarDictionary::new(), started: Instant::now(), name: "" }
    }

    /// Ends the stage before and begins another; `share` of the build is done.
    fn begin(&mut self, name: &'static str, share: f64) {
        if !self.name.is_empty() {
            self.times.set(self.name, self.started.elapsed().as_secs_f64() * 1000.0);
        }
        self.name = name;
        if self.progress.is_valid() {
            self.progress.call(&[name.to_variant(), share.to_variant()]);
        }
        self.started = Instant::now();
    }
}

/// Builds a scene.
pub(crate) fn build(request: &Request<'_>) -> Result<Built, Failure> {
    let Request { document, path, options, mesh_import } = request;
    check(document)?;
    let mut stages = Stages::new(&options.progress);
    stages.begin("prefabs", 0.0);
    let library = Library::gather(document, path, read_prefab);
    stages.begin("layout", 0.1);
    let classes = ClassTable::new(options.definitions.as_ref());
    let layout = lay_out(&library, &classes, options.has_groups);
    stages.begin("solids", 0.15);
    let settings = options.settings.clone();
    let draft = workers::run(|| build::draft(layout, settings));
    stages.begin("materials", 0.3);
    let mut materials = MaterialLibrary::new(options);
    let facts: Vec<MaterialFacts> = draft.materials().iter().map(|name| materials.facts(name)).collect();
    stages.begin("geometry", 0.4);
    let lightmap = document.lightmap();
    let scene = workers::run(|| draft.build(&facts, lightmap));
    let mut build = Build {
        options,
        mesh_import: *mesh_import,
        tree: Tree::new(&root_name(path)),
        classes: &classes,
        materials,
        models: Models::default(),
        lights: Vec::new(),
        groups: Vec::new(),
        baked: Vec::new(),
        problems: Vec::new(),
        stages,
    };
    let unknown = options.unknown.iter().map(|name| format!("option {name} is not known"));
    build.problems.extend(unknown.chain(scene.problems.iter().cloned()));
    build.add(&scene, lightmap);
    build.mark(document, &library);
    Ok(build.finish())
}

/// Whether a scene was built from this very content: the map's, and that of the prefabs that it was built with.
pub(crate) fn is_current(document: &Document, node: &Gd<Node3D>) -> bool {
    let id = |node: &Gd<Node3D>| node.get_meta(CONTENT_ID).try_to::<i64>().ok();
    if !node.has_meta(CONTENT_ID) || id(node) != Some(document.content_id() as i64) {
        return false;
    }
    let prefabs: VarDictionary = node.get_meta(PREFABS).try_to().unwrap_or_default();
    prefabs.iter_shared().all(|(path, id)| {
        let prefab = read_prefab(&path.to_string()).and_then(checked).ok();
        id.try_to().ok() == prefab.map(|prefab| prefab.content_id() as i64)
    })
}

fn check(document: &Document) -> Result<(), Failure> {
    let refused = |message: String| Err(Failure::new(Error::ERR_FILE_UNRECOGNIZED, message));
    if !document.is_known_format() {
        return refused(format!("no scene is built: the map's format is not {FORMAT}"));
    }
    let version = document.map_version();
    if version > MAP_VERSION {
        return refused(format!(
            "no scene is built: map version {version} is newer than {MAP_VERSION}, the newest that this builder knows"
        ));
    }
    Ok(())
}

fn read_prefab(path: &str) -> Result<Document, String> {
    let bytes = files::read(&path.into()).map_err(|failure| failure.message)?;
    let bytes = bytes.as_slice();
    workers::run(|| gtm::read(bytes)).map_err(|error| error.to_string())
}

fn root_name(path: &str) -> String {
    let name = GString::from(path).get_file().get_basename().to_string();
    if name.is_empty() { "Map".to_owned() } else { name }
}

impl Build<'_> {
    /// Notes what could not be built.
    pub(crate) fn problem(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Adds a node under its group, or at the top.
    pub(crate) fn add_to_group(&self, group: Option<usize>, node: &Gd<Node>) {
        match group.and_then(|group| self.groups.get(group)) {
            Some(group) => self.tree.add(group, node),
            None => self.tree.add_to_root(node),
        }
    }

    /// Marks a mesh as one that takes its light from the bake.
    pub(crate) fn bake(&mut self, mut mesh: Gd<Node3D>) {
        mesh.set_meta(BAKED, &true.to_variant());
        self.baked.push(mesh);
    }

    fn add(&mut self, scene: &build::Scene<'_, '_>, lightmap: Option<&Lightmap>) {
        self.stages.begin("nodes", 0.5);
        for group in &scene.groups {
            let mut node = Node3D::new_alloc();
            node.set_name(&self.options.naming.group(group));
            node.set_meta(GROUP, &group.id.to_variant());
            let node: Gd<Node> = node.upcast();
            self.add_to_group(group.parent, &node);
            self.groups.push(node);
        }
        let keys: Vec<_> =
            scene.keys.iter().map(|key| (key.name(), self.materials.of_surface(key))).collect();
        for (entity, name) in scene.entities.iter().zip(self.entity_names(scene)) {
            entities::add(self, scene, &name, entity, &keys);
        }
        lights::tell_faint(self, scene);
        self.stages.begin("terrains", 0.8);
        for terrain in &scene.terrains {
            terrains::add(self, terrain, lightmap);
        }
        self.stages.begin("scatters", 0.85);
        for scatter in &scene.scatters {
            scatters::add(self, scatter);
        }
        self.stages.begin("world", 0.95);
        let sun_mode = self.add_world(scene);
        self.add_baked_lighting(lightmap, sun_mode);
    }

    fn entity_names(&self, scene: &build::Scene<'_, '_>) -> Vec<EntityName> {
        let naming = self.options.naming;
        let terrains = scene.terrains.iter().map(|placed| (placed, TerrainGrid::read(placed.node).label));
        let terrains = terrains.map(|(placed, label)| naming.terrain(placed, label));
        let scatters = scene.scatters.iter().map(|placed| (placed, ScatterSet::read(placed.node).name));
        let scatters = scatters.map(|(placed, name)| naming.scatter(placed, name));
        let groups = scene.groups.iter().map(|group| naming.group(group));
        let entities = scene.entities.iter().map(|entity| &entity.placed);
        let stated = |entity: &PlacedEntity<'_, '_>| entities::stated_name(self, entity);
        naming.entities(entities, stated, terrains.chain(scatters).chain(groups))
    }

    /// Adds environment and sun, unless the scene has its own. Gives the sun's part in baked light.
    fn add_world(&mut self, scene: &build::Scene<'_, '_>) -> Option<BakeMode> {
        if let Some(streaming) = &scene.streaming {
            self.tree.add_to_root(&world::streamer(streaming).upcast());
        }
        if !self.options.has_environment {
            return None;
        }
        let (environment, sun) = environment::read(&scene.head.properties);
        if let Some(environment) = environment.filter(|_| !self.has::<WorldEnvironment>()) {
            self.tree.add_to_root(&world::environment(&environment).upcast());
        }
        let sun = sun.filter(|_| !self.has::<DirectionalLight3D>())?;
        let node = world::sun(&sun);
        self.tree.add_to_root(&node.clone().upcast());
        self.lights.push((node.upcast(), sun.bake_mode));
        Some(sun.bake_mode)
    }

    /// Whether a scene that was instanced brought a node of this class.
    fn has<T: Inherits<Node>>(&self) -> bool {
        let class = T::class_id().to_string();
        let found = self.tree.root().find_children_ex("*").type_(&class).recursive(true).owned(false).done();
        !found.is_empty()
    }

    fn add_baked_lighting(&mut self, lightmap: Option<&Lightmap>, sun_mode: Option<BakeMode>) {
        let Some(lightmap) = lightmap.filter(|_| !self.baked.is_empty()) else { return };
        let bake = match Bake::new(lightmap, self.options.settings.units_per_meter) {
            Ok(bake) => bake,
            Err(failure) => return self.problem(failure.message),
        };
        let mut node = GtmBakedLighting::new_alloc();
        node.set_name("baked_lighting");
        self.tree.add_to_root(&node.clone().upcast());
        let users: Array<NodePath> = self.baked.iter().map(|mesh| node.get_path_to(mesh)).collect();
        let mut kept = bake.to_dictionary();
        kept.set("users", &users);
        node.bind_mut().set_bake(kept);
        let is_replaced = sun_mode == Some(BakeMode::Dynamic);
        node.set_shadowmask_mode(if is_replaced { ShadowmaskMode::REPLACE } else { ShadowmaskMode::NONE });
        for (light, mode) in &mut self.lights {
            lights::set_bake_mode(light, *mode);
        }
    }

    /// Writes down what the scene was built from.
    fn mark(&mut self, document: &Document, library: &Library<'_>) {
        let mut root = self.tree.root().clone();
        root.set_meta(CONTENT_ID, &(document.content_id() as i64).to_variant());
        let mut prefabs = VarDictionary::new();
        for path in library.prefab_paths() {
            let id = library
                .prefab(path)
                .map_or_else(|_| Variant::nil(), |prefab| (prefab.content_id() as i64).to_variant());
            prefabs.set(path.as_str(), &id);
        }
        root.set_meta(PREFABS, &prefabs.to_variant());
    }

    fn finish(mut self) -> Built {
        self.stages.begin("", 1.0);
        let textures_dir = self.options.textures_dir.clone();
        let missing_materials = self.materials.missing().to_vec();
        let paths = missing_materials.iter().map(|name| format!("{textures_dir}/{name}."));
        Built {
            missing: self.models.missing().cloned().chain(paths).collect(),
            made_from: self.models.paths().cloned().chain(self.materials.places()).collect(),
            missing_materials,
            textures_dir,
            root: self.tree.into_root(),
            problems: self.problems,
            times: self.stages.times,
        }
    }
}

impl Built {
    /// All that is wrong, with a sentence for each material that is missing.
    pub(crate) fn all_problems(&self) -> Vec<String> {
        let dir = &self.textures_dir;
        let materials = self.missing_materials.iter();
        let materials = materials.map(|name| format!("material {name:?} is missing in {dir}"));
        self.problems.iter().cloned().chain(materials).collect()
    }

    /// The same, with one sentence for all materials that are missing.
    pub(crate) fn few_problems(&self) -> Vec<String> {
        if self.missing_materials.len() < 2 {
            return self.all_problems();
        }
        let names: Vec<String> = self.missing_materials.iter().map(|name| format!("{name:?}")).collect();
        let (count, dir) = (names.len(), &self.textures_dir);
        let sentence = format!("{count} materials are missing in {dir}: {}", names.join(", "));
        self.problems.iter().cloned().chain([sentence]).collect()
    }
}
