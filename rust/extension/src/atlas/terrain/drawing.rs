//! The chunks that are drawn: an instance of the rendering server's for each, with a material of its own.

use super::content::{Content, Mesh};
use super::layers::Parameters;
use super::owned::Drawable;
use super::settings::LAYERS;
use godot::classes::rendering_server::ShadowCastingSetting;
use godot::classes::{Material, RenderingServer, Shader, ShaderMaterial, Texture2D};
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{Binding, Key, Pager, placement};
use std::collections::HashMap;

const SHADER: &str = include_str!("terrain.gdshader");

/// How chunks look.
#[derive(Clone, PartialEq)]
pub(super) struct Look {
    /// The terrain's own shader.
    pub(super) shader: Gd<Shader>,
    pub(super) material: Option<Gd<Material>>,
    pub(super) sources: Vec<Gd<Texture2D>>,
    pub(super) source_tiling: f32,
    pub(super) layers: u32,
    pub(super) shadows: ShadowCastingSetting,
}

/// Where chunks are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) scenario: Rid,
    pub(super) transform: Transform3D,
    pub(super) visible: bool,
    /// The node they belong to.
    pub(super) owner: u64,
}

pub(super) struct Drawing {
    parameters: Parameters,
    look: Look,
    place: Place,
    chunks: HashMap<Node, Drawn>,
    frame: u64,
}

struct Drawn {
    instance: Drawable,
    origin: Vector3,
    material: Surface,
    bindings: [Binding; LAYERS],
    /// What the material was told last.
    bound: [[Option<Key>; 2]; LAYERS],
    morph: Vector4,
    frame: u64,
}

/// What a chunk is drawn with.
enum Surface {
    /// Our shader.
    Ours(Drawable),
    /// A shader of the user's, with parameters of this chunk.
    Copy(Gd<ShaderMaterial>),
    /// A material that has no parameters for us.
    AsIs,
}

/// The shader that terrains are drawn with. Made once: it takes the renderer its time.
pub(super) fn shader() -> Gd<Shader> {
    let mut shader = Shader::new_gd();
    shader.set_code(SHADER);
    shader
}

impl Surface {
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
    pub(super) fn new(look: Look, place: Place) -> Self {
        Self { parameters: Parameters::new(), look, place, chunks: HashMap::new(), frame: 0 }
    }

    /// Draws everything anew in another way.
    pub(super) fn set_look(&mut self, look: Look) {
        // Before their material goes.
        self.chunks.clear();
        self.look = look;
    }

    pub(super) fn begin_frame(&mut self, place: Place) {
        self.frame += 1;
        if place.scenario != self.place.scenario {
            self.chunks.clear();
        }
        let mut server = RenderingServer::singleton();
        for chunk in self.chunks.values() {
            if place.transform != self.place.transform {
                let transform = place.transform * Transform3D::new(Basis::IDENTITY, chunk.origin);
                server.instance_set_transform(chunk.instance.rid(), transform);
            }
            if place.visible != self.place.visible {
                server.instance_set_visible(chunk.instance.rid(), place.visible);
            }
        }
        self.place = place;
    }

    /// The textures of a chunk as they were chosen last.
    pub(super) fn bindings(&self, node: Node) -> [Binding; LAYERS] {
        self.chunks.get(&node).map(|chunk| chunk.bindings).unwrap_or_default()
    }

    /// Draws a chunk in this frame. `mesh` is its own, and `pager` has its textures.
    pub(super) fn draw(
        &mut self,
        node: Node,
        morph: f32,
        bindings: [Binding; LAYERS],
        mesh: &Mesh,
        pager: &Pager<Content>,
    ) {
        let Some(rid) = mesh.drawable.as_ref().map(Drawable::rid) else { return };
        let chunk = match self.chunks.entry(node) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(create(&self.parameters, &self.look, &self.place, rid, mesh.origin))
            }
        };
        chunk.frame = self.frame;
        chunk.bindings = bindings;
        let Some(material) = chunk.material.rid() else { return };
        let mut server = RenderingServer::singleton();
        let [ground, opacity, light] = bindings.map(|binding| binding.fade);
        let morph = Vector4::new(morph, ground, opacity, light);
        if chunk.morph != morph {
            chunk.morph = morph;
            server.material_set_param(material, &self.parameters.morph, &morph.to_variant());
        }
        for (layer, binding) in bindings.iter().enumerate() {
            // Where nothing is coarser, the texture passes into itself.
            let keys = [binding.fine, binding.coarse.or(binding.fine)];
            if chunk.bound[layer] == keys {
                continue;
            }
            chunk.bound[layer] = keys;
            let names = &self.parameters.layers[layer];
            let names = [(&names.fine, &names.fine_placement), (&names.coarse, &names.coarse_placement)];
            for (key, (texture_name, placement_name)) in keys.into_iter().zip(names) {
                let Some(texture) = key.and_then(|key| pager.get(key)?.texture()) else { continue };
                let (scale, [u, v]) = key.map(placement).unwrap_or_default();
                server.material_set_param(material, texture_name, &texture.to_variant());
                server.material_set_param(material, placement_name, &Vector3::new(scale, u, v).to_variant());
            }
        }
    }

    /// Takes away what was not drawn in this frame.
    pub(super) fn end_frame(&mut self) {
        let frame = self.frame;
        self.chunks.retain(|_, chunk| chunk.frame == frame);
    }

    /// Takes everything away.
    pub(super) fn clear(&mut self) {
        self.chunks.clear();
    }
}

fn create(parameters: &Parameters, look: &Look, place: &Place, mesh: Rid, origin: Vector3) -> Drawn {
    let mut server = RenderingServer::singleton();
    let instance = Drawable::new(server.instance_create2(mesh, place.scenario));
    let transform = place.transform * Transform3D::new(Basis::IDENTITY, origin);
    server.instance_set_transform(instance.rid(), transform);
    server.instance_set_layer_mask(instance.rid(), look.layers);
    server.instance_geometry_set_cast_shadows_setting(instance.rid(), look.shadows);
    server.instance_attach_object_instance_id(instance.rid(), place.owner);
    if !place.visible {
        server.instance_set_visible(instance.rid(), false);
    }
    let material = surface(look);
    let rid = match &material {
        Surface::AsIs => look.material.as_ref().map(|material| material.get_rid()),
        other => other.rid(),
    };
    if let Some(rid) = rid {
        server.instance_geometry_set_material_override(instance.rid(), rid);
    }
    if let Some(rid) = material.rid() {
        for (name, source) in parameters.sources.iter().zip(&look.sources) {
            server.material_set_param(rid, name, &source.get_rid().to_variant());
        }
        let count = look.sources.len().min(parameters.sources.len()) as i64;
        server.material_set_param(rid, &parameters.source_count, &count.to_variant());
        server.material_set_param(rid, &parameters.source_tiling, &look.source_tiling.to_variant());
    }
    Drawn {
        instance,
        origin,
        material,
        bindings: Default::default(),
        bound: Default::default(),
        morph: Vector4::ZERO,
        frame: 0,
    }
}

fn surface(look: &Look) -> Surface {
    let Some(material) = &look.material else {
        let mut server = RenderingServer::singleton();
        let ours = Drawable::new(server.material_create());
        server.material_set_shader(ours.rid(), look.shader.get_rid());
        return Surface::Ours(ours);
    };
    let copy = material.clone().try_cast::<ShaderMaterial>().map(|material| material.duplicate_resource());
    copy.map_or(Surface::AsIs, Surface::Copy)
}
