//! `AtlasTerrain`: the node, its properties and its frame.

use super::collision::moving_bodies::Bodies;
use super::collision::static_bodies::{Physics, Where};
use super::drawing::instances;
use super::drawing::instances::{Scenario, Shading};
use super::messages::Messages;
use super::settings::Settings;
use super::streaming::progress::Progress;
use super::streaming::session::FrameInput;
use super::streaming::viewer::view_of;
use crate::atlas::resource::AtlasFile;
use godot::classes::rendering_server::ShadowCastingSetting;
use godot::classes::{Engine, INode3D, Material, Node3D, Shader, Texture2D};
use godot::global::{push_error, push_warning};
use godot::prelude::*;
use godot::register::property::PhantomVar;

/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;

/// A Torque terrain of any size that can be flown over.
///
/// Give it an [AtlasFile], and the terrain is there, in the editor as well. It is drawn with the chunks that the
/// distance asks for: where a chunk would be more than [member max_screen_error] pixels away from the finest ones, its
/// four children take its place once all of them are there, morphing out of its shape with the file's own offsets.
/// Chunks and tiles are read on threads, in order of need and within [member memory_budget]. Only the tables of the
/// file are held.
/// [codeblock]
/// var terrain := AtlasTerrain.new()
/// terrain.source = load("res://maps/mountains.atlas")
/// terrain.collision = AtlasTerrain.COLLISION_AROUND_BODIES
/// add_child(terrain)
/// await terrain.source_loaded
/// $Player.position.y = terrain.get_height($Player.position) + 2.0
/// [/codeblock]
/// [b]A shader of one's own[/b] in [member material], a [ShaderMaterial], is duplicated for each chunk and gets these
/// parameters, as far as it has them; the shader that draws terrains otherwise is the model for it:
/// [br][code]vec4 terrain_morph[/code]: x is how far the chunk is on its way to the coarser level's shape, to be used
/// as [code]VERTEX += CUSTOM0.xyz * terrain_morph.x; UV += CUSTOM1.xy * terrain_morph.x;[/code]; y, z and w are how
/// much of the coarser ground texture, opacity map and light map is to be seen at least.
/// [br][code]sampler2D terrain_texture[/code] and [code]vec3 terrain_texture_placement[/code]: the ground's texture at
/// [code]UV * placement.x + placement.yz[/code].
/// [br][code]terrain_texture_coarse[/code] and [code]terrain_texture_coarse_placement[/code]: the next coarser one.
/// [br][code]terrain_opacity[/code], [code]terrain_light[/code]: the same four each for [member opacity_tree] and
/// [member light_tree].
/// [br][code]terrain_source_0[/code] to [code]terrain_source_3[/code], [code]int terrain_source_count[/code],
/// [code]float terrain_source_tiling[/code]: [member source_images] and [member source_tiling].
/// [br]After changing other parameters of that material, call [method update_material]. Any other material is used as it
/// is, without the file's textures.
#[derive(GodotClass)]
#[class(tool, init, base = Node3D)]
pub(crate) struct AtlasTerrain {
    /// The terrain's file.
    #[export]
    pub(super) source: Option<Gd<AtlasFile>>,
    /// Who the terrain is drawn for, a camera or any other [Node3D]. Without one it is the viewport's camera. In the
    /// editor it is always the editor's.
    #[export]
    viewer: NodePath,

    #[export_group(name = "Detail")]
    /// How many pixels the surface may be away from where the finest chunks have it.
    #[export(range = (0.25, 64.0, 0.25, or_greater, suffix = "px"))]
    #[init(val = 3.0)]
    max_screen_error: f32,
    /// How many pixels a texel may cover before a finer tile is used.
    #[export(range = (0.25, 16.0, 0.25, or_greater, suffix = "px"))]
    #[init(val = 1.0)]
    max_texel_size: f32,

    #[export_group(name = "Textures")]
    /// The texture tree that shows the ground, -1 for none. What each tree of a file is tell its settings:
    /// [code]get_config("schema")[/code] of [AtlasFile], where slots count texture trees.
    #[export(range = (-1.0, 15.0))]
    #[init(val = 0)]
    texture_tree: i32,
    /// The texture tree of a blended terrain whose red, green, blue and alpha are the opacities of
    /// [member source_images], -1 for none. Such a terrain has no [member texture_tree].
    #[export(range = (-1.0, 15.0))]
    #[init(val = -1)]
    opacity_tree: i32,
    /// The texture tree that shows how light the ground is, -1 for none. Colors are multiplied by it.
    #[export(range = (-1.0, 15.0))]
    #[init(val = -1)]
    light_tree: i32,
    /// Up to four textures that [member opacity_tree] blends. The file names them in its settings.
    #[export]
    source_images: Array<Gd<Texture2D>>,
    /// How often [member source_images] repeat over the whole terrain.
    #[export(range = (1.0, 1024.0, 1.0, or_greater))]
    #[init(val = 64.0)]
    source_tiling: f32,
    /// Whether red and blue of JPEG and PNG tiles are swapped; see [method AtlasFile.get_tile_image].
    #[export]
    swap_red_blue: bool,

    #[export_group(name = "Shading")]
    /// What chunks are drawn with instead of the terrain's own shader.
    #[export]
    material: Option<Gd<Material>>,
    /// Which cameras and lights the chunks are there for.
    #[export(flags_3d_render)]
    #[init(val = 1)]
    layers: u32,
    /// Whether chunks cast shadows.
    #[export]
    #[init(val = true)]
    cast_shadow: bool,

    #[export_group(name = "Collision")]
    /// Where there is something to collide with: nowhere, on the finest chunks around every [RigidBody3D],
    /// [CharacterBody3D] and other moving body of the scene, or on all of the finest chunks. Bodies collide with the
    /// finest chunks whatever is drawn. The editor has no collision.
    #[export(enum = (Disabled = 0, AroundBodies = 1, Everywhere = 2))]
    collision: i32,
    /// How far around a body chunks are there to collide with.
    #[export(range = (0.0, 512.0, 1.0, or_greater))]
    #[init(val = 32.0)]
    collision_margin: f32,
    /// The physics layers that the terrain is in.
    #[export(flags_3d_physics)]
    #[init(val = 1)]
    collision_layer: u32,
    /// The physics layers that the terrain looks at.
    #[export(flags_3d_physics)]
    #[init(val = 1)]
    collision_mask: u32,

    #[export_group(name = "Editor")]
    /// Whether the boxes of the chunks that are drawn are drawn as well, in a color for each level; in games too.
    #[export]
    show_bounds: bool,
    /// Saves the terrain as a plain scene; see [method save_baked_scene].
    #[export_tool_button(fn = Self::press_bake_scene, name = "Bake Scene", icon = "PackedScene")]
    bake_scene_button: PhantomVar<Callable>,
    /// Saves a navigation mesh; see [method save_navigation_mesh].
    #[export_tool_button(fn = Self::press_bake_navigation, name = "Bake Navigation Mesh", icon = "NavigationMesh")]
    bake_navigation_button: PhantomVar<Callable>,

    #[export_group(name = "Memory")]
    /// How many MiB of chunks and tiles are held at most. What has not been needed for the longest time goes first;
    /// where what is needed does not fit, there is less detail.
    #[export(range = (1.0, 4096.0, 1.0, or_greater, suffix = "MiB"))]
    #[init(val = 256)]
    memory_budget: i64,
    /// How many KiB of chunks and tiles are handed to the renderer in a frame. The frame ends its hand-over with the chunk
    /// or tile that reaches this number, and after two milliseconds at the latest.
    #[export(range = (64.0, 16384.0, 64.0, or_greater, suffix = "KiB"))]
    #[init(val = 2048)]
    upload_budget: i64,

    pub(super) progress: Progress,
    bodies: Option<Bodies>,
    /// What chunks were drawn with last.
    drawn_as: Option<Shading>,
    shader: Option<Gd<Shader>>,
    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for AtlasTerrain {
    // The node is not borrowed while signals are emitted: their handlers may call it. It is borrowed while the renderer is
    // called, which calls nothing back.
    #[func(gd_self)]
    fn process(mut this: Gd<Self>, delta: f64) {
        let node = this.clone().upcast::<Node3D>();
        let transform = node.get_global_transform();
        let Some(world) = node.get_world_3d() else { return };
        // A terrain whose scale is zero along an axis shows nothing, and its transform has no inverse.
        if transform.basis.determinant() == 0.0 {
            return;
        }
        let owner = node.instance_id().to_i64() as u64;
        let scenario =
            Scenario { rid: world.get_scenario(), transform, visible: node.is_visible_in_tree(), owner };
        let viewer = this.bind().viewer.clone();
        let view = view_of(&node, &viewer, transform);
        let collides = !Engine::singleton().is_editor_hint();
        let inverse = transform.affine_inverse();
        let bodies = if collides { body_positions(&mut this) } else { Vec::new() };
        let bodies: Vec<_> = bodies.into_iter().map(|position| inverse * position).collect();
        let mut messages = Messages::default();
        {
            let mut me = this.bind_mut();
            let me = &mut *me;
            let settings = me.settings();
            let shading = me.shading();
            let physics = Physics {
                space: world.get_space(),
                transform,
                owner,
                layer: me.collision_layer,
                mask: me.collision_mask,
            };
            let frame = FrameInput {
                settings: &settings,
                scenario,
                view,
                seconds: delta as f32,
                wanted: me.wanted_collision(),
                bodies: &bodies,
                margin: me.collision_margin,
                physics: collides.then_some(physics),
                outlined: me.show_bounds,
            };
            let changed = me.shading_changed(&shading);
            me.progress.advance(me.source.as_ref(), shading, changed, &frame, &mut messages);
        }
        tell(&this, messages);
    }

    fn exit_tree(&mut self) {
        self.bodies = None;
        self.progress.withdraw();
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        self.warnings()
    }
}

#[godot_api]
impl AtlasTerrain {
    /// Nothing to collide with.
    #[constant]
    const COLLISION_DISABLED: i64 = 0;
    /// Collision with the finest chunks around bodies that move.
    #[constant]
    const COLLISION_AROUND_BODIES: i64 = 1;
    /// Collision with all of the finest chunks.
    #[constant]
    const COLLISION_EVERYWHERE: i64 = 2;

    /// The source was looked at: [constant OK], and chunks are on their way, or why there is nothing to see.
    #[signal]
    fn source_loaded(error: i64);

    /// A chunk can be drawn from now on.
    #[signal]
    fn chunk_loaded(level: i64, x: i64, y: i64);

    /// Takes over changed parameters of [member material].
    #[func]
    fn update_material(&mut self) {
        self.drawn_as = None;
    }

    /// What is wrong with the node, one sentence each, as the scene dock shows it.
    #[func]
    fn get_warnings(&self) -> PackedStringArray {
        self.warnings()
    }
}

impl AtlasTerrain {
    pub(super) const fn swaps_red_blue(&self) -> bool {
        self.swap_red_blue
    }

    /// The texture tree that shows the ground.
    pub(super) fn ground_tree(&self) -> Option<u32> {
        u32::try_from(self.texture_tree).ok()
    }

    pub(super) fn collides(&self) -> bool {
        self.wanted_collision() != Where::Nowhere
    }

    // The button's click holds the node; the work is done when it does not.
    fn press_bake_scene(&mut self) {
        self.base_mut().call_deferred("save_baked_scene", &[]);
    }

    fn press_bake_navigation(&mut self) {
        self.base_mut().call_deferred("save_navigation_mesh", &[]);
    }

    fn settings(&self) -> Settings {
        let trees = [self.texture_tree, self.opacity_tree, self.light_tree];
        let least = 1.0 / 64.0;
        Settings {
            screen_error: self.max_screen_error.max(least),
            texel: self.max_texel_size.max(least),
            memory: self.memory_budget.max(1) as u64 * MIB,
            upload: self.upload_budget.max(1) as u64 * 1024,
            trees: trees.map(|tree| u32::try_from(tree).ok()),
            swap_red_blue: self.swap_red_blue,
        }
    }

    fn shading(&mut self) -> Shading {
        Shading {
            shader: self.shader.get_or_insert_with(instances::shader).clone(),
            material: self.material.clone(),
            sources: self.source_images.iter_shared().collect(),
            source_tiling: self.source_tiling,
            layers: self.layers,
            shadows: if self.cast_shadow { ShadowCastingSetting::ON } else { ShadowCastingSetting::OFF },
        }
    }

    /// Whether chunks are to be drawn in another way than before.
    fn shading_changed(&mut self, shading: &Shading) -> bool {
        let changed = self.drawn_as.as_ref() != Some(shading);
        if changed {
            self.drawn_as = Some(shading.clone());
        }
        changed
    }

    fn wanted_collision(&self) -> Where {
        match i64::from(self.collision) {
            Self::COLLISION_AROUND_BODIES => Where::AroundBodies,
            Self::COLLISION_EVERYWHERE => Where::Everywhere,
            _ => Where::Nowhere,
        }
    }

    fn warnings(&self) -> PackedStringArray {
        let warning = match &self.source {
            None => "The terrain has no source: load an .atlas, .chu or .tqt into it.",
            Some(source) if source.bind().opened().is_err() => {
                "The source is an AtlasFile with nothing loaded."
            }
            Some(_) => return PackedStringArray::new(),
        };
        [GString::from(warning)].into_iter().collect()
    }
}

/// Where moving bodies are, when that matters.
fn body_positions(this: &mut Gd<AtlasTerrain>) -> Vec<Vector3> {
    if this.bind().wanted_collision() != Where::AroundBodies {
        let unused = this.bind_mut().bodies.take();
        drop(unused);
        return Vec::new();
    }
    if this.bind().bodies.is_none() {
        let watched = this.get_tree_or_null().map(Bodies::watch);
        this.bind_mut().bodies = watched;
    }
    this.bind().bodies.as_ref().map(Bodies::positions).unwrap_or_default()
}

/// Emits and prints what a frame had to tell.
fn tell(this: &Gd<AtlasTerrain>, messages: Messages) {
    for error in messages.errors {
        push_error(&[error.to_variant()]);
    }
    for warning in messages.warnings {
        push_warning(&[warning.to_variant()]);
    }
    let id = this.instance_id();
    // Handlers may free the terrain.
    let alive = || Gd::<AtlasTerrain>::try_from_instance_id(id).ok();
    if messages.has_changed {
        this.clone().update_configuration_warnings();
    }
    if let (Some(error), Some(terrain)) = (messages.source, alive()) {
        terrain.signals().source_loaded().emit(i64::from(error.ord()));
    }
    for node in messages.chunks {
        let Some(terrain) = alive() else { return };
        let (level, x, y) = (i64::from(node.level), i64::from(node.x), i64::from(node.y));
        terrain.signals().chunk_loaded().emit(level, x, y);
    }
}
