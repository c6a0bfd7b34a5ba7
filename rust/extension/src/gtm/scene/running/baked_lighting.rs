//! `GtmBakedLighting`: the baked light of a map, kept in the scene itself.

use crate::gtm::lightmap::Bake;
use godot::builtin::AnyArray;
use godot::classes::{ILightmapGi, LightmapGi};
use godot::prelude::*;
use godot::register::info::{PropertyInfo, PropertyUsageFlags};

/// The baked light of a map, as [method GtmFile.build_scene] makes it.
///
/// A [LightmapGIData] keeps its textures in the renderer, and where there is none, as in a headless import, they are lost.
/// This node keeps them itself and makes the data anew when it is loaded.
#[derive(GodotClass)]
#[class(tool, init, base = LightmapGi)]
pub(crate) struct GtmBakedLighting {
    /// What the bake is made of: [code]width[/code], [code]height[/code], [code]light[/code], [code]shadow[/code],
    /// [code]probe_data[/code], and [code]users[/code], the paths of the lit meshes.
    #[var(set = set_bake, usage_flags = [STORAGE])]
    bake: VarDictionary,
    base: Base<LightmapGi>,
}

#[godot_api]
impl ILightmapGi for GtmBakedLighting {
    fn on_validate_property(&self, property: &mut PropertyInfo) {
        // It is made of what is stored, and storing it as well would store everything twice.
        if property.property_name == "light_data" {
            property.usage = PropertyUsageFlags::EDITOR;
        }
    }
}

#[godot_api]
impl GtmBakedLighting {
    #[func]
    pub(crate) fn set_bake(&mut self, bake: VarDictionary) {
        self.bake = bake;
        let Some(mut data) = Bake::from_dictionary(&self.bake).and_then(|bake| bake.data().ok()) else {
            return;
        };
        // A scene that was saved brings them back as an array without a type.
        let users = self.bake.get("users").and_then(|users| users.try_to::<AnyArray>().ok());
        let all = Rect2::new(Vector2::ZERO, Vector2::ONE);
        let users = users.iter().flat_map(AnyArray::iter_shared);
        for user in users.filter_map(|user| user.try_to::<NodePath>().ok()) {
            data.add_user(&user, all, 0, -1);
        }
        self.base_mut().set_light_data(&data);
    }
}
