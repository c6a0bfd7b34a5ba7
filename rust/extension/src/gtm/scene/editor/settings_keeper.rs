//! Keeps what a map says of its meshes while Godot imports its scene.

use crate::gtm::scene::build::builder::BAKED;
use godot::classes::geometry_instance_3d::ShadowCastingSetting;
use godot::classes::{
    EditorScenePostImportPlugin, IEditorScenePostImportPlugin, ImporterMeshInstance3D, Resource,
};
use godot::obj::EngineEnum;
use godot::prelude::*;

/// The option of a scene with the settings of its nodes, meshes and materials, by kind, name and setting.
const SUBRESOURCES: &str = "_subresources";
const MESHES: &str = "meshes";
const NODES: &str = "nodes";
/// *Disable* among the settings of a mesh.
const DISABLE: i64 = 2;

/// Godot gives meshes new places in a light map, shadows and visibility ranges as the settings of each mesh and node say,
/// and the defaults where they say nothing. When it reads the settings of a map, the map's own values are among them,
/// unless a user has set others. They are gone again before anything can fail: Godot writes the settings to the
/// `.import` file after an import that failed as well.
#[derive(GodotClass)]
#[class(tool, internal, init, base = EditorScenePostImportPlugin)]
pub(crate) struct SettingsKeeper {
    users: Option<UsersSettings>,
    base: Base<EditorScenePostImportPlugin>,
}

/// A setting of a mesh or a node.
struct Setting {
    kind: &'static str,
    of: GString,
    name: &'static str,
    value: Variant,
    default: Variant,
}

/// The settings of a user, while others stand in their place.
struct UsersSettings {
    all: VarDictionary,
    kinds: Vec<(&'static str, Option<VarDictionary>)>,
}

#[godot_api]
impl IEditorScenePostImportPlugin for SettingsKeeper {
    fn pre_process(&mut self, scene: Option<Gd<Node>>) {
        let all = self.base().get_option_value(SUBRESOURCES).try_to::<VarDictionary>();
        let (Some(scene), Ok(all)) = (scene, all) else { return };
        let own = own_settings(&scene);
        if !own.is_empty() {
            self.users = Some(UsersSettings::replace(all, &own));
        }
    }

    /// Comes for the first time when Godot has taken the settings of each kind.
    fn internal_process(
        &mut self,
        _category: i32,
        _scene: Option<Gd<Node>>,
        _node: Option<Gd<Node>>,
        _resource: Option<Gd<Resource>>,
    ) {
        if let Some(users) = self.users.take() {
            users.bring_back();
        }
    }
}

impl UsersSettings {
    /// Puts copies with `own` in the place of a user's settings.
    fn replace(mut all: VarDictionary, own: &[Setting]) -> Self {
        let mut kinds = Vec::new();
        for kind in [MESHES, NODES] {
            let users = below(&all, kind);
            let mut copy = users.as_ref().map(VarDictionary::duplicate_shallow).unwrap_or_default();
            for setting in own.iter().filter(|setting| setting.kind == kind) {
                setting.put(&mut copy);
            }
            all.set(kind, &copy);
            kinds.push((kind, users));
        }
        Self { all, kinds }
    }

    fn bring_back(mut self) {
        for (kind, users) in self.kinds {
            match users {
                Some(users) => self.all.set(kind, &users),
                None => {
                    self.all.remove(kind);
                }
            }
        }
    }
}

impl Setting {
    /// Puts the setting among those of its kind, unless a user has set another.
    fn put(&self, kind: &mut VarDictionary) {
        let users = below(kind, &self.of.to_string()).unwrap_or_default();
        if users.get(self.name).is_some_and(|stated| stated != self.default) {
            return;
        }
        let mut settings = users.duplicate_shallow();
        settings.set(self.name, &self.value);
        kind.set(&self.of, &settings);
    }
}

fn below(settings: &VarDictionary, name: &str) -> Option<VarDictionary> {
    settings.get(name)?.try_to().ok()
}

/// What a map says of its meshes, as Godot's settings.
fn own_settings(scene: &Gd<Node>) -> Vec<Setting> {
    let nodes = scene.find_children_ex("*").type_("ImporterMeshInstance3D").owned(false).done();
    let nodes = nodes.iter_shared().filter_map(|node| node.try_cast::<ImporterMeshInstance3D>().ok());
    nodes.flat_map(|node| of_mesh(&node).into_iter().chain(of_node(scene, &node))).collect()
}

fn of_mesh(node: &Gd<ImporterMeshInstance3D>) -> Option<Setting> {
    let mesh = node.get_mesh().filter(|_| node.has_meta(BAKED))?;
    Some(Setting {
        kind: MESHES,
        of: mesh.get_name(),
        name: "generate/lightmap_uv",
        value: DISABLE.to_variant(),
        default: 0.to_variant(),
    })
}

fn of_node(scene: &Gd<Node>, node: &Gd<ImporterMeshInstance3D>) -> Vec<Setting> {
    let of: GString = (&format!("PATH:{}", scene.get_path_to(node))).into();
    let setting = |name, value, default| Setting { kind: NODES, of: of.clone(), name, value, default };
    let shadows = i64::from(node.get_cast_shadows_setting().ord());
    let usual = i64::from(ShadowCastingSetting::ON.ord());
    let range = node.get_visibility_range_end();
    let mut settings = Vec::new();
    if shadows != usual {
        settings.push(setting("mesh_instance/cast_shadow", shadows.to_variant(), usual.to_variant()));
    }
    if range > 0.0 {
        settings.push(setting("mesh_instance/visibility_range_end", range.to_variant(), 0.0.to_variant()));
    }
    settings
}
