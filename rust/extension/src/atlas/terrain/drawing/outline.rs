//! The boxes of the chunks that are drawn, as lines.

use super::instances::Scenario;
use super::owned::Drawable;
use crate::packed::surface_arrays;
use godot::classes::base_material_3d::{Flags, ShadingMode};
use godot::classes::mesh::ArrayType;
use godot::classes::rendering_server::{PrimitiveType, ShadowCastingSetting};
use godot::classes::{RenderingServer, StandardMaterial3D};
use godot::prelude::*;
use mapwright_formats::atlas::Node;
use mapwright_scene::atlas::lod::{Area, Quadtree};

pub(crate) struct Outline {
    instance: Drawable,
    mesh: Drawable,
    _material: Gd<StandardMaterial3D>,
    nodes: Vec<Node>,
    /// Where the lines are, once they are somewhere.
    placed: Option<Scenario>,
}

impl Outline {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let mut server = RenderingServer::singleton();
        let mesh = Drawable::new(server.mesh_create());
        let instance = Drawable::new(server.instance_create2(mesh.rid(), scenario.rid));
        let mut material = StandardMaterial3D::new_gd();
        material.set_shading_mode(ShadingMode::UNSHADED);
        material.set_flag(Flags::ALBEDO_FROM_VERTEX_COLOR, true);
        server.instance_geometry_set_material_override(instance.rid(), material.get_rid());
        server.instance_geometry_set_cast_shadows_setting(instance.rid(), ShadowCastingSetting::OFF);
        Self { instance, mesh, _material: material, nodes: Vec::new(), placed: None }
    }

    pub(crate) fn update(&mut self, nodes: &[Node], quadtree: &Quadtree, scenario: &Scenario) {
        let mut server = RenderingServer::singleton();
        // Each of these calls makes the editor draw again, also when nothing has changed.
        if self.placed != Some(*scenario) {
            self.placed = Some(*scenario);
            server.instance_set_scenario(self.instance.rid(), scenario.rid);
            server.instance_set_transform(self.instance.rid(), scenario.transform);
            server.instance_set_visible(self.instance.rid(), scenario.visible);
        }
        if self.nodes == nodes {
            return;
        }
        self.nodes = nodes.to_vec();
        server.mesh_clear(self.mesh.rid());
        if !nodes.is_empty() {
            let arrays = lines(nodes, quadtree);
            server.mesh_add_surface_from_arrays(self.mesh.rid(), PrimitiveType::LINES, &arrays);
        }
    }
}

/// A box of lines for each node, in a color for each level.
fn lines(nodes: &[Node], quadtree: &Quadtree) -> VarArray {
    let (mut corners, mut colors) = (Vec::new(), Vec::new());
    for node in nodes {
        corners.extend(edges(quadtree.area(*node)));
        let color = Color::from_hsv(f64::from(node.level) * 0.15 % 1.0, 0.8, 1.0);
        colors.resize(corners.len(), color);
    }
    surface_arrays([
        (ArrayType::VERTEX, PackedVector3Array::from(corners.as_slice()).to_variant()),
        (ArrayType::COLOR, PackedColorArray::from(colors.as_slice()).to_variant()),
    ])
}

/// The twelve edges of a box, two corners each.
fn edges(area: &Area) -> impl Iterator<Item = Vector3> {
    let corner = |of: usize| {
        let [x, y, z] =
            [0, 1, 2].map(|axis| if of >> axis & 1 == 0 { area.min[axis] } else { area.max[axis] });
        Vector3::new(x, y, z)
    };
    let corners: [_; 8] = std::array::from_fn(corner);
    let along =
        |axis: usize| (0..8).filter(move |of| of >> axis & 1 == 0).map(move |of| (of, of | 1 << axis));
    (0..3).flat_map(along).flat_map(move |(from, to)| [corners[from], corners[to]])
}
