//! What of a map a ray has hit, for scripts.

use super::gtm_file::GtmFile;
use super::scene;
use godot::prelude::*;

#[godot_api(secondary)]
impl GtmFile {
    /// What of a map was hit, for footsteps, decals and bullet holes. [param hit] is what
    /// [method PhysicsDirectSpaceState3D.intersect_ray] gave:
    /// - [code]node_id[/code] ([int]): the id of the brush, mesh, terrain or scatter set, else of the entity;
    /// - [code]entity_id[/code] ([int]): the id of the entity that it belongs to, 0 for the world, -1 for none;
    /// - [code]material[/code] ([String]): the name of the material of the face that was hit, of the strongest layer of a
    /// terrain, empty for models.
    ///
    /// Empty when nothing was hit, or what was hit is of no map.
    #[func]
    fn get_hit(hit: VarDictionary) -> VarDictionary {
        scene::hit(&hit)
    }
}
