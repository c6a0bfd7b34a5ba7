//! What `AtlasFile` tells of its geometry.

use super::convert;
use super::opened::{Opened, Part};
use super::resource::{AtlasFile, node};
use crate::errors::Failure;
use crate::packed::vectors3;
use godot::classes::mesh::{ArrayFormat, PrimitiveType};
use godot::classes::{ArrayMesh, ConcavePolygonShape3D};
use godot::prelude::*;
use mapwright_formats::atlas::{GeometryChunk, Node};
use mapwright_scene::atlas::{ChunkMesh, MeshOptions, collision_faces, origin, place_tile};

#[godot_api(secondary)]
impl AtlasFile {
    /// Whether the file has a chunk there. Nodes without one are normal in files that are not finished.
    #[func]
    fn has_chunk(&self, level: i64, x: i64, y: i64) -> bool {
        self.opened().is_ok_and(|opened| {
            let terrain = &opened.terrain;
            node(terrain.tree_depth(), level, x, y).is_ok_and(|node| terrain.has_chunk(node))
        })
    }

    /// A chunk's geometry: [code]vertices[/code], [code]normals[/code], [code]morph_offsets[/code]
    /// ([PackedVector3Array]), [code]uvs[/code], [code]uv_morph_offsets[/code] ([PackedVector2Array]),
    /// [code]indices[/code] ([PackedInt32Array], clockwise fronts), [code]skirt_index_count[/code] (how many of the
    /// last indices are skirts), [code]bounds[/code] ([AABB]), [code]has_normals[/code] (whether the file stores
    /// them) and [code]collision[/code]. Empty when there is no chunk or it is damaged.
    ///
    /// A vertex on its way to the coarser level is at [code]vertex + morph_offset * t[/code]. Texture coordinates
    /// run over the whole terrain; see [method get_chunk_tile].
    ///
    /// [code]collision[/code] is empty, or has [code]tree_depth[/code], [code]nodes[/code] ([PackedVector2Array] of
    /// least and greatest heights), [code]offsets[/code] and [code]indices[/code] ([PackedInt32Array]): a grid of
    /// [code]2^(tree_depth - 1)[/code] bins a side over the bounds, the list of bin (i along x, j against z) at
    /// [code]offsets[i * grid + j][/code], each entry the place of a triangle's first index, 65535 the end.
    ///
    /// [param flags] are [constant CHUNK_LOCAL], [constant CHUNK_COMPUTE_NORMALS] and
    /// [constant CHUNK_WITHOUT_SKIRTS].
    #[func]
    fn get_chunk(&self, level: i64, x: i64, y: i64, #[opt(default = 0)] flags: i64) -> VarDictionary {
        self.attempt_or_default(|opened| {
            let node = node(opened.terrain.tree_depth(), level, x, y)?;
            let mut chunk = self.whole_chunk(opened, node)?;
            let (has_normals, collision) = (chunk.vertices.has_normals, chunk.collision.take());
            let options = options(opened, node, &chunk, flags);
            Ok(convert::chunk(&ChunkMesh::new(chunk, options), has_normals, collision.as_ref()))
        })
    }

    /// The same as [method get_chunk], exactly as stored: Torque's axes with Z up, terrain space. Has
    /// [code]previous_chunk[/code] as well. A [code].chu[/code] is given as Torque imports it.
    #[func]
    fn get_chunk_torque(&self, level: i64, x: i64, y: i64) -> VarDictionary {
        self.attempt_or_default(|opened| {
            let node = node(opened.terrain.tree_depth(), level, x, y)?;
            Ok(convert::stored_chunk(&self.whole_chunk(opened, node)?))
        })
    }

    /// A chunk as the arrays of [method ArrayMesh.add_surface_from_arrays]: vertices, normals, texture coordinates
    /// and indices, and with [constant CHUNK_MORPH] the morph offsets. Empty when there is no chunk or it is
    /// damaged. [param flags] are those of [method get_chunk] and [constant CHUNK_MORPH].
    #[func]
    fn get_chunk_arrays(&self, level: i64, x: i64, y: i64, #[opt(default = 0)] flags: i64) -> VarArray {
        self.attempt_or_default(|opened| {
            let mesh = self.mesh(opened, level, x, y, flags)?;
            Ok(convert::surface_arrays(&mesh, flags & Self::CHUNK_MORPH != 0))
        })
    }

    /// A chunk as a mesh of one surface, with the morph offsets in custom channels: [code]CUSTOM0.xyz[/code] is
    /// what the vertex moves by on the way to the coarser level, [code]CUSTOM1.xy[/code] what its texture
    /// coordinate does. A chunk without triangles gives a mesh without a surface. [code]null[/code] when there is
    /// no chunk or it is damaged.
    #[func]
    fn create_chunk_mesh(
        &self,
        level: i64,
        x: i64,
        y: i64,
        #[opt(default = 0)] flags: i64,
    ) -> Option<Gd<ArrayMesh>> {
        let create = || {
            let mesh = self.mesh(&*self.opened()?, level, x, y, flags)?;
            let mut array_mesh = ArrayMesh::new_gd();
            if !mesh.indices.is_empty() {
                let arrays = convert::surface_arrays(&mesh, true);
                let format = ArrayFormat::from_ord(Self::MORPH_FORMAT as u64);
                array_mesh.add_surface_from_arrays_ex(PrimitiveType::TRIANGLES, &arrays).flags(format).done();
            }
            Ok(array_mesh)
        };
        self.attempt(create).ok()
    }

    /// A chunk's surface for physics, without skirts and triangles without an area. [code]null[/code] when there
    /// is no chunk or it is damaged. The only flag is [constant CHUNK_LOCAL].
    #[func]
    fn create_chunk_shape(
        &self,
        level: i64,
        x: i64,
        y: i64,
        #[opt(default = 0)] flags: i64,
    ) -> Option<Gd<ConcavePolygonShape3D>> {
        let create = || {
            let opened = self.opened()?;
            let node = node(opened.terrain.tree_depth(), level, x, y)?;
            let chunk = self.drawn_chunk(&opened, node)?;
            let faces = collision_faces(&chunk, options(&opened, node, &chunk, flags).origin);
            let mut shape = ConcavePolygonShape3D::new_gd();
            shape.set_faces(&vectors3(&faces));
            Ok(shape)
        };
        self.attempt(create).ok()
    }

    /// Where a chunk stands that was made with [constant CHUNK_LOCAL]: its south-west corner at height 0.
    #[func]
    fn get_chunk_origin(&self, level: i64, x: i64, y: i64) -> Vector3 {
        self.attempt_or_default(|opened| {
            let node = node(opened.terrain.tree_depth(), level, x, y)?;
            let told = origin(&opened.terrain, node, None);
            let origin = match told {
                Some(origin) => origin,
                None => opened.local_origin(node, &self.drawn_chunk(opened, node)?),
            };
            Ok(convert::vector3(origin))
        })
    }

    /// The finest tile of a texture tree that covers a whole chunk: its [code]level[/code], [code]x[/code] and
    /// [code]y[/code], and [code]uv_scale[/code] and [code]uv_offset[/code] ([Vector2]), with which the chunk's
    /// texture coordinates become the tile's: [code]uv * uv_scale + uv_offset[/code]. Empty when no level has a
    /// tile there.
    #[func]
    fn get_chunk_tile(&self, level: i64, x: i64, y: i64, #[opt(default = 0)] tree: i64) -> VarDictionary {
        self.attempt_or_default(|opened| {
            let node = node(opened.terrain.tree_depth(), level, x, y)?;
            let chunk = self.drawn_chunk(opened, node)?;
            let tree = usize::try_from(tree).unwrap_or(usize::MAX);
            let levels = opened.terrain.texture_tree_depth(tree).min(node.level + 1);
            let mut placements = (0..levels).rev().map(|level| place_tile(&chunk, level));
            let found = placements.find(|placement| opened.terrain.has_tile(tree, placement.tile));
            Ok(found.map(|placement| convert::placement(&placement)).unwrap_or_default())
        })
    }
}

impl AtlasFile {
    fn mesh(&self, opened: &Opened, level: i64, x: i64, y: i64, flags: i64) -> Result<ChunkMesh, Failure> {
        let node = node(opened.terrain.tree_depth(), level, x, y)?;
        let chunk = self.drawn_chunk(opened, node)?;
        let options = options(opened, node, &chunk, flags);
        Ok(ChunkMesh::new(chunk, options))
    }

    /// A chunk as far as it is drawn.
    fn drawn_chunk(&self, opened: &Opened, node: Node) -> Result<GeometryChunk, Failure> {
        opened.mesh(node, self.tex_coords())
    }

    /// A chunk with everything, whose problems are noted.
    fn whole_chunk(&self, opened: &Opened, node: Node) -> Result<GeometryChunk, Failure> {
        let (chunk, problems) = opened.read(Part::Geometry, |terrain, reading| {
            terrain.chunk(&mut reading.files, node, self.tex_coords())
        })?;
        self.note(problems);
        Ok(chunk)
    }
}

fn options(opened: &Opened, node: Node, chunk: &GeometryChunk, flags: i64) -> MeshOptions {
    let local = flags & AtlasFile::CHUNK_LOCAL != 0;
    MeshOptions {
        origin: if local { opened.local_origin(node, chunk) } else { [0.0; 3] },
        compute_normals: flags & AtlasFile::CHUNK_COMPUTE_NORMALS != 0,
        without_skirts: flags & AtlasFile::CHUNK_WITHOUT_SKIRTS != 0,
    }
}
