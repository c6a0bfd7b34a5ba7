//! Scatter sets as Godot's nodes. Section 9 of `docs/formats/gtm-nodes.md`.

use super::builder::Build;
use super::convert;
use super::models::{Model, Part};
use super::properties::ID;
use crate::gtm::scene::running::scatter_body::GtmScatterBody;
use crate::gtm::scene::running::scatter_multimesh::GtmScatterMultiMesh;
use godot::classes::geometry_instance_3d::{ShadowCastingSetting, VisibilityRangeFadeMode};
use godot::classes::{GeometryInstance3D, Material, MeshInstance3D, Shape3D};
use godot::prelude::*;
use mapwright_formats::gtm::nodes::{ScatterCollision, ScatterSet};
use mapwright_scene::gtm::layout::names::{Naming, Taken};
use mapwright_scene::gtm::layout::placed::Placed;
use mapwright_scene::gtm::world::scatter;
use mapwright_scene::gtm::world::scatter::{ScatterCell, rows};
use mapwright_scene::math::{DAffine3, DVec3};

/// How soon instances begin to fade, as a part of the range.
const FADE_MARGIN: f32 = 0.1;
/// What a body costs grows faster than its shapes, so more of them are spread over several.
const PLACES_PER_BODY: usize = 1024;

/// Adds the node of a scatter set.
pub(crate) fn add(build: &mut Build<'_>, placed: &Placed<'_>) {
    let set = ScatterSet::read(placed.node);
    let id = placed.built_id();
    let mut node = Node3D::new_alloc();
    node.set_name(&build.options.naming.scatter(placed, set.name));
    node.set_meta(ID, &id.to_variant());
    let node: Gd<Node> = node.upcast();
    build.add_to_group(placed.group, &node);
    let scale = build.options.settings.scale();
    let cells = scatter::cells(&set, &placed.placement.transform, scale);
    for (item, cells) in set.items.iter().zip(cells).filter(|(_, cells)| !cells.is_empty()) {
        let Some(model) = build.models.get(item.source) else {
            build.problem(format!("scatter set {id}: the model {} is missing", item.source));
            continue;
        };
        let material = [item.material, set.material].into_iter().find(|name| !name.is_empty());
        let material = material.map(|name| build.materials.material(name));
        let adding = Adding { set: &set, node: &node, model: &model, material, scale };
        adding.add(build, &cells);
    }
}

/// One item of a set.
struct Adding<'a> {
    set: &'a ScatterSet<'a>,
    node: &'a Gd<Node>,
    model: &'a Model,
    material: Option<Gd<Material>>,
    scale: f64,
}

impl Adding<'_> {
    fn add(&self, build: &mut Build<'_>, cells: &[ScatterCell]) {
        if !self.set.is_foliage && !self.set.is_static && self.model.has_script {
            return self.add_scenes(build, cells);
        }
        for part in &self.model.parts {
            for cell in cells {
                self.add_multimesh(build, part, cell);
            }
        }
        let is_convex = self.set.collision == ScatterCollision::Convex;
        if self.set.collision != ScatterCollision::None
            && build.options.has_collision
            && let Some(shape) = self.model.shape(is_convex)
        {
            self.add_bodies(build, cells, &shape);
        }
    }

    /// A scene an instance, for props that carry scripts.
    fn add_scenes(&self, build: &mut Build<'_>, cells: &[ScatterCell]) {
        let Some(scene) = &self.model.scene else { return };
        let mut taken = Taken::default();
        for transform in cells.iter().flat_map(|cell| &cell.transforms) {
            let Some(instance) = scene.instantiate() else { return };
            let Ok(mut instance) = instance.try_cast::<Node3D>().map_err(Gd::free) else { return };
            instance.set_name(&match build.options.naming {
                Naming::Id => taken.take(self.name_at(transform.translation)),
                Naming::Index => format!("{}_{}", self.model.name, self.node.get_child_count()),
            });
            instance.set_transform(convert::transform(transform.matrix3, transform.translation));
            if let Some(material) = &self.material {
                override_all(&instance.clone().upcast(), material);
            }
            build.tree.add(self.node, &instance.upcast());
        }
    }

    fn add_multimesh(&self, build: &mut Build<'_>, part: &Part, cell: &ScatterCell) {
        let mut node = GtmScatterMultiMesh::new_alloc();
        node.set_name(&self.name_in(&part.name, cell));
        {
            let mut node = node.bind_mut();
            node.set_instance_mesh(Some(part.mesh.clone()));
            node.set_instances(buffer(&cell.transforms, &part.transform));
        }
        let mut geometry: Gd<GeometryInstance3D> = node.upcast();
        if let Some(material) = self.material.as_ref().or(part.material.as_ref()) {
            geometry.set_material_override(material);
        }
        if !self.set.casts_shadows {
            geometry.set_cast_shadows_setting(ShadowCastingSetting::OFF);
        }
        if self.set.visibility_range > 0.0 {
            let range = (self.set.visibility_range * self.scale) as f32;
            geometry.set_visibility_range_end(range);
            geometry.set_visibility_range_end_margin(range * FADE_MARGIN);
            geometry.set_visibility_range_fade_mode(VisibilityRangeFadeMode::SELF);
        }
        build.tree.add(self.node, &geometry.upcast());
    }

    fn add_bodies(&self, build: &mut Build<'_>, cells: &[ScatterCell], shape: &Gd<Shape3D>) {
        let mut taken = Taken::default();
        for cell in cells {
            for places in cell.transforms.chunks(PLACES_PER_BODY) {
                let mut body = GtmScatterBody::new_alloc();
                body.set_name(&taken.take(self.name_in("collision", cell)));
                body.set_meta(ID, &self.node.get_meta(ID));
                body.set_collision_layer(build.options.collision_layer);
                body.set_collision_mask(build.options.collision_mask);
                {
                    let mut body = body.bind_mut();
                    body.set_shape(Some(shape.clone()));
                    body.set_places(buffer(places, &DAffine3::IDENTITY));
                }
                build.tree.add(self.node, &body.upcast());
            }
        }
    }

    /// The model's name and a place in hundredths of a map unit: instances have nothing else of their own.
    fn name_at(&self, position: DVec3) -> String {
        let [x, y, z] = (position / self.scale * 100.0).round().to_array().map(|number| number as i64);
        format!("{}_{x}_{y}_{z}", self.model.name)
    }

    /// The model's name, what of it this is, and the cell.
    fn name_in(&self, what: &str, cell: &ScatterCell) -> String {
        match cell.place {
            None => format!("{}_{what}", self.model.name),
            Some([x, y, z]) => format!("{}_{what}_{x}_{y}_{z}", self.model.name),
        }
    }
}

fn buffer(transforms: &[DAffine3], part: &DAffine3) -> PackedFloat32Array {
    let rows: Vec<f32> = transforms.iter().flat_map(|transform| rows(&(*transform * *part))).collect();
    PackedFloat32Array::from(rows)
}

/// Gives all meshes under a node the same material.
fn override_all(node: &Gd<Node>, material: &Gd<Material>) {
    if let Ok(mut mesh) = node.clone().try_cast::<MeshInstance3D>() {
        mesh.set_material_override(material);
    }
    for child in node.get_children().iter_shared() {
        override_all(&child, material);
    }
}
