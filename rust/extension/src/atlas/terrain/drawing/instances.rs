//! The chunks that are drawn: an instance of the rendering server's for each, with a material of its own.

use super::layers::{Layer, Parameters};
use super::owned::Drawable;
use crate::atlas::terrain::settings::LAYERS;
use crate::atlas::terrain::streaming::content::{Content, Mesh};
use godot::classes::rendering_server::ShadowCastingSetting;
use godot::classes::{Material, RenderingServer, Shader, ShaderMaterial, Texture2D};
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{Binding, Key, KeyHash, Pager, placement};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

const SHADER: &str = include_str!("terrain.gdshader");
/// Steps in which chunks and textures pass into others: finer ones move nothing by a tenth of a pixel, and each is a
/// call to the renderer.
const MORPH_STEPS: f32 = 256.0;

/// How chunks are shaded.
#[derive(Clone, PartialEq)]
pub(crate) struct Shading {
    /// The terrain's own shader.
    pub(crate) shader: Gd<Shader>,
    pub(crate) material: Option<Gd<Material>>,
    pub(crate) sources: Vec<Gd<Texture2D>>,
    pub(crate) source_tiling: f32,
    pub(crate) layers: u32,
    pub(crate) shadows: ShadowCastingSetting,
}

/// Where chunks are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Scenario {
    pub(crate) rid: Rid,
    pub(crate) transform: Transform3D,
    pub(crate) visible: bool,
    /// The node they belong to.
    pub(crate) owner: u64,
}

pub(crate) struct Drawing {
    parameters: Parameters,
    shading: Shading,
    scenario: Scenario,
    chunks: HashMap<Key, Drawn, KeyHash>,
    frame: u64,
}

pub(crate) struct Drawn {
    /// None where the chunk has no triangle.
    instance: Option<Drawable>,
    origin: Vector3,
    /// The middle of its texture coordinates.
    pub(crate) middle: [f32; 2],
    pub(crate) triangles: u32,
    material: ChunkMaterial,
    /// The textures as they were chosen last.
    pub(crate) bindings: [Binding; LAYERS],
    /// What the material was told last.
    bound: [[Option<Key>; 2]; LAYERS],
    morph: Vector4,
    frame: u64,
}

/// What a chunk is drawn with.
enum ChunkMaterial {
    /// Our shader.
    Ours(Drawable),
    /// A shader of the user's, with parameters of this chunk.
    Copy(Gd<ShaderMaterial>),
    /// A material that has no parameters for us.
    AsIs,
}

/// The shader that terrains are drawn with. Made once: it takes the renderer its time.
pub(crate) fn shader() -> Gd<Shader> {
    let mut shader = Shader::new_gd();
    shader.set_code(SHADER);
    shader
}

impl ChunkMaterial {
    fn rid(&self) -> Option<Rid> {
        match self {
            Self::Ours(material) => Some(material.rid()),
            // Without a shader it has none.
            Self::Copy(material) => Some(material.get_rid()).filter(Rid::is_valid),
            Self::AsIs => None,
        }
    }
}

impl Drawing {
    pub(crate) fn new(shading: Shading, scenario: Scenario) -> Self {
        Self {
            parameters: Parameters::new(),
            shading,
            scenario,
            chunks: HashMap::with_hasher(KeyHash::default()),
            frame: 0,
        }
    }

    /// Draws everything anew in another way.
    pub(crate) fn set_shading(&mut self, shading: Shading) {
        // Before their material goes.
        self.chunks.clear();
        self.shading = shading;
    }

    pub(crate) fn begin_frame(&mut self, scenario: Scenario) {
        self.frame += 1;
        if scenario != self.scenario {
            let mut server = RenderingServer::singleton();
            for chunk in self.chunks.values() {
                let transform = scenario.transform * Transform3D::new(Basis::IDENTITY, chunk.origin);
                let Some(instance) = &chunk.instance else { continue };
                server.instance_set_scenario(instance.rid(), scenario.rid);
                server.instance_set_transform(instance.rid(), transform);
                server.instance_set_visible(instance.rid(), scenario.visible);
            }
        }
        self.scenario = scenario;
    }

    /// A chunk, which is then chosen textures for and drawn. Where it was not drawn before, its mesh is in `pager`; none
    /// without one.
    pub(crate) fn chunk(
        &mut self,
        node: Node,
        pager: &Pager<Content>,
    ) -> Option<(&mut Drawn, FrameParameters<'_>)> {
        let Self { parameters, shading, scenario, chunks, frame } = self;
        let chunk = match chunks.entry(Key::chunk(node)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let mesh = pager.get(Key::chunk(node)).and_then(Content::mesh)?;
                free.insert(create(parameters, shading, scenario, mesh))
            }
        };
        Some((chunk, FrameParameters { parameters, frame: *frame }))
    }

    /// Takes away what was not drawn in this frame.
    pub(crate) fn end_frame(&mut self) {
        let frame = self.frame;
        self.chunks.retain(|_, chunk| chunk.frame == frame);
    }

    /// Hides everything, and gives it to be thrown away at leisure.
    pub(crate) fn take(&mut self) -> Vec<Drawn> {
        let mut server = RenderingServer::singleton();
        for instance in self.chunks.values().filter_map(|chunk| chunk.instance.as_ref()) {
            server.instance_set_visible(instance.rid(), false);
        }
        self.chunks.drain().map(|(_, chunk)| chunk).collect()
    }

    /// Takes everything away.
    pub(crate) fn clear(&mut self) {
        self.chunks.clear();
    }
}

/// What chunks are drawn with in a frame.
pub(crate) struct FrameParameters<'a> {
    parameters: &'a Parameters,
    frame: u64,
}

impl Drawn {
    /// Draws the chunk in this frame. `pager` has its textures.
    pub(crate) fn draw(
        &mut self,
        morph: f32,
        pager: &Pager<Content>,
        frame_parameters: &FrameParameters<'_>,
    ) {
        self.frame = frame_parameters.frame;
        let [ground, opacity, light] = self.bindings.map(|binding| binding.fade);
        let morph = (Vector4::new(morph, ground, opacity, light) * MORPH_STEPS).round() / MORPH_STEPS;
        // Where nothing is coarser, a texture passes into itself.
        let bound = self.bindings.map(|binding| [binding.fine, binding.coarse.or(binding.fine)]);
        if self.morph == morph && self.bound == bound {
            return;
        }
        let Some(material) = self.material.rid() else { return };
        let mut server = RenderingServer::singleton();
        if self.morph != morph {
            self.morph = morph;
            server.material_set_param(material, &frame_parameters.parameters.morph, &morph.to_variant());
        }
        for ((before, keys), names) in self.bound.iter().zip(bound).zip(&frame_parameters.parameters.layers) {
            if *before != keys {
                bind(material, keys, names, pager);
            }
        }
        self.bound = bound;
    }
}

/// Tells a material the textures of a layer.
fn bind(material: Rid, keys: [Option<Key>; 2], names: &Layer, pager: &Pager<Content>) {
    let mut server = RenderingServer::singleton();
    let names = [(&names.fine, &names.fine_placement), (&names.coarse, &names.coarse_placement)];
    for (key, (texture_name, placement_name)) in keys.into_iter().zip(names) {
        let Some(texture) = key.and_then(|key| pager.get(key)?.texture()) else { continue };
        let (scale, [u, v]) = key.map(placement).unwrap_or_default();
        server.material_set_param(material, texture_name, &texture.to_variant());
        server.material_set_param(material, placement_name, &Vector3::new(scale, u, v).to_variant());
    }
}

fn create(parameters: &Parameters, shading: &Shading, scenario: &Scenario, mesh: &Mesh) -> Drawn {
    let instance =
        mesh.drawable.as_ref().map(|drawable| instance(shading, scenario, drawable.rid(), mesh.origin));
    let material = chunk_material(shading);
    let rid = match &material {
        ChunkMaterial::AsIs => shading.material.as_ref().map(|material| material.get_rid()),
        other => other.rid(),
    };
    let mut server = RenderingServer::singleton();
    if let (Some(rid), Some(instance)) = (rid, &instance) {
        server.instance_geometry_set_material_override(instance.rid(), rid);
    }
    if let Some(rid) = material.rid().filter(|_| !shading.sources.is_empty()) {
        for (name, source) in parameters.sources.iter().zip(&shading.sources) {
            server.material_set_param(rid, name, &source.get_rid().to_variant());
        }
        let count = shading.sources.len().min(parameters.sources.len()) as i64;
        server.material_set_param(rid, &parameters.source_count, &count.to_variant());
        server.material_set_param(rid, &parameters.source_tiling, &shading.source_tiling.to_variant());
    }
    Drawn {
        instance,
        origin: mesh.origin,
        middle: mesh.middle,
        triangles: mesh.triangles,
        material,
        bindings: Default::default(),
        bound: Default::default(),
        morph: Vector4::ZERO,
        frame: 0,
    }
}

fn instance(shading: &Shading, scenario: &Scenario, mesh: Rid, origin: Vector3) -> Drawable {
    let mut server = RenderingServer::singleton();
    let instance = Drawable::new(server.instance_create2(mesh, scenario.rid));
    let transform = scenario.transform * Transform3D::new(Basis::IDENTITY, origin);
    server.instance_set_transform(instance.rid(), transform);
    server.instance_set_layer_mask(instance.rid(), shading.layers);
    server.instance_geometry_set_cast_shadows_setting(instance.rid(), shading.shadows);
    server.instance_attach_object_instance_id(instance.rid(), scenario.owner);
    if !scenario.visible {
        server.instance_set_visible(instance.rid(), false);
    }
    instance
}

fn chunk_material(shading: &Shading) -> ChunkMaterial {
    let Some(material) = &shading.material else {
        let mut server = RenderingServer::singleton();
        let ours = Drawable::new(server.material_create());
        server.material_set_shader(ours.rid(), shading.shader.get_rid());
        return ChunkMaterial::Ours(ours);
    };
    let copy = material.clone().try_cast::<ShaderMaterial>().map(|material| material.duplicate_resource());
    copy.map_or(ChunkMaterial::AsIs, ChunkMaterial::Copy)
}
