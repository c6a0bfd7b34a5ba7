//! The node of a mesh: what a running game draws, or what Godot's import of scenes makes that of.

use super::meshes::{add_surface, to_godot};
use super::root_scale::RootScale;
use godot::classes::geometry_instance_3d::{GiMode, ShadowCastingSetting};
use godot::classes::mesh::{ArrayFormat, ArrayType, PrimitiveType};
use godot::classes::{
    ArrayMesh, EditorSceneFormatImporter, ImporterMesh, ImporterMeshInstance3D, Material, MeshInstance3D,
    SurfaceTool,
};
use godot::obj::EngineBitfield;
use godot::prelude::*;
use mapwright_scene::gtm::surfaces::arrays::Arrays;

/// Compressed positions are 16-bit parts of the surface's box. In larger ones vertices would move by more than half a
/// millimetre, and neighbours would come apart.
const LARGEST_COMPRESSED: f32 = 65.535;
/// The endings of names by which Godot's import makes a mesh something else. See "Node type customization using name
/// suffixes" in Godot's manual.
const SUFFIXES: [&str; 8] =
    ["-noimp", "-colonly", "-convcolonly", "-convcol", "-col", "-rigid", "-navmesh", "-occ"];

/// What Godot's import of scenes asks of meshes.
#[derive(Clone, Copy)]
pub(crate) struct MeshImport {
    /// Not *Force Disable Compression*.
    is_compressed: bool,
    /// *Ensure Tangents*.
    has_tangents: bool,
    pub(crate) root_scale: RootScale,
    /// *Use Name Suffixes* of nodes.
    has_suffixes: bool,
}

impl MeshImport {
    /// Reads the flags and the options of an import.
    pub(crate) fn read(flags: u32, options: &VarDictionary) -> Self {
        let has = |flag: i32| flags & flag.cast_unsigned() != 0;
        let is_on = |option: &str| options.get(option).is_none_or(|value| value.booleanize());
        Self {
            is_compressed: !has(EditorSceneFormatImporter::IMPORT_FORCE_DISABLE_MESH_COMPRESSION),
            has_tangents: has(EditorSceneFormatImporter::IMPORT_GENERATE_TANGENT_ARRAYS),
            root_scale: RootScale::read(options),
            has_suffixes: is_on("nodes/use_name_suffixes") && is_on("nodes/use_node_type_suffixes"),
        }
    }
}

/// A surface, with its name and material.
pub(crate) type NamedSurface<'a> = (&'a Arrays, &'a str, &'a Gd<Material>);

/// What the node of a mesh is made of.
pub(crate) struct MeshNode<'a> {
    pub(crate) name: &'a str,
    /// The name of the node that it is below.
    pub(crate) below: &'a str,
    pub(crate) surfaces: Vec<NamedSurface<'a>>,
    pub(crate) casts_shadows: bool,
    /// How far away it is drawn.
    pub(crate) range: Option<f32>,
    /// Whether its vertices have to stay where they are: its light is that of the map's own bake, or a body has the very
    /// same triangles.
    pub(crate) is_exact: bool,
}

impl MeshNode<'_> {
    /// The node, for a running game without `import`.
    pub(crate) fn make(&self, import: Option<&MeshImport>) -> Gd<Node3D> {
        match import {
            Some(import) => self.in_import(*import).upcast(),
            None => self.in_game().upcast(),
        }
    }

    fn in_game(&self) -> Gd<MeshInstance3D> {
        let mut mesh = ArrayMesh::new_gd();
        for (arrays, name, material) in &self.surfaces {
            add_surface(&mut mesh, arrays, name, material);
        }
        let mut node = MeshInstance3D::new_alloc();
        node.set_name(self.name);
        node.set_mesh(&mesh);
        node.set_gi_mode(GiMode::STATIC);
        if !self.casts_shadows {
            node.set_cast_shadows_setting(ShadowCastingSetting::OFF);
        }
        if let Some(range) = self.range {
            node.set_visibility_range_end(range);
        }
        node
    }

    fn in_import(&self, import: MeshImport) -> Gd<ImporterMeshInstance3D> {
        let mut mesh = ImporterMesh::new_gd();
        // Unlike those of other meshes of the map: Godot keeps the settings of meshes by their names.
        mesh.set_name(&format!("{}_{}", self.below, self.name));
        for (arrays, name, material) in &self.surfaces {
            let mut all = to_godot(arrays);
            if import.has_tangents && arrays.tangents.is_empty() {
                all = with_tangents(&all);
            }
            import.root_scale.take_back_vertices(&mut all);
            let flags = if import.is_compressed && self.can_compress(arrays, &all) {
                ArrayFormat::FLAG_COMPRESS_ATTRIBUTES.ord()
            } else {
                0
            };
            mesh.add_surface_ex(PrimitiveType::TRIANGLES, &all)
                .material(*material)
                .name(*name)
                .flags(flags)
                .done();
        }
        let mut node = ImporterMeshInstance3D::new_alloc();
        let suffix = if import.has_suffixes { suffix(self.below) } else { "" };
        node.set_name(&format!("{}{suffix}", self.name));
        node.set_mesh(&mesh);
        if !self.casts_shadows {
            node.set_cast_shadows_setting(ShadowCastingSetting::OFF);
        }
        if let Some(range) = self.range {
            node.set_visibility_range_end(range);
        }
        node
    }

    /// Whether a surface loses nothing that is seen.
    fn can_compress(&self, arrays: &Arrays, all: &VarArray) -> bool {
        let has = |part: ArrayType| all.get(part.ord() as usize).is_some_and(|part| !part.is_nil());
        has(ArrayType::NORMAL)
            && has(ArrayType::TANGENT)
            && !self.is_exact
            && largest_side(&arrays.positions) <= LARGEST_COMPRESSED
    }
}

/// `all` with the tangents that Godot gives meshes of other formats.
fn with_tangents(all: &VarArray) -> VarArray {
    let mut tool = SurfaceTool::new_gd();
    tool.create_from_arrays(all);
    tool.generate_tangents();
    tool.commit_to_arrays()
}

fn largest_side(positions: &[[f32; 3]]) -> f32 {
    let side = |axis: usize| {
        let along = positions.iter().map(|position| position[axis]);
        let (least, most) =
            along.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)));
        most - least
    };
    side(0).max(side(1)).max(side(2))
}

/// The suffix of a name.
fn suffix(name: &str) -> &str {
    SUFFIXES.into_iter().find(|suffix| name.ends_with(suffix)).unwrap_or_default()
}
